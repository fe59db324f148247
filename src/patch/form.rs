//! The bytes of a logical patch as a list of operations, for which no schema is needed.
//!
//! ```text
//! patch     = D3 10 | lineage : 4 bytes | operation*
//! operation = length : varint | head : 1 byte | count : varint | step* | parts
//! ```

use alloc::vec::Vec;

use crate::compare::Action;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::wire::varint;

/// The first byte of every patch, which begins no record and no schema.
pub(crate) const PATCH: u8 = 0xD3;
/// The second byte of a logical patch of version 1.
pub(crate) const LOGICAL: u8 = 0x10;
/// The second byte of a physical patch of version 1.
pub(crate) const PHYSICAL: u8 = 0x11;

/// Bits of an operation's head.
const VALUE: u8 = 1 << 4;
const OLD: u8 = 1 << 5;
const OLD_VALUE: u8 = 1 << 6;
const CONDITION: u8 = 1 << 7;

/// Kinds of steps, in the two lowest bits of a step's number.
pub(crate) const FIELD: u32 = 0;
pub(crate) const INDEX: u32 = 1;
pub(crate) const VARIANT: u32 = 2;
pub(crate) const KEY: u32 = 3;
/// The greatest number that a step has beside its kind.
const MOST: u32 = u32::MAX >> 2;

/// An operation, as its bytes say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PatchOperation<'p> {
    pub(crate) action: Action,
    /// Whether it is made only if the old value is there.
    pub(crate) is_condition: bool,
    pub(crate) path: StepBytes<'p>,
    /// Of a splice and a push: where it begins.
    pub(crate) index: u32,
    /// Of a splice: how much goes.
    pub(crate) count: u32,
    pub(crate) old: OldBytes<'p>,
    pub(crate) value: Option<&'p [u8]>,
}

/// What an operation says of what was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OldBytes<'p> {
    Unsaid,
    Absent,
    Value(&'p [u8]),
}

/// The steps of a path, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StepBytes<'p> {
    pub(crate) count: u32,
    pub(crate) bytes: &'p [u8],
}

/// A step, as its bytes say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepForm<'p> {
    Field(u32),
    Index(u32),
    Variant(u32),
    Key(&'p [u8]),
}

/// What a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Logical,
    Physical,
}

/// The kind of a patch, and what follows.
pub(crate) fn split(patch: &[u8]) -> Result<(Kind, &[u8])> {
    match patch {
        [PATCH, LOGICAL, rest @ ..] => Ok((Kind::Logical, rest)),
        [PATCH, PHYSICAL, rest @ ..] => Ok((Kind::Physical, rest)),
        [PATCH, version, ..] => Err(Error::new(
            ErrorKind::Newer,
            format_args!("a patch of kind {version:02X}, which this version does not know"),
        )),
        _ => Err(malformed("not a patch: its first byte is D3")),
    }
}

/// The lineage of a logical patch, and its operations.
pub(crate) fn operations(patch: &[u8]) -> Result<(u32, PatchOperations<'_>)> {
    let (Kind::Logical, rest) = split(patch)? else {
        return Err(Error::fixed(&FixedError(
            ErrorKind::Type,
            "a physical patch, which has no operations: apply it to bytes",
        )));
    };
    let (lineage, rest) = rest.split_first_chunk().ok_or_else(|| malformed("a patch ends within its lineage"))?;
    Ok((u32::from_le_bytes(*lineage), PatchOperations { rest }))
}

/// A logical patch with its paths as a writer writes them, so that those of one place are alike.
#[inline]
#[cold]
pub(crate) fn shortest(patch: &[u8]) -> Result<Vec<u8>> {
    let (lineage, all) = operations(patch)?;
    let (mut out, mut path) = (Vec::new(), Vec::new());
    begin(lineage, &mut out);
    for operation in all {
        let operation = operation?;
        path.clear();
        operation.path.steps().try_for_each(|step| step.write(&mut path))?;
        let path = StepBytes { count: operation.path.count, bytes: &path };
        PatchOperation { path, ..operation }.write(&mut out)?;
    }
    Ok(out)
}

/// The operations of a patch, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct PatchOperations<'p> {
    rest: &'p [u8],
}

