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
