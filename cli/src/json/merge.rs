//! `vellum merge`: what another buffer holds, put over a buffer; or what has changed from a base to
//! the other, made in the buffer as well.

use super::diff::differences;
use super::patch::of_patched;
use crate::args::MergeArgs;
use crate::failure::Outcome;
use crate::file::document::Document;
use crate::file::edited::Edited;
use crate::values::edit::done;

pub fn run(args: &MergeArgs, json: bool) -> Outcome {
    let mut edited = Edited::open(&args.target)?;
    let by = &args.target.input.by;
    let other = Document::open_beside(&args.other, &edited.schema, by)?;
    let merged = match &args.base {
        None => edited.record.merge(&other.view()?),
        Some(base) => {
            let base = Document::open_beside(base, &edited.schema, by)?;
            edited.record.apply(&differences(&base, &other, false)?)
        }
    };
    merged.map_err(|error| of_patched(&error, &edited))?;
    done(edited, json)
}
