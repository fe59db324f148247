//! Where and when figures were taken: what a results file says of itself, and the header of the
//! report.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use serde::{Deserialize, Serialize};

use super::kind::RunKind;

/// The circumstances of a run. A results file from before they were kept has none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// Processor, architecture, system, threads.
    pub machine: String,
    /// The compiler and its flags.
    pub compiler: String,
    /// The day of the run, in UTC, as "2026-11-21".
    pub date: String,
    /// The commit that was checked out, "-dirty" if files were changed; "" outside of a repository.
    pub commit: String,
    /// How long the rounds and the values were. Older files say "quick": true or false.
    #[serde(alias = "quick")]
    pub kind: RunKind,
}

impl About {
    /// The circumstances of this very run.
    pub fn here(kind: RunKind) -> Self {
        Self { machine: machine(), compiler: compiler(), date: date(seconds()), commit: commit(), kind }
    }

    /// One line: "2026-11-21, commit 1234567, a quick run".
    pub fn when(&self) -> String {
        let commit = if self.commit.is_empty() { String::new() } else { format!("commit {}", self.commit) };
        let parts = [self.date.as_str(), &commit, self.kind.told()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// Hour and minute of now, in UTC.
pub fn minute() -> (u64, u64) {
    let minutes = seconds() / 60;
    (minutes / 60 % 24, minutes % 60)
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
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

/// What git says of the sources; nothing if there is no git or no repository.
fn commit() -> String {
    let described = Command::new("git")
        .args(["describe", "--always", "--dirty", "--exclude", "*"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    described.unwrap_or_default().trim().to_owned()
}

/// The day on which that many seconds had passed since 1970.
fn date(seconds: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut day = seconds / 86_400;
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for days in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
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

    #[test]
    fn days_are_those_of_the_calendar() {
        let days = [0, 951_782_399, 951_782_400, 951_868_800, 1_798_675_200, 1_798_761_599, 1_798_761_600];
        let expected =
            ["1970-01-01", "2000-02-28", "2000-02-29", "2000-03-01", "2026-12-31", "2026-12-31", "2027-01-01"];
        assert_eq!(days.map(date), expected);
    }

    #[test]
    fn when_leaves_out_what_is_not_known() {
        assert_eq!(About::default().when(), "");
        let about = About { date: "2026-11-21".to_owned(), kind: RunKind::Quick, ..About::default() };
        assert_eq!(about.when(), "2026-11-21, a quick run");
        assert_eq!(About { commit: "1234567".to_owned(), ..about }.when(), "2026-11-21, commit 1234567, a quick run");
    }

    #[test]
    fn files_from_before_there_were_kinds_say_whether_the_run_was_quick() {
        let kind = |text: &str| serde_json::from_str::<About>(text).expect("circumstances of a run").kind;
        let told = [r#"{"quick": true}"#, r#"{"quick": false}"#, r#"{"kind": "default"}"#, "{}"].map(kind);
        assert_eq!(told, [RunKind::Quick, RunKind::Thorough, RunKind::Default, RunKind::Thorough]);
    }
}
