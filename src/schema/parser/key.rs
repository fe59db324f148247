//! The key of a struct: `key(org, home.city, id desc)`.
//!
//! ```text
//! key  = "key" "(" path ("asc" | "desc")?,+ ")"       a last comma is allowed
//! path = NAME ("." (NAME | NUMBER))*                  the fields of tuples are numbers
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::Parser;
use crate::schema::draft::DraftKeyPart;
use crate::schema::fault::{Fault, Span};
use crate::schema::lexer::Token;

impl Parser<'_> {
    /// The parts of a key between their parentheses; a last comma is allowed.
    pub(super) fn key(&mut self) -> Result<Vec<DraftKeyPart>, Fault> {
        self.mark('(')?;
        let mut parts = Vec::new();
        loop {
            let path = self.path()?;
            let descending = self.take_word("desc")?;
            if !descending {
                self.take_word("asc")?;
            }
            parts.push(DraftKeyPart { path, descending });
            let has_more = self.take(',')?;
            if self.take(')')? {
                return Ok(parts);
            }
            if !has_more {
                return self.expected("`,` or `)`");
            }
        }
    }

    /// Names of fields with points between; those of tuples are numbers.
    fn path(&mut self) -> Result<Vec<(String, Span)>, Fault> {
        let mut path = Vec::from([self.name("the name of a field")?]);
        while self.take('.')? {
            let Token::Number(numbers) = self.token.clone() else {
                path.push(self.name("the name of a field")?);
                continue;
            };
            let span = self.span;
            self.advance()?;
            path.extend(numbers.split('.').map(|number| (number.to_owned(), span)));
        }
        Ok(path)
    }
}