impl<'p> Iterator for PatchOperations<'p> {
    type Item = Result<PatchOperation<'p>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let split = varint::read(self.rest).and_then(|(len, rest)| rest.split_at_checked(len as usize));
        let Some((operation, rest)) = split else {
            self.rest = &[];
            return Some(Err(malformed("a patch ends within an operation")));
        };
        self.rest = rest;
        Some(PatchOperation::read(operation).ok_or_else(|| malformed("an operation of a patch is malformed")))
    }
}

impl<'p> PatchOperation<'p> {
    /// Reads what follows the length.
    fn read(bytes: &'p [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first()?;
        let action = Action::of_code(head & 0x0F)?;
        let (count, rest) = varint::read(rest)?;
        let (path, mut rest) = StepBytes::split(count, rest)?;
        let (mut index, mut removed) = (0, 0);
        if action.has_index() {
            (index, rest) = varint::read(rest)?;
        }
        if action.has_count() {
            (removed, rest) = varint::read(rest)?;
        }
        let old = match head & (OLD | OLD_VALUE | CONDITION) {
            0 => OldBytes::Unsaid,
            bits if bits & OLD == 0 => return None,
            bits if bits & OLD_VALUE == 0 => OldBytes::Absent,
            _ => {
                let (len, after) = varint::read(rest)?;
                let (old, after) = after.split_at_checked(len as usize)?;
                rest = after;
                OldBytes::Value(old)
            }
        };
        let value = (head & VALUE != 0).then_some(rest);
        if value.is_none() && !rest.is_empty() {
            return None;
        }
        let is_condition = head & CONDITION != 0;
        Some(Self { action, is_condition, path, index, count: removed, old, value })
    }

    /// Appends it.
    pub(crate) fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let head = self.action.code()
            | bit(self.value.is_some(), VALUE)
            | bit(self.old != OldBytes::Unsaid, OLD)
            | bit(matches!(self.old, OldBytes::Value(_)), OLD_VALUE)
            | bit(self.is_condition, CONDITION);
        let value = self.value.unwrap_or_default();
        let mut len = 1usize.saturating_add(varint::len(self.path.count)).saturating_add(self.path.bytes.len());
        let numbers = [(self.action.has_index(), self.index), (self.action.has_count(), self.count)];
        for (_, number) in numbers.iter().filter(|(has, _)| *has) {
            len = len.saturating_add(varint::len(*number));
        }
        if let OldBytes::Value(old) = self.old {
            len = len.saturating_add(varint::len(long(old.len())?)).saturating_add(old.len());
        }
        put(out, len.saturating_add(value.len()))?;
        out.push(head);
        put(out, self.path.count as usize)?;
        out.extend_from_slice(self.path.bytes);
        for (_, number) in numbers.iter().filter(|(has, _)| *has) {
            put(out, *number as usize)?;
        }
        if let OldBytes::Value(old) = self.old {
            put(out, old.len())?;
            out.extend_from_slice(old);
        }
        out.extend_from_slice(value);
        Ok(())
    }
}

impl<'p> StepBytes<'p> {
    /// So many steps from the start of bytes, and what follows them.
    fn split(count: u32, bytes: &'p [u8]) -> Option<(Self, &'p [u8])> {
        let mut rest = bytes;
        for _ in 0..count {
            rest = StepForm::read(rest)?.1;
        }
        let bytes = bytes.get(..bytes.len().saturating_sub(rest.len()))?;
        Some((Self { count, bytes }, rest))
    }

