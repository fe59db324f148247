//! `SocketAddr` and its two kinds: the tuple of an address and a port, inline. An address with a
//! scope or a flow label, which the tuple cannot hold, is refused like a value that breaks a rule:
//! it is measured as a length that no buffer has, before anything is written.

use core::cmp::Ordering;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::record::RecordBytes;
use crate::typed::element::reach;
use crate::typed::key::MapKey;
use crate::typed::{At, Decode, Heap, List, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::wire::proved::Derived;
use crate::wire::width::{StaticWidth, Width};
use crate::write::measure::UNWRITABLE;
use crate::write::{Link, Session, Storage, Target};

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
