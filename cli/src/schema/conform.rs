//! `vellum conform`: what a new revision of a schema means for all that has the old one.

use anstyle::{AnsiColor, Style};
use serde_json::json;
use vellum::schema::{Difference, Level};

use crate::args::{ConformArgs, Require};
use crate::failure::{Answer, BOLD, Outcome, shown};
use crate::file::document::read_schema;
use crate::output;

/// What a new revision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Compatible,
    Readable,
    Broken,
}

impl Verdict {
    fn of(level: Level) -> Self {
        match level {
            Level::Same | Level::OldReadersKeepWorking => Self::Compatible,
            Level::OldReadersRefuse => Self::Readable,
            _ => Self::Broken,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Readable => "readable",
            Self::Broken => "broken",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Compatible => "each revision reads the buffers of the other",
            Self::Readable => "old buffers are read; old readers refuse new buffers that make use of what is new",
            Self::Broken => "buffers that are stored are refused or misread",
        }
    }

    fn style(self) -> Style {
        let color = match self {
            Self::Compatible => AnsiColor::Green,
            Self::Readable => AnsiColor::Yellow,
            Self::Broken => AnsiColor::Red,
        };
        color.on_default().bold()
    }
}

/// What a difference of a level means for those who have the old revision.
struct Consequences {
    readers: &'static str,
    buffers: &'static str,
    editors: &'static str,
}

fn consequences(level: Level) -> Consequences {
    let (readers, buffers, editors) = match level {
        Level::Same => ("read new buffers as before", "are read as before", "edit new buffers as before"),
        Level::OldReadersKeepWorking => (
            "read new buffers, and do not see what is new",
            "are read; what is new has its default there",
            "keep what is new; an edit that would have to move it is refused (`Newer`)",
        ),
        Level::OldReadersRefuse => (
            "refuse a new buffer that makes use of it",
            "are read",
            "refuse to edit what they cannot read; replace them before the first new writer",
        ),
        Level::NewReadersRefuse => (
            "read new buffers",
            "are refused by new readers where they make use of what is gone",
            "may still write what new readers refuse",
        ),
        _ => (
            "misread new buffers: the same bytes mean something else",
            "are misread by new readers",
            "damage new buffers",
        ),
    };
    Consequences { readers, buffers, editors }
}

pub fn run(args: &ConformArgs, json: bool) -> Outcome {
    let (old, new) = (read_schema(&args.old)?, read_schema(&args.new)?);
    let found = new.changes_since(&old);
    let verdict = Verdict::of(found.level());
    if json {
        let differences = found.differences().iter().map(difference_json);
        output::line(json!({
            "verdict": verdict.name(),
            "old": format!("{:016x}", old.fingerprint()),
            "new": format!("{:016x}", new.fingerprint()),
            "differences": differences.collect::<Vec<_>>(),
        }))?;
    } else {
        let style = verdict.style();
        output::line(format_args!("{style}{}{style:#}: {}", verdict.name(), verdict.meaning()))?;
        for difference in found.differences() {
            print_difference(difference)?;
        }
    }
    let most = match args.require {
        Require::Compatible => Verdict::Compatible,
        Require::Readable => Verdict::Readable,
    };
    Ok(Answer::from_bool(verdict <= most))
}

fn print_difference(difference: &Difference) -> Outcome<()> {
    let (verdict, about) = (Verdict::of(difference.level()), consequences(difference.level()));
    let style = verdict.style();
    let (path, reason) = (shown(difference.path()), shown(difference.reason()));
    output::line(format_args!("\n{style}{:10}{style:#} {BOLD}{path}{BOLD:#}: {reason}", verdict.name()))?;
    for (who, what) in [("readers", about.readers), ("buffers", about.buffers), ("editors", about.editors)] {
        output::line(format_args!("           old {who} {what}"))?;
    }
    Ok(())
}

fn difference_json(difference: &Difference) -> serde_json::Value {
    let about = consequences(difference.level());
    json!({
        "path": difference.path(),
        "change": format!("{:?}", difference.change()).to_lowercase(),
        "verdict": Verdict::of(difference.level()).name(),
        "reason": difference.reason(),
        "old_readers": about.readers,
        "old_buffers": about.buffers,
        "old_editors": about.editors,
    })
}
