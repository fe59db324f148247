//! Rules of derived fields and checked newtypes: which types can have them, and how values are
//! checked.
//!
//! A rule is checked before anything is written: where a single field is set, at once; where a
//! value is encoded that has ruled fields somewhere in it, while it is measured. A value that
//! breaks a rule is measured as `UNWRITABLE`, a length that no buffer has, so that measuring values
//! without rules costs nothing extra; [`Value::check`] then finds the reason.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Value;
use super::text::TextEdit;
use crate::error::{Error, ErrorKind, Result};
use crate::read::document::MAX_DEPTH;
use crate::scalar::word::Scalar as _;
use crate::scalar::{Builtin, FixedStr};
use crate::schema::{Case, Rules, Scalar};
use crate::write::Storage;
use crate::write::value::UNWRITABLE;

/// The part of a value that rules check.
#[derive(Clone, Copy, Debug)]
pub enum RuleSubject<'v> {
    /// No value.
    Absent,
    /// A scalar.
    Word(Scalar, u128),
    /// Text or bytes.
    Blob(&'v [u8]),
}

/// A type that can have a rule.
pub trait Ruled: Value {
    /// The part of a value that its rules check.
    fn content<'v>(value: &'v Self::Set<'_>) -> RuleSubject<'v>;
}

/// A type that can have the rule `range`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot have a range",
    label = "a range is for numbers, `char`, decimals, dates and times"
)]
pub trait Ranged: Ruled {
    /// The type of the ends of the range.
    type Bound: Builtin;
    /// The default if none is declared, unless that is absence.
    const IMPLIED: Option<Self::Bound>;
}

/// A type whose values have a length in bytes.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot have a `max`",
    label = "`max` is for text and bytes; numbers have a `range`"
)]
pub trait Measured: Ruled {
    /// A cursor of a field, which checks the rules.
    fn rule_field<'a, S: Storage + 'a>(
        cursor: Self::FieldCursor<'a, S>,
        rules: fn() -> Rules,
    ) -> Self::FieldCursor<'a, S>;

    /// A cursor of a value, which checks the rules.
    fn rule<'a, S: Storage + 'a>(cursor: Self::Cursor<'a, S>, rules: fn() -> Rules) -> Self::Cursor<'a, S>;
}

/// A type whose values are text.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be `lowercase` or `uppercase`",
    label = "`lowercase` and `uppercase` are for text"
)]
pub trait Cased: Measured {}

/// Fails to compile where a text that is a default breaks a rule. Letters beyond ASCII are left to
/// the schema, as constants cannot look at them.
///
/// # Panics
///
/// In constant evaluation, so that compilation fails.
// Indexing: a const fn cannot iterate.
#[allow(clippy::indexing_slicing)]
#[track_caller]
pub const fn check_default(text: &str, most: Option<u32>, is_lower: bool, is_upper: bool) {
    if let Some(most) = most {
        assert!(text.len() as u64 <= most as u64, "the default breaks the rule: it has more bytes than `max`");
    }
    let (bytes, mut index): (&[u8], usize) = (text.as_bytes(), 0);
    while index < bytes.len() {
        assert!(!is_lower || !bytes[index].is_ascii_uppercase(), "the default breaks the rule: it is not lowercase");
        assert!(!is_upper || !bytes[index].is_ascii_lowercase(), "the default breaks the rule: it is not uppercase");
        index = index.wrapping_add(1);
    }
}

impl Rules {
    /// With the ends of a range.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn with_range<T: Ranged>(self, min: Option<T::Bound>, max: Option<T::Bound>) -> Self {
        let word = |bound: Option<T::Bound>| bound.map(|bound| bound.to_word().into());
        Self { min: word(min), max: word(max), ..self }
    }

    /// With the most bytes.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn with_max<T: Measured>(self, bytes: u32) -> Self {
        Self { max_len: Some(bytes), ..self }
    }

    /// Without uppercase letters.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn with_lowercase<T: Cased>(self) -> Self {
        Self { case: Some(Case::Lower), ..self }
    }

    /// Without lowercase letters.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn with_uppercase<T: Cased>(self) -> Self {
        Self { case: Some(Case::Upper), ..self }
    }

    /// 0 if the value keeps the rules, else a length that no buffer has.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn measure<T: Ruled>(&self, value: &T::Set<'_>) -> u64 {
        let keeps = match T::content(value) {
            RuleSubject::Absent => true,
            RuleSubject::Word(scalar, word) => self.allow_word(scalar, word),
            RuleSubject::Blob(content) => self.fault_of_blob(content).is_none(),
        };
        if keeps { 0 } else { UNWRITABLE }
    }

    /// Fails if a value breaks a rule.
    #[doc(hidden)]
    #[inline]
    pub fn check<T: Ruled>(&self, value: &T::Set<'_>) -> Result<()> {
        if self.measure::<T>(value) == 0 {
            return Ok(());
        }
        crate::schema::refuse(match T::content(value) {
            RuleSubject::Absent => None,
            RuleSubject::Word(scalar, word) => self.fault_of_word(scalar, word),
            RuleSubject::Blob(content) => self.fault_of_blob(content),
        })
    }
}

