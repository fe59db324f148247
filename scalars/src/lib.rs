//! The table of scalar types: one row for each, with all that tells it from the others.
//!
//! `vellum`, `vellum-derive` and `vellum-codegen` make what they know of scalar types from these rows, so that a new type is a row
//! here and an impl for its Rust type; a column that is missing does not compile. The crate is no API of its own: it follows the
//! versions of `vellum`.
//!
//! The columns:
//!
//! | column | what it says |
//! | --- | --- |
//! | variant | its variant of `vellum::schema::Scalar`, of `ValueRef` and of `KeyValue` |
//! | name | the name in schema text |
//! | code | the first byte of the type in the compact form of a schema |
//! | type | the Rust type |
//! | word | the unsigned integer that a slot holds, little endian |
//! | order | how words sort: `Unsigned`, `Signed` (two's complement), `Float` (the sign and the magnitude of IEEE 754), `Bytes` (byte by byte from the first one stored) |
//! | words | which words are values: `All`, or what is wrong with one that is none; the Rust type then says which |
//! | text | how schema text writes a default: `Number`, `Float`, `Decimal`, `Char`, `Word` (the stored word as a number), `Quoted` (the type's own text) |
//! | serde | what serde sees: `U64` to `F64` and `Char` as in Rust; `Bytes` and `Octets` are the type's own text in formats for people, else bytes and a tuple of bytes; `Date`, `Time` and `Moment` (a point in time) are the text of RFC 3339 in formats for people, else the stored number; `Span` is the duration of ISO 8601 there; `Decimal` is text; `Degrees` is two floats |
//! | keys | what it can be a key of: `Both` (maps, and records that sort), `Records`, `Neither` |
//! | constant | a value as a Rust constant: `{n}` stands for the number, `{hex}` for the stored bytes as hexadecimal digits, `{low}` and `{high}` for the halves of the word as signed numbers |
//! | about | what a value is; of types with a parameter the parameter: the unit's name, the most digits |
//!
//! The sections say what shape the types have in the enums of values: the integers of `narrow` share two variants; the others have one
//! each; those of `places` have no order, and so are no values of keys; `timestamps` and `decimals` have a parameter. The first
//! timestamp is the one that needs no parameter in schema text.
#![no_std]

