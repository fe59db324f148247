//! `vellum patch`: a JSON merge patch (RFC 7396), a JSON patch (RFC 6902), the changes that
//! `vellum diff --json` wrote, or the bytes of a patch.

use serde::de::DeserializeSeed as _;
use vellum::patch::{Patch, is_patch};
use vellum::serde::PatchSeed;
use vellum::{Error, ErrorKind};

use crate::args::PatchArgs;
use crate::failure::{Failure, Outcome};
use crate::file::bytes::{name_of, read, text_of};
use crate::file::edited::Edited;
use crate::values::edit::done;

/// What a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An object.
    Merge,
    /// An array of operations: each has an `op`.
    Operations,
    /// An array of changes: each has an `action`.
    Changes,
}

pub fn run(args: &PatchArgs, json: bool) -> Outcome {
    // Before the file is locked: what comes by a pipe may be long in coming.
    let (bytes, name) = (read(&args.patch)?, name_of(&args.patch));
    let mut edited = Edited::open(&args.target)?;
    edited.refuse_source(&args.patch)?;
    if is_patch(&bytes) {
        let patch = Patch::from_bytes(&edited.schema, &bytes);
        let patch = patch.map_err(|error| Failure::of(&error, &name, 0).without_help())?;
        edited.record.apply(&patch).map_err(|error| of_patched(&error, &edited))?;
        return done(edited, json);
    }
    let text = text_of(bytes.to_vec(), &args.patch)?;
    let of_patch = |error: serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        Failure::of_text("syntax", message, &name, 0).at_line(line, Some(column))
    };
    let value: serde_json::Value = serde_json::from_str(&text).map_err(of_patch)?;
    let patched = match kind_of(&value) {
        Some(Kind::Merge) => edited.record.merge_patch(&text),
        Some(Kind::Operations) => edited.record.json_patch(&text),
        Some(Kind::Changes) => {
            let seed = PatchSeed::new(&edited.schema);
            let changes = seed.deserialize(&mut serde_json::Deserializer::from_str(&text)).map_err(of_patch)?;
            edited.record.apply(&changes)
        }
        None => {
            let message = "this is no patch: an object is a merge patch, an array has operations with an `op`, or \
                           changes with an `action`";
            return Err(Failure::new("syntax", message).at_file(&name));
        }
    };
    patched.map_err(|error| of_patched(&error, &edited))?;
    done(edited, json)
}

/// The error of a patch.
pub fn of_patched(error: &Error, edited: &Edited) -> Failure {
    let failure = edited.failure(error);
    if error.kind() != ErrorKind::Conflict {
        return failure;
    }
    failure.help("the buffer has changed since the changes were found; find them anew with `vellum diff`")
}

fn kind_of(patch: &serde_json::Value) -> Option<Kind> {
    match patch {
        serde_json::Value::Object(_) => Some(Kind::Merge),
        serde_json::Value::Array(parts) => match parts.first() {
            None => Some(Kind::Operations),
            Some(part) if part.get("op").is_some() => Some(Kind::Operations),
            Some(part) if part.get("action").is_some() => Some(Kind::Changes),
            Some(_) => None,
        },
        _ => None,
    }
}
