//! The opening of the report: where and how the figures were taken, and what they mean.

use std::fmt::Write as _;
use std::{env, fs, thread};

use super::cli::Args;
use super::measures;
use super::rank::{OURS, TIE};
use super::timing::Plan;

/// The machine, the compiler, the method and the meaning of signs and measures.
pub fn header(args: &Args) -> String {
    let mut out = format!("{OURS} and the field\n\n");
    let tie = format!(
        "★ best of its kind, ☆ best of those that do not check hostile bytes; times within {:.0} % of the best tie",
        TIE * 100.0
    );
    let lines = [
        ("machine", machine()),
        ("compiler", compiler()),
        ("allocator", "the system's (Rust's default)".to_owned()),
        ("marks", tie),
        ("reads", "checked: safe on hostile bytes; unchecked: not".to_owned()),
        ("values", "owned: decode_all makes owned values; borrowed: it reads in the buffer".to_owned()),
        ("/ vellum", "how many times as long or as large as the best mode of ours that does the same work".to_owned()),
    ];
    for (name, text) in lines {
        let _ = writeln!(out, "{name:<11}{text}");
    }
    out.push_str("\nmeasures\n");
    for measure in measures::ALL.into_iter().filter(|measure| args.wants_measure(*measure)) {
        let _ = writeln!(out, "  {:<21}{}", measure.id(), measures::meaning(measure));
    }
    if cfg!(debug_assertions) {
        out.push_str("\nwarning: built without optimisation, so these times mean nothing; use --release\n");
    }
    out
}

/// How the times of a workload are taken.
pub fn method(plan: Plan) -> String {
    let Plan { rounds, target } = plan;
    format!(
        "{rounds} rounds of about {:.1} ms for each operation, interleaved with those of its rivals, buffers placed anew for\n\
         each; ns is the median round, spread the fastest and the slowest; all results were proved against the original",
        target.as_secs_f64() * 1e3
    )
}

fn machine() -> String {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let platform = format!("{} {}, {threads} threads", env::consts::ARCH, env::consts::OS);
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text));
    model.map_or(platform.clone(), |model| format!("{model}, {platform}"))
}

fn cpu_model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    let (_, model) = line.split_once(':')?;
    Some(model.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn compiler() -> String {
    let flags = env!("BENCH_RUSTFLAGS");
    let flags = if flags.is_empty() { String::new() } else { format!(", {flags}") };
    format!("{}, opt-level {}{flags}", env!("BENCH_RUSTC"), env!("BENCH_OPT_LEVEL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_the_first_one_without_padding() {
        let text = "processor\t: 0\nmodel name\t: Some  CPU @ 3 GHz\nprocessor\t: 1\nmodel name\t: Other\n";
        assert_eq!(cpu_model(text).as_deref(), Some("Some CPU @ 3 GHz"));
        assert_eq!(cpu_model("Hardware : board\n"), None);
    }
}
