//! `vellum check`: whether schema files are schemas.

use serde_json::json;
use vellum::Schema;

use crate::args::CheckArgs;
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::{name_of, read_text};
use crate::output;

pub fn run(args: &CheckArgs, json: bool) -> Outcome {
    let mut answer = Answer::Yes;
    for file in &args.files {
        let (text, name) = (read_text(file)?, name_of(file));
        match Schema::parse(&text) {
            Ok(schema) => {
                let (root, types) = (root_text(&schema), schema.definitions().count());
                let fingerprint = format!("{:016x}", schema.fingerprint());
                if json {
                    output::line(json!({
                        "file": name, "valid": true, "root": root, "types": types, "fingerprint": fingerprint,
                    }))?;
                } else {
                    output::line(format_args!("{name}: root {root}, {types} types, fingerprint {fingerprint}"))?;
                }
            }
            Err(error) => {
                answer = Answer::No;
                let failure = Failure::of(&error, &name, 0);
                if json {
                    let mut said = failure.to_json();
                    said["file"] = name.into();
                    said["valid"] = false.into();
                    output::line(said)?;
                } else {
                    output::note(failure.to_text().trim_end());
                }
            }
        }
    }
    Ok(answer)
}

/// The type of a whole buffer.
pub fn root_text(schema: &Schema) -> String {
    let root = schema.root();
    match root.fields() {
        // The record of a root that is no struct.
        [value] if root.is_tuple() && !root.is_frozen() => {
            format!("{}{}", schema.type_text(value.ty()), if value.optional() { "?" } else { "" })
        }
        _ => root.name().to_owned(),
    }
}
