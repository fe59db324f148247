//! `vellum to-json`: from the buffer to the output, without a value in between.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, PrettyFormatter, Serializer};
use vellum::dynamic::ValueRef;
use vellum::serde::Numbers;
use vellum::{RecordView, framed, stream};

use super::scripts::ForScripts;
use crate::args::ToJsonArgs;
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::{self, name_of};
use crate::file::document::{Document, given};
use crate::output;

/// How values are written.
#[derive(Clone, Copy, Debug, Default)]
struct Form {
    /// A line for each value.
    pretty: bool,
    /// Dates and bytes as numbers.
    numbers: bool,
    /// Integers that JavaScript would round as text.
    integers_as_text: bool,
}

pub fn run(args: &ToJsonArgs) -> Outcome {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let form = Form { pretty: args.pretty, numbers: args.numbers, integers_as_text: args.integers_as_text };
    if args.stream {
        of_stream(args, form, &mut out)?;
    } else {
        let document = Document::open(&args.input)?;
        if args.lines {
            by_element(&document, form, &mut out)?;
        } else {
            write_record(&document.view()?, form, &mut out, &|message| of_message(message, &document))?;
        }
    }
    output::written(out.flush())?;
    Ok(Answer::Yes)
}

/// A line for each element of the root.
fn by_element(document: &Document, form: Form, out: &mut impl Write) -> Outcome<()> {
    let view = document.view()?;
    let ValueRef::List(list) = view.value().map_err(|error| document.failure(&error))? else {
        let failure = Failure::misuse("the root is no list, so it has no elements to write line by line");
        return Err(failure.at_file(document.name()));
    };
    for value in list.iter() {
        let value = value.map_err(|error| document.failure(&error))?;
        let failure = |message| of_message(message, document);
        if form.numbers { write(&Numbers(&value), form, out, &failure)? } else { write(&value, form, out, &failure)? }
    }
    Ok(())
}

/// A line for each record of a stream. A framed one says of which schema those behind it are.
fn of_stream(args: &ToJsonArgs, form: Form, out: &mut impl Write) -> Outcome<()> {
    let (file, name) = (&args.input.file, name_of(&args.input.file));
    let mut schema = given(&args.input.by)?;
    let source: Box<dyn io::Read> =
        if bytes::is_stdin(file) { Box::new(bytes::stdin()?.lock()) } else { Box::new(bytes::open(file)?) };
    let mut reader = stream::Reader::with_limit(io::BufReader::new(source), u32::MAX);
    let (mut record, mut number) = (Vec::new(), 0u64);
    loop {
        let start = reader.offset();
        let at = |failure: Failure| failure.at_file(format!("{name}, record {number} at offset {start}"));
        match reader.read_into(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => return Err(at(Failure::new("corrupt", error.to_string()))),
        }
        if record.starts_with(&framed::MAGIC) {
            let (own, buffer) = framed::unpack(&record).map_err(|error| at(Failure::of(&error, &name, 0)))?;
            schema = schema.or(Some(own));
            // A schema alone, before the buffers of it.
            if buffer.is_empty() {
                continue;
            }
        }
        let document =
            Document::of(bytes::Bytes::Read(std::mem::take(&mut record)), &name, schema.as_ref()).map_err(at)?;
        let view = document.view().map_err(at)?;
        write_record(&view, form, out, &|message| at(of_message(message, &document)))?;
        number += 1;
    }
}

/// Writes a record.
fn write_record(
    view: &RecordView<'_>,
    form: Form,
    out: &mut impl Write,
    failure: &dyn Fn(String) -> Failure,
) -> Outcome<()> {
    if form.numbers { write(&Numbers(view), form, out, failure) } else { write(view, form, out, failure) }
}

/// Writes a value, with a line feed behind it.
pub fn write_value(value: &ValueRef<'_>, pretty: bool, out: &mut impl Write, document: &Document) -> Outcome<()> {
    write(value, Form { pretty, ..Form::default() }, out, &|message| of_message(message, document))
}

fn write<T: Serialize>(
    value: &T,
    form: Form,
    out: &mut impl Write,
    failure: &dyn Fn(String) -> Failure,
) -> Outcome<()> {
    let written = match (form.pretty, form.integers_as_text) {
        (false, false) => serde_json::to_writer(&mut *out, value),
        (true, false) => serde_json::to_writer_pretty(&mut *out, value),
        (false, true) => value.serialize(&mut Serializer::with_formatter(&mut *out, ForScripts::of(CompactFormatter))),
        (true, true) => {
            value.serialize(&mut Serializer::with_formatter(&mut *out, ForScripts::of(PrettyFormatter::new())))
        }
    };
    match written {
        Ok(()) => output::written(out.write_all(b"\n")),
        Err(error) if error.is_io() => output::written(Err(error.into())),
        Err(error) => Err(failure(error.to_string())),
    }
}

/// What the crate said of a buffer, of which serde kept the text.
fn of_message(message: String, document: &Document) -> Failure {
    Failure::of_text("corrupt", &message, document.name(), document.start())
}
