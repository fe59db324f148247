//! One page.
use super::pieces::Pieces;
use crate::failure::Outcome;
use crate::file::document::Document;
use std::io::Write;
pub fn write(_: &Document, _: &Pieces, _: &mut impl Write) -> Outcome<()> {
    Ok(())
}
