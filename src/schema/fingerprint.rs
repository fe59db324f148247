//! Equality of schemas, and one number that tells them apart: FNV-1a over the compact form without
//! doc comments.
//!
//! ```text
//! hash = CBF29CE484222325
//! for each byte: hash = (hash XOR byte) * 100000001B3      modulo 2^64
//! ```
//! FNV is a few lines in every language, and what it is computed of is canonical already. It finds
//! mistakes; it does not withstand somebody who looks for two schemas with one number.

use super::compact::Kept;
use super::model::Schema;

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
