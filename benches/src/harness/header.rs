//! The opening of the report: where and how the figures were taken, and what they mean.

use std::fmt::Write as _;
use std::time::Duration;

use super::about::About;
use super::cli::Args;
use super::kind::RunKind;
use super::measures;
use super::plan::{BUDGET, Plan};
use super::progress::span;
use super::rank::{OURS, TIE};
use super::sheet;
use super::workload::Workload;

/// The machine, the compiler, the method and the meaning of signs and measures.
pub fn header(about: &About, args: &Args) -> String {
    let mut out = format!("{OURS} and the field\n\n");
    let tie = format!(
        "★ best of its kind of reading, ☆ best of those that trust the bytes; times within {:.0} % of the best tie",
        TIE * 100.0
    );
    let lines = [
        ("run", takes(about.kind)),
        ("machine", about.machine.clone()),
        ("compiler", about.compiler.clone()),
        ("allocator", "the system's (Rust's default)".to_owned()),
        ("marks", tie),
        (
            "reads",
            "lazy: each access checks; proved: the whole first; kept: opened before; trusted: nobody checks".to_owned(),
        ),
        (
            "spread",
            "the fastest and the slowest round; ‖ where all fall into two groups, so that a median says little"
                .to_owned(),
        ),
        ("values", "owned: decode_all makes owned values; borrowed: it reads in the buffer".to_owned()),
        ("/ vellum", "how many times as long or as large as the best mode of ours that does the same work".to_owned()),
    ];
    for (name, text) in lines {
        let _ = writeln!(out, "{name:<11}{text}");
    }
    out.push_str("\nmeasures\n");
    for measure in measures::ALL.iter().copied().filter(|measure| args.wants_measure(*measure)) {
        let _ = writeln!(out, "  {:<21}{}", measure.id(), measures::meaning(measure));
    }
    if cfg!(not(feature = "rivals")) {
        out.push_str("\na build of vellum alone, without the feature \"rivals\"\n");
    } else if cfg!(not(feature = "full")) {
        out.push_str("\na short build, without the libraries of the feature \"full\"\n");
    }
    if cfg!(debug_assertions) {
        out.push_str("\nwarning: built without optimisation, so these times mean nothing; use --release\n");
    }
    out
}

/// What a run of this kind takes, before anything is known of the machine.
fn takes(kind: RunKind) -> String {
    match kind {
        RunKind::Quick => "quick: some seconds of proofs, then up to half a minute for a workload".to_owned(),
        RunKind::Default => format!(
            "default: one or two minutes of proofs, then rounds for {} at most; less than 4 GB of memory",
            span(BUDGET)
        ),
        RunKind::Thorough => "thorough: an hour or more, and 10 GB of memory".to_owned(),
    }
}

/// What the run will take, once all rows are proved.
pub fn expected(kind: RunKind, operations: usize, proving: Duration, left: Duration) -> String {
    format!(
        "\n{} run: {operations} operations; all rows were proved in {}; about {} from here\n",
        kind.name(),
        span(proving),
        span(left)
    )
}

/// How the times of a workload are taken, and what it does without.
pub fn method(workload: Workload, plan: Plan, kind: RunKind) -> String {
    let Plan { rounds, least, target } = plan;
    let fewer = if least < rounds { format!(" (down to {least} where one takes longer)") } else { String::new() };
    let placed = match workload.rounds_per_placement() {
        1 => "buffers placed anew for each".to_owned(),
        some if some < rounds => format!("buffers placed anew after {some} of them"),
        _ => "all buffers in one place".to_owned(),
    };
    let left_out = match workload.left_out(kind) {
        "" => String::new(),
        text => format!("{text}\n"),
    };
    let method = sheet::paragraph(
        "",
        &format!(
            "{rounds} rounds{fewer} of about {:.1} ms for each operation, interleaved with those of its rivals, {placed}; ns is the \
             median round, spread the fastest and the slowest; all results were proved against the original",
            target.as_secs_f64() * 1e3
        ),
    );
    method + &left_out
}
