//! Edits as values: what is done, where, and with what.

use std::ops::Range;

use crate::path::{Path, Step};
use crate::types::Scalar;
use crate::values::Val;

/// A value without parts, as Rust gives it.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Lit {
    /// `bool`
    Bool(bool),
    /// An integer or float.
    Word(Scalar, u128),
    /// `&str`
    Text(String),
    /// `&[u8]`
    Bytes(Vec<u8>),
    /// The name of a variant, through a handle of `Variant`.
    Variant(String),
}

/// An edit.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum Edit {
    Set(Path, Lit),
    Clear(Path),
    Take(Path),
    Push(Path, Lit),
    PushDefault(Path),
    Insert(Path, Lit),
    Extend(Path, Vec<Lit>),
    Remove(Path),
    Pop(Path),
    Truncate(Path, usize),
    Swap(Path, usize, usize),
    /// By the order of the values.
    SortBy(Path),
    /// Every other element, from the first on.
    Retain(Path),
    ExtendFromSlice(Path, Vec<Lit>),
    /// Through `entry`.
    OrInsert(Path, Lit),
    Splice(Path, Range<usize>, Lit),
    Append(Path, Lit),
    Make(Path),
    MakeList(Path),
    AddKey(Path, Val),
    SetSerde(Path, Val),
    /// Of a record that holds the value, from a path of it.
    CopyFrom(Path, Val, Path),
    /// What tells the record from one that holds the value.
    Apply(Val),
    /// What tells a record that holds one value from one that holds another.
    ApplyBetween(Val, Val),
    Merge(Val),
}

impl Edit {
    /// The name of the operation.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Set(..) => "set",
            Self::Clear(_) => "clear",
            Self::Take(_) => "take",
            Self::Push(..) => "push",
            Self::PushDefault(_) => "push_default",
            Self::Insert(..) => "insert",
            Self::Extend(..) => "extend",
            Self::Remove(_) => "remove",
            Self::Pop(_) => "pop",
            Self::Truncate(..) => "truncate",
            Self::Swap(..) => "swap",
            Self::SortBy(_) => "sort_by",
            Self::Retain(_) => "retain",
            Self::ExtendFromSlice(..) => "extend_from_slice",
            Self::OrInsert(..) => "or_insert",
            Self::Splice(..) => "splice",
            Self::Append(..) => "append",
            Self::Make(_) => "make",
            Self::MakeList(_) => "make_list",
            Self::AddKey(..) => "add_key",
            Self::SetSerde(..) => "set_serde",
            Self::CopyFrom(..) => "copy_from",
            Self::Apply(_) | Self::ApplyBetween(..) => "apply",
            Self::Merge(_) => "merge",
        }
    }

    /// Where the edit happens; none for those of a whole record.
    pub fn path(&self) -> &[Step] {
        match self {
            Self::Set(path, _)
            | Self::Clear(path)
            | Self::Take(path)
            | Self::Push(path, _)
            | Self::PushDefault(path)
            | Self::Insert(path, _)
            | Self::Extend(path, _)
            | Self::Remove(path)
            | Self::Pop(path)
            | Self::Truncate(path, _)
            | Self::Swap(path, ..)
            | Self::SortBy(path)
            | Self::Retain(path)
            | Self::ExtendFromSlice(path, _)
            | Self::OrInsert(path, _)
            | Self::Splice(path, ..)
            | Self::Append(path, _)
            | Self::Make(path)
            | Self::MakeList(path)
            | Self::AddKey(path, _)
            | Self::SetSerde(path, _)
            | Self::CopyFrom(path, ..) => path,
            Self::Apply(_) | Self::ApplyBetween(..) | Self::Merge(_) => &[],
        }
    }

    /// The same edit at another place; one of a whole record stays as it is.
    #[must_use]
    pub fn at(&self, path: Path) -> Self {
        let mut edit = self.clone();
        match &mut edit {
            Self::Set(at, _)
            | Self::Clear(at)
            | Self::Take(at)
            | Self::Push(at, _)
            | Self::PushDefault(at)
            | Self::Insert(at, _)
            | Self::Extend(at, _)
            | Self::Remove(at)
            | Self::Pop(at)
            | Self::Truncate(at, _)
            | Self::Swap(at, ..)
            | Self::SortBy(at)
            | Self::Retain(at)
            | Self::ExtendFromSlice(at, _)
            | Self::OrInsert(at, _)
            | Self::Splice(at, ..)
            | Self::Append(at, _)
            | Self::Make(at)
            | Self::MakeList(at)
            | Self::AddKey(at, _)
            | Self::SetSerde(at, _)
            | Self::CopyFrom(at, ..) => *at = path,
            Self::Apply(_) | Self::ApplyBetween(..) | Self::Merge(_) => {}
        }
        edit
    }
}