/// The error for a value that was not written: the field that breaks a rule, if that is the reason.
#[cold]
#[inline(never)]
pub(crate) fn refused<T: Value>(value: &T::Set<'_>, error: Error) -> Error {
    if !matches!(error.kind(), ErrorKind::Limit | ErrorKind::Newer | ErrorKind::Full) {
        return error;
    }
    // Here unions and their payloads count as levels each, so this allows more levels than can be
    // written.
    T::check(value, MAX_DEPTH.saturating_mul(2)).err().unwrap_or(error)
}

/// Fails if an element breaks a rule.
pub(super) fn check_elements<T: Value>(values: &[T], levels: u32) -> Result<()> {
    let check =
        |(index, value): (usize, &T)| T::check(&value.as_set(), levels).map_err(|error| error.in_element(index));
    values.iter().enumerate().try_for_each(check)
}

/// Implements [`Ranged`] for a scalar.
macro_rules! ranged {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $crate::typed::rules::Ruled for $type {
            #[inline]
            fn content<'v>(value: &'v Self::Set<'_>) -> $crate::typed::rules::RuleSubject<'v> {
                let word = $crate::typed::scalar::Scalar::to_word(value).into();
                $crate::typed::rules::RuleSubject::Word(<Self as $crate::typed::scalar::Builtin>::SCALAR, word)
            }
        }

        impl<$($generics)*> $crate::typed::rules::Ranged for $type {
            type Bound = Self;
            const IMPLIED: Option<Self> = Some(*<Self as $crate::Value>::DEFAULT);
        }
    };
}
pub(crate) use ranged;

impl Ruled for String {
    #[inline]
    fn content<'v>(value: &'v Self::Set<'_>) -> RuleSubject<'v> {
        RuleSubject::Blob(value.as_bytes())
    }
}

