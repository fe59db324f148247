//! The compact form of a schema: bytes, one sequence for each schema.
//!
//! ```text
//! schema = 10 | lineage, width, enums unions structs : varint, name * all, root : varint, enum*, union*, struct*
//! name   = length : varint | UTF-8
//! enum   = flags [docs] count (flags [docs] name number)*
//! union  = flags [docs] count (flags [docs] name type)*
//! struct = flags [docs] [key] count (flags [docs] name type [since] [default] [rules])*
//! ```
//! Definitions of each kind are sorted by name, and a type names one by its number in that order,
//! so that equal schemas are equal bytes. docs/format-schema.md is the specification.
//!
//! - `write`: from a schema; also what the fingerprint is computed of
//! - `lineage`: the number for what no revision changes
//! - `read`: into a draft, from any bytes

mod lineage;
mod read;
mod write;

pub(super) use write::Kept;

/// The first byte where no pointer width is declared.
const VERSION: u8 = 0x10;
const WIDTH_MASK: u8 = 0b11;
/// Set in the first byte where buffers carry the schema's lineage.
const LINEAGE: u8 = 0b100;

/// Flags of definitions and their parts; each kind has some of them.
const HAS_DOCS: u8 = 1;
const OPEN: u8 = 2;
const FROZEN: u8 = 2;
const REPR_SHIFT: u32 = 2;
const SINCE: u8 = 2;
const DEFAULT: u8 = 4;
const RULES: u8 = 8;
const KEY: u8 = 4;

/// What begins a type; what begins a scalar the table of scalars says.
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
const OPTIONAL: u8 = 0x80;
