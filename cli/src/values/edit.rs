//! `vellum set`, `push`, `insert` and `rm`: single values, changed where they lie.

use vellum::{Error, ErrorKind, Record, json};

use crate::args::{InsertArgs, PushArgs, RmArgs, SetArgs, Target, ValueForm};
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::read_text;
use crate::file::edited::Edited;
use crate::file::memory::Memory;
use crate::output;

/// `vellum set`.
pub fn set(args: &SetArgs, json: bool) -> Outcome {
    let options = options(&args.form);
    let edit = |record: &mut Record<Memory>, value: &str| options.set(record, &args.path, value);
    change(&args.target, &args.path, &[&args.value], &args.form, edit, json)
}

/// `vellum push`.
pub fn push(args: &PushArgs, json: bool) -> Outcome {
    let options = options(&args.form);
    let edit = |record: &mut Record<Memory>, value: &str| options.push(record, &args.path, value);
    let values: Vec<&str> = args.values.iter().map(|value| &**value).collect();
    change(&args.target, &args.path, &values, &args.form, edit, json)
}

/// `vellum insert`.
pub fn insert(args: &InsertArgs, json: bool) -> Outcome {
    let options = options(&args.form);
    let edit = |record: &mut Record<Memory>, value: &str| options.insert(record, &args.path, value);
    change(&args.target, &args.path, &[&args.value], &args.form, edit, json)
}

/// Makes an edit with each of the values.
fn change(
    target: &Target,
    path: &str,
    values: &[&str],
    form: &ValueForm,
    mut edit: impl FnMut(&mut Record<Memory>, &str) -> Result<(), Error>,
    json: bool,
) -> Outcome {
    // Before the file is locked: what comes by a pipe may be long in coming.
    let values = values.iter().map(|value| Given::of(value)).collect::<Outcome<Vec<Given>>>()?;
    let mut edited = Edited::open(target)?;
    for value in &values {
        with_value(&value.text, form, |value| edit(&mut edited.record, value))
            .map_err(|error| of_value(&error, &edited, path, value, form))?;
    }
    done(edited, json)
}

/// A value of the command line, or of standard input.
struct Given {
    text: String,
    /// What messages call it.
    name: &'static str,
}

impl Given {
    /// `-` stands for standard input.
    fn of(argument: &str) -> Outcome<Self> {
        if argument == "-" {
            let text = read_text("-".as_ref())?;
            if text.is_empty() {
                // As a command before the pipe leaves it that failed.
                let failure = Failure::misuse("standard input is empty, and VALUE is read from it");
                return Err(failure.help("an empty text is the argument `'\"\"'`"));
            }
            return Ok(Self { text, name: "standard input" });
        }
        Ok(Self { text: argument.to_owned(), name: "VALUE" })
    }
}

/// `vellum rm`.
pub fn rm(args: &RmArgs, json: bool) -> Outcome {
    let mut edited = Edited::open(&args.target)?;
    let path = &*args.path;
    let removed = match edited.record.remove(path) {
        // No element and no key: a field, which has its default then, or is absent.
        Err(error) if error.kind() == ErrorKind::Type => edited.record.clear(path),
        removed => removed,
    };
    removed.map_err(|error| edited.failure(&error))?;
    done(edited, json)
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
fn with_value(value: &str, form: &ValueForm, act: impl FnOnce(&str) -> Result<(), Error>) -> Result<(), Error> {
    let as_text = || serde_json::Value::from(value).to_string();
    if form.text {
        return act(&as_text());
    }
    // Of a field that takes no text, what is wrong is that this is one.
    if is_json(value) { act(value) } else { act(&as_text()) }
}

/// Whether a value is JSON, as a whole: `12 apples` begins with some, and is a text.
fn is_json(value: &str) -> bool {
    is_meant_as_json(value) || serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok()
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
fn of_value(error: &Error, edited: &Edited, path: &str, given: &Given, form: &ValueForm) -> Failure {
    let value = &*given.text;
    let failure = edited.failure(error);
    if !failure.is_of_text() {
        return failure;
    }
    // What is no JSON was read as a text, whose quotation marks count.
    let is_json = !form.text && is_json(value);
    let read = if is_json { value.to_owned() } else { serde_json::Value::from(value).to_string() };
    let failure = failure.at_file(given.name).with_snippet_of(error, &read);
    let failure = if failure.path().is_empty() { failure.help(format!("VALUE is for `{path}`")) } else { failure };
    // A number, `true` or `null`, where the field is a text.
    if is_json && !is_meant_as_json(value) && error.to_string().contains("expected a value of string") {
        return failure.help("`--text` takes VALUE as text, whatever it looks like");
    }
    if is_json && serde_json::from_str::<serde::de::IgnoredAny>(value).is_err() {
        return failure.help("VALUE begins as JSON does; `--text` takes it as text");
    }
    failure
}
