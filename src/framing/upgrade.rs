//! Buffers of a type that has changed, made buffers of the present one.
//!
//! ```text
//! marker of the buffer -> the type that wrote it -> its functions, one after the other -> bytes
//! ```
//! Which type wrote a buffer is decided by schemas alone (`choose`), so that the lock decides in
//! the same way for every revision that it keeps.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::framed::{check, pack, unpack};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::Schema;
use crate::typed::Value;
use crate::typed::codec::to_vec;
use crate::typed::root::schema_of;
use crate::typed::upgrades::{UpgradeSource, each_source};
use crate::wire::header::carried_lineage;

/// A type that becomes another one, or is it.
#[derive(Clone, Copy)]
pub(crate) struct KnownType {
    pub(crate) schema: &'static Schema,
    /// The functions that lead from it to the present type.
    pub(crate) steps: u32,
    pub(crate) name: &'static str,
}

/// A type and all that become it, itself first.
pub(crate) fn known<T: Value>() -> Vec<KnownType> {
    let mut known = alloc::vec![KnownType { schema: schema_of::<T>(), steps: 0, name: core::any::type_name::<T>() }];
    each_source::<T>(&mut |source| {
        known.push(KnownType { schema: source.schema, steps: source.steps, name: source.name });
    });
    known
}

/// Which of the types wrote a buffer with this schema: its index, or `None` for one of another
/// type. Of types with the very schema only these; else those of which it is a revision.
///
/// # Errors
/// [`ErrorKind::Type`] if more than one could have written it.
#[inline]
pub(crate) fn choose(known: &[KnownType], stored: &Schema) -> Result<Option<usize>> {
    let (fingerprint, marker) = (stored.fingerprint(), || schema_marker(stored));
    match one(known, |known| known.schema.fingerprint() == fingerprint, &marker)? {
        Some(exact) => Ok(Some(exact)),
        None => one(known, |known| check(known.schema, stored).is_ok(), &marker),
    }
}

/// As [`choose`], with an error for a schema of no known type.
#[inline]
fn source(known: &[KnownType], stored: &Schema) -> Result<usize> {
    match (choose(known, stored)?, known) {
        (Some(index), _) => Ok(index),
        // Without functions the first difference says more.
        (None, [only]) => check(only.schema, stored).map(|()| 0),
        (None, _) => Err(unknown(known, &schema_marker(stored))),
    }
}

#[inline]
fn schema_marker(schema: &Schema) -> String {
    format!("the schema of `{}`, fingerprint {:016x}", schema.root_text(), schema.fingerprint())
}

/// The index of the one type that fits, by the shortest way.
#[inline]
fn one(known: &[KnownType], fits: impl Fn(&KnownType) -> bool, marker: &dyn Fn() -> String) -> Result<Option<usize>> {
    let mut best: Option<(usize, &KnownType)> = None;
    let mut twice = false;
    for (index, candidate) in known.iter().enumerate().filter(|(_, known)| fits(known)) {
        let Some((_, best_yet)) = best else {
            best = Some((index, candidate));
            continue;
        };
        if best_yet.schema.fingerprint() != candidate.schema.fingerprint() {
            return Err(Error::new(
                ErrorKind::Type,
                format!(
                    "{} can be of `{}` and of `{}`: name the type of exactly that revision in `upgrades_from`, too",
                    marker(),
                    best_yet.name,
                    candidate.name
                ),
            ));
        }
        match candidate.steps.cmp(&best_yet.steps) {
            core::cmp::Ordering::Less => (best, twice) = (Some((index, candidate)), false),
            core::cmp::Ordering::Equal => twice = true,
            core::cmp::Ordering::Greater => {}
        }
    }
    match best {
        Some((_, best)) if twice => Err(Error::new(
            ErrorKind::Type,
            format!(
                "two ways of {} functions lead from `{}`: name it in one `upgrades_from` only, or in that of the present type",
                best.steps, best.name
            ),
        )),
        best => Ok(best.map(|(index, _)| index)),
    }
}

#[inline]
fn unknown(known: &[KnownType], marker: &str) -> Error {
    let names = known.iter().map(|known| format!("`{}` ({:016x})", known.name, known.schema.fingerprint()));
    let names = names.collect::<Vec<_>>().join(", ");
    Error::new(
        ErrorKind::Type,
        format!(
            "the buffer has {marker}, and the known types are {names}. A lock (`vellum::lock`) tells which revision it is; \
             `#[vellum(upgrades_from(Old = function))]` makes it the present type"
        ),
    )
}

