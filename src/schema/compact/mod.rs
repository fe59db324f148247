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
//! - `write`: from a schema, for its bytes, its fingerprint and its lineage
//! - `read`: from any bytes into a draft

pub(super) use write::Kept;

use super::model::Schema;

mod read;
mod write;

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

// Equality of schemas, and the fingerprint that distinguishes them: FNV-1a over the compact form
// without doc comments.
//
// ```text
// hash = CBF29CE484222325
// for each byte: hash = (hash XOR byte) * 100000001B3      modulo 2^64
// ```
// FNV is a few lines in every language, and its input is canonical already. It finds mistakes; it
// does not withstand a search for two schemas with one number.

const START: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x100_0000_01B3;

impl Schema {
    /// A number for this schema: the same for every form of it, whatever its formatting, comments
    /// and order of definitions; another one, but for chance, if a name, a type, a number, a
    /// default or the order of fields differs.
    ///
    /// It is the 64-bit FNV-1a hash of the compact form without doc comments
    /// (docs/format-schema.md), so it is the same in every version of this crate and in other
    /// languages. Anybody can make two schemas with the same number: compare the schemas where that
    /// matters.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let one = Schema::parse("struct Point { x: f32, y: f32 } root Point;")?;
    /// let same = Schema::parse("root Point; /// A place.\n struct Point{x:f32,/* up */y:f32}")?;
    /// let other = Schema::parse("struct Point { x: f32, z: f32 } root Point;")?;
    /// assert_eq!(one.fingerprint(), 0x4ADD_E39E_53DB_4C4C);
    /// assert_eq!(one.fingerprint(), same.fingerprint());
    /// assert_ne!(one.fingerprint(), other.fingerprint());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.compact(Kept::Nothing).iter().fold(START, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
    }
}

/// Schemas are equal if they define the same types, in whatever order, with the same root. Whether
/// a field declares its type's own default (`= 0`) makes no difference.
impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id() || self.compact(Kept::Docs) == other.compact(Kept::Docs)
    }
}
