//! What a parser, a program or a derive hands over to make a schema of it.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::any;
use super::fault::Span;
use super::literal::Literal;
use super::model::LineageOf;
use super::rules::Rules;
use super::types::{Scalar, TimeUnit};
use crate::scalar::{NamedScalar, Text};
use crate::wire::width::PointerWidth;

/// The most types of a schema, fields of a struct, variants of an enum, and the highest revision.
pub(super) const MAX_ITEMS: usize = 0xFFFF;
/// The deepest nesting of types that the planner follows.
pub(super) const MAX_NESTING: u32 = 64;

/// An unvalidated schema: names are not resolved, nothing is planned.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) enums: Vec<DraftEnum>,
    pub(crate) structs: Vec<DraftStruct>,
    pub(crate) unions: Vec<DraftUnion>,
    /// Whether some type is `any`, whose definition is the same in every schema.
    pub(crate) uses_any: bool,
    /// The type of a whole buffer, and whether it may be absent.
    pub(crate) root: Option<(DraftType, bool)>,
    pub(crate) root_span: Span,
    pub(crate) min_width: PointerWidth,
    /// Whether buffers carry the schema's lineage.
    pub(crate) lineage: Option<LineageOf>,
    /// Whether a type that described itself refuses some of what its schema allows.
    pub(crate) guarded: bool,
}

pub(crate) struct DraftEnum {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) open: bool,
    pub(crate) repr: Scalar,
    pub(crate) variants: Vec<DraftVariant>,
}

pub(crate) struct DraftVariant {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) number: u64,
}

pub(crate) struct DraftStruct {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) frozen: bool,
    pub(crate) tuple: bool,
    pub(crate) key: Vec<DraftKeyPart>,
    pub(crate) fields: Vec<DraftField>,
}

/// A part of a key as written.
pub(crate) struct DraftKeyPart {
    /// Names of fields, from the outside in.
    pub(crate) path: Vec<(String, Span)>,
    pub(crate) descending: bool,
}

pub(crate) struct DraftUnion {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) open: bool,
    pub(crate) variants: Vec<DraftUnionVariant>,
}

pub(crate) struct DraftUnionVariant {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) ty: Option<DraftType>,
    pub(crate) ty_span: Span,
    pub(crate) optional: bool,
}

pub(crate) struct DraftField {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) ty: DraftType,
    pub(crate) ty_span: Span,
    pub(crate) optional: bool,
    pub(crate) default: DraftDefault,
    pub(crate) default_span: Span,
    pub(crate) since: u32,
    pub(crate) rules: Rules,
}

/// A type as written.
#[derive(Clone)]
pub(crate) enum DraftType {
    Bool,
    Scalar(Scalar),
    String,
    Bytes,
    Named(String),
    List(Box<DraftType>, bool),
    /// Of values, which may be absent; or a set.
    Map(Box<DraftType>, Option<(Box<DraftType>, bool)>),
    Array(Box<DraftType>, bool, u32),
    Text(u32),
}

/// A default as written; whether it fits is decided when the field's type is known.
pub(crate) enum DraftDefault {
    None,
    /// The type's own, of a field that need not be given; types of any kind have one.
    Own,
    /// The stored word of a scalar, bool or enum.
    Word(u128),
    /// The name of a variant.
    Name(String),
    Blob(Vec<u8>),
}

/// The names a schema cannot give to its own types.
pub(super) fn builtin(name: &str) -> Option<DraftType> {
    match name {
        "bool" => Some(DraftType::Bool),
        "string" => Some(DraftType::String),
        "bytes" => Some(DraftType::Bytes),
        _ => match Scalar::of_name(name)? {
            NamedScalar::Whole(scalar) => Some(DraftType::Scalar(scalar)),
            NamedScalar::Unit => Some(DraftType::Scalar(Scalar::Timestamp(TimeUnit::Millis))),
            // Its name alone is no type.
            NamedScalar::Scale(..) => None,
        },
    }
}

impl fmt::Display for DraftType {
    /// The type as schema text writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |optional: &bool| if *optional { "?" } else { "" };
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Scalar(scalar) => write!(f, "{scalar}"),
            Self::String => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Named(name) => f.write_str(name),
            Self::List(element, optional) => write!(f, "list<{element}{}>", mark(optional)),
            Self::Map(key, None) => write!(f, "set<{key}>"),
            Self::Map(key, Some((value, optional))) => write!(f, "map<{key}, {value}{}>", mark(optional)),
            Self::Text(len) => write!(f, "string[{len}]"),
            Self::Array(element, optional, count) => write!(f, "array<{element}{}, {count}>", mark(optional)),
        }
    }
}

/// The frozen struct that a tuple is. Its name is the text of its type, which is no name that a
/// schema could give.
pub(crate) fn tuple(parts: Vec<(DraftType, bool)>, span: Span) -> DraftStruct {
    let written = parts.iter().map(|(ty, optional)| format!("{ty}{}", if *optional { "?" } else { "" }));
    let name = format!("tuple<{}>", written.collect::<Vec<_>>().join(", "));
    let field = |(index, (ty, optional))| DraftField {
        name: format!("{index}"),
        span,
        docs: String::new(),
        ty,
        ty_span: span,
        optional,
        default: DraftDefault::None,
        default_span: span,
        since: 1,
        rules: Rules::default(),
    };
    let fields = parts.into_iter().enumerate().map(field).collect();
    DraftStruct { name, span, docs: String::new(), frozen: true, tuple: true, key: Vec::new(), fields }
}

