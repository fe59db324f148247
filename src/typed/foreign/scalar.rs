//! Types that are stored as a scalar of the table or as a tuple of scalars, and convert with a
//! check ([`Foreign`]).
//!
//! The slot, the schema and the order are those of the scalar. A value that the scalar cannot hold
//! is refused like a value that breaks a rule: it is measured as a length that no buffer has,
//! before anything is written. A scalar that the type cannot hold is an error when it is read, and
//! fails the proof as unreadable.

use core::cmp::Ordering;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::read::document::Decoder;
use crate::read::open::RecordBytes;
use crate::scalar::Builtin;
use crate::scalar::foreign::{Foreign, for_each_foreign, from_wire, to_wire};
use crate::scalar::word::Scalar;
use crate::typed::element::reach;
use crate::typed::key::MapKey;
use crate::typed::rules::{Ranged, RuleSubject, Ruled};
use crate::typed::scalar::{get, put, read, set};
use crate::typed::{
    At, Decode, Heap, List, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read,
};
use crate::wire::proved::Derived;
use crate::wire::width::{StaticWidth, Width};
use crate::write::value::UNWRITABLE;
use crate::write::{Link, Session, Storage, Target};

/// The scalar that a type is stored as.
type Wire<T> = <T as Foreign>::Wire;

/// The slot of the scalar, not all values of which may be values of the type.
const fn shape<T: Foreign<Wire: Value>>() -> TypeShape {
    let of = Wire::<T>::SHAPE;
    let (ruled, checked) = (!T::UNSTORED.is_empty(), of.checked || !T::UNREAD.is_empty());
    TypeShape { ruled, checked, plain: false, ..of }
}

/// As the scalar; a buffer that is written by the schema is checked for values that the type cannot
/// hold.
const fn plan<T: Foreign<Wire: Value>>() -> TypePlan {
    Wire::<T>::PLAN.guarding(!T::UNREAD.is_empty())
}

/// Zero; or for a value that the scalar cannot hold, a length that no buffer has.
#[inline]
fn measure<T: Foreign>(value: &T) -> u64 {
    if T::UNSTORED.is_empty() || value.to_wire().is_some() { 0 } else { UNWRITABLE }
}

/// Fails if either type rejects the word: the scalar's own, or this one.
#[inline]
fn prove<T: Foreign, W: Proving>(
    prover: &mut Prover<'_, W>,
    record: &[u8],
    place: &Place,
    default: &Wire<T>,
) -> Option<()> {
    crate::typed::scalar::prove::<Wire<T>, W>(prover, record, place, default)?;
    if T::UNREAD.is_empty() {
        return Some(());
    }
    let stored = crate::typed::scalar::load(record, place.slot.at(prover.shift()), default).ok()?;
    if T::from_wire(stored).is_some() { Some(()) } else { prover.beyond_type() }
}

/// A value that cannot be stored equals no default, and sorts before all others.
fn order<T: Foreign<Wire: MapKey>>(one: &T, other: &T) -> Ordering
where
    for<'a> Wire<T>: Value<Set<'a> = Wire<T>>,
{
    match (one.to_wire(), other.to_wire()) {
        (Some(one), Some(other)) => Wire::<T>::order(&one, &other),
        (one, other) => one.is_some().cmp(&other.is_some()),
    }
}

