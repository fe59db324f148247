//! `vellum lock`: the schemas of a program against the file of all revisions that are stored.

use serde_json::json;
use vellum::Schema;
use vellum::lock::{LockCommand, LockError, LockErrorKind, check_with, revision as revision_of};

use crate::args::{LockArgs, LockOptions};
use crate::failure::{Answer, Failure, Outcome};
use crate::file::document::read_schema;
use crate::output;

pub fn run(args: &LockArgs, json: bool) -> Outcome {
    if let Some(revision) = &args.options.rust {
        return print_revision(args, revision, json);
    }
    let schemas = args.schemas.iter().map(|path| read_schema(path)).collect::<Outcome<Vec<Schema>>>()?;
    let name = args.lock.display().to_string();
    let Err(error) = check_with(&args.lock, &schemas, &command(&args.options)) else {
        if json {
            output::line(json!({ "file": name, "verdict": "locked" }))?;
        } else {
            output::line(format_args!("{name}: the schemas are those of the lock"))?;
        }
        return Ok(Answer::Yes);
    };
    let kind = error.kind();
    match kind {
        LockErrorKind::Written | LockErrorKind::Changed | LockErrorKind::Broken => {
            if json {
                let verdict = format!("{kind:?}").to_lowercase();
                let commands = error.commands().iter().map(LockCommand::to_string).collect::<Vec<_>>();
                output::line(json!({
                    "file": name, "verdict": verdict, "message": error.message(), "commands": commands,
                }))?;
            } else {
                output::line(refusal(&error))?;
            }
            Ok(Answer::No)
        }
        _ => Err(failure(&refusal(&error), &name)),
    }
}

/// Prints the types of a revision as Rust.
fn print_revision(args: &LockArgs, revision: &[String], json: bool) -> Outcome {
    let name = args.lock.display().to_string();
    let [ty, number] = [0, 1].map(|at| revision.get(at).map_or("", String::as_str));
    let number = number.parse::<u32>().map_err(|error| {
        Failure::new("usage", format!("`{number}` is not the number of a revision: {error}")).at_file(&name)
    })?;
    let schema = revision_of(&args.lock, ty, number).map_err(|error| failure(&refusal(&error), &name))?;
    let code = vellum_codegen::generate(&schema.to_string());
    let code = code.map_err(|error| Failure::new("lock", error.to_string()).at_file(&name))?;
    if json {
        output::line(json!({ "file": name, "type": ty, "revision": number, "rust": code }))?;
    } else {
        output::line(code.trim_end())?;
    }
    Ok(Answer::Yes)
}

fn command(options: &LockOptions) -> LockCommand {
    match options {
        LockOptions { forget: Some(name), .. } => LockCommand::Forget(name.clone()),
        LockOptions { rename: Some(names), .. } => {
            let [old, new] = [0, 1].map(|at| names.get(at).cloned().unwrap_or_default());
            LockCommand::Rename(old, new)
        }
        LockOptions { accept_newer_readers_first: true, .. } => LockCommand::AcceptNewerReadersFirst,
        LockOptions { accept: true, .. } => LockCommand::Accept,
        LockOptions { .. } => LockCommand::Check,
    }
}

/// An error of a lock, which begins with the file, and where it is damaged with the line.
fn failure(text: &str, name: &str) -> Failure {
    let behind = text.strip_prefix(name).unwrap_or(text);
    let placed = behind.strip_prefix(':').and_then(|rest| rest.split_once(": "));
    match placed.and_then(|(line, rest)| Some((line.parse().ok()?, rest))) {
        Some((line, rest)) => Failure::new("lock", rest).at_file(name).at_line(line, None),
        None => Failure::new("lock", text).at_file(name),
    }
}

/// What was not done, and the options that may be right.
fn refusal(error: &LockError) -> String {
    let mut text = error.message().to_owned();
    for command in error.commands() {
        text.push_str(&format!("\n{}:\n  --{command}", command.when()));
    }
    text
}