/// The bytes of the present type, made of a buffer of the type with this index.
pub(crate) fn made<T: Value>(index: usize, buffer: &[u8]) -> Result<Vec<u8>> {
    let (mut at, mut made) = (1usize, None);
    each_source::<T>(&mut |source: &UpgradeSource<'_, T>| {
        if at == index {
            made = Some((source.make)(buffer).and_then(|value| to_vec(&value)));
        }
        at = at.saturating_add(1);
    });
    made.unwrap_or_else(|| Err(crate::error::internal_error()))
}

/// The bytes of [`framed::pack`](crate::framed::pack) as those of a `T`: as they are if they are of
/// a revision of `T`, and otherwise with the schema of `T` in front of the upgraded buffer.
///
/// ```
/// use std::borrow::Cow;
/// use vellum::{Vellum, framed, upgrade};
///
/// mod v1 {
///     #[derive(vellum::Vellum)]
///     pub struct Body { pub height: f32 } // metres
/// }
/// #[derive(Vellum)]
/// #[vellum(upgrades_from(v1::Body))]
/// struct Body { millimetres: u32 }
///
/// impl From<v1::Body> for Body {
///     fn from(old: v1::Body) -> Self {
///         Self { millimetres: (old.height * 1000.0).round() as u32 }
///     }
/// }
///
/// let stored = framed::pack(v1::Body::schema(), &vellum::to_vec(&v1::Body { height: 1.8 })?);
/// let bytes = upgrade::framed::<Body>(&stored)?;
/// assert_eq!(Body::peek(framed::open::<Body>(&bytes)?)?.millimetres()?, 1800);
/// assert!(matches!(upgrade::framed::<Body>(&bytes)?, Cow::Borrowed(_)));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// Those of [`framed::unpack`](crate::framed::unpack) and [`with_schema`].
pub fn framed<T: Value>(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    let (stored, buffer) = unpack(bytes)?;
    Ok(match with_schema::<T>(&stored, buffer)? {
        Cow::Borrowed(_) => Cow::Borrowed(bytes),
        Cow::Owned(buffer) => Cow::Owned(pack(schema_of::<T>(), &buffer)),
    })
}

/// A buffer that was written with this schema, as one of a `T`: as it is if the schema is a
/// revision of that of `T`, and otherwise made by the functions of `upgrades_from`.
///
/// A type whose schema has this very [fingerprint](Schema::fingerprint) is taken before one of
/// which it is a revision.
///
/// ```
/// use vellum::{ErrorKind, Vellum, upgrade};
///
/// mod v1 {
///     #[derive(vellum::Vellum)]
///     pub struct Task { pub title: String, pub done: bool }
/// }
/// #[derive(Vellum, Debug, PartialEq)]
/// enum State { Open, Done }
/// #[derive(Vellum)]
/// #[vellum(upgrades_from(v1::Task = with_state))]
/// struct Task { title: String, state: State }
///
/// fn with_state(old: v1::Task) -> Result<Task, std::convert::Infallible> {
///     Ok(Task { title: old.title, state: if old.done { State::Done } else { State::Open } })
/// }
///
/// let old = vellum::to_vec(&v1::Task { title: "write".into(), done: true })?;
/// let new = upgrade::with_schema::<Task>(v1::Task::schema(), &old)?;
/// assert_eq!(Task::peek(&new)?.state()?, State::Done);
///
/// let error = upgrade::with_schema::<Task>(u32::schema(), &old).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Type);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// - [`ErrorKind::Type`] if the schema is of no known type, or of more than one, or if a function
///   refuses the value.
/// - [`ErrorKind::Newer`] if the buffer holds data of a later revision of the earlier type, which
///   would be lost.
/// - Those of [`from_slice`](crate::from_slice) and [`to_vec`](crate::to_vec).
#[inline]
pub fn with_schema<'b, T: Value>(stored: &Schema, buffer: &'b [u8]) -> Result<Cow<'b, [u8]>> {
    let known = known::<T>();
    upgraded::<T>(source(&known, stored)?, buffer)
}

