//! Workloads A and B.

use std::hint::black_box;
use std::marker::PhantomData;

use rkyv::api::high::{HighDeserializer, HighSerializer};
use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::rend::{f32_le, f64_le, i16_le, i32_le, i64_le, u16_le, u32_le, u64_le};
use rkyv::seal::Seal;
use rkyv::ser::allocator::{Arena, ArenaHandle};
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use rkyv::{Archive, Deserialize, Serialize};

use super::{Access, Archived, MEMORY, PACKAGE, Unchecked, Validated, kept, overwrite};
use crate::library::{Measure, Row};
use crate::workloads::container::sink::Sink;
use crate::workloads::container::{
    ArchivedBar, ArchivedContainer, ArchivedFooBar, ArchivedFruit, Bar, Container, Fruit, held_container, variant,
    walks,
};
use crate::workloads::fields::{
    ArchivedFields, Fields, FieldsRef, Lend, NO_NUMBER, held_fields, lend, with_fields, with_numbers,
};
use crate::workloads::held::{self, Held};
use crate::workloads::record::Subject;
use crate::workloads::rows::{Codec, Rows};

pub fn container(value: &Container) -> Vec<Row> {
    fn row<A: Access>(mode: &'static str, value: &Container) -> Row {
        walks!(rows::<_, A>(mode, value), "", |bytes, sink| walk::<A>(bytes, sink))
            .decode_time("", |_, bytes| time_in::<A>(bytes))
            .sets_same([IN_CLONE, "a name of the same length"], |bytes, name| set_name::<A>(bytes, name))
            .finish()
    }
    all(value, row::<Validated>("validated", value), row::<Unchecked>("unchecked", value))
}

pub fn fields(value: &Fields) -> Vec<Row> {
    fn row<A: Access>(mode: &'static str, value: &Fields) -> Row {
        rows::<_, A>(mode, value)
            .reads_all("", |_, bytes| read_all::<A>(bytes))
            .sets_any("", |bytes, index, number| set_any::<A>(bytes, index, number))
            .finish()
    }
    all(value, row::<Validated>("validated", value), row::<Unchecked>("unchecked", value))
}

/// The rows of both kinds of access, and that of an archive that was validated once.
fn all<S: Stored>(value: &S, validated: Row, unchecked: Row) -> Vec<Row>
where
    &'static S::Archived: Held<S>,
{
    let (bytes, mut validated) = (encode(value), validated.borrowed().proved());
    validated
        .time(Measure::Verify, variant::OWNED, move || rkyv::access::<S::Archived, Error>(black_box(&bytes)).is_ok());
    vec![validated, held::row::<S, &'static S::Archived>(kept(), value).kept(), unchecked.borrowed().unchecked()]
}

type Serializer<'a> = HighSerializer<AlignedVec, ArenaHandle<'a>, Error>;

/// A record that is archived, with what is read and set in it.
trait Stored:
    Subject + Archive<Archived: Archived + Deserialize<Self, HighDeserializer<Error>>> + for<'a> Serialize<Serializer<'a>>
{
    /// What a fresh output vector starts with: an archive of unknown size would grow it, by
    /// doubling, from nothing.
    const CAPACITY: usize;
    const ENCODE: &'static str;

    fn text_in<A: Access>(bytes: &[u8]) -> &str;
    fn set_number_in<A: Access>(bytes: &mut [u8], number: Self::Number);
}

/// One kind of access, and an arena that is kept.
struct By<A>(Arena, PhantomData<A>);

impl<A> Default for By<A> {
    fn default() -> Self {
        Self(Arena::new(), PhantomData)
    }
}

impl<S: Stored, A: Access> Codec<S> for By<A> {
    type Owned = S;
    type Bytes = AlignedVec;

    const ENCODE: &'static str = S::ENCODE;
    const CLONE: &'static str = "clone of an AlignedVec";

    fn encode(&mut self, value: &S) -> AlignedVec {
        encode(value)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &AlignedVec) -> S {
        A::owned(bytes)
    }

    fn text<T>(&mut self, bytes: &AlignedVec, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in::<A>(bytes))
    }
}

const IN_CLONE: &str = "set in place in a clone, an AlignedVec";

