//! What a schema is made of, whether it was compiled in or made at run time.
//!
//! The engine reads definitions: [`Struct`](super::Struct), [`Enum`](super::Enum),
//! [`Union`](super::Union) and the types of their fields. Those of derived types are constants,
//! which refer to each other by the functions that give them, since a type may hold itself. Those
//! of schemas that are made at run time lie in tables, and refer to each other by number.

use alloc::boxed::Box;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// Which schema a number was given by: the low bits of [`Schema::id`](super::Schema).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Origin(u32);

impl Origin {
    /// Of what is compiled in, which has no numbers.
    pub(super) const COMPILED: Self = Self(0);

    /// The origin of the numbers of a new schema. Programs make fewer than four billion.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn new(id: u64) -> Self {
        Self(id as u32)
    }
}

/// Names a definition.
pub enum DefId<T: 'static> {
    /// The number of one in the tables of a schema.
    Number(u32, Origin),
    /// One that was compiled in.
    Compiled(fn() -> &'static T),
}

impl<T> DefId<T> {
    pub(super) fn number(index: u32, origin: Origin) -> Self {
        Self::Number(index, origin)
    }

    /// The number in the tables of a schema; beyond them, of one that was compiled in.
    pub(super) fn index(self) -> usize {
        match self {
            Self::Number(index, _) => index as usize,
            Self::Compiled(_) => usize::MAX,
        }
    }

    /// The definition.
    #[inline]
    pub(super) fn of(self, table: &[T]) -> Option<&T> {
        match self {
            Self::Number(index, _) => table.get(index as usize),
            Self::Compiled(plan) => Some(plan()),
        }
    }

    /// The definition, if the identifier is of the schema that `origin` names.
    pub(super) fn known(self, table: &[T], origin: Origin) -> Option<&T> {
        match self {
            Self::Number(index, known) if known == origin => table.get(index as usize),
            _ => None,
        }
    }

    /// What orders ids. The functions of compiled definitions are told apart by address.
    fn rank(self) -> (u8, usize, Option<Origin>) {
        match self {
            Self::Number(index, origin) => (0, index as usize, Some(origin)),
            Self::Compiled(plan) => (1, plan as usize, None),
        }
    }
}

impl<T> Clone for DefId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DefId<T> {}

impl<T> PartialEq for DefId<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl<T> Eq for DefId<T> {}

impl<T> PartialOrd for DefId<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for DefId<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl<T> Hash for DefId<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
    }
}

impl<T> fmt::Debug for DefId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rank().1.fmt(f)
    }
}

/// A part of a type: of a constant, or owned.
#[doc(hidden)]
pub enum Component<T: 'static> {
    Compiled(&'static T),
    Owned(Box<T>),
}

impl<T> Component<T> {
    pub(crate) fn new(part: T) -> Self {
        Self::Owned(Box::new(part))
    }

    pub(crate) fn into_inner(self) -> T
    where
        T: Clone,
    {
        match self {
            Self::Compiled(part) => part.clone(),
            Self::Owned(part) => *part,
        }
    }
}

impl<T> Deref for Component<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Self::Compiled(part) => part,
            Self::Owned(part) => part,
        }
    }
}

impl<T: Clone> Clone for Component<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Compiled(part) => Self::Compiled(part),
            Self::Owned(part) => Self::Owned(part.clone()),
        }
    }
}

impl<T: PartialEq> PartialEq for Component<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Component<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
