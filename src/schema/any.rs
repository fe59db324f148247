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
