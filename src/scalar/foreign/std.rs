//! Types of std: spans and points of time, and addresses of either kind.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
#[cfg(feature = "std")]
use std::time::SystemTime;

use super::Foreign;
#[cfg(feature = "std")]
use crate::scalar::TimestampNanos;

impl Foreign for core::time::Duration {
    type Wire = crate::scalar::Duration;
    const UNSTORED: &'static str = "the span of time is longer than the 292 years that a duration in nanoseconds holds";
    const UNREAD: &'static str = "the stored span of time is negative, which std's `Duration` cannot be";
    const NONE: Self = Self::ZERO;

    #[inline]
    fn to_wire(&self) -> Option<Self::Wire> {
        self.as_nanos().try_into().ok().map(crate::scalar::Duration)
    }

    #[inline]
    fn from_wire(wire: Self::Wire) -> Option<Self> {
        u64::try_from(wire.0).ok().map(Self::from_nanos)
    }
}

#[cfg(feature = "std")]
impl Foreign for SystemTime {
    type Wire = TimestampNanos;
    const UNSTORED: &'static str = "the point in time is before 1677 or after 2262, where a timestamp in nanoseconds ends; `with` names a coarser one";
    const UNREAD: &'static str = "the stored point in time is beyond what this machine's `SystemTime` holds";
    const NONE: Self = Self::UNIX_EPOCH;

    fn to_wire(&self) -> Option<TimestampNanos> {
        match self.duration_since(Self::UNIX_EPOCH) {
            Ok(since) => since.as_nanos().try_into().ok().map(TimestampNanos),
            Err(before) => {
                let nanos = i128::try_from(before.duration().as_nanos()).ok()?.checked_neg()?;
                nanos.try_into().ok().map(TimestampNanos)
            }
        }
    }

    fn from_wire(wire: TimestampNanos) -> Option<Self> {
        let distance = core::time::Duration::from_nanos(wire.0.unsigned_abs());
        if wire.0 < 0 { Self::UNIX_EPOCH.checked_sub(distance) } else { Self::UNIX_EPOCH.checked_add(distance) }
    }
}

/// An IPv4 address is stored as the IPv6 address that it is mapped to (RFC 4291, 2.5.5.2):
/// `::ffff:192.0.2.1`.
impl Foreign for IpAddr {
    type Wire = Ipv6Addr;
    const UNSTORED: &'static str =
        "an IPv6 address that stands for an IPv4 one is stored as that; `to_canonical` makes it so";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::V4(Ipv4Addr::UNSPECIFIED);

    fn to_wire(&self) -> Option<Ipv6Addr> {
        match self {
            Self::V4(address) => Some(address.to_ipv6_mapped()),
            Self::V6(address) => address.to_ipv4_mapped().is_none().then_some(*address),
        }
    }

    fn from_wire(wire: Ipv6Addr) -> Option<Self> {
        Some(wire.to_canonical())
    }
}
