//! The parser of the schema text.
//!
//! ```text
//! schema  = item* "root" type "?"? ("width" ("1" | "2" | "4"))? ";"      the root may stand anywhere, once
//! item    = "open"? "enum" NAME (":" unsigned)? "{" (NAME ("=" NUMBER)?),* "}"
//!         | "open"? "union" NAME "{" (NAME (":" type "?"?)?),* "}"
//!         | "frozen"? "struct" NAME key? "{" field,* "}"
//! field   = NAME ":" type "?"? rule* ("=" literal)? ("since" NUMBER)?
//! rule    = "in" literal? ".." ("=" literal)? | "max" NUMBER | "lowercase" | "uppercase"
//! type    = "bool" | "u8" ... "f64" | "char" | "string" | "bytes" | "any" | NAME
//!         | "bytes" "[" NUMBER "]" | "string" "[" NUMBER "]"
//!         | "list" "<" type "?"? ">" | "map" "<" type "," type "?"? ">" | "set" "<" type ">"
//!         | "array" "<" type "?"? "," NUMBER ">" | "tuple" "<" (type "?"?),* ">"
//! ```
//! Comments with `///` belong to the item, field or variant that follows; `//` and `/* */` are
//! skipped.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion, DraftUnionVariant,
    DraftVariant, Fault, MAX_NESTING, Span, builtin, tuple,
};
use super::lexer::{Token, Tokens, render, without_separators};
use super::model::Schema;
use super::rules::{Case, Rules};
use super::types::{Scalar, TimeUnit, hint};
use crate::error::Result;
use crate::scalar::{NamedScalar, Text};
use crate::wire::width::PointerWidth;

/// A type on its own: with its mark, and with what it adds to a schema.
pub(super) struct Parsed {
    pub(super) ty: DraftType,
    pub(super) optional: bool,
    pub(super) tuples: Vec<DraftStruct>,
    pub(super) uses_any: bool,
}

/// Parses a type as a field has it.
#[inline]
pub(super) fn parse_type(text: &str) -> Result<Parsed, Fault> {
    let mut parser = Parser::new(text)?;
    let ty = parser.ty(0)?;
    let optional = parser.tokens.take('?')?;
    if parser.tokens.token != Token::End {
        return parser.tokens.expected("the end of the type");
    }
    Ok(Parsed { ty, optional, tuples: parser.tuples, uses_any: parser.uses_any })
}

/// Parses the rules of a field of a type, as they stand behind it.
#[inline]
pub(super) fn parse_rules(text: &str, ty: &DraftType) -> Result<Rules, Fault> {
    let mut parser = Parser::new(text)?;
    let rules = parser.rules(ty)?;
    if parser.tokens.token == Token::End { Ok(rules) } else { parser.tokens.expected("the end of the rules") }
}

/// Parses the parts of a key, as they stand between its parentheses.
#[inline]
pub(super) fn parse_key(text: &str) -> Result<Vec<DraftKeyPart>, Fault> {
    let text = format!("({text})");
    let mut parser = Parser::new(&text)?;
    let key = parser.key()?;
    if parser.tokens.token == Token::End { Ok(key) } else { parser.tokens.expected("the end of the key") }
}

/// As [`Schema::parse`].
#[inline]
pub(super) fn parse(text: &str) -> Result<Schema> {
    draft(text).and_then(Draft::build).map_err(|fault| render(&fault, text))
}

