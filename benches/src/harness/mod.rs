//! Runs the rows of all libraries and reports what was measured.
//!
//! Data flows one way: command line ([`cli`]) to proved rows ([`collect`]) to figures ([`sizes`], [`timing`]) to
//! text ([`crate::report`], [`json`]). Instead of times, [`instructions`] counts what a processor does.

pub mod about;
mod cli;
mod collect;
pub mod figure;
mod header;
pub mod heap;
mod instructions;
mod json;
pub mod measures;
mod memory;
pub mod rank;
pub mod rate;
pub mod scatter;
pub mod sheet;
mod sizes;
pub mod stats;
mod timing;
pub mod versions;
pub mod workload;

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Write};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use about::About;
use cli::{Args, Command};
use collect::Collected;
use figure::Figure;
use timing::Plan;

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
        Some(Command::Readme { results, readme, page, check }) => {
            return report::readme(results, readme, page, *check);
        }
        Some(Command::Compare { before, after }) => return print(&report::compare(before, after)?),
        Some(Command::History { results }) => return print(&report::history(results)?),
        Some(Command::Report { results, cost, out }) => {
            return print(&report::report(results, cost.as_deref(), out)?);
        }
        None => {}
    }
    match args.single {
        Some(single) => return instructions::run(single, &args),
        None if args.instructions => return instructions::report(&args, print),
        None => check_paths(&args)?,
    }
    // All proofs of all workloads come before the first figure.
    let collected = args.workloads().into_iter().map(|one| collect::collect(one, &args));
    let collected: Vec<Collected> = collected.collect::<Result<_, _>>()?;
    if args.list {
        return print(&collected.iter().map(collect::list).collect::<String>());
    }
    let mut report = Report { silent: args.json_only(), figures: Vec::new() };
    let about = About::here(args.quick);
    report.print(&header::header(&about, &args))?;
    for collected in collected {
        workload(collected, &args, &mut report)?;
    }
    report.print(&report::published(&report.figures))?;
    report.print(&report::closing(&report.figures))?;
    match &args.json {
        None => {}
        Some(_) if args.json_only() => print(&json::text(&about, &report.figures)?)?,
        Some(path) => fs::write(path, json::text(&about, &report.figures)?)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
    }
    report::write(Results { about, figures: report.figures }, args.html.as_deref(), args.markdown.as_deref())
}

struct Report {
    silent: bool,
    figures: Vec<Figure>,
}

impl Report {
    fn print(&self, text: &str) -> Result<(), String> {
        if self.silent { Ok(()) } else { print(text) }
    }
}

/// Measures one workload and prints its part of the report.
fn workload(collected: Collected, args: &Args, report: &mut Report) -> Result<(), String> {
    let workload = collected.workload;
    let operations = collected.rows.iter().map(|row| row.operations.len()).sum();
    let plan = Plan::new(args.quick, operations).at_most(workload.limits());
    let (id, name, about) = (workload.id().to_uppercase(), workload.name(), workload.description());
    report.print(&format!("\n\n{id}. {name}: {about}\n"))?;
    if operations > 0 {
        report.print(&header::method(workload, plan))?;
        let left_out = workload.left_out();
        if args.quick && !left_out.is_empty() {
            report.print(&format!("{left_out}\n"))?;
        }
    }

    let mut figures = sizes::sizes(&collected, args);
    let Collected { rows, excluded, .. } = collected;
    let progress = progress(operations * plan.rounds);
    // The first rows are there already; later rounds want them in other places.
    let mut first = Some(rows);
    let collect = || first.take().map_or_else(|| collect::collect(workload, args).map(|again| again.rows), Ok);
    figures.extend(timing::time(workload, plan, &progress, collect)?);
    progress.finish_and_clear();
    if args.wants_measure(Measure::Empty) {
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

/// A bar on standard error if that is a terminal.
fn progress(steps: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64);
    match ProgressStyle::with_template("{wide_bar} {percent:>3} % {eta} left  {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Finds out before minutes of measuring whether files can be written at their end; leaves old files as they are.
fn check_paths(args: &Args) -> Result<(), String> {
    let json = args.json.as_ref().filter(|_| !args.json_only());
    for path in json.into_iter().chain(&args.html).chain(&args.markdown) {
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map(drop).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// Writes to standard output; a reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> Result<(), String> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot write the report: {error}")),
        _ => Ok(()),
    }
}
