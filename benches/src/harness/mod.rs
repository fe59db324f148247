//! Runs the rows of all libraries and reports what was measured.
//!
//! Data flows one way: command line ([`cli`]) to proved rows ([`collect`]) to figures ([`sizes`],
//! [`timing`]) to text and files ([`crate::report`], [`json`], [`outputs`]). Instead of times,
//! [`instructions`] counts what a processor does.

pub mod about;
pub mod apart;
mod cli;
mod collect;
pub mod figure;
mod header;
pub mod heap;
mod instructions;
mod json;
pub mod kind;
pub mod measures;
mod memory;
mod outputs;
mod plan;
mod progress;
pub mod rank;
pub mod rate;
pub mod scatter;
pub mod sheet;
mod sizes;
pub mod stats;
mod timing;
pub mod versions;
pub mod workload;

use std::io::{self, ErrorKind, Write};
use std::time::{Duration, Instant};

use clap::Parser;

use about::About;
use apart::Apart;
use cli::{Args, Command};
use collect::Collected;
use figure::Figure;
use kind::RunKind;
use outputs::Outputs;
use plan::{Plan, Prospect};
use progress::{Progress, span};

use workload::Workload;

use crate::library::Measure;
use crate::report::{self, Results};

/// Does what the command line says.
///
/// # Errors
///
/// If a proof is false or the JSON cannot be written.
pub fn main() -> Result<(), String> {
    let args = Args::parse();
    match &args.command {
        Some(Command::Readme { results, readme, benchmarks, figure, page, check }) => {
            let [readme, benchmarks, figure, results_page] = [readme, benchmarks, figure, page].map(Clone::clone);
            let pages = report::Pages { readme, benchmarks, figure, results: results_page };
            return report::readme(results, &pages, *check);
        }
        Some(Command::Compare { before, after }) => return print(&report::compare(before, after)?),
        Some(Command::History { results }) => return print(&report::history(results)?),
        Some(Command::Report { results, cost, out }) => {
            return print(&report::report(results, cost.as_deref(), out)?);
        }
        None => {}
    }
    match &args.single[..] {
        [] if args.instructions => instructions::report(&args, print),
        [] if args.list => list(&args),
        [] => run(&args),
        singles => instructions::run(singles, &args),
    }
}

/// Names every figure.
fn list(args: &Args) -> Result<(), String> {
    let collected = args.workloads().into_iter().map(|one| Ok(collect::list(&collect::collect(one, args)?, args)));
    print(&collected.collect::<Result<String, String>>()?)
}

/// Proves, measures and reports.
fn run(args: &Args) -> Result<(), String> {
    let about = About::here(args.kind());
    let outputs = Outputs::of(args, &about)?;
    let mut report = Report { silent: args.json_only(), figures: Vec::new(), progress: Progress::new() };
    report.print(&header::header(&about, args))?;
    // All proofs of all workloads come before the first figure.
    let proved = args.workloads().into_iter().map(|one| prove(one, args, &report.progress));
    let mut proved: Vec<Proved> = proved.collect::<Result<_, _>>()?;
    if about.kind == RunKind::Default {
        let mut prospects: Vec<&mut Prospect> = proved.iter_mut().map(|one| &mut one.prospect).collect();
        plan::fit(&mut prospects, plan::BUDGET);
    }
    let left = proved.iter().map(|one| one.takes(args)).sum();
    let operations = proved.iter().map(|one| one.prospect.paces.len()).sum();
    report.print(&header::expected(about.kind, operations, report.progress.elapsed(), left))?;
    report.progress.plan(left);
    for (index, one) in proved.iter().enumerate() {
        report.progress.begin(one.workload.name(), (index + 1, proved.len()));
        workload(one, args, &mut report)?;
        report.progress.end(one.takes(args));
    }
    report.progress.finish();
    report.print(&report::published(&report.figures))?;
    if args.json_only() {
        print(&json::text(&about, &report.figures)?)?;
    }
    // What the figures of all workloads say together. The one place to print it from, the last
    // before the files are named.
    report.print(&report::closing(&report.figures))?;
    let Report { silent, figures, progress } = report;
    let written = outputs.write(Results { about, figures })?;
    let took = span(progress.elapsed());
    if silent { Ok(()) } else { print(&format!("\n{} of a {} run\n{written}", took, args.kind().name())) }
}

struct Report {
    silent: bool,
    figures: Vec<Figure>,
    progress: Progress,
}

impl Report {
    fn print(&self, text: &str) -> Result<(), String> {
        if self.silent { Ok(()) } else { self.progress.suspend(|| print(text)) }
    }
}

/// A workload whose rows hold what they claim. They are made again where they are timed: the rows
/// of all workloads together would take more memory than those of any one.
struct Proved {
    workload: Workload,
    prospect: Prospect,
}

impl Proved {
    /// How long it takes, with what it measures itself.
    fn takes(&self, args: &Args) -> Duration {
        let apart = Apart::of(self.workload, args).map_or(Duration::ZERO, |apart| apart.takes);
        self.prospect.duration() + apart
    }
}

fn prove(workload: Workload, args: &Args, progress: &Progress) -> Result<Proved, String> {
    progress.proves(workload.name());
    let start = Instant::now();
    let mut rows = collect::collect(workload, args)?.rows;
    let making = start.elapsed();
    let operations = rows.iter().map(|row| row.operations.len()).sum();
    let plan = Plan::new(args.kind(), operations).at_most(workload.limits());
    let paces = timing::calibrate(workload, plan, &mut rows);
    let rounds_per_placement = workload.rounds_per_placement();
    Ok(Proved { workload, prospect: Prospect { plan, paces, making, rounds_per_placement } })
}

/// Measures one workload and prints its part of the report.
fn workload(proved: &Proved, args: &Args, report: &mut Report) -> Result<(), String> {
    let Proved { workload, prospect: Prospect { plan, paces, making, .. } } = proved;
    let (workload, plan, making) = (*workload, *plan, *making);
    let (id, name, about) = (workload.id().to_uppercase(), workload.name(), workload.description());
    report.print(&format!("\n\n{id}. {name}: {about}\n"))?;
    if !paces.is_empty() {
        report.print(&header::method(workload, plan, args.kind()))?;
    }

    let collected = collect::collect(workload, args)?;
    let mut figures = sizes::sizes(&collected, args);
    if let Some(apart) = Apart::of(workload, args) {
        report.print(&apart.method(workload, args.kind()))?;
        figures.extend(apart.figures(workload, args, &collected.rows)?);
    }
    let Collected { rows, excluded, .. } = collected;
    report.progress.advance(making);
    // The first rows are there already; later rounds want them in other places.
    let mut first = Some(rows);
    let collect = || {
        first.take().map_or_else(
            || {
                let again = collect::collect(workload, args)?;
                report.progress.advance(making);
                Ok(again.rows)
            },
            Ok,
        )
    };
    figures.extend(timing::time(workload, plan, paces, &report.progress, collect)?);
    if args.wants_measure(Measure::Empty) && !paces.is_empty() {
        figures.extend(timing::time_empty(workload, plan)?);
    }

    report.print(&report::terminal(&figures))?;
    for (library, reason) in &excluded {
        report.print(&sheet::paragraph(&format!("{library} has no row: "), reason))?;
    }
    report.print(&memory::peak())?;
    report.figures.append(&mut figures);
    Ok(())
}

/// Writes to standard output; a reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> Result<(), String> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot write the report: {error}")),
        _ => Ok(()),
    }
}
