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
//! Types and the keys of structs are in `types`. Comments with `///` belong to the item, field or
//! variant that follows; `//` and `/* */` are skipped.

mod types;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion, DraftUnionVariant,
    DraftVariant, Fault, Span, builtin,
};
use super::lexer::{Lexer, Token, without_separators};
use super::model::Schema;
use super::rules::{Case, Rules};
use super::types::Scalar;
use crate::error::{Error, ErrorKind, Result};
use crate::scalar::Text;
use crate::scalar::text::integer;
use crate::wire::width::PointerWidth;

/// A type on its own: with its mark, and with what it adds to a schema.
pub(super) struct Parsed {
    pub(super) ty: DraftType,
    pub(super) optional: bool,
    pub(super) tuples: Vec<DraftStruct>,
    pub(super) uses_any: bool,
}

/// Parses a type as a field has it.
pub(super) fn parse_type(text: &str) -> Result<Parsed, Fault> {
    let mut parser = Parser::new(text)?;
    let ty = parser.ty(0)?;
    let optional = parser.take('?')?;
    if parser.token != Token::End {
        return parser.expected("the end of the type");
    }
    Ok(Parsed { ty, optional, tuples: parser.tuples, uses_any: parser.uses_any })
}

/// Parses the rules of a field of a type, as they stand behind it.
pub(super) fn parse_rules(text: &str, ty: &DraftType) -> Result<Rules, Fault> {
    let mut parser = Parser::new(text)?;
    let rules = parser.rules(ty)?;
    if parser.token == Token::End { Ok(rules) } else { parser.expected("the end of the rules") }
}

/// Parses the parts of a key, as they stand between its parentheses.
pub(super) fn parse_key(text: &str) -> Result<Vec<DraftKeyPart>, Fault> {
    let text = format!("({text})");
    let mut parser = Parser::new(&text)?;
    let key = parser.key()?;
    if parser.token == Token::End { Ok(key) } else { parser.expected("the end of the key") }
}

/// The message with line, column, the line itself and a caret under the place.
fn render(fault: &Fault, text: &str) -> Error {
    let before = text.get(..fault.span.start).unwrap_or(text);
    let line_number = before.matches('\n').count().saturating_add(1);
    let line_start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let line = text.get(line_start..).unwrap_or("").lines().next().unwrap_or("");
    let lead = before.get(line_start..).unwrap_or("");
    let column = lead.chars().count().saturating_add(1);
    let marked = text.get(fault.span.start..fault.span.end).unwrap_or("").lines().next().unwrap_or("");
    let carets = "^".repeat(marked.chars().count().max(1));
    // Tabs stay tabs, so that the caret stands under its place however wide they are shown.
    let indent: String = lead.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let gutter = format!("{line_number}");
    let pad = " ".repeat(gutter.len());
    let message = &fault.message;
    let shown = format!(
        "{message} (line {line_number}, column {column})\n{pad} |\n{gutter} | {line}\n{pad} | {indent}{carets}"
    );
    let error = Error::new(ErrorKind::Schema, shown);
    #[cfg(feature = "json")]
    let error = error.at_line(line_number, column);
    error
}

/// As [`Schema::parse`].
pub(super) fn parse(text: &str) -> Result<Schema> {
    draft(text).and_then(Draft::build).map_err(|fault| render(&fault, text))
}

