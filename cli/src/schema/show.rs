//! `vellum schema`: the schema that a framed file carries, as text or as JSON.

use crate::args::SchemaArgs;
use crate::failure::{Answer, Failure, Outcome};
use crate::file::document::read_schema;
use crate::output;

pub fn run(args: &SchemaArgs, json: bool) -> Outcome {
    let schema = read_schema(&args.file)?;
    if args.fingerprint {
        output::line(format_args!("{:016x}", schema.fingerprint()))?;
    } else if json {
        let text = serde_json::to_string(&schema).map_err(|error| Failure::new("schema", error.to_string()))?;
        output::line(text)?;
    } else {
        output::line(schema.to_string().trim_end())?;
    }
    Ok(Answer::Yes)
}
