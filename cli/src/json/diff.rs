//! `vellum diff`: what is to be changed in one buffer to make it hold what another does.

use anstyle::{AnsiColor, Style};
use vellum::change::Action;
use vellum::patch::Patch;

use crate::args::DiffArgs;
use crate::failure::{Answer, Failure, Outcome, shown};
use crate::file::document::{Document, given};
use crate::file::save::replace;
use crate::output;

pub fn run(args: &DiffArgs, json: bool) -> Outcome {
    let given = given(&args.by)?;
    let old = Document::open_by(&args.old, given.as_ref())?;
    // A buffer beside a framed file is of its schema, if nothing else is said.
    let new = Document::open_by(&args.new, given.as_ref().or(Some(&old.schema)))?;
    let changes = differences(&old, &new, args.undo)?;
    if let Some(path) = &args.output {
        let written = if args.undo { changes.invert().and_then(|undo| undo.to_bytes()) } else { changes.to_bytes() };
        replace(path, &[&written.map_err(|error| old.failure(&error))?], None)?;
    }
    if json {
        let text = serde_json::to_string(&changes).map_err(|error| Failure::new("corrupt", error.to_string()))?;
        output::line(text)?;
    } else {
        for change in &changes {
            let color = color_of(change.action());
            output::line(format_args!("{color}{}{color:#}", shown(&change.to_string())))?;
        }
    }
    Ok(Answer::from_bool(changes.is_empty()))
}

/// The changes from one document to another, which may keep what was there before.
pub fn differences(old: &Document, new: &Document, keeps_old: bool) -> Outcome<Patch> {
    let (from, to) = (old.view()?, new.view()?);
    let found = if keeps_old { from.diff_invertible(&to) } else { from.diff(&to) };
    found.map_err(|error| {
        // Which of the two is at fault, the proof says.
        match old.schema.verify(old.buffer()) {
            Err(fault) => old.failure(&fault),
            Ok(_) => new.failure(&error),
        }
    })
}

fn color_of(action: Action) -> Style {
    let color = match action {
        Action::Insert | Action::AddKey => AnsiColor::Green,
        Action::Clear | Action::Remove | Action::RemoveKey => AnsiColor::Red,
        _ => AnsiColor::Yellow,
    };
    color.on_default()
}