/// The definition of `any`, as if a schema had written it.
pub(super) fn any() -> DraftUnion {
    let value = || Box::new(DraftType::Named(any::NAME.to_owned()));
    let variants = [
        ("null", None),
        ("bool", Some(DraftType::Bool)),
        ("i8", Some(DraftType::Scalar(Scalar::I8))),
        ("i16", Some(DraftType::Scalar(Scalar::I16))),
        ("i32", Some(DraftType::Scalar(Scalar::I32))),
        ("i64", Some(DraftType::Scalar(Scalar::I64))),
        ("u64", Some(DraftType::Scalar(Scalar::U64))),
        ("f64", Some(DraftType::Scalar(Scalar::F64))),
        ("string", Some(DraftType::String)),
        ("bytes", Some(DraftType::Bytes)),
        ("list", Some(DraftType::List(value(), false))),
        ("map", Some(DraftType::Map(Box::new(DraftType::String), Some((value(), false))))),
    ];
    let variants = variants.map(|(name, ty)| DraftUnionVariant {
        name: name.to_owned(),
        span: Span::default(),
        docs: String::new(),
        ty,
        ty_span: Span::default(),
        optional: false,
    });
    DraftUnion {
        name: any::NAME.to_owned(),
        span: Span::default(),
        docs: String::new(),
        open: false,
        variants: variants.into(),
    }
}

impl Literal {
    /// As the default of a field of the type; a message if it is none.
    pub(super) fn to_draft(&self, ty: &DraftType) -> Result<DraftDefault, String> {
        let word = match (ty, self) {
            (DraftType::String | DraftType::Bytes, Self::Text(text)) => {
                return Ok(DraftDefault::Blob(text.as_bytes().to_vec()));
            }
            (DraftType::Bytes, Self::Bytes(bytes)) => return Ok(DraftDefault::Blob(bytes.clone())),
            (DraftType::Named(_), Self::Variant(name) | Self::Text(name)) => {
                return Ok(DraftDefault::Name(name.clone()));
            }
            (DraftType::Named(_), Self::Unsigned(number)) => Some(*number),
            (DraftType::Bool, Self::Bool(value)) => Some(u128::from(*value)),
            (DraftType::Scalar(scalar), literal) => literal.to_word(*scalar),
            _ => None,
        };
        match (word, ty) {
            (Some(word), _) => Ok(DraftDefault::Word(word)),
            (None, DraftType::List(..) | DraftType::Map(..) | DraftType::Array(..)) => {
                Err(format!("a field of the type {ty} takes no default"))
            }
            (None, _) => Err(format!("{self} is not a value of {ty}")),
        }
    }
}

impl Literal {
    /// As a scalar's word.
    fn to_word(&self, scalar: Scalar) -> Option<u128> {
        let (text, size) = (scalar.row().text, scalar.size());
        match (self, text) {
            (Self::Char(value), Text::Char) => Some(u128::from(u32::from(*value))),
            (Self::Text(text), Text::Char) => only_char(text),
            // As bits, so that every NaN stays itself.
            (Self::F32(value), Text::Float) if size == 4 => Some(u128::from(value.to_bits())),
            (Self::F64(value), Text::Float) if size == 8 => Some(u128::from(value.to_bits())),
            (Self::Text(text), Text::Number | Text::Float | Text::Decimal | Text::Word | Text::Quoted) => {
                scalar.parse(text)
            }
            (
                Self::Unsigned(_) | Self::Signed(_) | Self::F32(_) | Self::F64(_) | Self::Decimal(..),
                Text::Number | Text::Float | Text::Decimal | Text::Word | Text::Char,
            ) => scalar.parse(&self.to_string()),
            // No number is written in quotation marks.
            (_, Text::Quoted) | (Self::Char(_) | Self::Bool(_) | Self::Bytes(_) | Self::Variant(_), _) => None,
        }
    }
}

/// The number of the only character of a text.
fn only_char(text: &str) -> Option<u128> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => Some(u128::from(u32::from(only))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::any;
    use crate::schema::any::tag;

    #[test]
    fn tags_are_places_of_variants() {
        let tags = [
            ("null", tag::NULL),
            ("bool", tag::BOOL),
            ("i8", tag::I8),
            ("i16", tag::I16),
            ("i32", tag::I32),
            ("i64", tag::I64),
            ("u64", tag::U64),
            ("f64", tag::F64),
            ("string", tag::STRING),
            ("bytes", tag::BYTES),
            ("list", tag::LIST),
            ("map", tag::MAP),
        ];
        let variants = any().variants;
        assert_eq!(variants.len(), tags.len());
        for (name, tag) in tags {
            assert_eq!(variants[usize::from(tag)].name, name);
        }
    }
}
