//! `vellum lock`: the schemas of a program against the file of all revisions that are stored.

use serde_json::json;
use vellum::Schema;
use vellum::lock::{LockErrorKind, check_with};

use crate::args::{LockArgs, LockCommand};
use crate::failure::{Answer, Failure, Outcome};
use crate::file::document::read_schema;
use crate::output;

pub fn run(args: &LockArgs, json: bool) -> Outcome {
    let schemas = args.schemas.iter().map(|path| read_schema(path)).collect::<Outcome<Vec<Schema>>>()?;
    let name = args.lock.display().to_string();
    let Err(error) = check_with(&args.lock, &schemas, &command(&args.command)) else {
        if json {
            output::line(json!({ "file": name, "verdict": "locked" }))?;
        } else {
            output::line(format_args!("{name}: the schemas are those of the lock"))?;
        }
        return Ok(Answer::Yes);
    };
    let message = of_command_line(&error.to_string());
    let kind = error.kind();
    match kind {
        LockErrorKind::Written | LockErrorKind::Changed | LockErrorKind::Broken => {
            if json {
                let verdict = format!("{kind:?}").to_lowercase();
                output::line(json!({ "file": name, "verdict": verdict, "message": message }))?;
            } else {
                output::line(message)?;
            }
            Ok(Answer::No)
        }
        _ => Err(Failure::new("lock", message)),
    }
}

/// The command as the crate's test has it in a variable.
fn command(command: &LockCommand) -> String {
    match command {
        LockCommand { forget: Some(name), .. } => format!("forget {name}"),
        LockCommand { rename: Some(names), .. } => format!("rename {}", names.join(" ")),
        LockCommand { accept_newer_readers_first: true, .. } => "accept-newer-readers-first".to_owned(),
        LockCommand { accept: true, .. } => "accept".to_owned(),
        LockCommand { .. } => String::new(),
    }
}

/// The crate's messages name the variable of its test; here are options.
fn of_command_line(message: &str) -> String {
    let mut text = message.to_owned();
    for (test, option) in [
        ("VELLUM_LOCK=accept-newer-readers-first cargo test", "--accept-newer-readers-first"),
        ("VELLUM_LOCK=accept cargo test", "--accept"),
    ] {
        text = text.replace(test, option);
    }
    for word in ["forget", "rename"] {
        let start = format!("VELLUM_LOCK='{word} ");
        while let Some(at) = text.find(&start) {
            let rest = text.split_off(at);
            let rest = rest.get(start.len()..).unwrap_or_default();
            let (names, rest) = rest.split_once('\'').unwrap_or((rest, ""));
            text.push_str(&format!("`--{word} {names}`{rest}"));
        }
    }
    text.replace("VELLUM_LOCK: ", "")
}

#[cfg(test)]
mod tests {
    use super::of_command_line;

    #[test]
    fn commands_are_options() {
        let text =
            "gone: VELLUM_LOCK='forget User'; or VELLUM_LOCK='rename User NEW'.\n  VELLUM_LOCK=accept cargo test";
        assert_eq!(of_command_line(text), "gone: `--forget User`; or `--rename User NEW`.\n  --accept");
    }
}
