//! The structs, and what each library that derives does with them.

use super::Wide;
use super::names::{with_255_names, with_1000_names, with_tens};
use crate::scaling::{OWN_BYTES, SMALL};

/// The first field alone: bincode 2 leaves unread what follows.
#[derive(bincode2::Decode)]
#[bincode(crate = "bincode2")]
struct First(u64);

/// The struct, and its use by std, bincode 2 and rkyv.
macro_rules! everybody {
    (($count:literal $first:ident $last:ident) $($field:ident)*) => {
        #[derive(bincode2::Encode, bincode2::Decode, rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
        #[derive(Clone)]
        #[bincode(crate = "bincode2")]
        pub struct Numbers {
            $($field: u64,)*
        }

        impl Numbers {
            fn of(numbers: &[u64]) -> Self {
                let mut numbers = numbers.iter();
                Self { $($field: *numbers.next().expect("a number for each field"),)* }
            }

            fn all(&self) -> Vec<u64> {
                vec![$(self.$field),*]
            }

            fn end<const LAST: bool>(&mut self) -> &mut u64 {
                if LAST { &mut self.$last } else { &mut self.$first }
            }
        }

        /// std: the struct itself.
        pub struct Plain;

        impl Wide for Plain {
            type Bytes = Box<Numbers>;
            const FIELDS: usize = $count;
            const READS: [&'static str; 2] = ["a field of the struct"; 2];
            const SETS: &'static str = "an assignment";

            fn encode(numbers: &[u64]) -> Box<Numbers> {
                Box::new(Numbers::of(numbers))
            }

            fn decode(bytes: &Box<Numbers>) -> Vec<u64> {
                bytes.all()
            }

            fn get<const LAST: bool>(bytes: &Box<Numbers>) -> u64 {
                if LAST { bytes.$last } else { bytes.$first }
            }

            fn set<const LAST: bool>(bytes: &mut Box<Numbers>, number: u64) {
                *bytes.end::<LAST>() = number;
            }
        }

        /// bincode 2.
        pub struct Bincode;

        impl Bincode {
            fn decode<T: bincode2::Decode<()>>(bytes: &[u8]) -> T {
                bincode2::decode_from_slice(bytes, bincode2::config::standard()).expect(OWN_BYTES).0
            }

            fn encode(numbers: &Numbers) -> Vec<u8> {
                bincode2::encode_to_vec(numbers, bincode2::config::standard()).expect(SMALL)
            }
        }

        impl Wide for Bincode {
            type Bytes = Vec<u8>;
            const FIELDS: usize = $count;
            const READS: [&'static str; 2] = ["decodes that field alone", "decodes all"];
            const SETS: &'static str = "decode + change + encode";

            fn encode(numbers: &[u64]) -> Vec<u8> {
                Self::encode(&Numbers::of(numbers))
            }

            fn decode(bytes: &Vec<u8>) -> Vec<u64> {
                Self::decode::<Numbers>(bytes).all()
            }

            #[inline(never)]
            fn get<const LAST: bool>(bytes: &Vec<u8>) -> u64 {
                if LAST { Self::decode::<Numbers>(bytes).$last } else { Self::decode::<First>(bytes).0 }
            }

            #[inline(never)]
            fn set<const LAST: bool>(bytes: &mut Vec<u8>, number: u64) {
                let mut numbers: Numbers = Self::decode(bytes);
                *numbers.end::<LAST>() = number;
                *bytes = Self::encode(&numbers);
            }
        }

        /// rkyv, validated.
        pub struct Rkyv;

        impl Rkyv {
            fn root(bytes: &AlignedVec) -> &ArchivedNumbers {
                rkyv::access::<_, Error>(bytes).expect(OWN_BYTES)
            }

            fn root_mut(bytes: &mut AlignedVec) -> Seal<'_, ArchivedNumbers> {
                rkyv::access_mut::<_, Error>(bytes).expect(OWN_BYTES)
            }
        }

        impl Wide for Rkyv {
            type Bytes = AlignedVec;
            const FIELDS: usize = $count;

            fn encode(numbers: &[u64]) -> AlignedVec {
                rkyv::to_bytes::<Error>(&Numbers::of(numbers)).expect(SMALL)
            }

            fn decode(bytes: &AlignedVec) -> Vec<u64> {
                rkyv::from_bytes::<Numbers, Error>(bytes).expect(OWN_BYTES).all()
            }

            #[inline(never)]
            fn get<const LAST: bool>(bytes: &AlignedVec) -> u64 {
                if LAST { Self::root(bytes).$last.to_native() } else { Self::root(bytes).$first.to_native() }
            }

            #[inline(never)]
            fn set<const LAST: bool>(bytes: &mut AlignedVec, number: u64) {
                if LAST {
                    munge!(let ArchivedNumbers { mut $last, .. } = Self::root_mut(bytes));
                    *$last = number.into();
                } else {
                    munge!(let ArchivedNumbers { mut $first, .. } = Self::root_mut(bytes));
                    *$first = number.into();
                }
            }
        }
    };
}

/// The derives that a compiler cannot do for a thousand fields within seconds.
macro_rules! patient {
    (($first:ident $last:ident $set_first:ident $set_last:ident) $($field:ident)*) => {
        #[derive(vellum::Vellum)]
        pub struct Record {
            $($field: u64,)*
        }

        /// vellum, the buffer opened for each operation.
        pub struct Vellum;

        impl Wide for Vellum {
            type Bytes = Vec<u8>;
            const FIELDS: usize = 255;
            const READS: [&'static str; 2] = ["in place, the buffer opened for each"; 2];
            const SETS: &'static str = "in place, the buffer opened for each";

            fn encode(numbers: &[u64]) -> Vec<u8> {
                let mut numbers = numbers.iter();
                let record = Record { $($field: *numbers.next().expect("a number for each field"),)* };
                vellum::to_vec(&record).expect(SMALL)
            }

            fn decode(bytes: &Vec<u8>) -> Vec<u64> {
                let record: Record = vellum::from_slice(bytes).expect(OWN_BYTES);
                vec![$(record.$field),*]
            }

            #[inline(never)]
            fn get<const LAST: bool>(bytes: &Vec<u8>) -> u64 {
                if LAST { Record::peek(bytes).and_then(|view| view.$last()).expect(OWN_BYTES) } else { Record::peek(bytes).and_then(|view| view.$first()).expect(OWN_BYTES) }
            }

            #[inline(never)]
            fn set<const LAST: bool>(bytes: &mut Vec<u8>, number: u64) {
                if LAST {
                    Record::edit(bytes).and_then(|mut edit| edit.$set_last(number)).expect(OWN_BYTES);
                } else {
                    Record::edit(bytes).and_then(|mut edit| edit.$set_first(number)).expect(OWN_BYTES);
                }
            }
        }

        /// The struct as it stands in wincode's bytes, which have no alignment.
        #[derive(wincode::SchemaRead, wincode::SchemaWrite)]
        #[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
        #[wincode(assert_zero_copy)]
        #[repr(C)]
        pub struct Stored {
            $($field: U64,)*
        }

        /// Sees [`Stored`] in its bytes.
        pub trait Sees: 'static {
            fn root(bytes: &[u8]) -> &Stored;
            fn root_mut(bytes: &mut [u8]) -> &mut Stored;
            fn encode(stored: &Stored) -> Vec<u8>;
        }

        pub struct Wincode;

        impl Sees for Wincode {
            fn root(bytes: &[u8]) -> &Stored {
                wincode::deserialize(bytes).expect(OWN_BYTES)
            }

            fn root_mut(bytes: &mut [u8]) -> &mut Stored {
                wincode::deserialize_mut(bytes).expect(OWN_BYTES)
            }

            fn encode(stored: &Stored) -> Vec<u8> {
                wincode::serialize(stored).expect(SMALL)
            }
        }

        pub struct Zerocopy;

        impl Sees for Zerocopy {
            fn root(bytes: &[u8]) -> &Stored {
                Stored::ref_from_bytes(bytes).expect(OWN_BYTES)
            }

            fn root_mut(bytes: &mut [u8]) -> &mut Stored {
                Stored::mut_from_bytes(bytes).expect(OWN_BYTES)
            }

            fn encode(stored: &Stored) -> Vec<u8> {
                stored.as_bytes().to_vec()
            }
        }

        /// The row of who does.
        pub struct Seen<L>(PhantomData<L>);

        impl<L: Sees> Wide for Seen<L> {
            type Bytes = Vec<u8>;
            const FIELDS: usize = 255;

            fn encode(numbers: &[u64]) -> Vec<u8> {
                let mut numbers = numbers.iter();
                let stored = Stored { $($field: U64::new(*numbers.next().expect("a number for each field")),)* };
                L::encode(&stored)
            }

            fn decode(bytes: &Vec<u8>) -> Vec<u64> {
                let stored = L::root(bytes);
                vec![$(stored.$field.get()),*]
            }

            #[inline(never)]
            fn get<const LAST: bool>(bytes: &Vec<u8>) -> u64 {
                if LAST { L::root(bytes).$last.get() } else { L::root(bytes).$first.get() }
            }

            #[inline(never)]
            fn set<const LAST: bool>(bytes: &mut Vec<u8>, number: u64) {
                let stored = L::root_mut(bytes);
                if LAST { &mut stored.$last } else { &mut stored.$first }.set(number);
            }
        }
    };
}

/// 255 fields.
pub mod of_255 {
    use std::marker::PhantomData;

    use rkyv::munge::munge;
    use rkyv::rancor::Error;
    use rkyv::seal::Seal;
    use rkyv::util::AlignedVec;
    use vellum::Vellum as _;
    use zerocopy::little_endian::U64;
    use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

    use super::{First, OWN_BYTES, SMALL, Wide, with_255_names, with_tens};

    with_255_names!(everybody!(255 f000 f254));
    with_255_names!(patient!(f000 f254 set_f000 set_f254));
}

/// 1,000 fields.
pub mod of_1000 {
    use rkyv::munge::munge;
    use rkyv::rancor::Error;
    use rkyv::seal::Seal;
    use rkyv::util::AlignedVec;

    use super::{First, OWN_BYTES, SMALL, Wide, with_1000_names, with_tens};

    with_1000_names!(everybody!(1000 f000 f999));
}