fn rows<S: Stored, A: Access>(mode: &'static str, value: &S) -> Rows<S, By<A>> {
    Rows::<S, By<A>>::new("rkyv", PACKAGE, mode, value)
        .encode_reused(
            "output is an AlignedVec",
            |_| (AlignedVec::new(), Arena::new()),
            |(buffer, arena), value| {
                *buffer = encode_into(value, std::mem::take(buffer), arena);
                buffer
            },
        )
        // No archive can take another length in place.
        .update_text("deserialize + serialize; the buffer is an AlignedVec", |By(arena, _), bytes, text| {
            let mut value: S = A::owned(bytes);
            value.set_text(text.0);
            encode_into(&value, AlignedVec::with_capacity(2 * bytes.len()), arena)
        })
        .sets_number([IN_CLONE, ""], |bytes, number| S::set_number_in::<A>(bytes, number))
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
fn encode<S: Stored>(value: &S) -> AlignedVec {
    rkyv::api::high::to_bytes_in::<_, Error>(value, AlignedVec::with_capacity(S::CAPACITY)).expect(MEMORY)
}

#[inline(never)]
fn encode_into<S: Stored>(value: &S, mut buffer: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buffer.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(value, buffer, arena.acquire()).expect(MEMORY)
}

impl Stored for Container {
    const CAPACITY: usize = 256;
    const ENCODE: &'static str = "output is an AlignedVec, of capacity 256 from the start";

    #[inline(never)]
    fn text_in<A: Access>(bytes: &[u8]) -> &str {
        A::root::<ArchivedContainer>(bytes).location.as_str()
    }

    #[inline(never)]
    fn set_number_in<A: Access>(bytes: &mut [u8], new: i32) {
        munge!(let ArchivedFooBar { sibling, .. } = first(A::root_mut(bytes)));
        munge!(let ArchivedBar { mut time, .. } = sibling);
        *time = new.into();
    }
}

fn first(root: Seal<'_, ArchivedContainer>) -> Seal<'_, ArchivedFooBar> {
    munge!(let ArchivedContainer { list, .. } = root);
    ArchivedVec::as_slice_seal(list).index(0)
}

#[inline(never)]
fn set_name<A: Access>(bytes: &mut [u8], new: &str) {
    munge!(let ArchivedFooBar { name, .. } = first(A::root_mut(bytes)));
    overwrite(ArchivedString::as_str_seal(name), new);
}

#[inline(never)]
fn time_in<A: Access>(bytes: &[u8]) -> i32 {
    second_time(A::root(bytes))
}

#[inline]
fn second_time(root: &ArchivedContainer) -> i32 {
    root.list[1].sibling.time.to_native()
}

#[inline(never)]
fn walk<A: Access>(bytes: &[u8], sink: &mut impl Sink) {
    read_fields(A::root(bytes), sink);
}

/// Reads every field in the buffer.
#[inline]
fn read_fields(root: &ArchivedContainer, sink: &mut impl Sink) {
    for element in root.list.iter() {
        let ArchivedBar { time, ratio, size } = element.sibling;
        sink.sibling(Bar { time: time.to_native(), ratio: ratio.to_native(), size: size.to_native() });
        sink.name(element.name.as_str());
        sink.numbers(element.rating.to_native(), element.postfix);
    }
    let fruit = match root.fruit {
        ArchivedFruit::Apples => Fruit::Apples,
        ArchivedFruit::Pears => Fruit::Pears,
        ArchivedFruit::Bananas => Fruit::Bananas,
    };
    sink.flags(root.initialized, fruit);
    sink.location(root.location.as_str());
}

held_container!(
    &'static ArchivedContainer,
    "validated once",
    |value| Validated::root(Box::leak(Box::new(encode(value)))),
    |root, sink| read_fields(root, sink),
    root.location.as_str(),
    second_time(root)
);

impl Stored for Fields {
    const CAPACITY: usize = 512;
    const ENCODE: &'static str = "output is an AlignedVec, of capacity 512 from the start";

    #[inline(never)]
    fn text_in<A: Access>(bytes: &[u8]) -> &str {
        A::root::<ArchivedFields>(bytes).third_field_of_type_string.as_str()
    }

    #[inline(never)]
    fn set_number_in<A: Access>(bytes: &mut [u8], number: u64) {
        munge!(let ArchivedFields { mut second_field_of_type_u64, .. } = A::root_mut(bytes));
        *second_field_of_type_u64 = number.into();
    }
}

impl Lend for ArchivedString {
    type Lent<'a> = &'a str;

    fn lend(&self) -> &str {
        self
    }
}

macro_rules! lend_native {
    ($($Archived:ident: $Native:ident),*) => {
        $(impl Lend for $Archived {
            type Lent<'a> = $Native;

            fn lend(&self) -> $Native {
                self.to_native()
            }
        })*
    };
}
lend_native!(
    u16_le: u16, u32_le: u32, u64_le: u64, i16_le: i16, i32_le: i32, i64_le: i64, f32_le: f32, f64_le: f64
);

#[inline(never)]
fn read_all<A: Access>(bytes: &[u8]) -> FieldsRef<'_> {
    read(A::root(bytes))
}

#[inline]
fn read(root: &ArchivedFields) -> FieldsRef<'_> {
    with_fields!(lend!(root), strings: [&str])
}

#[inline(never)]
fn set_any<A: Access>(bytes: &mut [u8], index: usize, number: u32) {
    let root = A::root_mut(bytes);
    macro_rules! set {
        (($root:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
            match index {
                $($at => {
                    munge!(let ArchivedFields { mut $field, .. } = $root);
                    *$field = (number as $Type).into();
                })*
                _ => unreachable!("{NO_NUMBER}"),
            }
        };
    }
    with_numbers!(set!(root));
}

held_fields!(
    &'static ArchivedFields,
    "validated once",
    |value| Validated::root(Box::leak(Box::new(encode(value)))),
    |root| read(root),
    root.third_field_of_type_string.as_str()
);
