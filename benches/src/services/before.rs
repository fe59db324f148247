//! What stands in front of an element in a list, for formats without names: so many elements that
//! are read one by one and dropped, by each family of traits.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use wincode::ReadResult;
use wincode::config::ConfigCore;
use wincode::io::Reader;

/// `N` elements of the type, which stand side by side; nothing is kept of them.
pub struct Before<E, const N: usize>(PhantomData<E>);

impl<'de, E: Deserialize<'de>, const N: usize> Deserialize<'de> for Before<E, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(N, Elements::<E, N>(PhantomData))
    }
}

struct Elements<E, const N: usize>(PhantomData<E>);

impl<'de, E: Deserialize<'de>, const N: usize> Visitor<'de> for Elements<E, N> {
    type Value = Before<E, N>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{N} elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Before<E, N>, A::Error> {
        for index in 0..N {
            list.next_element::<E>()?.ok_or_else(|| A::Error::invalid_length(index, &self))?;
        }
        Ok(Before(PhantomData))
    }
}

impl<'de, E: bincode2::BorrowDecode<'de, C>, C, const N: usize> bincode2::BorrowDecode<'de, C> for Before<E, N> {
    fn borrow_decode<D: bincode2::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, bincode2::error::DecodeError> {
        for _ in 0..N {
            E::borrow_decode(decoder)?;
        }
        Ok(Self(PhantomData))
    }
}

impl<'a, X: speedy::Context, E: speedy::Readable<'a, X>, const N: usize> speedy::Readable<'a, X> for Before<E, N> {
    fn read_from<R: speedy::Reader<'a, X>>(reader: &mut R) -> Result<Self, X::Error> {
        for _ in 0..N {
            reader.read_value::<E>()?;
        }
        Ok(Self(PhantomData))
    }
}

impl<E: borsh::BorshDeserialize, const N: usize> borsh::BorshDeserialize for Before<E, N> {
    fn deserialize_reader<R: io::Read>(reader: &mut R) -> io::Result<Self> {
        for _ in 0..N {
            E::deserialize_reader(reader)?;
        }
        Ok(Self(PhantomData))
    }
}

// SAFETY: `dst` is initialised whenever the result is `Ok`.
unsafe impl<'de, C: ConfigCore, E: wincode::SchemaRead<'de, C, Dst = E>, const N: usize> wincode::SchemaRead<'de, C>
    for Before<E, N>
{
    type Dst = Self;

    fn read(mut reader: impl Reader<'de>, dst: &mut MaybeUninit<Self>) -> ReadResult<()> {
        for _ in 0..N {
            E::get(&mut reader)?;
        }
        dst.write(Self(PhantomData));
        Ok(())
    }
}
