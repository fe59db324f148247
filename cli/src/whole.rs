//! `vellum verify`, `compact` and `space`: commands about a whole buffer.

use serde_json::json;
use vellum::Record;
use vellum::space::SpaceByField;

use crate::args::{CompactArgs, SpaceArgs, VerifyArgs};
use crate::failure::{Answer, BOLD, Outcome};
use crate::file::document::{Document, given};
use crate::file::edited::Edited;
use crate::file::record;
use crate::output;

/// `vellum verify`: whether each file is a valid buffer.
pub fn verify(args: &VerifyArgs, json: bool) -> Outcome {
    let schema = given(&args.by)?;
    let mut answer = Answer::Yes;
    for file in &args.files {
        let document = Document::open_by(file, schema.as_ref())?;
        answer = answer.and(verify_one(&document, args.complete, json)?);
    }
    Ok(answer)
}

fn verify_one(document: &Document, complete: bool, json: bool) -> Outcome {
    let name = document.name();
    match document.schema.prove(document.buffer()) {
        Ok(proof) => {
            let (len, unclaimed) = (proof.as_bytes().len(), proof.unclaimed());
            let is_enough = proof.is_complete() || !complete;
            if json {
                output::line(json!({
                    "file": name, "valid": true, "bytes": len, "complete": proof.is_complete(), "unclaimed": unclaimed,
                }))?;
            } else if proof.is_complete() {
                output::line(format_args!("{name}: valid, {len} bytes"))?;
            } else {
                let about = match unclaimed {
                    0 => "it holds data of a newer schema, which this one does not see".to_owned(),
                    count => format!("{count} of them belong to nothing that this schema knows"),
                };
                output::line(format_args!("{name}: valid as far as it is known, {len} bytes: {about}"))?;
            }
            Ok(Answer::from_bool(is_enough))
        }
        Err(error) => {
            let failure = document.failure(&error);
            if json {
                let mut said = failure.to_json();
                said["valid"] = false.into();
                said["file"] = name.into();
                output::line(said)?;
            } else {
                output::note(failure.to_text().trim_end());
            }
            Ok(Answer::No)
        }
    }
}

/// `vellum compact`: the canonical form.
pub fn compact(args: &CompactArgs, json: bool) -> Outcome {
    if args.check {
        return check_compact(args, json);
    }
    let mut edited = Edited::open(&args.target)?;
    let name = edited.name().to_owned();
    let (before, after) = if let Some(file) = edited.record_file() {
        // The bytes are those of the log: the record in the file is as long as it was in memory.
        let before = file.as_bytes().len().saturating_add(usize::try_from(file.log_len()).unwrap_or(0));
        file.compact().map_err(|error| record::failure(&error, &args.target.input.file))?;
        (before, file.as_bytes().len())
    } else {
        edited.record.compact().map_err(|error| edited.failure(&error))?;
        (edited.len_before(), edited.save()?)
    };
    if json {
        output::note(json!({ "file": name, "before": before, "after": after }));
    } else {
        output::note(format_args!("{name}: {before} bytes before, {after} after"));
    }
    Ok(Answer::Yes)
}

/// Whether a buffer is in canonical form.
fn check_compact(args: &CompactArgs, json: bool) -> Outcome {
    let document = Document::open(&args.target.input)?;
    let buffer = document.buffer();
    let record = Record::open(&document.schema, buffer.to_vec());
    let compacted = record.and_then(|mut record| record.compact().map(|()| record));
    let compacted = compacted.map_err(|error| document.failure(&error))?;
    let (is_compact, after) = (compacted.as_bytes() == buffer, compacted.as_bytes().len());
    let (name, before) = (document.name(), buffer.len());
    if json {
        output::line(json!({ "file": name, "canonical": is_compact, "before": before, "after": after }))?;
    } else if is_compact {
        output::line(format_args!("{name}: canonical, {before} bytes"))?;
    } else {
        output::line(format_args!("{name}: not canonical: {before} bytes, which would be {after}"))?;
    }
    Ok(Answer::from_bool(is_compact))
}

/// `vellum space`: what the bytes are used for.
pub fn space(args: &SpaceArgs, json: bool) -> Outcome {
    let document = Document::open(&args.input)?;
    let space = document.view()?.space_by_field(args.depth);
    let space = space.map_err(|error| document.failure(&error))?;
    if json {
        output::line(space_json(&space))?
    } else {
        space_table(&space)?
    }
    Ok(Answer::Yes)
}

fn space_json(space: &SpaceByField) -> serde_json::Value {
    let rows = space
        .rows()
        .iter()
        .map(|row| json!({ "path": row.path, "objects": row.objects, "live": row.live, "slack": row.slack }));
    let total = space.total();
    json!({
        "rows": rows.collect::<Vec<_>>(),
        "total": { "bytes": total.len, "live": total.live, "slack": total.slack, "waste": total.waste },
    })
}

fn space_table(space: &SpaceByField) -> Outcome<()> {
    output::line(format_args!(
        "{BOLD}{:>10} {:>10} {:>10} {:>6}  field{BOLD:#}",
        "objects", "bytes", "slack", "share"
    ))?;
    let total = space.total();
    for row in space.rows() {
        let path = if row.path.is_empty() { "(header and root)" } else { &*row.path };
        let share = percent(row.live + row.slack, total.len);
        output::line(format_args!("{:>10} {:>10} {:>10} {share:>6}  {path}", row.objects, row.live, row.slack))?;
    }
    if total.waste > 0 {
        let share = percent(total.waste, total.len);
        output::line(format_args!("{:>10} {:>10} {:>10} {share:>6}  (free)", "", total.waste, ""))?;
    }
    output::line(format_args!("{total}"))
}

fn percent(part: usize, whole: usize) -> String {
    #[allow(clippy::cast_precision_loss)]
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{share:.1}%")
}
