//! Text, bytes and lists of other kinds: boxed, shared or borrowed. They are stored as `String` and `Vec<T>` are, and owned
//! when they are decoded.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Value;
use super::key::Key;
use crate::{__forward_key, __forward_value};

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
__forward_key!([] [] Box<[u8]> => Vec<u8>);
__forward_key!([] [] Rc<[u8]> => Vec<u8>);
__forward_key!([] [] Arc<[u8]> => Vec<u8>);
__forward_key!(['b,] [] Cow<'b, [u8]> => Vec<u8>);
__forward_key!(['b, T: Key + Clone] [] Cow<'b, T> => T);
