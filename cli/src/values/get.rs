//! `vellum get`: one value, of which alone is read what leads to it.

use std::io::{self, BufWriter, Write as _};

use vellum::dynamic::Dynamic;
use vellum::dynamic::ValueRef;

use crate::args::GetArgs;
use crate::failure::{Answer, Outcome};
use crate::file::document::Document;
use crate::json::export::write_value;
use crate::output;

pub fn run(args: &GetArgs) -> Outcome {
    let document = Document::open(&args.input)?;
    let view = document.view()?;
    let value = if args.path.is_empty() { view.value() } else { view.get::<Dynamic>(&*args.path) };
    let value = value.map_err(|error| document.failure(&error))?;
    let mut out = BufWriter::new(io::stdout().lock());
    match value {
        ValueRef::String(text) if args.raw => output::written(writeln!(out, "{text}"))?,
        ValueRef::Bytes(bytes) if args.raw => output::written(out.write_all(bytes))?,
        value => write_value(&value, args.pretty, &mut out, &document)?,
    }
    output::written(out.flush())?;
    Ok(Answer::Yes)
}
