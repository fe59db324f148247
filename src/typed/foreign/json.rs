//! `serde_json::Value`, stored as `any`, which can hold all JSON. The value is converted to `any`
//! once to measure and once to write.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Number, Value as Json};

use crate::__stored_as;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::document::{Decoder, MAX_DEPTH};
use crate::typed::any::Any;
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
    // An integer of more digits, which serde_json keeps with its feature `arbitrary_precision`, is
    // none of these.
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