/// As [`Schema::parse`].
///
/// ```
/// let schema: vellum::Schema = "struct User { name: string } root User;".parse()?;
/// assert_eq!(schema.root().name(), "User");
/// # Ok::<(), vellum::Error>(())
/// ```
impl core::str::FromStr for Schema {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

fn draft(text: &str) -> Result<Draft, Fault> {
    let mut parser = Parser::new(text)?;
    let mut draft = Draft::default();
    let mut has_root = false;
    loop {
        let docs = parser.docs()?;
        let start = parser.span;
        match parser.token.clone() {
            Token::End if has_root => {
                draft.structs.append(&mut parser.tuples);
                draft.uses_any = parser.uses_any;
                return Ok(draft);
            }
            Token::End => {
                let name = draft.structs.last().map_or("NAME", |structure| &structure.name);
                return parser.fault(format!(
                    "the schema names no root, the type of a whole buffer: add a line such as `root {name};`"
                ));
            }
            Token::Name(word) => {
                parser.advance()?;
                match word.as_str() {
                    "enum" => draft.enums.push(parser.enumeration(docs, false)?),
                    "union" => draft.unions.push(parser.union(docs, false)?),
                    "open" if parser.take_word("enum")? => draft.enums.push(parser.enumeration(docs, true)?),
                    "open" => {
                        parser.keyword("union")?;
                        draft.unions.push(parser.union(docs, true)?);
                    }
                    "struct" => draft.structs.push(parser.structure(docs, false)?),
                    "frozen" => {
                        parser.keyword("struct")?;
                        draft.structs.push(parser.structure(docs, true)?);
                    }
                    "root" if has_root => {
                        return Err(Fault { message: "a schema has one root".to_owned(), span: start });
                    }
                    "root" => {
                        draft.root_span = parser.span;
                        draft.root = Some((parser.ty(0)?, parser.take('?')?));
                        draft.min_width = parser.width()?;
                        draft.lineage = parser.take_word("lineage")?.then_some(Schema::known_lineage);
                        parser.mark(';')?;
                        has_root = true;
                    }
                    _ => {
                        let message = format!("expected {ITEMS}, found `{word}`");
                        return Err(Fault { message, span: start });
                    }
                }
            }
            _ => return parser.expected(ITEMS),
        }
    }
}

/// What may begin an item.
const ITEMS: &str = "`enum`, `struct`, `frozen struct`, `union`, `open` or `root`";

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token under consideration.
    token: Token,
    span: Span,
    /// The structs that tuples are, each once.
    tuples: Vec<DraftStruct>,
    known_tuples: BTreeSet<String>,
    uses_any: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text);
        let (token, span) = lexer.next()?;
        Ok(Self { lexer, token, span, tuples: Vec::new(), known_tuples: BTreeSet::new(), uses_any: false })
    }
}