macro_rules! fields {
    ($($(#[$when:meta])* $type:ty;)*) => {$(
        $(#[$when])*
        impl Value for $type {
            const SHAPE: TypeShape = shape::<$type>();
            const PLAN: TypePlan = plan::<$type>();
            type Default = Wire<$type>;
            const DEFAULT: &'static Wire<$type> = <Wire<$type> as Value>::DEFAULT;
            opened_as_read!();
            type Get<'a, R: Reading> = $type;
            type GetList<'a, R: Reading> = List<'a, $type, R>;
            type Set<'a> = $type;
            type Cursor<'a, S: Storage + 'a> = $type;
            type FieldCursor<'a, S: Storage + 'a> = Result<$type>;
            type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

            #[inline(always)]
            fn as_set(&self) -> $type {
                *self
            }

            #[cold]
            fn check(value: &$type, _: u32) -> Result<()> {
                to_wire(value).map(drop)
            }

            #[inline]
            fn is_default(value: &$type, default: &Wire<$type>) -> bool {
                value.to_wire().is_some_and(|wire| Scalar::to_word(&wire) == Scalar::to_word(default))
            }

            #[inline(always)]
            fn heap_len<const ELEMENT: bool, W: StaticWidth>(
                value: &$type,
                _: &At<'_, Wire<$type>, ELEMENT>,
                _: u32,
            ) -> u64 {
                measure(value)
            }

            #[inline]
            fn write<const ELEMENT: bool, W: StaticWidth>(
                value: &$type,
                record: &mut [u8],
                at: &At<'_, Wire<$type>, ELEMENT>,
                _: &mut Heap<'_, W>,
            ) -> Result<()> {
                put(&to_wire(value)?, record, at.place, W::WIDTH.shift(), at.default)
            }

            #[inline]
            fn get<R: Reading, const ELEMENT: bool>(
                slot: TypedSlot<'_, '_, Self, R, ELEMENT>,
            ) -> Result<$type, R::Error> {
                let wire = read(&slot, *slot.at().default)?;
                R::trust(from_wire(wire), <$type as Foreign>::NONE)
            }

            #[inline]
            fn prove_value<const ELEMENT: bool, W: Proving>(
                prover: &mut Prover<'_, W>,
                record: &[u8],
                at: &At<'_, Wire<$type>, ELEMENT>,
            ) -> Option<()> {
                prove::<$type, W>(prover, record, at.place, at.default)
            }

            #[inline]
            fn set<const ELEMENT: bool, S: Storage>(
                session: &mut Session<S>,
                target: Target<'_>,
                at: &At<'_, Wire<$type>, ELEMENT>,
                value: &$type,
            ) -> Result<()> {
                set(session, &target, at.place, &to_wire(value)?, at.default)
            }

            #[inline]
            fn cursor<'a, const ELEMENT: bool, S: Storage>(
                session: &'a mut Session<S>,
                target: Target<'a>,
                at: &At<'_, Wire<$type>, ELEMENT>,
            ) -> Result<$type> {
                <Self as Value>::get(TypedSlot::checked(&session.target(&target)?, at))
            }

            #[inline]
            fn field_cursor<'a, S: Storage>(
                session: &'a mut Session<S>,
                link: &'a Link<'a>,
                at: &At<'_, Wire<$type>>,
            ) -> Result<$type> {
                reach::<Self, S>(session, link, at)
            }
        }

        $(#[$when])*
        impl<'b> Decode<'b> for $type {
            #[inline]
            fn decode<const ELEMENT: bool, W: Width>(
                record: &[u8],
                at: &At<'_, Wire<$type>, ELEMENT>,
                decoder: &mut Decoder<'b, W>,
            ) -> Result<$type> {
                from_wire(get(record, at.place, decoder.shift(), at.default)?)
            }
        }

        $(#[$when])*
        impl MapKey for $type {
            #[inline]
            fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &$type) -> Result<Ordering> {
                match key.to_wire() {
                    Some(wire) => <Wire<$type> as MapKey>::compare_at(record, place, &wire),
                    // Such a value is in no map.
                    None => Ok(Ordering::Greater),
                }
            }

            #[inline]
            fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
                <Wire<$type> as MapKey>::order_at(one, other, place)
            }

            #[inline(always)]
            fn reborrow<'k>(key: &$type) -> $type
            where
                'k: 'k,
            {
                *key
            }

            #[inline]
            fn order(one: &$type, other: &$type) -> Ordering {
                order(one, other)
            }
        }

        $(#[$when])*
        impl Ruled for $type {
            #[inline]
            fn content<'v>(value: &'v Self::Set<'_>) -> RuleSubject<'v> {
                // What cannot be stored is refused as that.
                value.to_wire().map_or(RuleSubject::Absent, |wire| {
                    RuleSubject::Word(<Wire<$type> as Builtin>::SCALAR, Scalar::to_word(&wire).into())
                })
            }
        }

        $(#[$when])*
        impl Ranged for $type
        where
            // Of a scalar without ranges as well, so that a field is told what it cannot have.
            for<'r> Wire<$type>: Ranged,
        {
            type Bound = <Wire<$type> as Ranged>::Bound;
            const IMPLIED: Option<Self::Bound> = <Wire<$type> as Ranged>::IMPLIED;
        }
    )*};
}
for_each_foreign!(fields);

// `SocketAddr` and its two kinds: a tuple of an address and a port, inline.
//
// The tuple cannot hold a scope or a flow label. An address with one is refused like a value that
// breaks a rule.

#[cold]
#[inline(never)]
fn unstored() -> Error {
    Error::fixed(&FixedError(
        ErrorKind::Type,
        "an address with a scope or a flow label, or an IPv6 one that stands for an IPv4 one, is not stored; \
               `with = vellum::with::text` stores what its text says",
    ))
}

/// The address and the port, if there is no scope or flow label.
fn parts(socket: &SocketAddr) -> Option<(IpAddr, u16)> {
    match socket {
        SocketAddr::V4(socket) => Some((IpAddr::V4(*socket.ip()), socket.port())),
        SocketAddr::V6(socket) => {
            parts_v6(socket).and_then(|(ip, port)| ip.to_ipv4_mapped().is_none().then_some((IpAddr::V6(ip), port)))
        }
    }
}

fn parts_v6(socket: &SocketAddrV6) -> Option<(Ipv6Addr, u16)> {
    (socket.scope_id() == 0 && socket.flowinfo() == 0).then(|| (*socket.ip(), socket.port()))
}

macro_rules! sockets {
    ($($type:ident of $ip:ty, |$socket:ident| $parts:expr, |$held:ident, $port:ident| $made:expr;)*) => {$(
        const _: () = {
            type Parts = ($ip, u16);

            // Addresses of one kind can all be stored.
            #[allow(clippy::unnecessary_wraps)]
            #[inline]
            fn to_parts($socket: &$type) -> Option<Parts> {
                $parts
            }

            #[inline]
            fn of_parts(($held, $port): Parts) -> $type {
                $made
            }

            impl Value for $type {
                const SHAPE: TypeShape = TypeShape { ruled: true, plain: false, ..<Parts as Value>::SHAPE };
                const PLAN: TypePlan = <Parts as Value>::PLAN;
                const SORTS: bool = <Parts as Value>::SORTS;
                opened_as_read!();
                $crate::__stored_as!(@prove Parts);
                type Get<'a, R: Reading> = $type;
                type GetList<'a, R: Reading> = List<'a, $type, R>;
                type Set<'a> = $type;
                type Cursor<'a, S: Storage + 'a> = $type;
                type FieldCursor<'a, S: Storage + 'a> = Result<$type>;
                type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

                #[inline(always)]
                fn as_set(&self) -> $type {
                    *self
                }

                #[cold]
                fn check(value: &$type, levels: u32) -> Result<()> {
                    let parts = to_parts(value).ok_or_else(unstored)?;
                    Parts::check(&parts, levels)
                }

                #[inline]
                fn is_default(value: &$type, default: &()) -> bool {
                    to_parts(value).is_some_and(|parts| Parts::is_default(&parts, default))
                }

                #[inline]
                fn heap_len<const ELEMENT: bool, W: StaticWidth>(
                    value: &$type,
                    at: &At<'_, (), ELEMENT>,
                    levels: u32,
                ) -> u64 {
                    to_parts(value).map_or(UNWRITABLE, |parts| Parts::heap_len::<ELEMENT, W>(&parts, at, levels))
                }

                #[inline]
                fn write<const ELEMENT: bool, W: StaticWidth>(
                    value: &$type,
                    record: &mut [u8],
                    at: &At<'_, (), ELEMENT>,
                    heap: &mut Heap<'_, W>,
                ) -> Result<()> {
                    Parts::write(&to_parts(value).ok_or_else(unstored)?, record, at, heap)
                }

                #[inline]
                fn get<R: Reading, const ELEMENT: bool>(
                    slot: TypedSlot<'_, '_, Self, R, ELEMENT>,
                ) -> Result<$type, R::Error> {
                    Parts::get(slot.stored_as::<Parts>(Derived::own())).map(of_parts)
                }

                #[inline]
                fn cursor<'a, const ELEMENT: bool, S: Storage>(
                    session: &'a mut Session<S>,
                    target: Target<'a>,
                    at: &At<'_, (), ELEMENT>,
                ) -> Result<$type> {
                    Parts::cursor(session, target, at).map(of_parts)
                }

                #[inline]
                fn field_cursor<'a, S: Storage>(
                    session: &'a mut Session<S>,
                    link: &'a Link<'a>,
                    at: &At<'_, ()>,
                ) -> Result<$type> {
                    reach::<Self, S>(session, link, at)
                }
            }

            impl<'b> Decode<'b> for $type {
                #[inline]
                fn decode<const ELEMENT: bool, W: Width>(
                    record: &[u8],
                    at: &At<'_, (), ELEMENT>,
                    decoder: &mut Decoder<'b, W>,
                ) -> Result<$type> {
                    Parts::decode(record, at, decoder).map(of_parts)
                }
            }

            impl MapKey for $type {
                #[inline]
                fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &$type) -> Result<Ordering> {
                    match to_parts(key) {
                        Some(parts) => Parts::compare_at(record, place, &parts),
                        // Such a value is in no map.
                        None => Ok(Ordering::Greater),
                    }
                }

                #[inline]
                fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
                    Parts::order_at(one, other, place)
                }

                #[inline(always)]
                fn reborrow<'k>(key: &$type) -> $type
                where
                    'k: 'k,
                {
                    *key
                }

                #[inline]
                fn order(one: &$type, other: &$type) -> Ordering {
                    match (to_parts(one), to_parts(other)) {
                        (Some(one), Some(other)) => Parts::order(&one, &other),
                        (one, other) => one.is_some().cmp(&other.is_some()),
                    }
                }
            }
        };
    )*};
}

sockets! {
    SocketAddr of IpAddr, |socket| parts(socket), |ip, port| SocketAddr::from((ip, port));
    SocketAddrV4 of Ipv4Addr, |socket| Some((*socket.ip(), socket.port())), |ip, port| SocketAddrV4::new(ip, port);
    SocketAddrV6 of Ipv6Addr, |socket| parts_v6(socket), |ip, port| SocketAddrV6::new(ip, port, 0, 0);
}
