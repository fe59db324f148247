//! rkyv: archived types read in place, either validated or trusted; scalars, and text of the same length, set in place
//! through `Seal`.
//!
//! Every buffer here is an `AlignedVec`, which is what rkyv writes and what reading in place needs.

mod fields;
mod oplog;

use std::hint::black_box;
use std::marker::PhantomData;

use rkyv::api::high::{HighDeserializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::seal::Seal;
use rkyv::ser::allocator::Arena;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use rkyv::{Archive, Deserialize, Portable};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::held::{self, Held};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{
    ArchivedBar, ArchivedContainer, ArchivedFooBar, ArchivedFruit, Bar, Change, Container, FooBar, Fruit, Name, Time,
    variant,
};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Rkyv;

/// What a fresh output vector starts with: an archive of unknown size would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;

const OWN_BYTES: &str = "the bytes were encoded here";
const MEMORY: &str = "memory for the archive";

/// How bytes become an archived root.
pub trait Access: 'static {
    fn root<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &[u8]) -> &T;
    fn root_mut<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &mut [u8]) -> Seal<'_, T>;
    fn owned<T: Archive>(bytes: &[u8]) -> T
    where
        T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>;
}

/// Validates all before each access.
pub struct Validated;

impl Access for Validated {
    fn root<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &[u8]) -> &T {
        rkyv::access::<_, Error>(bytes).expect(OWN_BYTES)
    }

    fn root_mut<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &mut [u8]) -> Seal<'_, T> {
        rkyv::access_mut::<_, Error>(bytes).expect(OWN_BYTES)
    }

    fn owned<T: Archive>(bytes: &[u8]) -> T
    where
        T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
    {
        rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
    }
}

/// Trusts the bytes.
pub struct Unchecked;

// SAFETY of all three: the rows pass only whole aligned buffers that this process archived from a value of the type, or that
// a `Seal` has changed since.
impl Access for Unchecked {
    fn root<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &[u8]) -> &T {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked(bytes) }
    }

    fn root_mut<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &mut [u8]) -> Seal<'_, T> {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked_mut(bytes) }
    }

    fn owned<T: Archive>(bytes: &[u8]) -> T
    where
        T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
    {
        // SAFETY: see above.
        unsafe { rkyv::from_bytes_unchecked::<_, Error>(bytes) }.expect(OWN_BYTES)
    }
}

impl Library for Rkyv {
    fn name(&self) -> &'static str {
        "rkyv"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let mut validated = rows::<Validated>("validated", value).finish().borrowed().proved();
        let bytes = encode(value);
        validated.time(Measure::Verify, variant::OWNED, move || {
            rkyv::access::<ArchivedContainer, Error>(black_box(&bytes)).is_ok()
        });
        let unchecked = rows::<Unchecked>("unchecked", value).finish().borrowed().unchecked();
        let open = Row::new("rkyv", "rkyv", "0.8.", "validated, kept", Vec::new()).proved();
        Ok(vec![validated, held::row::<&'static ArchivedContainer>(open, value).kept(), unchecked])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(oplog::rows(value))
    }
}

/// One kind of access, and an arena that is kept.
struct By<A>(Arena, PhantomData<A>);

impl<A> Default for By<A> {
    fn default() -> Self {
        Self(Arena::new(), PhantomData)
    }
}

impl<A: Access> Codec for By<A> {
    type Owned = Container;
    type Bytes = AlignedVec;

    const ENCODE: &'static str = "output is an AlignedVec, of capacity 256 from the start";
    const CLONE: &'static str = "clone of an AlignedVec";