/// A buffer whose header has the [lineage](Schema::lineage) of its type, as one of a `T`: as it is
/// if it is that of `T`.
///
/// The lineage tells of the fields of the first revision alone. Two types that differ in later
/// fields, or in names, have the same one: the test of the lock (the module `lock`) refuses an
/// `upgrades_from` between these.
///
/// ```
/// use vellum::{Vellum, upgrade};
///
/// mod v1 {
///     #[derive(vellum::Vellum)]
///     #[vellum(lineage)]
///     pub struct Counter { pub value: u32 }
/// }
/// #[derive(Vellum)]
/// #[vellum(lineage, upgrades_from(v1::Counter))]
/// struct Counter { value: u64 }
///
/// impl From<v1::Counter> for Counter {
///     fn from(old: v1::Counter) -> Self {
///         Self { value: old.value.into() }
///     }
/// }
///
/// let stored = vellum::to_vec(&v1::Counter { value: 7 })?;
/// assert_eq!(Counter::peek(&upgrade::buffer::<Counter>(&stored)?)?.value()?, 7);
///
/// let bare = vellum::to_vec(&7u32)?; // nothing in it tells its type
/// assert!(upgrade::buffer::<Counter>(&bare).is_err());
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`with_schema`], and [`ErrorKind::Type`] if the buffer carries no lineage.
pub fn buffer<T: Value>(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    let Some(lineage) = carried_lineage(bytes) else {
        let why = "the buffer carries no lineage, so nothing tells its type: name it (`upgrade::from_type`), or keep buffers `framed`";
        return Err(Error::new(ErrorKind::Type, why));
    };
    let known = known::<T>();
    let marker = || format!("the lineage {lineage:08x}");
    match one(&known, |known| known.schema.lineage() == Some(lineage), &marker)? {
        Some(index) => upgraded::<T>(index, bytes),
        None => Err(unknown(&known, &marker())),
    }
}

/// Whether functions upgrade buffers with this schema: false if a `T` reads them as they are. No
/// buffer is looked at.
///
/// ```
/// use vellum::{Vellum, upgrade};
///
/// mod v1 {
///     #[derive(vellum::Vellum)]
///     pub struct Counter { pub value: u32 }
/// }
/// #[derive(Vellum)]
/// #[vellum(upgrades_from(v1::Counter))]
/// struct Counter { value: u64 }
///
/// # impl From<v1::Counter> for Counter {
/// #     fn from(old: v1::Counter) -> Self {
/// #         Self { value: old.value.into() }
/// #     }
/// # }
/// assert!(upgrade::is_needed::<Counter>(v1::Counter::schema())?);
/// assert!(!upgrade::is_needed::<Counter>(Counter::schema())?);
/// assert!(upgrade::is_needed::<Counter>(String::schema()).is_err());
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`with_schema`], for the schema.
pub fn is_needed<T: Value>(stored: &Schema) -> Result<bool> {
    let known = known::<T>();
    Ok(source(&known, stored)? > 0)
}

fn upgraded<T: Value>(index: usize, buffer: &[u8]) -> Result<Cow<'_, [u8]>> {
    if index == 0 {
        return Ok(Cow::Borrowed(buffer));
    }
    made::<T>(index, buffer).map(Cow::Owned)
}

/// A buffer of an `Old`, which the program knows it to be, as one of a `T`.
///
/// ```
/// use vellum::{Vellum, upgrade};
///
/// mod v1 {
///     #[derive(vellum::Vellum)]
///     pub struct Name { pub full: String }
/// }
/// #[derive(Vellum)]
/// #[vellum(upgrades_from(v1::Name = split))]
/// struct Name { first: String, last: String }
///
/// fn split(old: v1::Name) -> Result<Name, &'static str> {
///     let (first, last) = old.full.split_once(' ').ok_or("a name of one word")?;
///     Ok(Name { first: first.into(), last: last.into() })
/// }
///
/// let old = vellum::to_vec(&v1::Name { full: "Ada Lovelace".into() })?;
/// assert_eq!(Name::peek(&upgrade::from_type::<v1::Name, Name>(&old)?)?.last()?, "Lovelace");
///
/// let old = vellum::to_vec(&v1::Name { full: "Ada".into() })?;
/// let error = upgrade::from_type::<v1::Name, Name>(&old).unwrap_err();
/// assert!(error.to_string().contains("a name of one word"));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`with_schema`].
pub fn from_type<Old: Value, T: Value>(buffer: &[u8]) -> Result<Vec<u8>> {
    let (known, old) = (known::<T>(), schema_of::<Old>());
    let marker = || schema_marker(old);
    match one(&known, |known| core::ptr::eq(known.schema, old), &marker)? {
        Some(index) => upgraded::<T>(index, buffer).map(Cow::into_owned),
        None => Err(unknown(&known, &marker())),
    }
}
