//! What callgrind wrote of a process: its instructions, all of them and those of this binary alone.
//!
//! ```text
//! ob=(1) /path/of/the/binary         the object that the next lines belong to; later "ob=(1)"
//! fn=(2) name                        its function; not needed here
//! 12 340                             a line of source, and the instructions that it took
//! cob=(3) /path/of/libc.so           the object of the function that is called; the same one if it is left out
//! calls=20 7                         how often
//! 12 5000                            what the calls took, which stands below their own object too
//! ```

use std::collections::HashMap;

/// The sums of one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// All instructions.
    pub all: u64,
    /// Those of the binary, without shared libraries: the same on machines whose C library copies
    /// and allocates otherwise.
    pub own: u64,
    /// Calls from the binary into shared libraries: allocations, releases, copies.
    pub calls: u64,
}

impl Profile {
    /// Sums up the text of a profile; `binary` is the path of the object whose instructions are its
    /// own.
    ///
    /// # Errors
    ///
    /// Names a line that is not as expected, or says that the binary has no line.
    pub fn parse(text: &str, binary: &str) -> Result<Self, String> {
        let mut names = HashMap::new();
        let (mut object_is_own, mut callee_is_own) = (false, None);
        let mut after_calls = false;
        let mut sums = Self::default();
        for line in text.lines() {
            let wrong = || format!("a line of callgrind that is not known: {line}");
            if let Some(name) = line.strip_prefix("ob=") {
                object_is_own = is_own(name, binary, &mut names).ok_or_else(wrong)?;
            } else if let Some(name) = line.strip_prefix("cob=") {
                callee_is_own = Some(is_own(name, binary, &mut names).ok_or_else(wrong)?);
            } else if let Some(calls) = line.strip_prefix("calls=") {
                let count: u64 = calls.split(' ').next().and_then(|count| count.parse().ok()).ok_or_else(wrong)?;
                if object_is_own && !callee_is_own.take().unwrap_or(true) {
                    sums.calls += count;
                }
                callee_is_own = None;
                after_calls = true;
            } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
                // What a call took is not the caller's.
                if !std::mem::take(&mut after_calls) {
                    let cost = line.split(' ').nth(1).map_or(Some(0), |cost| cost.parse().ok()).ok_or_else(wrong)?;
                    sums.all += cost;
                    sums.own += if object_is_own { cost } else { 0 };
                }
            }
        }
        if sums.own == 0 { Err(format!("callgrind counted nothing of {binary}")) } else { Ok(sums) }
    }

    /// What one iteration costs, from two runs of which `many` has so many iterations more than
    /// `self`.
    pub fn each(self, many: Self, iterations: u64) -> Cost {
        let each = |few: u64, many: u64| many.saturating_sub(few) as f64 / iterations as f64;
        Cost { all: each(self.all, many.all), own: each(self.own, many.own), calls: each(self.calls, many.calls) }
    }
}

/// A [`Profile`] of one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub all: f64,
    pub own: f64,
    pub calls: f64,
}

/// Whether an object, "(3) path" at its first mention and "(3)" later, is the binary.
fn is_own<'a>(name: &'a str, binary: &str, names: &mut HashMap<&'a str, bool>) -> Option<bool> {
    match name.split_once(' ') {
        Some((number, path)) => {
            names.insert(number, path == binary);
            Some(path == binary)
        }
        None => names.get(name).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# callgrind format
version: 1
positions: line
events: Ir

ob=(1) /bin/ours
fl=(1) a.rs
fn=(1) encode
12 300
fi=(2) b.rs
+3 40
cob=(2) /lib/libc.so.6
cfi=(3) ???
cfn=(2) malloc
calls=20 0
* 9000
cfn=(3) inner
calls=5 7
-1 60
14

ob=(2)
fn=(2)
0 9000

totals: 9340
";

    #[test]
    fn instructions_of_libraries_are_told_apart_and_calls_are_not_counted_twice() {
        assert_eq!(Profile::parse(TEXT, "/bin/ours"), Ok(Profile { all: 9340, own: 340, calls: 20 }));
    }

    #[test]
    fn a_profile_of_another_binary_is_refused() {
        assert!(Profile::parse(TEXT, "/bin/theirs").is_err());
    }

    #[test]
    fn an_object_without_a_name_is_refused() {
        assert!(Profile::parse("ob=(7)\n1 2\n", "/bin/ours").is_err());
    }

    #[test]
    fn the_difference_of_two_runs_is_what_the_operations_cost() {
        let few = Profile { all: 1_000_000, own: 900_000, calls: 50 };
        let many = Profile { all: 1_000_000 + 20_000 * 57, own: 900_000 + 20_000 * 40, calls: 50 + 20_000 };
        assert_eq!(few.each(many, 20_000), Cost { all: 57.0, own: 40.0, calls: 1.0 });
    }
}
