//! Text, bytes and lists of other kinds: boxed, shared or borrowed. They are stored as `String` and
//! `Vec<T>` are. A `&str` and a `&[u8]` are decoded without a copy; `Cow` is owned when it is
//! decoded, unless its field says `borrow`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::key::MapKey;
use super::list::elements;
use super::{At, Decode, Value};
use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::wire::width::Width;
use crate::{__forward_key, __forward_value};

__forward_value!(@value ['r,] [] &'r str => String as String, crate::wire::proved::Derived::own(), set |this| this, {});
__forward_value!(@value ['r, T: Value] [] &'r [T] => Vec<T> as Vec<T>, crate::wire::proved::Derived::own(), set |this| this, {});

impl<'b: 'r, 'r> Decode<'b> for &'r str {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok(*at.default) };
        let content = decoder.blob(object)?;
        decoder.buf.text(content)
    }
}

impl<'b: 'r, 'r> Decode<'b> for &'r [u8] {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok(&[]) };
        let elements = elements::<u8, W>(&decoder.buf, object)?;
        decoder.spend(elements.bytes)?;
        Ok(elements.bytes)
    }
}

__forward_value!([] [] Box<str> => String, set |this| this, |value| value.into_boxed_str());
__forward_value!([] [] Rc<str> => String, set |this| this, |value| value.into());
__forward_value!([] [] Arc<str> => String, set |this| this, |value| value.into());
__forward_value!(['b,] [] Cow<'b, str> => String, set |this| this, |value| Cow::Owned(value));

__forward_value!([T: Value] [] Box<[T]> => Vec<T>, set |this| this, |value| value.into_boxed_slice());
__forward_value!([T: Value] [] Rc<[T]> => Vec<T>, set |this| this, |value| value.into());
__forward_value!([T: Value] [] Arc<[T]> => Vec<T>, set |this| this, |value| value.into());
__forward_value!(['b, T: Value + Clone] [] Cow<'b, [T]> => Vec<T>, set |this| this, |value| Cow::Owned(value));
__forward_value!(['b, T: Value + Clone] [] Cow<'b, T> => T, set |this| T::as_set(this), |value| Cow::Owned(value));

__forward_key!([] [] Box<str> => String);
__forward_key!([] [] Rc<str> => String);
__forward_key!([] [] Arc<str> => String);
__forward_key!(['b,] [] Cow<'b, str> => String);
__forward_key!(['r,] [] &'r str => String);
__forward_key!(['r,] [] &'r [u8] => Vec<u8>);
__forward_key!([] [] Box<[u8]> => Vec<u8>);
__forward_key!([] [] Rc<[u8]> => Vec<u8>);
__forward_key!([] [] Arc<[u8]> => Vec<u8>);
__forward_key!(['b,] [] Cow<'b, [u8]> => Vec<u8>);
__forward_key!(['b, T: MapKey + Clone] [] Cow<'b, T> => T);
