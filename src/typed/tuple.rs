//! Tuples: stored inline, as a frozen struct whose fields have numbers for names. `()` is one
//! without fields, with a name.

use super::cell::SchemaCell;
use super::element::{field_at, plain_each, plain_field, put_plain, reach};
use super::plan::{About, RootPlan, implied, may_convert, type_of};
use super::prove::unused;
use super::{At, Checked, Decode, Heap, List, Proven, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value};
use crate::error::Result;
use crate::layout::{Place, Shape, Size, ends, plan};
use crate::read::document::Decoder;
use crate::read::open::RecordBytes;
use crate::schema::{Field, Order, Schema, Struct, StructId, Type};
use crate::wire::pieces::Pieces;
use crate::wire::width::{PointerWidth, StaticWidth, Width};
use crate::wire::{slice_or_empty, stored};
use crate::write::{Link, Session, Storage, Target};

/// The tuple's own record in another.
#[inline(always)]
pub(super) fn part<'a, T: Value>(record: &RecordBytes<'a>, place: &Place) -> RecordBytes<'a> {
    record.inline(place.slot, T::SHAPE.slot)
}

/// The name of `()` in a schema: a frozen struct without fields, of one byte.
const UNIT: &str = "Unit";
const UNIT_DOCS: &str = "No value.";

#[inline]
fn unit_schema() -> &'static Schema {
    static SCHEMA: SchemaCell = SchemaCell::new();
    SCHEMA.get::<()>()
}

/// The schema's part of `()`. A tuple has parts, and no name.
fn about_unit() -> About {
    About::new::<()>(UNIT, UNIT_DOCS)
}

const fn type_plan<T: TuplePlan<N>, const N: usize>(converts: fn() -> bool) -> TypePlan {
    let plan = TypePlan::new(Type::Struct(StructId::compiled(T::plan))).knowing(converts, None);
    if N > 0 {
        return plan;
    }
    plan.rooted(RootPlan::new(StructId::compiled(T::plan), PointerWidth::One), T::ENDS, unit_schema)
}

