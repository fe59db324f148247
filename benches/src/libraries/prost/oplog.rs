//! Workload C: an entry is a message of its time and a `oneof` of the cases, each a message of its
//! own.
//!
//! A message type that declares the time alone skips the case, whose length is on the wire. An
//! identifier is two numbers of fixed size, which takes less than a field of bytes. A proof makes
//! the workload's entry of the message again.

use prost::{Message, Oneof};
use uuid::Uuid;

use super::{decode, encode, encode_into};
use crate::library::{OWN_BYTES, Row};
use crate::workloads::oplog::rows::{self, Codec, Rows};
use crate::workloads::oplog::visit::ABSENT;
use crate::workloads::oplog::{self as log, CallingConvention, Oplog, WrappedFunctionType};

#[derive(Clone, PartialEq, Message)]
pub struct Entry {
    #[prost(uint64, tag = "1")]
    timestamp: u64,
    #[prost(oneof = "Case", tags = "2, 3, 4, 5, 6, 7, 8, 9")]
    case: Option<Case>,
}

/// [`Entry`] without all but its time.
#[derive(Clone, Copy, PartialEq, Message)]
struct OnlyTimestamp {
    #[prost(uint64, tag = "1")]
    timestamp: u64,
}

/// Declares the cases, whose fields have the names of the workload's, and makes one of the other.
macro_rules! cases {
    ($($tag:literal $Case:ident { $(#[prost($($kind:tt)*)] $field:ident: $Type:ty,)* })*) => {
        $(#[derive(Clone, PartialEq, Message)]
        pub struct $Case { $(#[prost($($kind)*)] $field: $Type,)* })*

        #[derive(Clone, PartialEq, Oneof)]
        enum Case { $(#[prost(message, tag = $tag)] $Case($Case),)* }

        impl From<log::OplogEntry> for Entry {
            fn from(entry: log::OplogEntry) -> Self {
                let (timestamp, case) = match entry {
                    $(log::OplogEntry::$Case { timestamp, $($field),* } => {
                        (timestamp, Case::$Case($Case { $($field: $field.alike()),* }))
                    })*
                };
                Self { timestamp, case: Some(case) }
            }
        }

        impl From<Entry> for log::OplogEntry {
            fn from(Entry { timestamp, case }: Entry) -> Self {
                match case.expect(OWN_BYTES) {
                    $(Case::$Case($Case { $($field),* }) => Self::$Case { timestamp, $($field: $field.alike()),* },)*
                }
            }
        }
    };
}
cases! {
    "2" ImportedFunctionInvoked {
        #[prost(string, tag = "1")] function_name: String,
        #[prost(bytes = "vec", tag = "2")] response: Vec<u8>,
        #[prost(bytes = "vec", tag = "3")] side_effect: Vec<u8>,
        #[prost(uint32, tag = "4")] wrapped_function_type: u32,
    }
    "3" ExportedFunctionInvoked {
        #[prost(string, tag = "1")] function_name: String,
        #[prost(message, repeated, tag = "2")] request: Vec<Value>,
        #[prost(message, optional, tag = "3")] invocation_key: Option<InvocationKey>,
        #[prost(uint32, optional, tag = "4")] calling_convention: Option<u32>,
    }
    "4" ExportedFunctionCompleted {
        #[prost(message, repeated, tag = "1")] response: Vec<Value>,
        #[prost(int64, tag = "2")] consumed_fuel: i64,
    }
    "5" CreatePromise {
        #[prost(message, required, tag = "1")] promise_id: PromiseId,
    }
    "6" CompletePromise {
        #[prost(message, required, tag = "1")] promise_id: PromiseId,
        #[prost(bytes = "vec", tag = "2")] data: Vec<u8>,
    }
    "7" Suspend {}
    "8" Error {}
    "9" Debug {
        #[prost(string, tag = "1")] message: String,
    }
}

#[derive(Clone, PartialEq, Message)]
pub struct PromiseId {
    #[prost(message, required, tag = "1")]
    worker_id: WorkerId,
    #[prost(int32, tag = "2")]
    oplog_idx: i32,
}

#[derive(Clone, PartialEq, Message)]
pub struct WorkerId {
    #[prost(fixed64, tag = "1")]
    template_high: u64,
    #[prost(fixed64, tag = "2")]
    template_low: u64,
    #[prost(string, tag = "3")]
    worker_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub struct InvocationKey {
    #[prost(string, tag = "1")]
    value: String,
}

#[derive(Clone, PartialEq, Message)]
pub struct Value {
    #[prost(oneof = "Kind", tags = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22")]
    kind: Option<Kind>,
}

/// What a value is: integers of 8 and 16 bits, and characters, widen to 32.
macro_rules! kinds {
    ($($tag:literal $kind:ident $Case:ident: $Type:ty,)*) => {
        #[derive(Clone, PartialEq, Oneof)]
        enum Kind {
            $(#[prost($kind, tag = $tag)] $Case($Type),)*
        }
    };
}
kinds! {
    "1" bool Bool: bool,
    "2" uint32 U8: u32,
    "3" uint32 U16: u32,
    "4" uint32 U32: u32,
    "5" uint64 U64: u64,
    "6" sint32 S8: i32,
    "7" sint32 S16: i32,
    "8" sint32 S32: i32,
    "9" sint64 S64: i64,
    "10" float F32: f32,
    "11" double F64: f64,
    "12" uint32 Char: u32,
    "13" string String: String,
    "14" message List: Values,
    "15" message Tuple: Values,
    "16" message Record: Values,
    "17" message Variant: Box<Numbered>,
    "18" uint32 Enum: u32,
    "19" message Flags: Flags,
    "20" message Option: Box<Perhaps>,
    "21" message Result: Box<Outcome>,
    "22" message Handle: Handle,
}

#[derive(Clone, PartialEq, Message)]
struct Values {
    #[prost(message, repeated, tag = "1")]
    values: Vec<Value>,
}

#[derive(Clone, PartialEq, Message)]
struct Numbered {
    #[prost(uint32, tag = "1")]
    case_idx: u32,
    #[prost(message, optional, boxed, tag = "2")]
    case_value: Option<Box<Value>>,
}

#[derive(Clone, PartialEq, Message)]
struct Flags {
    #[prost(bool, repeated, tag = "1")]
    flags: Vec<bool>,
}

#[derive(Clone, PartialEq, Message)]
struct Perhaps {
    #[prost(message, optional, boxed, tag = "1")]
    value: Option<Box<Value>>,
}

#[derive(Clone, PartialEq, Message)]
struct Outcome {
    #[prost(bool, tag = "1")]
    is_ok: bool,
    #[prost(message, optional, boxed, tag = "2")]
    value: Option<Box<Value>>,
}

#[derive(Clone, PartialEq, Message)]
struct Handle {
    #[prost(string, tag = "1")]
    uri: String,
    #[prost(uint64, tag = "2")]
    resource_id: u64,
}

/// The same value as a field of the other type has it.
trait Alike<T> {
    fn alike(self) -> T;
}

macro_rules! same {
    ($($Type:ty),*) => {
        $(impl Alike<$Type> for $Type {
            fn alike(self) -> $Type {
                self
            }
        })*
    };
}
same!(u8, i64, i32, String);

impl<T: Alike<U>, U> Alike<Vec<U>> for Vec<T> {
    fn alike(self) -> Vec<U> {
        self.into_iter().map(Alike::alike).collect()
    }
}

impl<T: Alike<U>, U> Alike<Option<U>> for Option<T> {
    fn alike(self) -> Option<U> {
        self.map(Alike::alike)
    }
}

/// Makes one of two types of the other and the other of the one, each by a pattern and a value.
macro_rules! alike {
    ($($One:ty, $Other:ty: $one:pat => $other:expr, $back:pat => $original:expr;)*) => {
        $(impl Alike<$Other> for $One {
            fn alike(self) -> $Other {
                let $one = self;
                $other
            }
        }

        impl Alike<$One> for $Other {
            fn alike(self) -> $One {
                let $back = self;
                $original
            }
        })*
    };
}
alike! {
    log::InvocationKey, InvocationKey:
        log::InvocationKey { value } => InvocationKey { value },
        InvocationKey { value } => log::InvocationKey { value };
    log::PromiseId, PromiseId:
        log::PromiseId { worker_id, oplog_idx } => PromiseId { worker_id: worker_id.alike(), oplog_idx },
        PromiseId { worker_id, oplog_idx } => log::PromiseId { worker_id: worker_id.alike(), oplog_idx };
    log::WorkerId, WorkerId:
        log::WorkerId { template_id, worker_name } => {
            let (template_high, template_low) = template_id.as_u64_pair();
            WorkerId { template_high, template_low, worker_name }
        },
        WorkerId { template_high, template_low, worker_name } => {
            log::WorkerId { template_id: Uuid::from_u64_pair(template_high, template_low), worker_name }
        };
    WrappedFunctionType, u32:
        case => case as u32,
        number => {
            use WrappedFunctionType::{ReadLocal, ReadRemote, WriteLocal, WriteRemote};
            [ReadLocal, WriteLocal, ReadRemote, WriteRemote][number as usize]
        };
    CallingConvention, u32:
        case => case as u32,
        number => {
            use CallingConvention::{Component, Stdio, StdioEventloop};
            [Component, Stdio, StdioEventloop][number as usize]
        };
    log::Value, Value:
        value => Value {
            kind: Some(match value {
                log::Value::U8(number) => Kind::U8(number.into()),
                log::Value::List(values) => Kind::List(Values { values: values.alike() }),
                _ => unreachable!("{ABSENT}"),
            }),
        },
        Value { kind } => match kind {
            Some(Kind::U8(number)) => log::Value::U8(number.try_into().expect(OWN_BYTES)),
            Some(Kind::List(list)) => log::Value::List(list.values.alike()),
            _ => unreachable!("{ABSENT}"),
        };
}

impl rows::Entry for Entry {
    fn with<T>(entry: &log::OplogEntry, take: impl FnOnce(&Self) -> T) -> T {
        take(&entry.clone().into())
    }

    fn original(self) -> log::OplogEntry {
        self.into()
    }

    fn timestamp_mut(&mut self) -> &mut u64 {
        &mut self.timestamp
    }

    fn payload_mut(&mut self) -> Option<&mut Vec<u8>> {
        match self.case.as_mut()? {
            Case::ImportedFunctionInvoked(case) => Some(&mut case.response),
            Case::CompletePromise(case) => Some(&mut case.data),
            _ => None,
        }
    }
}

struct Derive;

impl Codec for Derive {
    type Entry = Entry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "a value is a message of its own";
    const ONE: &'static str = super::ALONE;

    fn encode(entry: &Entry) -> Vec<u8> {
        encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> Entry {
        decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        decode::<OnlyTimestamp>(bytes).timestamp
    }
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Derive>::new("prost", super::PACKAGE, "derive", log)
        .encode_reused("", Vec::with_capacity, |buffer, entry| {
            encode_into(entry, buffer);
            buffer
        })
        .finish()
}
