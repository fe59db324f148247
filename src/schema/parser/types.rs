//! The parser of types with their parameters, and of the keys of structs.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Parser;
use crate::scalar::NamedScalar;
use crate::schema::build::{DraftKeyPart, DraftType, Fault, MAX_NESTING, Span, builtin, tuple};
use crate::schema::lexer::Token;
use crate::schema::types;
use crate::schema::types::{Scalar, TimeUnit};

impl Parser<'_> {
    pub(super) fn ty(&mut self, depth: u32) -> Result<DraftType, Fault> {
        if depth >= MAX_NESTING {
            return self.fault(format!("types are nested deeper than {MAX_NESTING}"));
        }
        let (name, span) = self.name("a type")?;
        if self.is_mark('<') && matches!(&*name, "list" | "map" | "set" | "array" | "tuple") {
            self.advance()?;
            let ty = self.generic(&name, span, depth.saturating_add(1))?;
            self.mark('>')?;
            return Ok(ty);
        }
        if self.is_mark('<') && builtin(&name).is_none() {
            let hint = types::hint(&name);
            let message =
                format!("no type `{name}` takes parameters{hint}; `list`, `map`, `set`, `array` and `tuple` do");
            return Err(Fault { message, span });
        }
        if self.is_mark('[') && !matches!(&*name, "bytes" | "string") {
            let message = format!(
                "only `bytes` and `string` take a length: an array is `array<{name}, 4>`, a list `list<{name}>`"
            );
            return Err(Fault { message, span });
        }
        if name == "any" {
            self.uses_any = true;
            return Ok(DraftType::Named(name));
        }
        if self.is_mark('[') && matches!(&*name, "bytes" | "string") {
            self.advance()?;
            let len = self.integer("the number of bytes")?;
            let len = u32::try_from(len).unwrap_or(u32::MAX);
            self.mark(']')?;
            let byte = DraftType::Scalar(Scalar::U8);
            return Ok(if name == "bytes" {
                DraftType::Array(Box::new(byte), false, len)
            } else {
                DraftType::Text(len)
            });
        }
        match Scalar::of_name(&name) {
            Some(NamedScalar::Whole(scalar)) => Ok(DraftType::Scalar(scalar)),
            Some(NamedScalar::Unit) => self.unit().map(DraftType::Scalar),
            Some(NamedScalar::Scale(of_scale, max)) => {
                self.scale(&name, max).map(|scale| DraftType::Scalar(of_scale(scale)))
            }
            None => Ok(builtin(&name).unwrap_or(DraftType::Named(name))),
        }
    }

    /// What stands between `<` and `>`.
    fn generic(&mut self, name: &str, span: Span, depth: u32) -> Result<DraftType, Fault> {
        let first = Box::new(self.ty(depth)?);
        Ok(match name {
            "set" => DraftType::Map(first, None),
            "map" => {
                self.mark(',')?;
                let value = Box::new(self.ty(depth)?);
                DraftType::Map(first, Some((value, self.take('?')?)))
            }
            "list" => DraftType::List(first, self.take('?')?),
            "array" => {
                let optional = self.take('?')?;
                self.mark(',')?;
                let count = self.integer("the number of elements")?;
                DraftType::Array(first, optional, u32::try_from(count).unwrap_or(u32::MAX))
            }
            _ => {
                let mut parts = Vec::from([(*first, self.take('?')?)]);
                while self.take(',')? {
                    let part = self.ty(depth)?;
                    parts.push((part, self.take('?')?));
                }
                DraftType::Named(self.add_tuple(tuple(parts, span)))
            }
        })
    }

    /// A timestamp, behind its name.
    fn unit(&mut self) -> Result<Scalar, Fault> {
        if !self.take('(')? {
            return Ok(Scalar::Timestamp(TimeUnit::Millis));
        }
        let span = self.span;
        let (unit, _) = self.name("s, ms, us or ns")?;
        let Some(unit) = TimeUnit::of(&unit) else {
            return Err(Fault { message: "the unit of a timestamp is s, ms, us or ns".to_owned(), span });
        };
        self.mark(')')?;
        Ok(Scalar::Timestamp(unit))
    }

    /// The scale of a decimal, behind its name.
    fn scale(&mut self, name: &str, max: u8) -> Result<u8, Fault> {
        self.mark('(')?;
        let span = self.span;
        let scale = self.integer("the digits behind the point")?;
        self.mark(')')?;
        match u8::try_from(scale) {
            Ok(scale) if scale <= max => Ok(scale),
            _ => Err(Fault { message: format!("a {name} has at most {max} digits behind the point"), span }),
        }
    }
}

// The key of a struct: `key(org, home.city, id desc)`.
//
// ```text
// key  = "key" "(" path ("asc" | "desc")?,+ ")"       a last comma is allowed
// path = NAME ("." (NAME | NUMBER))*                  the fields of tuples are numbers
// ```

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