    /// The steps, one after the other.
    pub(crate) fn steps(self) -> impl Iterator<Item = StepForm<'p>> {
        let mut rest = self.bytes;
        core::iter::from_fn(move || {
            let (step, after) = StepForm::read(rest)?;
            rest = after;
            Some(step)
        })
    }

    /// The bytes of each path that this one begins with, itself included, without the empty one.
    pub(crate) fn prefixes(self) -> impl Iterator<Item = &'p [u8]> {
        let mut rest = self.bytes;
        core::iter::from_fn(move || {
            rest = StepForm::read(rest)?.1;
            self.bytes.get(..self.bytes.len().saturating_sub(rest.len()))
        })
    }

    /// The path of each union that this one leads into, and that of the variant.
    pub(crate) fn variants(self) -> impl Iterator<Item = (&'p [u8], &'p [u8])> {
        let (all, mut rest) = (self.bytes, self.bytes);
        let until = move |rest: &[u8]| all.get(..all.len().saturating_sub(rest.len()));
        core::iter::from_fn(move || {
            loop {
                let union = rest;
                let (step, after) = StepForm::read(rest)?;
                rest = after;
                if matches!(step, StepForm::Variant(_)) {
                    return until(union).zip(until(after));
                }
            }
        })
    }

    /// Whether all its steps are as a writer writes them.
    pub(crate) fn is_shortest(self) -> bool {
        // Most steps are a byte.
        if self.bytes.len() == self.count as usize {
            return true;
        }
        let len = |step: StepForm<'_>| {
            let key = if let StepForm::Key(key) = step { key.len() } else { 0 };
            step.number().map_or(0, varint::len).saturating_add(key)
        };
        self.steps().map(len).fold(0, usize::saturating_add) == self.bytes.len()
    }

    /// The path of what holds the value.
    pub(crate) fn parent(self) -> Self {
        let (mut rest, mut end) = (self.bytes, 0);
        while let Some((_, after)) = StepForm::read(rest).filter(|(_, after)| !after.is_empty()) {
            end = self.bytes.len().saturating_sub(after.len());
            rest = after;
        }
        Self { count: self.count.saturating_sub(1), bytes: self.bytes.get(..end).unwrap_or_default() }
    }

    /// Whether this path is the other, or leads to a value that holds what the other leads to.
    pub(crate) fn holds(self, other: Self) -> bool {
        // Steps end where they end, so what begins alike has the same first steps.
        self.count <= other.count && other.bytes.starts_with(self.bytes)
    }
}

impl<'p> StepForm<'p> {
    fn read(bytes: &'p [u8]) -> Option<(Self, &'p [u8])> {
        let (number, rest) = varint::read(bytes)?;
        let value = number >> 2;
        Some(match number & 3 {
            FIELD => (Self::Field(value), rest),
            INDEX => (Self::Index(value), rest),
            VARIANT => (Self::Variant(value), rest),
            _ => {
                let (key, rest) = rest.split_at_checked(value as usize)?;
                (Self::Key(key), rest)
            }
        })
    }

    /// What it begins with, unless an index or the length of a key is too great for it.
    fn number(self) -> Option<u32> {
        let (kind, number) = match self {
            Self::Field(number) => (FIELD, number),
            Self::Index(number) => (INDEX, number),
            Self::Variant(number) => (VARIANT, number),
            Self::Key(key) => (KEY, u32::try_from(key.len()).ok()?),
        };
        (number <= MOST).then_some(number << 2 | kind)
    }

    /// Appends it.
    pub(crate) fn write(self, out: &mut Vec<u8>) -> Result<()> {
        let number = self.number().ok_or_else(|| {
            Error::fixed(&FixedError(ErrorKind::Limit, "a patch has indices and lengths of keys up to 1,073,741,823"))
        })?;
        put(out, number as usize)?;
        if let Self::Key(key) = self {
            out.extend_from_slice(key);
        }
        Ok(())
    }
}

/// Begins a logical patch.
pub(crate) fn begin(lineage: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&[PATCH, LOGICAL]);
    out.extend_from_slice(&lineage.to_le_bytes());
}

/// Appends a length, a number of steps or the like.
pub(crate) fn put(out: &mut Vec<u8>, number: usize) -> Result<()> {
    varint::append(number, out).ok_or_else(too_long)
}

/// A length as it is written.
pub(crate) fn long(len: usize) -> Result<u32> {
    u32::try_from(len).map_err(|_| too_long())
}

#[cold]
fn too_long() -> Error {
    Error::fixed(&FixedError(ErrorKind::Limit, "a part of a patch has at most 4,294,967,295 bytes"))
}

#[cold]
pub(crate) fn malformed(message: &'static str) -> Error {
    Error::new(ErrorKind::Corrupt, message)
}
