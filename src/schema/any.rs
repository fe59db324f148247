//! `any`: a union that every schema can use without defining it.
//!
//! | tag | variant | payload |
//! | --: | --- | --- |
//! | 0 | `null` | |
//! | 1 | `bool` | `bool` |
//! | 2 to 5 | `i8`, `i16`, `i32`, `i64` | an integer in the narrowest of them that holds it |
//! | 6 | `u64` | an integer above the range of `i64` |
//! | 7 | `f64` | `f64` |
//! | 8 | `string` | `string` |
//! | 9 | `bytes` | `bytes` |
//! | 10 | `list` | `list<any>` |
//! | 11 | `map` | `map<string, any>` |

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;

use super::draft::{DraftType, DraftUnion, DraftUnionVariant};
use super::lexer::Span;
use super::types::Scalar;

/// The name in schema text.
pub(crate) const NAME: &str = "any";

/// The tags of its variants.
pub(crate) mod tag {
    pub(crate) const NULL: u8 = 0;
    pub(crate) const BOOL: u8 = 1;
    pub(crate) const I8: u8 = 2;
    pub(crate) const I16: u8 = 3;
    pub(crate) const I32: u8 = 4;
    pub(crate) const I64: u8 = 5;
    pub(crate) const U64: u8 = 6;
    pub(crate) const F64: u8 = 7;
    pub(crate) const STRING: u8 = 8;
    pub(crate) const BYTES: u8 = 9;
    pub(crate) const LIST: u8 = 10;
    pub(crate) const MAP: u8 = 11;
}

/// Its definition, as if a schema had written it.
pub(super) fn definition() -> DraftUnion {
    let any = || Box::new(DraftType::Named(NAME.to_owned()));
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
        ("list", Some(DraftType::List(any(), false))),
        ("map", Some(DraftType::Map(Box::new(DraftType::String), Some((any(), false))))),
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
        name: NAME.to_owned(),
        span: Span::default(),
        docs: String::new(),
        open: false,
        variants: variants.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{definition, tag};

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
        let variants = definition().variants;
        assert_eq!(variants.len(), tags.len());
        for (name, tag) in tags {
            assert_eq!(variants[usize::from(tag)].name, name);
        }
    }
}
