//! A value of any kind, owned: `any` of schema text as a field of derived types.
//!
//! It is an enum like derived ones, so views, cursors, lists and maps of it work as for any union;
//! only its schema is built in. The values of `serde_json` are stored as it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Vellum;

/// A value of any kind: what JSON holds, and bytes. In schema text `any`.
///
/// [`From`] and run-time records put an integer into the narrowest signed variant that holds it,
/// and into `U64` only above the range of `i64`. The variant is part of the value: `I8(1)` and
/// `I16(1)` are different.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
/// use vellum::value::Any;
/// use vellum::value::any::AnyRef;
///
/// #[derive(Vellum)]
/// struct Event { name: String, extra: Any }
///
/// let extra = Any::from(BTreeMap::from([("port".to_owned(), Any::from(8080))]));
/// let mut bytes = vellum::to_vec(&Event { name: "start".into(), extra })?;
///
/// let event = Event::peek(&bytes)?;
/// let AnyRef::Map(extra) = event.extra()?.get()? else { panic!() };
/// let AnyRef::I16(port) = extra.get("port")?.unwrap().get()? else { panic!() };
/// assert_eq!(port, 8080);
///
/// Event::edit(&mut bytes)?.extra().set_string("none")?;
/// let event: Event = vellum::from_slice(&bytes)?;
/// assert_eq!(event.extra.as_str(), Some("none"));
/// assert!(Event::schema().to_string().contains("extra: any,"));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(built_in, rename_all = "lowercase")]
pub enum Any {
    /// No value.
    #[default]
    Null,
    /// A bool.
    Bool(bool),
    /// An integer of one byte.
    I8(i8),
    /// An integer that needs two bytes.
    I16(i16),
    /// An integer that needs four bytes.
    I32(i32),
    /// An integer that needs eight bytes.
    I64(i64),
    /// An integer above the range of `i64`.
    U64(u64),
    /// A float.
    F64(f64),
    /// Text.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A list of values of any kind.
    List(Vec<Any>),
    /// A map from text to values of any kind.
    Map(BTreeMap<String, Any>),
}

impl Any {
    /// Whether it is `Null`.
    ///
    /// ```
    /// assert!(vellum::value::Any::default().is_null());
    /// ```
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The bool, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The integer, if it is one of at most `i64::MAX`.
    ///
    /// ```
    /// use vellum::value::Any;
    ///
    /// assert_eq!(Any::from(7).as_i64(), Some(7));
    /// assert_eq!(Any::from(u64::MAX).as_i64(), None);
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::I8(value) => Some((*value).into()),
            Self::I16(value) => Some((*value).into()),
            Self::I32(value) => Some((*value).into()),
            Self::I64(value) => Some(*value),
            Self::U64(value) => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The integer, if it is one and not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::U64(value) => Some(*value),
            _ => u64::try_from(self.as_i64()?).ok(),
        }
    }

    /// The float, or the integer as the nearest float.
    #[allow(clippy::cast_precision_loss)]
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::F64(value) => Some(*value),
            Self::U64(value) => Some(*value as f64),
            _ => self.as_i64().map(|value| value as f64),
        }
    }

    /// The text, if it is text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The bytes, if it is bytes.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The entries, if it is a map.
    #[must_use]
    pub fn as_map(&self) -> Option<&BTreeMap<String, Self>> {
        if let Self::Map(map) = self { Some(map) } else { None }
    }

    /// The value of a key, if it is a map with that key.
    ///
    /// ```
    /// use vellum::value::Any;
    ///
    /// let any: Any = [("a", Any::from(1)), ("b", Any::from("two"))].into_iter().collect();
    /// assert_eq!(any.get("b").and_then(Any::as_str), Some("two"));
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_map()?.get(key)
    }
}

