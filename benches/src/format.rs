//! A codec as every workload can use it: bytes from a value, and a value from bytes, whatever the
//! type of the value.
//!
//! A library says once what it is called and how it reads ([`Format`]), how it encodes ([`Encode`])
//! and how it decodes ([`Decode`]), generic over all types that have its traits. The workloads
//! declare their types with everybody's derives, and make whole rows of that ([`codec_library`]).
//! What a library can do to its bytes beyond that, such as writing a number over where it stands,
//! it adds to these rows, or it makes rows of its own.
//!
//! All that is generic is compiled for each library, so nothing is called through a pointer. The
//! functions of a library are never inlined: with a single place of use the optimiser would inline
//! the library's own functions there, as in a program with one reader and one writer.

/// A library in one of its configurations, with what it keeps from one operation to the next.
pub trait Format: Default + 'static {
    const LIBRARY: &'static str;
    /// The crate's name in Cargo.lock, and the start of its version.
    const PACKAGE: (&'static str, &'static str);
    const MODE: &'static str;
    /// Notes on the figures of encoding, of encoding into a kept buffer, of decoding to owned
    /// values and to borrowed ones, and on the sizes of the log.
    const ENCODE: &'static str = "";
    const REUSE: &'static str = "";
    const DECODE: &'static str = "";
    const BORROW: &'static str = "";
    const LOG: &'static str = "";
    /// Whether it writes into a slice, which the caller brings large enough, and not into a vector
    /// that it grows.
    const INTO_SLICE: bool = false;
    /// What a fresh vector starts with, of a library that appends to one which it is given; zero of
    /// one that makes its own.
    const CAPACITY: usize = 0;
    /// Whether it can encode into a buffer that is kept.
    const REUSES: bool = true;

    /// How one field is read: one of the types below.
    type One;
    /// [`Borrowed`] if decoded strings can lie in the bytes, or [`Owned`].
    type Strings;
}

/// Bytes from a value.
pub trait Encode<T>: Format {
    fn encode(&mut self, value: &T) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::CAPACITY);
        self.encode_into(value, &mut bytes);
        bytes
    }

    /// The same when the length is known to be about half of `room`, as that of bytes which are
    /// replaced is.
    fn encode_with_room(&mut self, value: &T, room: usize) -> Vec<u8> {
        if Self::CAPACITY == 0 {
            return self.encode(value);
        }
        let mut bytes = Vec::with_capacity(room);
        self.encode_into(value, &mut bytes);
        bytes
    }

    /// Replaces what is in the buffer, and gives the bytes that are there now.
    fn encode_into<'k>(&'k mut self, value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8];
}

/// A value from bytes, which may lend it their strings.
pub trait Decode<'a, T>: Format {
    fn decode(&mut self, bytes: &'a [u8]) -> T;
}

/// Strings in the bytes.
pub struct Borrowed;
/// Strings copied out of the bytes.
pub struct Owned;

/// By a type that ends with the field; the strings before it stay bytes in the input. For formats
/// without names, whose readers need not come to the end.
pub struct Prefix;
/// The same with strings that are copied.
pub struct OwnedPrefix;
/// The same of a format whose lists start with what no type of a reader can stand for: what lies in
/// one takes the whole record.
pub struct FlatPrefix;
/// By a type of this field alone; the format has names, and its reader skips the others.
pub struct Named;
/// By a type of all fields but without their values; the format says how long each is.
pub struct Skip;
/// By a reader that leaves the rest unread.
pub struct Stop;
/// By the whole record, strings borrowed.
pub struct WholeBorrowed;

/// The length of a list as a format writes it, for [`Prefix`].
pub trait Length {
    fn get(self) -> u64;
}

impl Length for u32 {
    fn get(self) -> u64 {
        self.into()
    }
}

impl Length for u64 {
    fn get(self) -> u64 {
        self
    }
}

/// A format whose lists start with a length of a type of its own.
pub trait Counted: Format {
    type Length: Length;
}

/// A format as the `Codec` of each workload's rows.
#[derive(Default)]
pub struct Of<F>(pub F);

/// What a buffer to encode into is from the start, for encodings of so many bytes.
pub fn room<F: Format>(len: usize) -> Vec<u8> {
    if F::INTO_SLICE { vec![0; 2 * len] } else { Vec::with_capacity(len) }
}

