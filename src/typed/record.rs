//! Derived structs: the record under a view, and the [`Value`](super::Value) impl that all share.

use super::codec::to_vec;
use super::root_record::{Root, decode_root};
use super::slot::RecordOf;
use super::{Decode, Value, Vellum};
use crate::error::{Error, Result};
use crate::read::Buf;
use crate::read::record::RecordBytes;

/// Methods of records that need the type of the struct.
impl<'a> RecordBytes<'a> {
    /// The root record of a buffer of `T`.
    #[inline]
    pub fn root<T: Value>(bytes: &'a [u8]) -> Result<Self> {
        let (buf, bytes) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage)?;
        Ok(Self::new(buf, bytes))
    }

    /// Decodes the value, checking every byte, within the budget of a walk.
    pub fn decode<T: Value + Decode<'a>>(&self) -> Result<T> {
        decode_root::<T>(self.buf(), self.bytes())
    }

    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug<T: Vellum>(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let schema = T::schema();
        let cursor = crate::read::cursor::StructRef::new(*self.buf(), self.bytes(), schema, schema.root_id());
        core::fmt::Debug::fmt(&cursor, f)
    }

    /// Whether two records hold the same value; an invalid record is equal to nothing.
    ///
    /// Compares canonical bytes, which are bounded for any input; floats compare by their bits.
    #[must_use]
    pub fn equals<T: Vellum + Decode<'a>>(&self, other: &Self) -> bool {
        let canonical = |record: &Self| record.decode::<T>().and_then(|value| to_vec(&value));
        matches!((canonical(self), canonical(other)), (Ok(a), Ok(b)) if a == b)
    }
}

impl<'a, T: Vellum, R: Copy> RecordOf<'a, T, R> {
    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.record().debug::<T>(f)
    }

    /// The owned value, every byte checked within a walk's budget.
    pub fn decode(&self) -> Result<T>
    where
        T: Decode<'a>,
    {
        self.record().decode::<T>()
    }

    /// Whether two records hold the same value.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool
    where
        T: Decode<'a>,
    {
        self.record().equals::<T>(other.record())
    }
}

/// Adds the name of the field to an error.
#[inline]
pub fn in_field<T>(result: Result<T>, name: &'static str) -> Result<T> {
    result.map_err(|error: Error| error.in_field(name))
}

/// Implements [`Value`] for a derived struct, growable or frozen, over its [`Vellum`] impl.
#[doc(hidden)]
#[macro_export]
macro_rules! __struct_value {
    (
        [$($generics:tt)*] [$($wheres:tt)*] $type:ty, $view:ident, $edit:ident, [$($args:tt)*], $growable:tt, $set:ty,
        |$this:ident| $as_set:expr, { $($items:tt)* }
    ) => {
        #[allow(deprecated)]
        impl<$($generics)*> $crate::__v::Value for $type
        where
            $($wheres)*
        {
            $($items)*

            type Default = ();
            const DEFAULT: &'static () = &();
            type Get<'a, __R: $crate::__v::Reading> = $view<'a, $($args)* __R>;
            type GetList<'a, __R: $crate::__v::Reading> = $crate::List<'a, $type, __R>;
            type Proved<'a> = $view<'a, $($args)* $crate::__v::Proven>;
            type Set<'a>
                = $set
            where
                Self: 'a;
            type Cursor<'a, __S: $crate::Storage + 'a> = $edit<'a, $($args)* &'a mut $crate::Session<__S>>;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $edit<'a, $($args)* &'a mut $crate::Session<__S>>;

            #[inline(always)]
            fn as_set(&self) -> Self::Set<'_> {
                let $this = self;
                $as_set
            }

            #[inline(always)]
            fn get<'a, __R: $crate::__v::Reading, const __E: bool>(
                slot: $crate::__v::TypedSlot<'a, '_, Self, __R, __E>,
            ) -> ::core::result::Result<$view<'a, $($args)* __R>, __R::Error> {
                ::core::result::Result::Ok($view($crate::__v::TypedSlot::structure(&slot)?))
            }

            #[inline(always)]
            fn open(held: Self::Get<'_, $crate::__v::Proven>) -> Self::Proved<'_> {
                held
            }

            #[inline]
            fn set<const __E: bool, __S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__v::Target<'_>,
                at: &$crate::__v::At<'_, (), __E>,
                value: &Self::Set<'_>,
            ) -> $crate::__v::Result<()> {
                if __E { session.set_element_value::<Self>(&target, value) } else { session.set_value::<Self, __E>(&target, at, value) }
            }

            #[inline]
            fn cursor<'a, const __E: bool, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__v::Target<'a>,
                at: &$crate::__v::At<'_, (), __E>,
            ) -> $crate::__v::Result<Self::Cursor<'a, __S>> {
                let link = $crate::__v::structs::enter::<Self, __E, __S>(session, target, at.place)?;
                ::core::result::Result::Ok($edit::__new(session, link))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                link: &'a $crate::__v::Link<'a>,
                at: &$crate::__v::At<'_, ()>,
            ) -> Self::Cursor<'a, __S> {
                let link = $crate::__v::structs::enter_field::<Self, __S>(session, link, at);
                $edit::__new(session, link)
            }
        }
    };
}