macro_rules! tuple {
    ($count:literal: $($type:ident $index:tt $value:ident),*) => {
        #[allow(unused_variables, clippy::unused_unit)] // Of `()`.
        impl<$($type: Value),*> TuplePlan<$count> for ($($type,)*) {
            const SHAPES: &'static [Shape; $count] = &[$(Shape { bits: $type::SHAPE.bits, slot: $type::SHAPE.slot, since: 1 }),*];
            const FIELDS: &'static [Field; $count] = {
                let places = plan(Self::SHAPES);
                &[$(Field::compiled(
                    stringify!($index), type_of::<$type>(), $type::SHAPE.optional, implied::<$type>(), 1, (places[$index], $type::PLAN.guards)
                )),*]
            };
        }

        #[allow(unused_variables, clippy::unused_unit)]
        impl<$($type: Value),*> Value for ($($type,)*) {
            const SHAPE: TypeShape = {
                let shapes = <Self as TuplePlan<$count>>::SHAPES;
                let plain = true $(&& $type::SHAPE.plain)*;
                let ruled = false $(|| $type::SHAPE.ruled)*;
                let checked = unused(shapes, &plan(shapes), 1).bits != 0 $(|| $type::SHAPE.checked)*;
                let shape = TypeShape::record(&ends::<$count, 1>(shapes), plain, ruled, checked);
                // `()` is a struct.
                TypeShape { whole: $count > 0, ..shape.around(&[$($type::SHAPE.levels),*]) }
            };
            const SORTS: bool = $count > 0 $(&& $type::SORTS)*;
            const DEFAULT_HOLDS_ITSELF: () = { let _: &[()] = &[$($type::DEFAULT_HOLDS_ITSELF),*]; };
            const PLAN: TypePlan = type_plan::<Self, $count>(|| false $(|| may_convert::<$type>())*)
                .guarding(false $(|| $type::PLAN.guards)*)
                .lending(false $(|| $type::PLAN.lends)*);
            type Default = ();
            const DEFAULT: &'static () = &();
            type Get<'a, R: Reading> = ($($type::Get<'a, R>,)*);
            type GetList<'a, R: Reading> = List<'a, Self, R>;
            type Proved<'a> = ($($type::Proved<'a>,)*);
            type Set<'a>
                = ($($type::Set<'a>,)*)
            where
                Self: 'a;
            type Cursor<'a, S: Storage + 'a> = ($($type::Get<'a, Checked>,)*);
            type FieldCursor<'a, S: Storage + 'a> = Result<($($type::Get<'a, Checked>,)*)>;
            type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

            #[inline(always)]
            fn as_set(&self) -> Self::Set<'_> {
                ($(self.$index.as_set(),)*)
            }

            fn check(value: &Self::Set<'_>, levels: u32) -> Result<()> {
                let ($($value,)*) = value;
                $($type::check($value, levels).map_err(|error| error.in_field(stringify!($index)))?;)*
                Ok(())
            }

            #[inline(always)]
            fn is_default(value: &Self::Set<'_>, (): &()) -> bool {
                let ($($value,)*) = value;
                true $(&& $type::is_default($value, $type::DEFAULT))*
            }

            #[inline]
            fn heap_len<const ELEMENT: bool, W: StaticWidth>(
                value: &Self::Set<'_>,
                _: &At<'_, (), ELEMENT>,
                levels: u32,
            ) -> u64 {
                let ($($value,)*) = value;
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                0u64 $(.wrapping_add($type::heap_len::<false, W>($value, &field_at::<$type>(&places[$index]), levels)))*
            }

            #[inline]
            fn write<const ELEMENT: bool, W: StaticWidth>(
                value: &Self::Set<'_>,
                record: &mut [u8],
                at: &At<'_, (), ELEMENT>,
                heap: &mut Heap<'_, W>,
            ) -> Result<()> {
                let ($($value,)*) = value;
                let shift = W::WIDTH.shift();
                let record = crate::wire::slice_mut(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift))
                    .ok_or_else(crate::error::length_changed)?;
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                $($type::write($value, record, &field_at::<$type>(&places[$index]), heap)?;)*
                Ok(())
            }

            #[inline]
            fn get<'a, R: Reading, const ELEMENT: bool>(
                slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
            ) -> Result<Self::Get<'a, R>, R::Error> {
                let (record, known) = (part::<Self>(slot.record(), slot.at().place), slot.known());
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                Ok(($(
                    $type::get(TypedSlot::new(&record, &field_at::<$type>(&places[$index]), known))
                        .map_err(|error| R::name(error, |error| error.in_field(stringify!($index))))?,
                )*))
            }

            #[inline(always)]
            fn open(held: Self::Get<'_, Proven>) -> Self::Proved<'_> {
                ($($type::open(held.$index),)*)
            }

            #[inline]
            fn prove_value<const ELEMENT: bool, W: Proving>(
                prover: &mut Prover<'_, W>,
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
            ) -> Option<()> {
                let shift = prover.shift();
                let record = stored(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                prover.zero_bits(record, const {
                    let shapes = <Self as TuplePlan<$count>>::SHAPES;
                    unused(shapes, &plan(shapes), 1)
                })?;
                $(prover.part::<$type>(record, &field_at::<$type>(&places[$index]), stringify!($index))?;)*
                Some(())
            }

            #[inline]
            fn cursor<'a, const ELEMENT: bool, S: Storage>(
                session: &'a mut Session<S>,
                target: Target<'a>,
                at: &At<'_, (), ELEMENT>,
            ) -> Result<Self::Get<'a, Checked>> {
                Self::get(TypedSlot::checked(&session.record(target.holder)?, at))
            }

            #[inline]
            fn field_cursor<'a, S: Storage>(
                session: &'a mut Session<S>,
                link: &'a Link<'a>,
                at: &At<'_, ()>,
            ) -> Result<Self::Get<'a, Checked>> {
                reach::<Self, S>(session, link, at)
            }

            #[inline(always)]
            fn read_plain<const N: usize>(slot: &[u8]) -> [Self; N] {
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                plain_each(slot, |slot| ($(plain_field::<$type>(slot, &places[$index]),)*))
            }

            #[inline(always)]
            fn write_plain(value: &Self::Set<'_>, slot: &mut Pieces<'_>) {
                let ($($value,)*) = value;
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                $(put_plain::<$type>($value, slot, &places[$index]);)*
            }
        }

        #[allow(unused_variables, clippy::unused_unit)]
        impl<'b, $($type: Decode<'b>),*> Decode<'b> for ($($type,)*) {
            #[inline]
            fn decode<const ELEMENT: bool, W: Width>(
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
                decoder: &mut Decoder<'b, W>,
            ) -> Result<Self> {
                let shift = decoder.shift();
                let record = slice_or_empty(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                Ok(($(match $type::decode(record, &field_at::<$type>(&places[$index]), decoder) {
                    Ok(part) => part,
                    Err(error) => return Err(error.in_field(stringify!($index))),
                },)*))
            }
        }
    };
}

/// The shapes of a tuple's fields.
pub(super) trait TuplePlan<const N: usize> {
    const SHAPES: &'static [Shape; N];
    const FIELDS: &'static [Field; N];
    const ENDS: &'static [Size; 1] = &ends::<N, 1>(Self::SHAPES);
    const ORDER: &'static Order<N> = &Order::new(Self::FIELDS, Self::SHAPES);

    fn plan() -> &'static Struct {
        const {
            &Struct::compiled(
                (if N == 0 { UNIT } else { "tuple" }, true, N > 0, false),
                Self::FIELDS,
                Self::ENDS,
                Self::ORDER,
                if N == 0 { Some(about_unit) } else { None },
            )
        }
    }
}

tuple!(0:);
tuple!(1: A 0 a);
tuple!(2: A 0 a, B 1 b);
tuple!(3: A 0 a, B 1 b, C 2 c);
tuple!(4: A 0 a, B 1 b, C 2 c, D 3 d);
tuple!(5: A 0 a, B 1 b, C 2 c, D 3 d, E 4 e);
tuple!(6: A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f);
tuple!(7: A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g);
tuple!(8: A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g, H 7 h);
