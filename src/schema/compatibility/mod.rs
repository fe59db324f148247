//! What a new revision of a schema means for buffers and readers of an older one.
//!
//! Names do not appear in buffers, so the two are compared as buffers see them: from the root,
//! struct with struct, variant number with variant number, place with place. Names only help to
//! tell a field that moved from one that is new.
//!
//! - here: what is found, and how grave it is
//! - `walk`: pairs of types from the root on
//! - `fields`: two structs
//! - `variants`: two enums or unions

mod fields;
mod variants;
mod walk;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What a difference means for buffers and their readers, from the mildest to the gravest.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Level;
///
/// let old = Schema::parse("struct User { name: string } root User;")?;
/// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
/// assert_eq!(new.changes_since(&old).level(), Level::OldReadersKeepWorking);
/// assert!(Level::Same < Level::Incompatible);
/// assert_eq!(Level::OldReadersRefuse.to_string(), "old readers refuse it");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// The bytes stay what they were: only names differ, or what no buffer holds.
    Same,
    /// Each revision reads the other's buffers; old readers do not see what is new, and old buffers
    /// do not have it.
    OldReadersKeepWorking,
    /// New readers read old buffers. Old readers refuse a value that makes use of what is new, with
    /// an error.
    OldReadersRefuse,
    /// New readers refuse a value in an old buffer that makes use of what is gone, with an error.
    NewReadersRefuse,
    /// The same bytes mean something else.
    Incompatible,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "same bytes",
            Self::OldReadersKeepWorking => "old readers keep working",
            Self::OldReadersRefuse => "old readers refuse it",
            Self::NewReadersRefuse => "new readers refuse it",
            Self::Incompatible => "incompatible",
        })
    }
}

/// What kind of difference it is.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::SchemaChange;
///
/// let old = Schema::parse("struct User { name: string } root User;")?;
/// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
/// let found = new.changes_since(&old);
/// assert_eq!(found.differences().iter().map(|found| found.change()).collect::<Vec<_>>(), [SchemaChange::Added]);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaChange {
    /// A field, variant or definition is new.
    Added,
    /// A field, variant or definition is gone.
    Removed,
    /// A field, variant or definition has another name.
    Renamed,
    /// A value has another type.
    Retyped,
    /// A field or a variant of a union stands elsewhere among its kind.
    Moved,
    /// A value may be absent now, or no longer.
    Optional,
    /// A field or an enum has another default.
    Default,
    /// A field is of another revision.
    Since,
    /// A struct sorts by another key, or declares one or none.
    Key,
    /// A struct became frozen, or ceased to be.
    Frozen,
    /// An enum or union became open, or ceased to be.
    Open,
    /// A variant of an enum has another number.
    Renumbered,
    /// The least pointer width is another one.
    Width,
    /// Buffers carry the lineage of the schema, or no longer do.
    Lineage,
    /// Another struct is the root.
    Root,
    /// The schemas are too entangled to be compared.
    Unknown,
}

/// One difference between two revisions of a schema. Displayed, it is a line for people.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Level;
///
/// let old = Schema::parse("struct User { name: string } root User;")?;
/// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
/// let found = new.changes_since(&old);
/// let difference = &found.differences()[0];
/// assert_eq!((difference.path(), difference.level()), ("User.age", Level::OldReadersKeepWorking));
/// println!("{difference}"); // with the reason
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    path: String,
    change: SchemaChange,
    level: Level,
    sentence: String,
}

impl Difference {
    /// Where: from the root on, with the names of the new revision where it has some, such as
    /// `User.tags[]`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What kind of difference it is.
    #[must_use]
    pub fn change(&self) -> SchemaChange {
        self.change
    }

    /// What has changed, as a sentence: a part of the line, without its path and level.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let old = Schema::parse("struct User { name: string } root User;")?;
    /// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
    /// let found = new.changes_since(&old);
    /// assert!(found.differences()[0].reason().contains("new"));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.sentence
    }

    /// What it means for buffers and readers.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.path, self.sentence, self.level)
    }
}

/// Every difference between two revisions of a schema. Displayed, it is one line for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compatibility {
    differences: Vec<Difference>,
}

impl Compatibility {
    /// Every difference, those nearest to the root first.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The level of the gravest difference.
    #[must_use]
    pub fn level(&self) -> Level {
        self.differences.iter().map(Difference::level).max().unwrap_or(Level::Same)
    }

    /// Whether readers of each revision read every buffer of the other.
    ///
    /// Where all readers are replaced before the first writer, more is fine:
    /// `compatibility.level() <= Level::OldReadersRefuse`.
    #[must_use]
    pub fn is_compatible(&self) -> bool {
        self.level() <= Level::OldReadersKeepWorking
    }
}

impl fmt::Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.differences.iter().try_for_each(|difference| writeln!(f, "{difference}"))
    }
}
