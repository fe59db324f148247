//! `vellum set`, `push`, `insert` and `rm`: single values, changed where they lie.

use vellum::{Error, ErrorKind, json};

use crate::args::{InsertArgs, PushArgs, RmArgs, SetArgs, ValueForm};
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::{is_stdin, read_text};
use crate::file::edited::Edited;
use crate::output;

/// `vellum set`.
pub fn set(args: &SetArgs, json: bool) -> Outcome {
    let mut edited = Edited::open(&args.target)?;
    let value = match &*args.value {
        "-" if is_stdin(&args.target.input.file) => {
            return Err(Failure::misuse("standard input cannot be both the buffer and the value"));
        }
        "-" => read_text("-".as_ref())?,
        value => value.to_owned(),
    };
    let options = options(&args.form);
    let path = &args.path;
    with_value(&value, &args.form, |value| options.set(&mut edited.record, path, value))
        .map_err(|error| of_value(&error, &edited, path, &value, &args.form))?;
    done(edited, json)
}

/// `vellum push`.
pub fn push(args: &PushArgs, json: bool) -> Outcome {
    let mut edited = Edited::open(&args.target)?;
    let (path, options) = (&args.path, options(&args.form));
    for value in &args.values {
        with_value(value, &args.form, |value| options.push(&mut edited.record, path, value))
            .map_err(|error| of_value(&error, &edited, path, value, &args.form))?;
    }
    done(edited, json)
}

/// `vellum insert`.
pub fn insert(args: &InsertArgs, json: bool) -> Outcome {
    let mut edited = Edited::open(&args.target)?;
    let path = &args.path;
    let options = options(&args.form);
    with_value(&args.value, &args.form, |value| options.insert(&mut edited.record, path, value))
        .map_err(|error| of_value(&error, &edited, path, &args.value, &args.form))?;
    done(edited, json)
}

/// `vellum rm`.
pub fn rm(args: &RmArgs, json: bool) -> Outcome {
    let mut edited = Edited::open(&args.target)?;
    let path = &*args.path;
    let removed = match edited.record.remove(path) {
        // No element and no key: a field, which has its default then, or is absent.
        Err(error) if error.kind() == ErrorKind::Type || is_field(path) => edited.record.clear(path),
        removed => removed,
    };
    removed.map_err(|error| edited.failure(&error))?;
    done(edited, json)
}

/// Whether a path ends in the name of a field.
fn is_field(path: &str) -> bool {
    !path.ends_with(']')
}

/// Saves, and says what became of the buffer.
pub fn done(edited: Edited, json: bool) -> Outcome {
    let (before, name) = (edited.len_before(), edited.name().to_owned());
    let after = edited.save()?;
    if json {
        output::note(serde_json::json!({ "file": name, "before": before, "after": after }));
    }
    Ok(Answer::Yes)
}

/// Does something with a value of the command line: with its JSON, or, where it is none, with its
/// text.
fn with_value(value: &str, form: &ValueForm, mut act: impl FnMut(&str) -> Result<(), Error>) -> Result<(), Error> {
    let as_text = || serde_json::Value::from(value).to_string();
    if form.text {
        return act(&as_text());
    }
    match act(value) {
        Err(error) if error.kind() == ErrorKind::Syntax && !is_meant_as_json(value) => {
            // Of a field that takes no text, what is wrong is that this is one.
            act(&as_text())
        }
        acted => acted,
    }
}

/// Whether a value that is no JSON is told so, and not taken as text.
fn is_meant_as_json(value: &str) -> bool {
    value.starts_with(['{', '[', '"'])
}

fn options(form: &ValueForm) -> json::Options {
    let mut options = json::Options::new();
    if form.default_missing {
        options = options.default_missing_fields();
    }
    if form.skip_unknown {
        options = options.skip_unknown_fields();
    }
    options
}

/// What an error says of a value of the command line.
fn of_value(error: &Error, edited: &Edited, path: &str, value: &str, form: &ValueForm) -> Failure {
    let failure = edited.failure(error);
    if !failure.is_of_text() {
        return failure;
    }
    // What is no JSON was read as a text, whose quotation marks count.
    let is_json =
        !form.text && (is_meant_as_json(value) || serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok());
    let read = if is_json { value.to_owned() } else { serde_json::Value::from(value).to_string() };
    let failure = failure.at_file("VALUE").with_snippet_of(error, &read);
    let failure = if failure.path().is_empty() { failure.help(format!("VALUE is for `{path}`")) } else { failure };
    // A number, `true` or `null`, where the field is a text.
    if is_json && !is_meant_as_json(value) && error.to_string().contains("expected a value of string") {
        return failure.help("`--text` takes VALUE as text, whatever it looks like");
    }
    failure
}
