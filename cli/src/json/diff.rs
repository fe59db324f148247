//! `vellum diff`: what is to be changed in one buffer to make it hold what another does.

use std::path::Path;

use anstyle::{AnsiColor, Style};
use vellum::change::Action;
use vellum::patch::Patch;

use crate::args::DiffArgs;
use crate::failure::{Answer, Failure, Outcome, shown};
use crate::file::bytes::is_stdin;
use crate::file::document::{Document, given};
use crate::file::save;
use crate::output;

pub fn run(args: &DiffArgs, json: bool) -> Outcome {
    let given = given(&args.by)?;
    let old = Document::open_by(&args.old, given.as_ref())?;
    // A buffer beside a framed file is of its schema, if nothing else is said.
    let new = Document::open_beside(&args.new, &old.schema, &args.by)?;
    let changes = differences(&old, &new, args.undo)?;
    if let Some(path) = &args.output {
        write_patch(path, &changes, &old, args, json)?;
        // The bytes are all that goes there.
        if is_stdin(path) {
            return Ok(Answer::from_bool(changes.is_empty()));
        }
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

/// Writes the patch, and says what is not to be seen of it: what it holds, and what it does not
/// check.
fn write_patch(path: &Path, changes: &Patch, old: &Document, args: &DiffArgs, json: bool) -> Outcome<()> {
    let failure = |error| old.failure(&error);
    let undo = if args.undo { Some(changes.invert().map_err(failure)?) } else { None };
    let patch = undo.as_ref().unwrap_or(changes);
    let bytes = patch.to_bytes().map_err(failure)?;
    let sources: Vec<&Path> = [&args.old, &args.new].into_iter().chain(&args.by.schema).map(|path| &**path).collect();
    save::output(path, &sources, &[&bytes], args.replace.force)?;
    let holds_removed = patch.iter().any(|change| matches!(change.removed(), Ok(Some(_)) | Err(_)));
    let name = if is_stdin(path) { "the patch".to_owned() } else { shown(&path.display().to_string()) };
    if args.undo && !json && !patch.is_empty() {
        output::note(format_args!("{name} replaces and removes whatever is there by then, and holds values of both"));
    } else if holds_removed && !json {
        output::note(format_args!("{name} holds the values that it removes"));
    }
    Ok(())
}

/// The changes from one document to another, which may keep what was there before.
pub fn differences(old: &Document, new: &Document, keeps_old: bool) -> Outcome<Patch> {
    let (from, to) = (old.view()?, new.view()?);
    let found = if keeps_old { from.diff_invertible(&to) } else { from.diff(&to) };
    found.map_err(|error| {
        // Which of the two is at fault, the proof says.
        match old.schema.prove(old.buffer()) {
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