impl Parser<'_> {
    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { message: message.into(), span: self.span })
    }

    fn expected<T>(&self, what: &str) -> Result<T, Fault> {
        self.fault(format!("expected {what}, found {}", self.token.describe()))
    }

    fn advance(&mut self) -> Result<(), Fault> {
        (self.token, self.span) = self.lexer.next()?;
        Ok(())
    }

    fn docs(&mut self) -> Result<String, Fault> {
        let mut docs = String::new();
        while let Token::Doc(line) = &self.token {
            if !docs.is_empty() {
                docs.push('\n');
            }
            docs.push_str(line);
            self.advance()?;
        }
        Ok(docs)
    }

    fn is_mark(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Takes the mark if it is next.
    fn take(&mut self, mark: char) -> Result<bool, Fault> {
        let found = self.is_mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn mark(&mut self, mark: char) -> Result<(), Fault> {
        if self.take(mark)? { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    fn take_word(&mut self, word: &str) -> Result<bool, Fault> {
        let found = matches!(&self.token, Token::Name(name) if name == word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn keyword(&mut self, word: &str) -> Result<(), Fault> {
        if self.take_word(word)? { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn name(&mut self, what: &str) -> Result<(String, Span), Fault> {
        let Token::Name(name) = &self.token else { return self.expected(what) };
        let found = (name.clone(), self.span);
        self.advance()?;
        Ok(found)
    }

    fn integer(&mut self, what: &str) -> Result<u64, Fault> {
        let Token::Number(digits) = &self.token else { return self.expected(what) };
        let Some(number) = without_separators(digits).and_then(|digits| integer(&digits)) else {
            return self.fault(format!("expected {what}, found `{digits}`"));
        };
        self.advance()?;
        Ok(number)
    }

    /// Items between braces, separated by commas; a last comma is allowed.
    fn braced<T>(&mut self, mut item: impl FnMut(&mut Self, String) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        self.mark('{')?;
        let mut items = Vec::new();
        loop {
            let docs = self.docs()?;
            if self.take('}')? {
                return Ok(items);
            }
            items.push(item(self, docs)?);
            if !self.take(',')? {
                // A comment after the last item belongs to nothing.
                self.docs()?;
                if !self.take('}')? {
                    return self.expected("`,` or `}`");
                }
                return Ok(items);
            }
        }
    }

    fn width(&mut self) -> Result<PointerWidth, Fault> {
        if !self.take_word("width")? {
            return Ok(PointerWidth::One);
        }
        let span = self.span;
        let bytes = self.integer("a pointer width of 1, 2 or 4")?;
        PointerWidth::ALL
            .into_iter()
            .find(|width| width.bytes() as u64 == bytes)
            .ok_or_else(|| Fault { message: "a pointer width is 1, 2 or 4".to_owned(), span })
    }

    /// Adds the struct of a tuple, if it is not there yet; returns its name.
    fn add_tuple(&mut self, tuple: DraftStruct) -> String {
        let name = tuple.name.clone();
        if self.known_tuples.insert(name.clone()) {
            self.tuples.push(tuple);
        }
        name
    }

    fn enumeration(&mut self, docs: String, open: bool) -> Result<DraftEnum, Fault> {
        let (name, span) = self.name("the name of the enum")?;
        let mut repr = Scalar::U8;
        if self.take(':')? {
            let span = self.span;
            let (word, _) = self.name("u8, u16, u32 or u64")?;
            repr = match builtin(&word) {
                Some(DraftType::Scalar(scalar @ (Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64))) => scalar,
                _ => return Err(Fault { message: "an enum is stored as u8, u16, u32 or u64".to_owned(), span }),
            };
        }
        let mut next: Option<u64> = Some(0);
        let variants = self.braced(|parser, docs| {
            let (name, span) = parser.name("the name of a variant")?;
            if parser.take('=')? {
                next = Some(parser.integer("the number of the variant")?);
            }
            let Some(number) = next else {
                return Err(Fault { message: "there is no number after the last one".to_owned(), span });
            };
            next = number.checked_add(1);
            Ok(DraftVariant { name, span, docs, number })
        })?;
        Ok(DraftEnum { name, span, docs, open, repr, variants })
    }

    fn union(&mut self, docs: String, open: bool) -> Result<DraftUnion, Fault> {
        let (name, span) = self.name("the name of the union")?;
        let variants = self.braced(|parser, docs| {
            let (name, span) = parser.name("the name of a variant")?;
            let (mut ty, mut optional, mut ty_span) = (None, false, span);
            if parser.take(':')? {
                ty_span = parser.span;
                ty = Some(parser.ty(0)?);
                optional = parser.take('?')?;
            }
            Ok(DraftUnionVariant { name, span, docs, ty, ty_span, optional })
        })?;
        Ok(DraftUnion { name, span, docs, open, variants })
    }

    fn structure(&mut self, docs: String, frozen: bool) -> Result<DraftStruct, Fault> {
        let (name, span) = self.name("the name of the struct")?;
        let key = if self.take_word("key")? { self.key()? } else { Vec::new() };
        let fields = self.braced(Self::field)?;
        Ok(DraftStruct { name, span, docs, frozen, tuple: false, key, fields })
    }

    fn field(&mut self, docs: String) -> Result<DraftField, Fault> {
        let (name, span) = self.name("the name of a field")?;
        self.mark(':')?;
        let ty_span = self.span;
        let ty = self.ty(0)?;
        let optional = self.take('?')?;
        let rules = self.rules(&ty)?;
        let mut default_span = self.span;
        let default = if self.take('=')? {
            default_span = self.span;
            self.literal(&ty)?
        } else {
            DraftDefault::None
        };
        let mut since = 1;
        if self.take_word("since")? {
            let span = self.span;
            since = u32::try_from(self.integer("a revision")?)
                .map_err(|_| Fault { message: "a revision is at most 65535".to_owned(), span })?;
        }
        Ok(DraftField { name, span, docs, ty, ty_span, optional, default, default_span, since, rules })
    }
}

// Defaults of fields, and rules for their values.

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
