//! The effects of a new schema revision on buffers and readers of an older one.
//!
//! Names do not appear in buffers, so the two are compared as buffers see them: from the root,
//! struct with struct, variant number with variant number, place with place. Names only help to
//! distinguish moved fields from new ones, except where a new field has the name that another gave
//! up.
//!
//! - here: the differences and their levels, names that were given up, and types that can replace
//!   each other in place
//! - `walk`: pairs of types from the root on
//! - `fields`: two structs, two enums or two unions

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::model::Schema;
use super::types::{Field, Struct, Type, UnionId, UnionVariant};

mod fields;
mod walk;

/// As [`Schema::changes_since`].
#[inline]
pub(super) fn compare(new: &Schema, old: &Schema) -> Compatibility {
    Compatibility { differences: walk::compare(new, old) }
}

/// The effect of a difference on buffers and their readers, from the mildest to the gravest.
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
    /// The bytes stay unchanged: only names differ, or data that no buffer holds.
    Same,
    /// Each revision reads the other's buffers; old readers do not see what is new, and old buffers
    /// do not have it.
    OldReadersKeepWorking,
    /// New readers read old buffers. Old readers refuse a value that uses the addition, with an
    /// error.
    OldReadersRefuse,
    /// New readers refuse a value in an old buffer that uses the removed part, with an error.
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

/// The kind of the difference.
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

    /// The kind of the difference.
    #[must_use]
    pub fn change(&self) -> SchemaChange {
        self.change
    }

    /// The change as a sentence: a part of the line, without its path and level.
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

    /// The effect on buffers and readers.
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

// Names that were given up: fields and variants with a name that another field or variant had
// before.
//
// Bytes belong to places, and names are not stored. So an author who gives up `hits` may leave it
// in its place as `unused_hits`, and call a new field in another place `hits`:
//
// ```text
// old    hits: u32
// new    unused_hits: u32    hits: u64 since 2
//        `hits`, renamed     new: no buffer has the place
// ```
//
// The same change can be a mistake: a field was moved, and a new one lies in its old place. Bytes
// do not distinguish the two cases, so a name counts unless something speaks against it. That is
// another type of the field that has the name now, or a name in the old place that says that it is
// given up (`unused_...`). Names that only changed places among each other always count.

/// The fields or variants of a new definition against those of the old one, by their indices.
pub(super) struct Meeting {
    /// For each new one the old one of the same name.
    pub(super) named: Vec<Option<usize>>,
    /// For each new one the old one that has its place.
    pub(super) standing: Vec<Option<usize>>,
    /// Which of the new ones have a place that no old buffer has.
    pub(super) is_behind: Vec<bool>,
}

impl Meeting {
    /// For each new one whether it is another than the old one of its name.
    ///
    /// `is_alike` says of a new one and an old one whether the one can be the other, and
    /// `is_given_up` whether the name of a new one says that nobody uses it.
    pub(super) fn reused(
        &self,
        is_alike: impl Fn(usize, usize) -> bool,
        is_given_up: impl Fn(usize) -> bool,
    ) -> Vec<bool> {
        let count = self.named.iter().chain(&self.standing).flatten().max().map_or(0, |most| most.saturating_add(1));
        // For each old one the new one of its name.
        let mut takers = vec![None; count];
        for (new, old) in self.named.iter().enumerate() {
            if let Some(taker) = old.and_then(|old| takers.get_mut(old)) {
                *taker = Some(new);
            }
        }
        let is_behind = |new: usize| self.is_behind.get(new).is_some_and(|is_behind| *is_behind);
        let is_alike: Vec<bool> =
            self.named.iter().enumerate().map(|(new, old)| old.is_some_and(|old| is_alike(new, old))).collect();
        let is_alike = |new: usize| is_alike.get(new).is_some_and(|is_alike| *is_alike);
        let mut reused: Vec<bool> = (0..self.named.len())
            .map(|new| self.named.get(new).is_some_and(Option::is_some) && is_behind(new) && !is_alike(new))
            .collect();
        // From those that took their name from nobody, to whose name was in their place, and on.
        let mut open: Vec<usize> = self
            .named
            .iter()
            .zip(&reused)
            .zip(0..)
            .filter_map(|((named, reused), new)| (named.is_none() || *reused).then_some(new))
            .collect();
        while let Some(new) = open.pop() {
            let taker = self.standing.get(new).copied().flatten().and_then(|old| takers.get(old).copied().flatten());
            let Some(taker) = taker.filter(|taker| *taker != new) else { continue };
            let is_free = !is_alike(taker) || is_behind(taker) && is_given_up(new);
            match reused.get_mut(taker) {
                Some(reused) if is_free && !*reused => *reused = true,
                _ => continue,
            }
            open.push(taker);
        }
        reused
    }
}

/// Whether a name says that what has it is given up: `unused_hits`, `UnusedHits`.
pub(super) fn is_given_up(name: &str) -> bool {
    name.to_ascii_lowercase().contains("unused")
}

// The check that a value of one type can take the place of a value of another type, of an older
// revision.

/// A type, with the schema of the definitions that it names.
#[derive(Clone, Copy)]
pub(super) struct Of<'s>(pub(super) &'s Schema, pub(super) &'s Type);

/// False where the types themselves are others, or the definitions they name differ in what no
/// revision changes. Definitions within those are not looked into, so that the answer costs little.
pub(super) fn is_alike(new: Of<'_>, old: Of<'_>) -> bool {
    alike(new, old, true)
}

fn alike(Of(new, ty): Of<'_>, Of(old, before): Of<'_>, looks_into: bool) -> bool {
    let within = |ty, before| alike(Of(new, ty), Of(old, before), looks_into);
    match (ty, before) {
        (Type::Enum(ty), Type::Enum(before)) => {
            let (ty, before) = (new.enumeration(*ty), old.enumeration(*before));
            ty.repr() == before.repr() && ty.first() == before.first()
        }
        (Type::Union(ty), Type::Union(before)) => match (first_payload(new, *ty), first_payload(old, *before)) {
            (Some(ty), Some(before)) => !looks_into || alike(Of(new, ty), Of(old, before), false),
            (ty, before) => ty.is_none() && before.is_none(),
        },
        (Type::Struct(ty), Type::Struct(before)) => {
            let (ty, before) = (new.structure(*ty), old.structure(*before));
            let mut pairs = first_revision(ty).zip(first_revision(before));
            ty.is_frozen() == before.is_frozen()
                && (!looks_into
                    || first_revision(ty).count() == first_revision(before).count()
                        && pairs.all(|(field, was)| {
                            field.optional() == was.optional() && alike(Of(new, field.ty()), Of(old, was.ty()), false)
                        }))
        }
        (Type::List(ty), Type::List(before)) => {
            ty.optional() == before.optional() && within(ty.element(), before.element())
        }
        (Type::Array(ty), Type::Array(before)) => {
            ty.len() == before.len() && ty.optional() == before.optional() && within(ty.element(), before.element())
        }
        (Type::Map(ty), Type::Map(before)) => {
            within(ty.key(), before.key())
                && match (ty.value(), before.value()) {
                    (Some(value), Some(was)) => ty.optional() == before.optional() && within(value, was),
                    (value, was) => value.is_none() && was.is_none(),
                }
        }
        _ => ty == before,
    }
}

fn first_revision(structure: &Struct) -> impl Iterator<Item = &Field> {
    structure.fields().iter().filter(|field| field.since() == 1)
}

fn first_payload(schema: &Schema, id: UnionId) -> Option<&Type> {
    schema.union(id).variants().first().and_then(UnionVariant::ty)
}