impl Measured for String {
    fn rule_field<'a, S: Storage + 'a>(cursor: TextEdit<'a, S>, rules: fn() -> Rules) -> TextEdit<'a, S> {
        cursor.ruled(rules)
    }

    fn rule<'a, S: Storage + 'a>(cursor: TextEdit<'a, S>, rules: fn() -> Rules) -> TextEdit<'a, S> {
        cursor.ruled(rules)
    }
}

impl Cased for String {}

impl Ruled for Vec<u8> {
    #[inline]
    fn content<'v>(value: &'v Self::Set<'_>) -> RuleSubject<'v> {
        RuleSubject::Blob(value)
    }
}

impl<const N: usize> Ruled for FixedStr<N> {
    #[inline]
    fn content<'v>(value: &'v Self::Set<'_>) -> RuleSubject<'v> {
        RuleSubject::Blob(value.as_bytes())
    }
}

/// It has no cursor that could write.
impl<const N: usize> Measured for FixedStr<N> {
    fn rule_field<'a, S: Storage + 'a>(cursor: Result<&'a str>, _: fn() -> Rules) -> Result<&'a str> {
        cursor
    }

    fn rule<'a, S: Storage + 'a>(cursor: &'a str, _: fn() -> Rules) -> &'a str {
        cursor
    }
}

impl<const N: usize> Cased for FixedStr<N> {}

impl<T: Ruled> Ruled for Option<T> {
    #[inline]
    fn content<'v>(value: &'v Self::Set<'_>) -> RuleSubject<'v> {
        value.as_ref().map_or(RuleSubject::Absent, T::content)
    }
}

impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;
    const IMPLIED: Option<T::Bound> = None;
}

impl<T: Measured> Measured for Option<T> {
    fn rule_field<'a, S: Storage + 'a>(
        cursor: Result<Option<T::Cursor<'a, S>>>,
        rules: fn() -> Rules,
    ) -> Result<Option<T::Cursor<'a, S>>> {
        cursor.map(|cursor| Self::rule::<S>(cursor, rules))
    }

    fn rule<'a, S: Storage + 'a>(cursor: Option<T::Cursor<'a, S>>, rules: fn() -> Rules) -> Option<T::Cursor<'a, S>> {
        cursor.map(|cursor| T::rule::<S>(cursor, rules))
    }
}

impl<T: Cased> Cased for Option<T> {}

/// Allows the rules of the stored type for a type.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_rules {
    ([$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty $(, $where:tt)?) => {
        impl<$($generics)*> $crate::__private::rules::Ruled for $type
        where
            $($wheres)*
            $(for<$where>)? $inner: $crate::__private::rules::Ruled,
        {
            #[inline]
            fn content<'__v>(__v: &'__v <$inner as $crate::Value>::Set<'_>) -> $crate::__private::rules::RuleSubject<'__v> {
                <$inner as $crate::__private::rules::Ruled>::content(__v)
            }
        }

        impl<$($generics)*> $crate::__private::rules::Ranged for $type
        where
            $($wheres)*
            $(for<$where>)? $inner: $crate::__private::rules::Ranged,
        {
            type Bound = <$inner as $crate::__private::rules::Ranged>::Bound;
            const IMPLIED: ::core::option::Option<Self::Bound> = <$inner as $crate::__private::rules::Ranged>::IMPLIED;
        }

        impl<$($generics)*> $crate::__private::rules::Measured for $type
        where
            $($wheres)*
            $(for<$where>)? $inner: $crate::__private::rules::Measured,
        {
            fn rule_field<'__c, __S: $crate::Storage + '__c>(
                __cursor: Self::FieldCursor<'__c, __S>,
                __rules: fn() -> $crate::schema::Rules,
            ) -> Self::FieldCursor<'__c, __S> {
                <$inner as $crate::__private::rules::Measured>::rule_field::<__S>(__cursor, __rules)
            }

            fn rule<'__c, __S: $crate::Storage + '__c>(
                __cursor: Self::Cursor<'__c, __S>,
                __rules: fn() -> $crate::schema::Rules,
            ) -> Self::Cursor<'__c, __S> {
                <$inner as $crate::__private::rules::Measured>::rule::<__S>(__cursor, __rules)
            }
        }

        impl<$($generics)*> $crate::__private::rules::Cased for $type
        where
            $($wheres)*
            $(for<$where>)? $inner: $crate::__private::rules::Cased,
        {
        }
    };
}

__forward_rules!([T: Value] [] Box<T> => T);
__forward_rules!([T: Value] [] Rc<T> => T);
__forward_rules!([T: Value] [] Arc<T> => T);
__forward_rules!(['b, T: Value + Clone] [] Cow<'b, T> => T);
__forward_rules!([] [] Box<str> => String, '__r);
__forward_rules!([] [] Rc<str> => String, '__r);
__forward_rules!([] [] Arc<str> => String, '__r);
__forward_rules!(['b,] [] Cow<'b, str> => String, '__r);
__forward_rules!(['r,] [] &'r str => String, '__r);
__forward_rules!(['r,] [] &'r [u8] => Vec<u8>, '__r);
__forward_rules!([] [] Box<[u8]> => Vec<u8>, '__r);
__forward_rules!([] [] Rc<[u8]> => Vec<u8>, '__r);
__forward_rules!([] [] Arc<[u8]> => Vec<u8>, '__r);
__forward_rules!(['b,] [] Cow<'b, [u8]> => Vec<u8>, '__r);

// Types that refuse some values of the type that they are stored as: newtypes with a check, and
// types that are made from another type by a conversion. A refused value is neither written nor
// decoded.

/// Implements [`Value`](super::Value) for a type that is stored as another one and checks what it
/// is set to. It is set as a whole, so that no edit of a part bypasses the check. A refused value
/// gets the same unwritable length as one that breaks a rule. Decoded values are checked, too.
#[doc(hidden)]
#[macro_export]
macro_rules! __checked_value {
    (
        [$($generics:tt)*] [$($wheres:tt)*] [$($decodes:tt)*] $type:ty => $inner:ty as $sets:ty, $derived:expr, $lends:expr, $check:path,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        impl<$($generics)*> $crate::Value for $type
        where
            $($wheres)*
        {
            const SHAPE: $crate::__v::TypeShape = $crate::__v::TypeShape {
                ruled: true,
                plain: false,
                whole: true,
                ..<$inner as $crate::Value>::SHAPE
            };
            const ELEMENT: $crate::__v::Packed =
                $crate::__v::Packed { has_objects: true, ..<$inner as $crate::Value>::ELEMENT };
            const SORTS: $crate::__v::bool = <$inner as $crate::Value>::SORTS;
            const PLAN: $crate::__v::TypePlan = <$inner as $crate::Value>::PLAN.guarding(true).lending($lends || <$inner as $crate::Value>::PLAN.lends);
            const DEFAULT_HOLDS_ITSELF: () = <$inner as $crate::Value>::DEFAULT_HOLDS_ITSELF;

            $crate::__stored_as!(@prove $inner);
            $crate::__stored_as!(@get $inner, $derived);
            $crate::__stored_as!(@set $inner as $sets, by $check, |$this| $set);
            type Cursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::Get<'a, $crate::__v::Checked>;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $crate::Result<<$inner as $crate::Value>::Get<'a, $crate::__v::Checked>>;
            type Edit<'a, __S: $crate::Storage + 'a> = $crate::__v::RootEdit<Self, __S>;

            fn check(__v: &<$sets as $crate::Value>::Set<'_>, __n: $crate::__v::u32) -> $crate::Result<()> {
                $crate::__v::converted($check(__v))?;
                <$sets as $crate::Value>::check(__v, __n)
            }

            #[inline]
            fn heap_len<const __E: $crate::__v::bool, __W: $crate::__v::StaticWidth>(
                __v: &<$sets as $crate::Value>::Set<'_>,
                __at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, { __E }>,
                __n: $crate::__v::u32,
            ) -> $crate::__v::u64 {
                if ::core::result::Result::is_err(&$check(__v)) {
                    return $crate::__v::union::UNWRITABLE;
                }
                <$sets as $crate::Value>::heap_len::<{ __E }, __W>(__v, __at, __n)
            }

            #[inline]
            fn cursor<'a, const __E: $crate::__v::bool, __S: $crate::Storage>(
                __s: &'a mut $crate::__v::Session<__S>,
                __t: $crate::__v::Target<'a>,
                __at: &$crate::__v::At<'_, Self::Default, { __E }>,
            ) -> $crate::Result<<Self as $crate::Value>::Get<'a, $crate::__v::Checked>> {
                <Self as $crate::Value>::get($crate::__v::TypedSlot::checked(&$crate::__v::Session::target(__s, &__t)?, __at))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                __s: &'a mut $crate::__v::Session<__S>,
                __l: &'a $crate::__v::Link<'a>,
                __at: &$crate::__v::At<'_, Self::Default>,
            ) -> $crate::Result<<Self as $crate::Value>::Get<'a, $crate::__v::Checked>> {
                $crate::__v::reach::<Self, __S>(__s, __l, __at)
            }
        }

        impl<'__b, $($generics)*> $crate::Decode<'__b> for $type
        where
            $($wheres)*
            $($decodes)*
        {
            fn decode<const __E: $crate::__v::bool, __W: $crate::__v::Width>(
                __r: &[$crate::__v::u8],
                __at: &$crate::__v::At<'_, <Self as $crate::Value>::Default, { __E }>,
                __d: &mut $crate::__v::Decoder<'__b, __W>,
            ) -> $crate::Result<Self> {
                let $value = <$inner as $crate::Decode<'__b>>::decode(__r, __at, __d)?;
                $crate::__v::Ok($wrap)
            }
        }
    };
}

// The results of predicates that edit cursors are given.

/// The result of a predicate for an element: `bool`, or `Result<bool>` if it reads a field of the
/// element.
///
/// An `Err` ends the method that called the predicate, which returns the error with the element's
/// place in its path and changes nothing.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { codes: Vec<u32>, lines: Vec<Line> }
///
/// #[derive(Vellum)]
/// struct Line { id: u64, text: String }
///
/// let line = |id| Line { id, text: "ink".into() };
/// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2], lines: vec![line(7), line(9)] })?;
/// let mut log = Log::edit(&mut bytes)?;
/// assert_eq!(log.codes().position(|code| code == 2)?, Some(1));
/// assert_eq!(log.lines().position(|line| Ok(line.id()? == 9))?, Some(1));
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait Verdict {
    /// As a result.
    ///
    /// # Errors
    /// That of the predicate.
    fn verdict(self) -> Result<bool>;
}

impl Verdict for bool {
    #[inline]
    fn verdict(self) -> Result<bool> {
        Ok(self)
    }
}

impl Verdict for Result<bool> {
    #[inline]
    fn verdict(self) -> Result<bool> {
        self
    }
}