/// In the narrowest variant that holds it.
impl From<i64> for Any {
    fn from(value: i64) -> Self {
        if let Ok(value) = i8::try_from(value) {
            Self::I8(value)
        } else if let Ok(value) = i16::try_from(value) {
            Self::I16(value)
        } else if let Ok(value) = i32::try_from(value) {
            Self::I32(value)
        } else {
            Self::I64(value)
        }
    }
}

/// In the narrowest variant that holds it.
impl From<u64> for Any {
    fn from(value: u64) -> Self {
        i64::try_from(value).map_or(Self::U64(value), Self::from)
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        /// In the narrowest variant that holds it.
        impl From<$type> for Any {
            fn from(value: $type) -> Self {
                Self::from(i64::from(value))
            }
        }
    )*};
}
from_integers!(i8, i16, i32, u8, u16, u32);

macro_rules! from {
    ($($type:ty => |$value:ident| $made:expr;)*) => {$(
        impl From<$type> for Any {
            fn from($value: $type) -> Self {
                $made
            }
        }
    )*};
}
from! {
    bool => |value| Self::Bool(value);
    f32 => |value| Self::F64(value.into());
    f64 => |value| Self::F64(value);
    &str => |value| Self::String(value.to_owned());
    String => |value| Self::String(value);
    Vec<Any> => |value| Self::List(value);
    BTreeMap<String, Any> => |value| Self::Map(value);
}

/// Null for `None`.
impl<T: Into<Any>> From<Option<T>> for Any {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A list.
impl FromIterator<Any> for Any {
    fn from_iter<I: IntoIterator<Item = Any>>(values: I) -> Self {
        Self::List(values.into_iter().collect())
    }
}

/// A map.
impl<K: Into<String>> FromIterator<(K, Any)> for Any {
    fn from_iter<I: IntoIterator<Item = (K, Any)>>(entries: I) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }
}

/// `serde_json::Value`, stored as `any`, which can hold all JSON. The value is converted to `any`
/// once to measure and once to write.
#[cfg(feature = "json")]
mod json {
    use serde_json::{Map, Number, Value as Json};

    use super::{Any, BTreeMap, String, ToOwned, Vec};
    use crate::__stored_as;
    use crate::error::{Error, ErrorKind, FixedError, Result};
    use crate::read::document::{Decoder, MAX_DEPTH};
    use crate::typed::{At, Decode, Heap, TypePlan, TypeShape, Value};
    use crate::wire::proved::Derived;
    use crate::wire::width::{StaticWidth, Width};
    use crate::write::value::{TOO_DEEP, UNWRITABLE, unmeasured};
    use crate::write::{Session, Storage, Target};

    /// The value as `any`, down to `levels` levels.
    fn to_any(json: &Json, levels: u32) -> Result<Any> {
        let below = || levels.checked_sub(1).ok_or_else(|| unmeasured(TOO_DEEP));
        Ok(match json {
            Json::Array(values) => {
                let levels = below()?;
                Any::List(values.iter().map(|value| to_any(value, levels)).collect::<Result<_>>()?)
            }
            Json::Object(entries) => {
                let levels = below()?;
                let entry = |(key, value): (&String, &Json)| to_any(value, levels).map(|value| (key.clone(), value));
                Any::Map(entries.iter().map(entry).collect::<Result<_>>()?)
            }
            Json::String(text) => Any::String(text.to_owned()),
            Json::Number(number) => number_to_any(number)?,
            Json::Bool(value) => Any::Bool(*value),
            Json::Null => Any::Null,
        })
    }

    fn number_to_any(number: &Number) -> Result<Any> {
        if let Some(value) = number.as_i64() {
            return Ok(Any::from(value));
        }
        if let Some(value) = number.as_u64() {
            return Ok(Any::from(value));
        }
        // An integer of more digits, which serde_json keeps with its feature `arbitrary_precision`,
        // is none of these.
        let float = if number.is_f64() { number.as_f64() } else { None };
        float.map(Any::F64).ok_or_else(|| {
            Error::fixed(&FixedError(ErrorKind::Type, "`any` holds integers of 64 bits, and not this number"))
        })
    }

