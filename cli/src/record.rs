//! `vellum log` and `convert`: the edits in a record file, and its other forms.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;
use vellum::{Record, Schema, framed};
use vellum_file::{SchemaFile, recover};

use crate::args::{ConvertArgs, FileForm, LogArgs};
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::name_of;
use crate::file::document::Document;
use crate::file::record;
use crate::output;

/// `vellum log`: the edits since the file was compacted.
pub fn log(args: &LogArgs, json: bool) -> Outcome {
    let reader = record::read(&args.file)?;
    let failure = |error| record::failure(&error, &args.file);
    for edit in reader.history().map_err(failure)? {
        let edit = edit.map_err(failure)?;
        let patch = edit.patch(reader.schema()).map_err(|error| Failure::of(&error, name_of(&args.file), 0))?;
        let (sequence, time) = (edit.sequence(), edit.time().map(utc).filter(|_| args.times));
        let patch = patch.to_string();
        if json {
            let changes: Vec<&str> = patch.lines().collect();
            output::line(json!({ "edit": sequence, "time": time, "changes": changes }))?;
            continue;
        }
        match time {
            Some(time) => output::line(format_args!("edit {sequence}, {time}"))?,
            None => output::line(format_args!("edit {sequence}"))?,
        }
        for change in patch.lines() {
            output::line(format_args!("  {change}"))?;
        }
    }
    Ok(Answer::Yes)
}

/// A time as `2026-11-30T13:05:00.123Z`.
fn utc(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis())
}

/// The date after so many days from 1970-01-01: by years of 400, 100, 4 and 1, which begin in March.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days.saturating_add(719_468);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

/// `vellum convert`: another form of a file.
pub fn convert(args: &ConvertArgs, json: bool) -> Outcome {
    if args.recover {
        return recovered(args, json);
    }
    let document = Document::open(&args.input)?;
    write(args, &document.schema, document.buffer())?;
    Ok(Answer::Yes)
}

/// What is readable of a record file.
fn recovered(args: &ConvertArgs, json: bool) -> Outcome {
    let file = &args.input.file;
    let found = recover(file).map_err(|error| record::failure(&error, file))?;
    write(args, found.schema(), found.as_bytes())?;
    let (name, sequence) = (name_of(file), found.sequence());
    let damage = found.damage().map(ToString::to_string);
    if json {
        output::note(json!({ "file": name, "edit": sequence, "damage": damage }));
    } else {
        output::note(format_args!("{name}: readable up to edit {sequence}"));
    }
    Ok(Answer::from_bool(damage.is_none()))
}

fn write(args: &ConvertArgs, schema: &Schema, buffer: &[u8]) -> Outcome<()> {
    let (name, output) = (name_of(&args.input.file), &args.output);
    let failure = |error: &vellum::Error| Failure::of(error, &name, 0);
    schema.prove(buffer).map_err(|error| failure(&error))?;
    let bytes = match args.to {
        FileForm::Record => {
            let record = Record::open(schema, buffer).map_err(|error| failure(&error))?;
            return SchemaFile::create(output, &record).map(drop).map_err(|error| record::failure(&error, output));
        }
        FileForm::Buffer => buffer.to_vec(),
        FileForm::Framed => framed::pack(schema, buffer),
    };
    let file = OpenOptions::new().write(true).create_new(true).open(output);
    let written = file.and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()));
    written.map_err(|error| Failure::io("write the file", output, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let days = [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (10_956, (1999, 12, 31)),
            (11_016, (2000, 2, 29)),
        ];
        for (days, expected) in days {
            assert_eq!(date(days), expected);
        }
        let time = UNIX_EPOCH + std::time::Duration::from_millis(1_796_043_900_123);
        assert_eq!(utc(time), "2026-11-30T13:05:00.123Z");
    }
}
