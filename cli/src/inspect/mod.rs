//! `vellum inspect`: every byte of a buffer, with what it stands for.
//!
//! - `pieces`: the buffer as pieces, with the gaps between them
//! - `words`: what is said of a piece
//! - `terminal`: lines for a terminal, or JSON
//! - `page`: the same as one page for a browser

mod page;
mod pieces;
mod terminal;
mod words;

use std::path::Path;

use crate::args::InspectArgs;
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::is_stdin;
use crate::file::document::Document;
use crate::file::save;
use pieces::Pieces;

pub fn run(args: &InspectArgs, json: bool) -> Outcome {
    let document = Document::open(&args.input)?;
    let pieces = Pieces::of(&document)?;
    match &args.html {
        Some(path) if is_stdin(path) => page::write(&document, &pieces, &mut crate::output::Stdout)?,
        Some(path) => {
            let mut page = Vec::new();
            page::write(&document, &pieces, &mut page)?;
            let sources: Vec<&Path> =
                [&args.input.file].into_iter().chain(&args.input.by.schema).map(|path| &**path).collect();
            save::output(path, &sources, &[&page], args.replace.force)?;
        }
        None => {
            let shown = terminal::Shown { from: args.from, to: args.to, path: args.path.as_deref(), all: args.all };
            if !terminal::print(&document, &pieces, &shown, json)? {
                let failure = Failure::misuse("no bytes are of that path or in that range");
                return Err(failure.at_file(document.name()));
            }
        }
    }
    Ok(Answer::from_bool(!pieces.has_faults))
}