    fn from_any(any: Any) -> Result<Json> {
        Ok(match any {
            Any::Null => Json::Null,
            Any::Bool(value) => Json::Bool(value),
            Any::I8(value) => Json::from(value),
            Any::I16(value) => Json::from(value),
            Any::I32(value) => Json::from(value),
            Any::I64(value) => Json::from(value),
            Any::U64(value) => Json::from(value),
            Any::F64(value) => match Number::from_f64(value) {
                Some(number) => Json::Number(number),
                None => {
                    return Err(Error::fixed(&FixedError(
                        ErrorKind::Type,
                        "JSON has no infinite number, and none that is not a number",
                    )));
                }
            },
            Any::String(text) => Json::String(text),
            Any::Bytes(_) => return Err(Error::fixed(&FixedError(ErrorKind::Type, "JSON has no bytes"))),
            Any::List(values) => Json::Array(values.into_iter().map(from_any).collect::<Result<_>>()?),
            Any::Map(entries) => {
                let entry = |(key, value)| from_any(value).map(|value| (key, value));
                Json::Object(entries.into_iter().map(entry).collect::<Result<Map<_, _>>>()?)
            }
        })
    }

    /// An empty value of the same variant.
    fn shallow(json: &Json) -> Any {
        match json {
            Json::Null => Any::Null,
            Json::Bool(value) => Any::Bool(*value),
            Json::Number(number) => number_to_any(number).unwrap_or(Any::Null),
            Json::String(_) => Any::String(String::new()),
            Json::Array(_) => Any::List(Vec::new()),
            Json::Object(_) => Any::Map(BTreeMap::new()),
        }
    }

    impl Value for Json {
        const SHAPE: TypeShape = <Any as Value>::SHAPE;
        const PLAN: TypePlan = <Any as Value>::PLAN;
        // Proved values are read as `any`, without conversion to JSON.
        __stored_as!(@prove Any);
        __stored_as!(@get Any, Derived::own());
        __stored_as!(@cursor Any);
        type Set<'a> = &'a Self;

        #[inline(always)]
        fn as_set(&self) -> &Self {
            self
        }

        #[cold]
        fn check(value: &&Self, levels: u32) -> Result<()> {
            let any = to_any(value, levels)?;
            Any::check(&&any, levels)
        }

        #[inline]
        fn is_default(value: &&Self, (): &()) -> bool {
            value.is_null()
        }

        fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&Self, at: &At<'_, (), ELEMENT>, levels: u32) -> u64 {
            match to_any(value, levels) {
                Ok(any) => Any::heap_len::<ELEMENT, W>(&&any, at, levels),
                Err(error) if error.kind() == ErrorKind::Limit => TOO_DEEP,
                Err(_) => UNWRITABLE,
            }
        }

        fn write<const ELEMENT: bool, W: StaticWidth>(
            value: &&Self,
            record: &mut [u8],
            at: &At<'_, (), ELEMENT>,
            heap: &mut Heap<'_, W>,
        ) -> Result<()> {
            let any = to_any(value, MAX_DEPTH)?;
            Any::write(&&any, record, at, heap)
        }

        fn set<const ELEMENT: bool, S: Storage>(
            session: &mut Session<S>,
            target: Target<'_>,
            at: &At<'_, (), ELEMENT>,
            value: &&Self,
        ) -> Result<()> {
            let any = to_any(value, MAX_DEPTH)?;
            Any::set(session, target, at, &&any)
        }

        fn tag_of(value: &&Self) -> u8 {
            Any::tag_of(&&shallow(value))
        }
    }

    impl<'b> Decode<'b> for Json {
        fn decode<const ELEMENT: bool, W: Width>(
            record: &[u8],
            at: &At<'_, (), ELEMENT>,
            decoder: &mut Decoder<'b, W>,
        ) -> Result<Self> {
            Any::decode(record, at, decoder).and_then(from_any)
        }
    }
}