    fn encode(&mut self, value: &Container) -> AlignedVec {
        encode(value)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &AlignedVec) -> Container {
        A::owned(bytes)
    }
}

fn rows<A: Access>(mode: &'static str, value: &Container) -> Rows<By<A>> {
    let in_clone = "set in place in a clone, an AlignedVec";
    Rows::<By<A>>::new("rkyv", ("rkyv", "0.8."), mode, value)
        .encode_reused(
            "output is an AlignedVec",
            |_| (AlignedVec::new(), Arena::new()),
            |(buffer, arena), value| {
                *buffer = encode_into(value, std::mem::take(buffer), arena);
                buffer
            },
        )
        .decode_owned()
        .decode_borrowed("", |_, bytes| encode(&read(A::root(bytes))), |_, bytes| read_all::<A>(bytes))
        .decode_location("", |_, bytes| location::<A>(bytes))
        .decode_time("", |_, bytes| second_time::<A>(bytes))
        .update_name(in_clone, |_, bytes, Name(name)| {
            let mut bytes = bytes.clone();
            set_first_name::<A>(&mut bytes, name);
            bytes
        })
        .update_name_in_place("a name of the same length", |bytes, Name(name)| set_first_name::<A>(bytes, name))
        // No archive can take another length in place.
        .update_name_longer("deserialize + serialize; the buffer is an AlignedVec", |By(arena, _), bytes, name| {
            let mut value: Container = A::owned(bytes);
            name.apply(&mut value);
            encode_into(&value, AlignedVec::with_capacity(2 * bytes.len()), arena)
        })
        .update_time(in_clone, |_, bytes, Time(time)| {
            let mut bytes = bytes.clone();
            set_first_time::<A>(&mut bytes, time);
            bytes
        })
        .update_time_in_place("", |bytes, Time(time)| set_first_time::<A>(bytes, time))
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &Container) -> AlignedVec {
    rkyv::api::high::to_bytes_in::<_, Error>(value, AlignedVec::with_capacity(CAPACITY)).expect(MEMORY)
}

#[inline(never)]
fn encode_into(value: &Container, mut buffer: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buffer.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(value, buffer, arena.acquire()).expect(MEMORY)
}

#[inline(never)]
fn set_first_name<A: Access>(bytes: &mut [u8], new: &str) {
    munge!(let ArchivedContainer { list, .. } = A::root_mut(bytes));
    munge!(let ArchivedFooBar { name, .. } = ArchivedVec::as_slice_seal(list).index(0));
    overwrite(ArchivedString::as_str_seal(name), new);
}

/// Writes a text over one of the same length.
pub fn overwrite(text: Seal<'_, str>, new: &str) {
    // SAFETY: the bytes become those of another text.
    unsafe { text.unseal().as_bytes_mut() }.copy_from_slice(new.as_bytes());
}

#[inline(never)]
fn set_first_time<A: Access>(bytes: &mut [u8], new: i32) {
    munge!(let ArchivedContainer { list, .. } = A::root_mut(bytes));
    munge!(let ArchivedFooBar { sibling, .. } = ArchivedVec::as_slice_seal(list).index(0));
    munge!(let ArchivedBar { mut time, .. } = sibling);
    *time = new.into();
}

impl Held for &'static ArchivedContainer {
    const NOTE: &'static str = "validated once";

    fn open(value: &Container) -> Self {
        Validated::root(Box::leak(Box::new(encode(value))))
    }

    fn read_all(&self) {
        read_fields(self);
    }

    fn location(&self) -> &str {
        self.location.as_str()
    }

    fn second_time(&self) -> i32 {
        self.list[1].sibling.time.to_native()
    }

    fn plain(&self) -> Container {
        read(self)
    }
}

#[inline(never)]
fn read_all<A: Access>(bytes: &[u8]) {
    read_fields(A::root(bytes));
}

/// Reads every field in the buffer.
#[inline]
fn read_fields(root: &ArchivedContainer) {
    for element in root.list.iter() {
        black_box(element.sibling.time.to_native());
        black_box(element.sibling.ratio.to_native());
        black_box(element.sibling.size.to_native());
        black_box(element.name.as_str());
        black_box(element.rating.to_native());
        black_box(element.postfix);
    }
    black_box(root.initialized);
    black_box(&root.fruit);
    black_box(root.location.as_str());
}

#[inline(never)]
fn location<A: Access>(bytes: &[u8]) -> &str {
    A::root::<ArchivedContainer>(bytes).location.as_str()
}

#[inline(never)]
fn second_time<A: Access>(bytes: &[u8]) -> i32 {
    A::root::<ArchivedContainer>(bytes).list[1].sibling.time.to_native()
}

/// The record by in-place reads; for proofs only.
fn read(root: &ArchivedContainer) -> Container {
    let bar = |bar: &ArchivedBar| Bar {
        time: bar.time.to_native(),
        ratio: bar.ratio.to_native(),
        size: bar.size.to_native(),
    };
    let element = |element: &ArchivedFooBar| FooBar {
        sibling: bar(&element.sibling),
        name: element.name.as_str().to_owned(),
        rating: element.rating.to_native(),
        postfix: element.postfix,
    };
    let fruit = match root.fruit {
        ArchivedFruit::Apples => Fruit::Apples,
        ArchivedFruit::Pears => Fruit::Pears,
        ArchivedFruit::Bananas => Fruit::Bananas,
    };
    let list = root.list.iter().map(element).collect();
    Container { list, initialized: root.initialized, fruit, location: root.location.as_str().to_owned() }
}
