//! Addresses of the internet: the types of `core::net`, as the bytes that go over the wire.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::word::every_word;

every_word!([] Ipv4Addr, u32, Self::UNSPECIFIED, |this| u32::from_le_bytes(this.octets()), |word| Self::from(word.to_le_bytes()));
every_word!([] Ipv6Addr, u128, Self::UNSPECIFIED, |this| u128::from_le_bytes(this.octets()), |word| Self::from(word.to_le_bytes()));
