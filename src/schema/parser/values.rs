//! Defaults of fields, and rules on what is set.

use alloc::borrow::ToOwned;
use alloc::format;

use super::Parser;
use crate::scalar::Text;
use crate::schema::draft::{DraftDefault, DraftType};
use crate::schema::fault::Fault;
use crate::schema::lexer::{Token, without_separators};
use crate::schema::rules::{Case, Rules};

impl Parser<'_> {
    /// Rules for the values of a field.
    pub(super) fn rules(&mut self, ty: &DraftType) -> Result<Rules, Fault> {
        let mut rules = Rules::default();
        loop {
            if self.take_word("in")? {
                if !self.is_mark('.') {
                    rules.min = self.bound(ty)?;
                }
                self.mark('.')?;
                let end = self.span.end;
                self.mark('.')?;
                // `..=` is one word; the `=` of a default stands apart.
                if self.span.start == end && self.take('=')? {
                    rules.max = self.bound(ty)?;
                }
            } else if self.take_word("max")? {
                let span = self.span;
                let max = self.integer("the most bytes")?;
                let max = u32::try_from(max);
                rules.max_len = Some(
                    max.map_err(|_| Fault { message: "a text has at most 4,294,967,295 bytes".to_owned(), span })?,
                );
            } else if self.take_word("lowercase")? {
                rules.case = Some(Case::Lower);
            } else if self.take_word("uppercase")? {
                rules.case = Some(Case::Upper);
            } else {
                return Ok(rules);
            }
        }
    }

    /// One end of a range.
    fn bound(&mut self, ty: &DraftType) -> Result<Option<u128>, Fault> {
        match self.literal(ty)? {
            DraftDefault::Word(word) => Ok(Some(word)),
            _ => self.fault("only numbers have ranges"),
        }
    }

    pub(super) fn literal(&mut self, ty: &DraftType) -> Result<DraftDefault, Fault> {
        let default = match (ty, &self.token) {
            (DraftType::Bool, Token::Name(word)) if word == "true" => DraftDefault::Word(1),
            (DraftType::Bool, Token::Name(word)) if word == "false" => DraftDefault::Word(0),
            (DraftType::Bool, _) => return self.expected("`true` or `false`"),
            (DraftType::Scalar(scalar), Token::Char(c)) if scalar.row().text == Text::Char => {
                DraftDefault::Word(u128::from(u32::from(*c)))
            }
            (DraftType::Scalar(scalar), _) if scalar.row().text == Text::Char => {
                return self.expected("a character such as 'a'");
            }
            (DraftType::Scalar(scalar), Token::Text(text, false)) if scalar.row().text == Text::Quoted => {
                match core::str::from_utf8(text).ok().and_then(|text| scalar.parse(text)) {
                    Some(word) => DraftDefault::Word(word),
                    None => {
                        return self.fault(format!("\"{}\" is not a value of {scalar}", text.escape_ascii()));
                    }
                }
            }
            (DraftType::Scalar(scalar), _) if scalar.row().text == Text::Quoted => {
                return self.expected(&format!("a value of the type {scalar} in quotation marks"));
            }
            (DraftType::Scalar(scalar), Token::Number(word)) => {
                match without_separators(word).and_then(|digits| scalar.parse(&digits)) {
                    Some(word) => DraftDefault::Word(word),
                    None => return self.fault(format!("`{word}` is not a value of {scalar}")),
                }
            }
            (DraftType::Scalar(scalar), Token::Name(word)) => match scalar.parse(word) {
                Some(word) => DraftDefault::Word(word),
                None => return self.fault(format!("`{word}` is not a value of {scalar}")),
            },
            (DraftType::String, Token::Text(text, false)) if core::str::from_utf8(text).is_ok() => {
                DraftDefault::Blob(text.clone())
            }
            (DraftType::String, Token::Text(_, false)) => return self.fault("this string is not UTF-8"),
            (DraftType::Bytes, Token::Text(bytes, true)) => DraftDefault::Blob(bytes.clone()),
            (DraftType::Named(_), Token::Name(variant)) => DraftDefault::Name(variant.clone()),
            (DraftType::List(..), _) => return self.fault("a list is empty by default; it takes no other default"),
            (DraftType::Map(..) | DraftType::Array(..) | DraftType::Text(_), _) => {
                return self.fault(format!("a field of the type {ty} takes no default and no range"));
            }
            (DraftType::String, _) => return self.expected("text in quotation marks"),
            (DraftType::Bytes, _) => return self.expected("bytes such as b\"\\x00\""),
            (DraftType::Scalar(scalar), _) => return self.expected(&format!("a number of the type {scalar}")),
            (DraftType::Named(name), _) => return self.expected(&format!("the name of a variant of `{name}`")),
        };
        self.advance()?;
        Ok(default)
    }
}