#[inline]
fn draft(text: &str) -> Result<Draft, Fault> {
    let mut parser = Parser::new(text)?;
    let mut draft = Draft::default();
    let mut has_root = false;
    loop {
        let docs = parser.tokens.docs()?;
        let start = parser.tokens.span;
        match parser.tokens.token.clone() {
            Token::End if has_root => {
                draft.structs.append(&mut parser.tuples);
                draft.uses_any = parser.uses_any;
                return Ok(draft);
            }
            Token::End => {
                let name = draft.structs.last().map_or("NAME", |structure| &structure.name);
                return parser.tokens.fault(format!(
                    "the schema names no root, the type of a whole buffer: add a line such as `root {name};`"
                ));
            }
            Token::Name(word) => {
                parser.tokens.advance()?;
                match word.as_str() {
                    "enum" => draft.enums.push(parser.enumeration(docs, false)?),
                    "union" => draft.unions.push(parser.union(docs, false)?),
                    "open" if parser.tokens.take_word("enum")? => draft.enums.push(parser.enumeration(docs, true)?),
                    "open" => {
                        parser.tokens.keyword("union")?;
                        draft.unions.push(parser.union(docs, true)?);
                    }
                    "struct" => draft.structs.push(parser.structure(docs, false)?),
                    "frozen" => {
                        parser.tokens.keyword("struct")?;
                        draft.structs.push(parser.structure(docs, true)?);
                    }
                    "root" if has_root => {
                        return Err(Fault { message: "a schema has one root".to_owned(), span: start });
                    }
                    "root" => {
                        draft.root_span = parser.tokens.span;
                        draft.root = Some((parser.ty(0)?, parser.tokens.take('?')?));
                        draft.min_width = parser.width()?;
                        draft.lineage = parser.tokens.take_word("lineage")?.then_some(Schema::known_lineage);
                        parser.tokens.mark(';')?;
                        has_root = true;
                    }
                    _ => {
                        let message = format!("expected {ITEMS}, found `{word}`");
                        return Err(Fault { message, span: start });
                    }
                }
            }
            _ => return parser.tokens.expected(ITEMS),
        }
    }
}

/// What may begin an item.
const ITEMS: &str = "`enum`, `struct`, `frozen struct`, `union`, `open` or `root`";

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// The structs that tuples are, each once.
    tuples: Vec<DraftStruct>,
    known_tuples: BTreeSet<String>,
    uses_any: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, Fault> {
        let tokens = Tokens::new(text)?;
        Ok(Self { tokens, tuples: Vec::new(), known_tuples: BTreeSet::new(), uses_any: false })
    }
}

