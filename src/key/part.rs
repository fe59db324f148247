//! Values of a key in one argument: one, or a tuple of them.

use alloc::string::String;
use alloc::vec::Vec;

use super::{KeyInput, KeyValue, KeyWriter};
use crate::error::Result;
use crate::scalar::types::for_each_type;

/// A value of a key, or a tuple of values that follow each other in it: what
/// [`Schema::key_of`](crate::Schema::key_of) takes.
///
/// What turns into a [`KeyInput`] is one: `bool`, integers, floats, `char`, `&str`, `&[u8]`, the
/// types of [`value`](crate::value) that have an order, an `Option` of any of these, and a
/// [`KeyValue`]; text and bytes may also be owned: `String`, `Vec<u8>`. A tuple has one to twelve
/// parts, which may be tuples themselves.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct Place key(at, name) { at: tuple<u8, u8>, name: string } root Place;")?;
/// let key = schema.key_of(((4, 2), "Ada"))?;
/// assert_eq!(key, b"\x04\x02Ada\0\0");
/// assert_eq!(key, schema.key_of((4, 2, "Ada"))?);
/// assert_eq!(key, schema.key_of((4, 2, String::from("Ada")))?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a key",
    label = "no value of a key",
    note = "one value is given by itself or as `(value,)`, several as a tuple; an enum is given by the name or the number of a variant"
)]
pub trait KeyPart<'k> {
    #[doc(hidden)]
    fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>>;
}

/// Implements [`KeyPart`] for what turns into a [`KeyInput`].
macro_rules! values {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<'k, $($generics)*> KeyPart<'k> for $type {
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                writer.push(self)
            }
        }
    )*};
}
for_each_type!(sorted values);
values! {
    [] bool;
    [] KeyInput<'k>;
    [] &'k str;
    [] &'k String;
    [] &'k [u8];
    [const N: usize] &'k [u8; N];
    [] &'k Vec<u8>;
    [] &'k KeyValue;
    [T: Into<KeyInput<'k>>] Option<T>;
}

/// What owns its text or bytes, as part of a key that is made at once.
macro_rules! owned {
    ($($type:ty),*) => {$(
        impl KeyPart<'_> for $type {
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                writer.push(&self)
            }
        }

        impl KeyPart<'_> for Option<$type> {
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                writer.push(self.as_ref())
            }
        }
    )*};
}
owned!(String, Vec<u8>, KeyValue);

macro_rules! tuples {
    ($($first:ident $($part:ident)*;)*) => {$(
        impl<'k, $first: KeyPart<'k>, $($part: KeyPart<'k>),*> KeyPart<'k> for ($first, $($part,)*) {
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                #[allow(non_snake_case)]
                let ($first, $($part,)*) = self;
                let writer = $first.push_to(writer)?;
                $(let writer = $part.push_to(writer)?;)*
                Ok(writer)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}
