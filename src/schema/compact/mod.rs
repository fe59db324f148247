//! The compact form of a schema: bytes, one sequence for each schema.
//!
//! ```text
//! schema = 10 | width, enums unions structs : varint, name * all, root : varint, enum*, union*, struct*
//! name   = length : varint | UTF-8
//! enum   = flags [docs] count (flags [docs] name number)*
//! union  = flags [docs] count (flags [docs] name type)*
//! struct = flags [docs] [key] count (flags [docs] name type [since] [default] [rules])*
//! ```
//! Definitions of each kind are sorted by name, and a type names one by its number in that order, so that equal schemas are
//! equal bytes. docs/format-schema.md is the specification.
//!
//! - `write`: from a schema; also what the fingerprint is computed of
//! - `read`: into a draft, from any bytes

mod read;
mod write;

use super::types::{Scalar, TimeUnit};

/// The first byte where no pointer width is declared.
const VERSION: u8 = 0x10;
const WIDTH_MASK: u8 = 0b11;

/// Flags of definitions and their parts; each kind has some of them.
const HAS_DOCS: u8 = 1;
const OPEN: u8 = 2;
const FROZEN: u8 = 2;
const REPR_SHIFT: u32 = 2;
const SINCE: u8 = 2;
const DEFAULT: u8 = 4;
const RULES: u8 = 8;
const KEY: u8 = 4;

/// What begins a type.
const NONE: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;
const BYTES: u8 = 3;
const ANY: u8 = 4;
const NAMED: u8 = 5;
const LIST: u8 = 6;
const MAP: u8 = 7;
const SET: u8 = 8;
const ARRAY: u8 = 9;
const TUPLE: u8 = 10;
const TEXT: u8 = 11;
const DECIMAL: u8 = 0x30;
const DECIMAL_128: u8 = 0x31;
const OPTIONAL: u8 = 0x80;

/// The scalars that one byte tells.
const SCALARS: [(u8, Scalar); 25] = [
    (0x10, Scalar::U8),
    (0x11, Scalar::U16),
    (0x12, Scalar::U32),
    (0x13, Scalar::U64),
    (0x14, Scalar::U128),
    (0x15, Scalar::I8),
    (0x16, Scalar::I16),
    (0x17, Scalar::I32),
    (0x18, Scalar::I64),
    (0x19, Scalar::I128),
    (0x1A, Scalar::F32),
    (0x1B, Scalar::F64),
    (0x1C, Scalar::Char),
    (0x1D, Scalar::Uuid),
    (0x1E, Scalar::Ulid),
    (0x1F, Scalar::Date),
    (0x20, Scalar::Time),
    (0x21, Scalar::Duration),
    (0x22, Scalar::Timestamp(TimeUnit::Seconds)),
    (0x23, Scalar::Timestamp(TimeUnit::Millis)),
    (0x24, Scalar::Timestamp(TimeUnit::Micros)),
    (0x25, Scalar::Timestamp(TimeUnit::Nanos)),
    (0x26, Scalar::Geo4),
    (0x27, Scalar::Geo8),
    (0x28, Scalar::Geo16),
];