/// Calls a macro with all rows, behind what else it is to be given.
#[macro_export]
macro_rules! for_each_scalar {
    ($then:path $(=> $($given:tt)*)?) => {
        $then! {
            $($($given)*)?
            // variant, name, code, type, word, order, words, text, serde, keys, constant, about
            plain {
                narrow {
                    U8 ("u8" | 0x10 | u8 | u8 | Unsigned | All | Number | U64 | Both | "{n}" | "An integer from 0 to 2^8 - 1.");
                    U16 ("u16" | 0x11 | u16 | u16 | Unsigned | All | Number | U64 | Both | "{n}" | "An integer from 0 to 2^16 - 1.");
                    U32 ("u32" | 0x12 | u32 | u32 | Unsigned | All | Number | U64 | Both | "{n}" | "An integer from 0 to 2^32 - 1.");
                    U64 ("u64" | 0x13 | u64 | u64 | Unsigned | All | Number | U64 | Both | "{n}" | "An integer from 0 to 2^64 - 1.");
                    I8 ("i8" | 0x15 | i8 | u8 | Signed | All | Number | I64 | Both | "{n}" | "An integer from -2^7 to 2^7 - 1.");
                    I16 ("i16" | 0x16 | i16 | u16 | Signed | All | Number | I64 | Both | "{n}" | "An integer from -2^15 to 2^15 - 1.");
                    I32 ("i32" | 0x17 | i32 | u32 | Signed | All | Number | I64 | Both | "{n}" | "An integer from -2^31 to 2^31 - 1.");
                    I64 ("i64" | 0x18 | i64 | u64 | Signed | All | Number | I64 | Both | "{n}" | "An integer from -2^63 to 2^63 - 1.");
                }
                wide {
                    U128 ("u128" | 0x14 | u128 | u128 | Unsigned | All | Number | U128 | Both | "{n}" | "An unsigned integer of 128 bits.");
                    I128 ("i128" | 0x19 | i128 | u128 | Signed | All | Number | I128 | Both | "{n}" | "A signed integer of 128 bits.");
                    F32 ("f32" | 0x1A | f32 | u32 | Float | All | Float | F32 | Records | "{n}" | "A 32-bit float.");
                    F64 ("f64" | 0x1B | f64 | u64 | Float | All | Float | F64 | Records | "{n}" | "A 64-bit float.");
                }
                values {
                    Char ("char" | 0x1C | char | u32 | Unsigned | "a char is not a Unicode scalar value" | Char | Char | Both
                        | "{n}" | "A character.");
                    Uuid ("uuid" | 0x1D | vellum::value::Uuid | u128 | Bytes | All | Word | Bytes | Both
                        | "vellum::value::Uuid(0x{hex}_u128.to_be_bytes())" | "A UUID.");
                    Ulid ("ulid" | 0x1E | vellum::value::Ulid | u128 | Bytes | All | Word | Bytes | Both
                        | "vellum::value::Ulid(0x{hex}_u128.to_be_bytes())" | "A ULID.");
                    Ipv4 ("ipv4" | 0x29 | core::net::Ipv4Addr | u32 | Bytes | All | Quoted | Octets | Both
                        | "core::net::Ipv4Addr::from_bits(0x{hex})" | "An IPv4 address.");
                    Ipv6 ("ipv6" | 0x2A | core::net::Ipv6Addr | u128 | Bytes | All | Quoted | Octets | Both
                        | "core::net::Ipv6Addr::from_bits(0x{hex})" | "An IPv6 address.");
                    Date ("date" | 0x1F | vellum::value::Date | u32 | Signed | All | Number | Date | Both
                        | "vellum::value::Date({n})" | "A calendar day: days since 1970-01-01.");
                    Time ("time" | 0x20 | vellum::value::Time | u64 | Unsigned | "a time of day is beyond the day" | Number | Time | Both
                        | "vellum::value::Time::from_nanos({n}).unwrap()" | "A time of day: nanoseconds since midnight.");
                    Duration ("duration" | 0x21 | vellum::value::Duration | u64 | Signed | All | Number | Span | Both
                        | "vellum::value::Duration({n})" | "A span of time in nanoseconds.");
                }
                places {
                    Geo4 ("geo4" | 0x26 | vellum::value::Geo4 | u32 | Unsigned | "a place is beyond a pole or the date line" | Word | Degrees
                        | Neither | "vellum::value::Geo4::from_units({low}, {high}).unwrap()" | "A place to a hundredth of a degree.");
                    Geo8 ("geo8" | 0x27 | vellum::value::Geo8 | u64 | Unsigned | "a place is beyond a pole or the date line" | Word | Degrees
                        | Neither | "vellum::value::Geo8::from_units({low}, {high}).unwrap()" | "A place to a ten-millionth of a degree.");
                    Geo16 ("geo16" | 0x28 | vellum::value::Geo16 | u128 | Unsigned | "a place is beyond a pole or the date line" | Word
                        | Degrees | Neither | "vellum::value::Geo16::from_units({low}, {high}).unwrap()"
                        | "A place to a billionth of a degree.");
                }
            }
            timestamps {
                Millis ("timestamp" | 0x23 | vellum::value::Timestamp | u64 | Signed | All | Number | Moment | Both
                    | "vellum::value::Timestamp({n})" | "ms");
                Seconds ("timestamp" | 0x22 | vellum::value::TimestampSeconds | u64 | Signed | All | Number | Moment | Both
                    | "vellum::value::TimestampSeconds({n})" | "s");
                Micros ("timestamp" | 0x24 | vellum::value::TimestampMicros | u64 | Signed | All | Number | Moment | Both
                    | "vellum::value::TimestampMicros({n})" | "us");
                Nanos ("timestamp" | 0x25 | vellum::value::TimestampNanos | u64 | Signed | All | Number | Moment | Both
                    | "vellum::value::TimestampNanos({n})" | "ns");
            }
            decimals {
                Decimal ("decimal" | 0x30 | vellum::value::Decimal<SCALE> | u64 | Signed | All | Decimal | Decimal | Both
                    | "vellum::value::Decimal({n})" | 18);
                Decimal128 ("decimal128" | 0x31 | vellum::value::Decimal128<SCALE> | u128 | Signed | All | Decimal | Decimal | Both
                    | "vellum::value::Decimal128({n})" | 38);
            }
        }
    };
}