/// Makes a library of formats, by the workloads that each of them has a row of.
macro_rules! codec_library {
    (
        $(#[$attribute:meta])* $name:literal,
        $(container: [$($A:ty),+],)? $(no container: $reason:literal,)? fields: [$($B:ty),+] $(, oplog: [$($C:ty),+])?
    ) => {
        $(#[$attribute])*
        pub const LIBRARY: $crate::library::Library = {
            let mut library = $crate::library::Library::elsewhere($name, concat!($($reason)?));
            $(library.container = Ok(|value| {
                vec![$($crate::workloads::format::rows::<_, $A>(value).reads_time().finish()),+]
            });)?
            library.fields = Ok(|value| vec![$($crate::workloads::format::rows::<_, $B>(value).finish()),+]);
            library.oplog = $crate::library::NOT_ADDED;
            $(library.oplog = Ok(|log| vec![$($crate::workloads::oplog::format::rows::<$C>(log).finish()),+]);)?
            library
        };
    };
}

/// Makes a format of a library whose types have these traits: how it encodes, if that is more than
/// to write into a fresh vector, and how it replaces what is in a buffer or appends to a vector.
macro_rules! codec_format {
    (
        $Format:ident: $one:ident $strings:ident $(counted by $Length:ty)?, of [$($traits:tt)+]
        $library:literal $package:tt $mode:literal { $($constants:tt)* }
        encode($value:ident) $($encode:block)? $(, with_room($room:ident) $with_room:block)?
        $writes:ident($buffer:ident) $write:block
    ) => {
        #[derive(Default)]
        pub struct $Format;

        impl $crate::format::Format for $Format {
            const LIBRARY: &'static str = $library;
            const PACKAGE: (&'static str, &'static str) = $package;
            const MODE: &'static str = $mode;
            $($constants)*
            type One = $crate::format::$one;
            type Strings = $crate::format::$strings;
        }

        $(impl $crate::format::Counted for $Format {
            type Length = $Length;
        })?

        impl<T: $($traits)+> $crate::format::Encode<T> for $Format {
            $(#[inline(never)]
            fn encode(&mut self, $value: &T) -> Vec<u8> $encode)?

            $(#[inline(never)]
            fn encode_with_room(&mut self, $value: &T, $room: usize) -> Vec<u8> $with_room)?

            $crate::format::codec_write!($writes($value, $buffer) $write);
        }
    };
}

/// The same of a library that works through serde, with how it decodes.
macro_rules! serde_format {
    (
        $Format:ident: $one:ident $strings:ident $(counted by $Length:ty)?, $library:literal $package:tt $mode:literal $constants:tt
        encode($value:ident) $($encode:block)? $(, with_room($room:ident) $with_room:block)?
        $writes:ident($buffer:ident) $write:block
        $decodes:ident($bytes:ident) $decode:block
    ) => {
        $crate::format::codec_format! {
            $Format: $one $strings $(counted by $Length)?, of [serde::Serialize] $library $package $mode $constants
            encode($value) $($encode)? $(, with_room($room) $with_room)?
            $writes($buffer) $write
        }
        $crate::format::serde_decode!($Format $decodes($bytes) $decode);
    };
}

/// How [`codec_format`] writes into what is there: by a library that replaces what a buffer holds,
/// or by one that appends to a vector.
macro_rules! codec_write {
    (into($value:ident, $buffer:ident) $into:block) => {
        #[inline(never)]
        fn encode_into<'k>(&'k mut self, $value: &T, $buffer: &'k mut Vec<u8>) -> &'k [u8] $into
    };
    (append($value:ident, $buffer:ident) $append:block) => {
        #[inline(never)]
        fn encode_with_room(&mut self, $value: &T, room: usize) -> Vec<u8> {
            let mut bytes = Vec::with_capacity(room);
            let $buffer = &mut bytes;
            $append;
            bytes
        }

        #[inline(never)]
        fn encode_into<'k>(&'k mut self, $value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8] {
            buffer.clear();
            let $buffer = &mut *buffer;
            $append;
            buffer
        }
    };
}

/// The half of [`serde_format`] that decodes: by a library that can lend, or by one that gives away
/// owned values only.
macro_rules! serde_decode {
    ($Format:ident decode($bytes:ident) $decode:block) => {
        impl<'a, T: serde::Deserialize<'a>> $crate::format::Decode<'a, T> for $Format {
            #[inline(never)]
            fn decode(&mut self, $bytes: &'a [u8]) -> T $decode
        }
    };
    ($Format:ident decode_owned($bytes:ident) $decode:block) => {
        impl<T: serde::de::DeserializeOwned> $crate::format::Decode<'_, T> for $Format {
            #[inline(never)]
            fn decode(&mut self, $bytes: &[u8]) -> T $decode
        }
    };
}

/// Declares types with everybody's derives, but for two: bitcode's cannot be had for a recursive
/// type, and bincode 2's not from within a macro.
macro_rules! with_all_derives {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[derive(borsh::BorshSerialize, borsh::BorshDeserialize, desert_rust::BinaryCodec)]
        #[derive(rkyv::Archive, rkyv::Deserialize, rkyv::Serialize)]
        #[derive(speedy::Readable, speedy::Writable, wincode::SchemaRead, wincode::SchemaWrite)]
        $item)+
    };
}

/// The same for types whose strings lie in the bytes.
macro_rules! with_borrowing_derives {
    ($($item:item)+) => {
        $(#[derive(serde::Serialize, serde::Deserialize)]
        #[derive(speedy::Readable, speedy::Writable, wincode::SchemaRead, wincode::SchemaWrite)]
        $item)+
    };
}

pub(crate) use {
    codec_format, codec_library, codec_write, serde_decode, serde_format, with_all_derives, with_borrowing_derives,
};