impl Parser<'_> {
    /// Items between braces, separated by commas; a last comma is allowed.
    fn braced<T>(&mut self, mut item: impl FnMut(&mut Self, String) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        self.tokens.mark('{')?;
        let mut items = Vec::new();
        loop {
            let docs = self.tokens.docs()?;
            if self.tokens.take('}')? {
                return Ok(items);
            }
            items.push(item(self, docs)?);
            if !self.tokens.take(',')? {
                // A comment after the last item belongs to nothing.
                self.tokens.docs()?;
                if !self.tokens.take('}')? {
                    return self.tokens.expected("`,` or `}`");
                }
                return Ok(items);
            }
        }
    }

    fn width(&mut self) -> Result<PointerWidth, Fault> {
        if !self.tokens.take_word("width")? {
            return Ok(PointerWidth::One);
        }
        let span = self.tokens.span;
        let bytes = self.tokens.integer("a pointer width of 1, 2 or 4")?;
        PointerWidth::ALL
            .into_iter()
            .find(|width| width.bytes() as u64 == bytes)
            .ok_or_else(|| Fault { message: "a pointer width is 1, 2 or 4".to_owned(), span })
    }

    /// Adds the struct of a tuple, if it is not there yet; returns its name.
    #[inline]
    fn add_tuple(&mut self, tuple: DraftStruct) -> String {
        let name = tuple.name.clone();
        if self.known_tuples.insert(name.clone()) {
            self.tuples.push(tuple);
        }
        name
    }

    #[inline]
    fn enumeration(&mut self, docs: String, open: bool) -> Result<DraftEnum, Fault> {
        let (name, span) = self.tokens.name("the name of the enum")?;
        let mut repr = Scalar::U8;
        if self.tokens.take(':')? {
            let span = self.tokens.span;
            let (word, _) = self.tokens.name("u8, u16, u32 or u64")?;
            repr = match builtin(&word) {
                Some(DraftType::Scalar(scalar @ (Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64))) => scalar,
                _ => return Err(Fault { message: "an enum is stored as u8, u16, u32 or u64".to_owned(), span }),
            };
        }
        let mut next: Option<u64> = Some(0);
        let variants = self.braced(|parser, docs| {
            let (name, span) = parser.tokens.name("the name of a variant")?;
            if parser.tokens.take('=')? {
                next = Some(parser.tokens.integer("the number of the variant")?);
            }
            let Some(number) = next else {
                return Err(Fault { message: "there is no number after the last one".to_owned(), span });
            };
            next = number.checked_add(1);
            Ok(DraftVariant { name, span, docs, number })
        })?;
        Ok(DraftEnum { name, span, docs, open, repr, variants })
    }

    #[inline]
    fn union(&mut self, docs: String, open: bool) -> Result<DraftUnion, Fault> {
        let (name, span) = self.tokens.name("the name of the union")?;
        let variants = self.braced(|parser, docs| {
            let (name, span) = parser.tokens.name("the name of a variant")?;
            let (mut ty, mut optional, mut ty_span) = (None, false, span);
            if parser.tokens.take(':')? {
                ty_span = parser.tokens.span;
                ty = Some(parser.ty(0)?);
                optional = parser.tokens.take('?')?;
            }
            Ok(DraftUnionVariant { name, span, docs, ty, ty_span, optional })
        })?;
        Ok(DraftUnion { name, span, docs, open, variants })
    }

    #[inline]
    fn structure(&mut self, docs: String, frozen: bool) -> Result<DraftStruct, Fault> {
        let (name, span) = self.tokens.name("the name of the struct")?;
        let key = if self.tokens.take_word("key")? { self.key()? } else { Vec::new() };
        let fields = self.braced(Self::field)?;
        Ok(DraftStruct { name, span, docs, frozen, tuple: false, key, fields })
    }

    #[inline]
    fn field(&mut self, docs: String) -> Result<DraftField, Fault> {
        let (name, span) = self.tokens.name("the name of a field")?;
        self.tokens.mark(':')?;
        let ty_span = self.tokens.span;
        let ty = self.ty(0)?;
        let optional = self.tokens.take('?')?;
        let rules = self.rules(&ty)?;
        let mut default_span = self.tokens.span;
        let default = if self.tokens.take('=')? {
            default_span = self.tokens.span;
            self.literal(&ty)?
        } else {
            DraftDefault::None
        };
        let mut since = 1;
        if self.tokens.take_word("since")? {
            let span = self.tokens.span;
            since = u32::try_from(self.tokens.integer("a revision")?)
                .map_err(|_| Fault { message: "a revision is at most 65535".to_owned(), span })?;
        }
        Ok(DraftField { name, span, docs, ty, ty_span, optional, default, default_span, since, rules })
    }
}

// Types with their parameters.

