//! Workload B.

use std::marker::PhantomData;

use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::rend::{f32_le, f64_le, i16_le, i32_le, i64_le, u16_le, u32_le, u64_le};
use rkyv::ser::allocator::Arena;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;

use super::{Access, Unchecked, Validated};
use crate::library::{Measure, Row};
use crate::workloads::fields::held::{self, Held};
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{
    ArchivedFields, Fields, FieldsRef, Lend, NO_NUMBER, lend, variant, with_fields, with_numbers,
};

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

/// What a fresh output vector starts with: an archive of unknown size would grow it, by doubling, from nothing.
const CAPACITY: usize = 512;

struct By<A>(PhantomData<A>);

impl<A: Access> Codec for By<A> {
    type Owned = Fields;
    type Bytes = AlignedVec;

    const ENCODE: &'static str = "output is an AlignedVec, of capacity 512 from the start";
    const CLONE: &'static str = "clone of an AlignedVec";

    #[inline(never)]
    fn encode(value: &Fields) -> AlignedVec {
        rkyv::api::high::to_bytes_in::<_, Error>(value, AlignedVec::with_capacity(CAPACITY))
            .expect("memory for the archive")
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> Fields {
        A::owned(bytes)
    }
}

impl<A: Access> Borrow for By<A> {
    type Ref<'a> = FieldsRef<'a>;

    #[inline(never)]
    fn borrow(bytes: &AlignedVec) -> FieldsRef<'_> {
        read(A::root(bytes))
    }
}

pub(super) fn rows(value: &Fields) -> Vec<Row> {
    let bytes = By::<Validated>::encode(value);
    let row = |mode| Row::new("rkyv", "rkyv", "0.8.", mode, bytes.to_vec()).borrowed();
    let mut validated = row("validated").proved();
    let mut unchecked = row("unchecked").unchecked();
    measure::<Validated>(&mut validated, value);
    measure::<Unchecked>(&mut unchecked, value);

    validated.time(Measure::Verify, variant::OWNED, move || {
        rkyv::access::<ArchivedFields, Error>(std::hint::black_box(&bytes)).is_ok()
    });
    let open = Row::new("rkyv", "rkyv", "0.8.", "validated, kept", Vec::new()).proved();
    vec![validated, held::row::<&'static ArchivedFields>(open, value).kept(), unchecked]
}

#[inline]
fn read(root: &ArchivedFields) -> FieldsRef<'_> {
    with_fields!(lend!(root), strings: [&str])
}

impl Held for &'static ArchivedFields {
    const NOTE: &'static str = "validated once";

    fn open(value: &Fields) -> Self {
        Validated::root(Box::leak(Box::new(By::<Validated>::encode(value))))
    }

    fn read_all(&self) -> FieldsRef<'_> {
        read(self)
    }

    fn third_string(&self) -> &str {
        self.third_field_of_type_string.as_str()
    }
}

fn measure<A: Access>(row: &mut Row, value: &Fields) {
    rows::encodes::<By<A>>(row, value);
    let kept = (AlignedVec::new(), Arena::new());
    rows::encode_reused::<By<A>, _>(row, value, "output is an AlignedVec", kept, |(buffer, arena), value| {
        *buffer = encode_into(value, std::mem::take(buffer), arena);
        buffer
    });
    rows::decodes::<By<A>>(row, value);
    rows::decodes_borrowed::<By<A>>(row, value);
    rows::decode_one::<By<A>>(row, value, "", |bytes| third_string::<A>(bytes));

    rows::update_number::<By<A>>(row, "set in place in a clone, an AlignedVec", |bytes, number| {
        let mut bytes = bytes.clone();
        set_number::<A>(&mut bytes, number);
        bytes
    });
    rows::update_number_in_place::<By<A>>(row, "", |bytes, number| set_number::<A>(bytes, number));
    rows::update_any_in_place::<By<A>>(row, "", |bytes, index, number| set_any::<A>(bytes, index, number));
    // No archive can take another string in place unless the length stays.
    let note = "deserialize + serialize; the buffer is an AlignedVec";
    rows::update_string_by::<By<A>, _>(row, note, Arena::new, |arena, bytes, text| {
        let mut value = By::<A>::decode(bytes);
        text.clone_into(&mut value.second_field_of_type_string);
        encode_into(&value, AlignedVec::with_capacity(2 * bytes.len()), arena)
    });
}

#[inline(never)]
fn encode_into(value: &Fields, mut buffer: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buffer.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(value, buffer, arena.acquire())
        .expect("memory for the archive")
}

#[inline(never)]
fn third_string<A: Access>(bytes: &[u8]) -> &str {
    A::root::<ArchivedFields>(bytes).third_field_of_type_string.as_str()
}

#[inline(never)]
fn set_number<A: Access>(bytes: &mut [u8], number: u64) {
    munge!(let ArchivedFields { mut second_field_of_type_u64, .. } = A::root_mut(bytes));
    *second_field_of_type_u64 = number.into();
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
