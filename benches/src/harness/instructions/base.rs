//! Counts that are kept in a file, and what a later run has more or less than they have.
//!
//! Only what is the same on every machine is kept and compared: the instructions of the binary
//! itself and its calls into shared libraries. How many instructions the C library takes to copy or
//! to allocate depends on its version, on the processor, and on what else lies in the heap.
//!
//! ```text
//! # a comment
//! workload | mode | measure | variant | instructions | calls
//! container | derive | encode | owned | 412.0 | 3.00
//! ```

use std::fmt::Write as _;

use super::profile::Cost;

/// What a count may have more than the kept one, and what it may have less before the file should
/// be written anew.
const TOLERANCE: f64 = 0.02;
/// Counts are kept with a digit or two after the point, so that they may differ by this much from
/// those that were counted.
const ROUNDING: f64 = 0.05;

/// The names of an operation, in the order of the columns.
pub type Names = [String; 4];

/// Counts of some operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Base(Vec<(Names, f64, f64)>);

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// More than is allowed, and operations that are not there any more.
    pub faults: Vec<String>,
    /// Less than was kept.
    pub hints: Vec<String>,
}

impl Base {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Names the line that is no line of such a file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty() && *line != HEADER);
        let line = |line: &str| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [workload, mode, measure, variant, own, calls] = cells[..] else { return None };
            let names = [workload, mode, measure, variant].map(str::to_owned);
            Some((names, own.parse().ok()?, calls.parse().ok()?))
        };
        let lines = lines.map(|text| line(text).ok_or_else(|| format!("no line of kept counts: {text}")));
        lines.collect::<Result<_, _>>().map(Self)
    }

    /// Adds an operation.
    pub fn add(&mut self, names: Names, cost: Cost) {
        self.0.push((names, cost.own, cost.calls));
    }

    /// Whether the operation is kept.
    pub fn has(&self, names: &Names) -> bool {
        self.0.iter().any(|(known, ..)| known == names)
    }

    /// Whether an operation of this workload is kept.
    pub fn has_workload(&self, workload: &str) -> bool {
        self.0.iter().any(|([known, ..], ..)| known == workload)
    }

    /// The text of a file.
    pub fn text(&self, comment: &str) -> String {
        let mut out: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        let _ = writeln!(out, "{HEADER}");
        for (names, own, calls) in &self.0 {
            let _ = writeln!(out, "{} | {own:.1} | {calls:.2}", names.join(" | "));
        }
        out
    }

    /// Compares later counts with these.
    pub fn compare(&self, now: &Self) -> Findings {
        let mut findings = Findings::default();
        for (names, own, calls) in &self.0 {
            let name = names.join(", ");
            let Some((_, own_now, calls_now)) = now.0.iter().find(|(known, ..)| known == names) else {
                findings.faults.push(format!("{name}: there is no such operation any more"));
                continue;
            };
            for (what, then, now) in [("instructions", *own, *own_now), ("calls of libraries", *calls, *calls_now)] {
                let line = || format!("{name}: {now:.1} {what}, {then:.1} were kept ({:.1} %)", now / then * 100.0);
                if now > then * (1.0 + TOLERANCE) + ROUNDING {
                    findings.faults.push(line());
                } else if now < then * (1.0 - TOLERANCE) - ROUNDING {
                    findings.hints.push(line());
                }
            }
        }
        findings
    }
}

const HEADER: &str = "workload | mode | measure | variant | instructions | calls";

#[cfg(test)]
mod tests {
    use super::*;

    fn base(lines: &[(&str, f64, f64)]) -> Base {
        let names = |measure: &str| ["container", "derive", measure, "owned"].map(str::to_owned);
        Base(lines.iter().map(|(measure, own, calls)| (names(measure), *own, *calls)).collect())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let kept = base(&[("encode", 412.5, 3.0), ("decode_all", 99.0, 0.25)]);
        let text = kept.text("made by a test\nof two lines");
        assert!(text.starts_with("# made by a test\n# of two lines\nworkload | "), "{text}");
        assert_eq!(Base::parse(&text), Ok(kept));
        assert!(Base::parse("container | derive | encode | 12").is_err());
    }

    #[test]
    fn a_fiftieth_more_is_a_fault_and_a_fiftieth_less_a_hint() {
        let kept = base(&[("encode", 100.0, 3.0), ("decode_all", 100.0, 3.0), ("decode_one", 100.0, 3.0)]);
        let now = base(&[("encode", 103.0, 3.0), ("decode_all", 97.0, 3.0), ("decode_one", 101.9, 3.0)]);
        let Findings { faults, hints } = kept.compare(&now);
        assert_eq!(
            faults,
            ["container, derive, encode, owned: 103.0 instructions, 100.0 were kept (103.0 %)".to_owned()]
        );
        assert_eq!(hints.len(), 1);
        assert!(hints.iter().all(|hint| hint.contains("decode_all")), "{hints:?}");
    }

    #[test]
    fn a_call_more_is_a_fault() {
        let findings = base(&[("encode", 100.0, 3.0)]).compare(&base(&[("encode", 100.0, 4.0)]));
        assert_eq!(findings.faults.len(), 1);
    }

    #[test]
    fn an_operation_that_is_gone_is_a_fault() {
        let findings = base(&[("encode", 100.0, 3.0)]).compare(&base(&[("push", 100.0, 3.0)]));
        assert_eq!(findings.faults, ["container, derive, encode, owned: there is no such operation any more"]);
    }
}