impl Parser<'_> {
    #[inline]
    fn ty(&mut self, depth: u32) -> Result<DraftType, Fault> {
        if depth >= MAX_NESTING {
            return self.tokens.fault(format!("types are nested deeper than {MAX_NESTING}"));
        }
        let (name, span) = self.tokens.name("a type")?;
        if self.tokens.is_mark('<') && matches!(&*name, "list" | "map" | "set" | "array" | "tuple") {
            self.tokens.advance()?;
            let ty = self.generic(&name, span, depth.saturating_add(1))?;
            self.tokens.mark('>')?;
            return Ok(ty);
        }
        if self.tokens.is_mark('<') && builtin(&name).is_none() {
            let hint = hint(&name);
            let message =
                format!("no type `{name}` takes parameters{hint}; `list`, `map`, `set`, `array` and `tuple` do");
            return Err(Fault { message, span });
        }
        if self.tokens.is_mark('[') && !matches!(&*name, "bytes" | "string") {
            let message = format!(
                "only `bytes` and `string` take a length: an array is `array<{name}, 4>`, a list `list<{name}>`"
            );
            return Err(Fault { message, span });
        }
        if name == "any" {
            self.uses_any = true;
            return Ok(DraftType::Named(name));
        }
        if self.tokens.is_mark('[') && matches!(&*name, "bytes" | "string") {
            self.tokens.advance()?;
            let len = self.tokens.integer("the number of bytes")?;
            let len = u32::try_from(len).unwrap_or(u32::MAX);
            self.tokens.mark(']')?;
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
    #[inline]
    fn generic(&mut self, name: &str, span: Span, depth: u32) -> Result<DraftType, Fault> {
        let first = Box::new(self.ty(depth)?);
        Ok(match name {
            "set" => DraftType::Map(first, None),
            "map" => {
                self.tokens.mark(',')?;
                let value = Box::new(self.ty(depth)?);
                DraftType::Map(first, Some((value, self.tokens.take('?')?)))
            }
            "list" => DraftType::List(first, self.tokens.take('?')?),
            "array" => {
                let optional = self.tokens.take('?')?;
                self.tokens.mark(',')?;
                let count = self.tokens.integer("the number of elements")?;
                DraftType::Array(first, optional, u32::try_from(count).unwrap_or(u32::MAX))
            }
            _ => {
                let mut parts = Vec::from([(*first, self.tokens.take('?')?)]);
                while self.tokens.take(',')? {
                    let part = self.ty(depth)?;
                    parts.push((part, self.tokens.take('?')?));
                }
                DraftType::Named(self.add_tuple(tuple(parts, span)))
            }
        })
    }

    /// A timestamp, behind its name.
    fn unit(&mut self) -> Result<Scalar, Fault> {
        if !self.tokens.take('(')? {
            return Ok(Scalar::Timestamp(TimeUnit::Millis));
        }
        let span = self.tokens.span;
        let (unit, _) = self.tokens.name("s, ms, us or ns")?;
        let Some(unit) = TimeUnit::of(&unit) else {
            return Err(Fault { message: "the unit of a timestamp is s, ms, us or ns".to_owned(), span });
        };
        self.tokens.mark(')')?;
        Ok(Scalar::Timestamp(unit))
    }

    /// The scale of a decimal, behind its name.
    fn scale(&mut self, name: &str, max: u8) -> Result<u8, Fault> {
        self.tokens.mark('(')?;
        let span = self.tokens.span;
        let scale = self.tokens.integer("the digits behind the point")?;
        self.tokens.mark(')')?;
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
    #[inline]
    fn key(&mut self) -> Result<Vec<DraftKeyPart>, Fault> {
        self.tokens.mark('(')?;
        let mut parts = Vec::new();
        loop {
            let path = self.path()?;
            let descending = self.tokens.take_word("desc")?;
            if !descending {
                self.tokens.take_word("asc")?;
            }
            parts.push(DraftKeyPart { path, descending });
            let has_more = self.tokens.take(',')?;
            if self.tokens.take(')')? {
                return Ok(parts);
            }
            if !has_more {
                return self.tokens.expected("`,` or `)`");
            }
        }
    }

    /// Names of fields with points between; those of tuples are numbers.
    #[inline]
    fn path(&mut self) -> Result<Vec<(String, Span)>, Fault> {
        let mut path = Vec::from([self.tokens.name("the name of a field")?]);
        while self.tokens.take('.')? {
            let Token::Number(numbers) = self.tokens.token.clone() else {
                path.push(self.tokens.name("the name of a field")?);
                continue;
            };
            let span = self.tokens.span;
            self.tokens.advance()?;
            path.extend(numbers.split('.').map(|number| (number.to_owned(), span)));
        }
        Ok(path)
    }
}

// Defaults of fields, and rules for their values.

impl Parser<'_> {
    /// Rules for the values of a field.
    pub(super) fn rules(&mut self, ty: &DraftType) -> Result<Rules, Fault> {
        let mut rules = Rules::default();
        loop {
            if self.tokens.take_word("in")? {
                if !self.tokens.is_mark('.') {
                    rules.min = self.bound(ty)?;
                }
                self.tokens.mark('.')?;
                let end = self.tokens.span.end;
                self.tokens.mark('.')?;
                // `..=` is one word; the `=` of a default stands apart.
                if self.tokens.span.start == end && self.tokens.take('=')? {
                    rules.max = self.bound(ty)?;
                }
            } else if self.tokens.take_word("max")? {
                let span = self.tokens.span;
                let max = self.tokens.integer("the most bytes")?;
                let max = u32::try_from(max);
                rules.max_len = Some(
                    max.map_err(|_| Fault { message: "a text has at most 4,294,967,295 bytes".to_owned(), span })?,
                );
            } else if self.tokens.take_word("lowercase")? {
                rules.case = Some(Case::Lower);
            } else if self.tokens.take_word("uppercase")? {
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
            _ => self.tokens.fault("only numbers have ranges"),
        }
    }

    pub(super) fn literal(&mut self, ty: &DraftType) -> Result<DraftDefault, Fault> {
        let default = match (ty, &self.tokens.token) {
            (DraftType::Bool, Token::Name(word)) if word == "true" => DraftDefault::Word(1),
            (DraftType::Bool, Token::Name(word)) if word == "false" => DraftDefault::Word(0),
            (DraftType::Bool, _) => return self.tokens.expected("`true` or `false`"),
            (DraftType::Scalar(scalar), Token::Char(c)) if scalar.row().text == Text::Char => {
                DraftDefault::Word(u128::from(u32::from(*c)))
            }
            (DraftType::Scalar(scalar), _) if scalar.row().text == Text::Char => {
                return self.tokens.expected("a character such as 'a'");
            }
            (DraftType::Scalar(scalar), Token::Text(text, false)) if scalar.row().text == Text::Quoted => {
                match core::str::from_utf8(text).ok().and_then(|text| scalar.parse(text)) {
                    Some(word) => DraftDefault::Word(word),
                    None => {
                        return self.tokens.fault(format!("\"{}\" is not a value of {scalar}", text.escape_ascii()));
                    }
                }
            }
            (DraftType::Scalar(scalar), _) if scalar.row().text == Text::Quoted => {
                return self.tokens.expected(&format!("a value of the type {scalar} in quotation marks"));
            }
            (DraftType::Scalar(scalar), Token::Number(word)) => {
                match without_separators(word).and_then(|digits| scalar.parse(&digits)) {
                    Some(word) => DraftDefault::Word(word),
                    None => return self.tokens.fault(format!("`{word}` is not a value of {scalar}")),
                }
            }
            (DraftType::Scalar(scalar), Token::Name(word)) => match scalar.parse(word) {
                Some(word) => DraftDefault::Word(word),
                None => return self.tokens.fault(format!("`{word}` is not a value of {scalar}")),
            },
            (DraftType::String, Token::Text(text, false)) if core::str::from_utf8(text).is_ok() => {
                DraftDefault::Blob(text.clone())
            }
            (DraftType::String, Token::Text(_, false)) => return self.tokens.fault("this string is not UTF-8"),
            (DraftType::Bytes, Token::Text(bytes, true)) => DraftDefault::Blob(bytes.clone()),
            (DraftType::Named(_), Token::Name(variant)) => DraftDefault::Name(variant.clone()),
            (DraftType::List(..), _) => {
                return self.tokens.fault("a list is empty by default; it takes no other default");
            }
            (DraftType::Map(..) | DraftType::Array(..) | DraftType::Text(_), _) => {
                return self.tokens.fault(format!("a field of the type {ty} takes no default and no range"));
            }
            (DraftType::String, _) => return self.tokens.expected("text in quotation marks"),
            (DraftType::Bytes, _) => return self.tokens.expected("bytes such as b\"\\x00\""),
            (DraftType::Scalar(scalar), _) => return self.tokens.expected(&format!("a number of the type {scalar}")),
            (DraftType::Named(name), _) => return self.tokens.expected(&format!("the name of a variant of `{name}`")),
        };
        self.tokens.advance()?;
        Ok(default)
    }
}
