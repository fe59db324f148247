//! An element of a list alone, for formats that describe themselves: the others are skipped.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The element at `N`.
pub struct Nth<E, const N: usize>(pub E);

impl<'de, E: Deserialize<'de>, const N: usize> Deserialize<'de> for Nth<E, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List::<E, N>(PhantomData))
    }
}

struct List<E, const N: usize>(PhantomData<E>);

impl<'de, E: Deserialize<'de>, const N: usize> Visitor<'de> for List<E, N> {
    type Value = Nth<E, N>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a list of more than {N} elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Nth<E, N>, A::Error> {
        for index in 0..N {
            list.next_element::<IgnoredAny>()?.ok_or_else(|| A::Error::invalid_length(index, &self))?;
        }
        let found = list.next_element()?.ok_or_else(|| A::Error::invalid_length(N, &self))?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Nth(found))
    }
}
