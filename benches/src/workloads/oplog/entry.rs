//! The types of the log.
//!
//! The libraries derive their traits on these very types, so that nobody's values differ; one with
//! types of its own converts outside the timing.

use std::io;
use std::rc::Rc;

use bincode2::Decode;
use desert_rust::BinaryCodec;
use serde::Deserialize;
use uuid::Uuid;
use wincode::SchemaRead;

use super::rows::Entry;
use crate::format::with_all_derives;

/// The pattern of an entry of any case with its time.
macro_rules! stamped {
    ($Entry:ident { $($timestamp:tt)+ }) => {
        ($Entry::ImportedFunctionInvoked { $($timestamp)+, .. }
            | $Entry::ExportedFunctionInvoked { $($timestamp)+, .. }
            | $Entry::ExportedFunctionCompleted { $($timestamp)+, .. }
            | $Entry::CreatePromise { $($timestamp)+, .. }
            | $Entry::CompletePromise { $($timestamp)+, .. }
            | $Entry::Suspend { $($timestamp)+, .. }
            | $Entry::Error { $($timestamp)+, .. }
            | $Entry::Debug { $($timestamp)+, .. })
    };
}
pub(crate) use stamped;

/// Declares an enumeration with the cases of an entry, in all of which the same stands.
macro_rules! cases {
    ($(#[$($attribute:tt)*])* $vis:vis enum $Name:ident $(<$life:tt>)? => $each:tt) => {
        $(#[$($attribute)*])*
        $vis enum $Name $(<$life>)? {
            ImportedFunctionInvoked $each,
            ExportedFunctionInvoked $each,
            ExportedFunctionCompleted $each,
            CreatePromise $each,
            CompletePromise $each,
            Suspend $each,
            Error $each,
            Debug $each,
        }
    };
}
pub(crate) use cases;

with_all_derives! {
    /// One entry. Times are milliseconds since 1970.
    #[derive(bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[speedy(tag_type = u8)]
    // Bytes are bytes here without `serde_bytes`.
    #[vellum(ignore_serde, common(timestamp))]
    pub enum OplogEntry {
        ImportedFunctionInvoked {
            timestamp: u64,
            function_name: String,
            #[serde(with = "serde_bytes")]
            response: Vec<u8>,
            #[serde(with = "serde_bytes")]
            side_effect: Vec<u8>,
            wrapped_function_type: WrappedFunctionType,
        },
        ExportedFunctionInvoked {
            timestamp: u64,
            function_name: String,
            request: Vec<Value>,
            invocation_key: Option<InvocationKey>,
            calling_convention: Option<CallingConvention>,
        },
        ExportedFunctionCompleted {
            timestamp: u64,
            response: Vec<Value>,
            consumed_fuel: i64,
        },
        CreatePromise {
            timestamp: u64,
            promise_id: PromiseId,
        },
        CompletePromise {
            timestamp: u64,
            promise_id: PromiseId,
            #[serde(with = "serde_bytes")]
            data: Vec<u8>,
        },
        Suspend {
            timestamp: u64,
        },
        Error {
            timestamp: u64,
        },
        /// Part of the type, but in no log.
        Debug {
            timestamp: u64,
            message: String,
        },
    }
}

cases! {
    /// The start of every entry, for formats that give a field away without those after it, or skip
    /// them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Decode, BinaryCodec, SchemaRead)]
    #[derive(borsh::BorshDeserialize, speedy::Readable)]
    #[bincode(crate = "bincode2")]
    #[speedy(tag_type = u8)]
    pub enum Stamped => { timestamp: u64 }
}

impl Stamped {
    pub fn timestamp(self) -> u64 {
        let stamped!(Self { timestamp }) = self;
        timestamp
    }
}

with_all_derives! {
    #[derive(Eq, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct PromiseId {
        pub worker_id: WorkerId,
        pub oplog_idx: i32,
    }
}

with_all_derives! {
    #[derive(Eq, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct WorkerId {
        #[bincode(with_serde)]
        pub template_id: Uuid,
        pub worker_name: String,
    }
}

with_all_derives! {
    #[derive(Eq, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct InvocationKey {
        pub value: String,
    }
}

with_all_derives! {
    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[rkyv(derive(Clone, Copy))]
    #[speedy(tag_type = u8)]
    pub enum WrappedFunctionType {
        ReadLocal,
        WriteLocal,
        ReadRemote,
        WriteRemote,
    }
}

with_all_derives! {
    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[rkyv(derive(Clone, Copy))]
    #[speedy(tag_type = u8)]
    pub enum CallingConvention {
        Component,
        Stdio,
        StdioEventloop,
    }
}

with_all_derives! {
    /// Any value of the component model. The log holds one `List` of `U8`s in each request and
    /// response.
    #[derive(bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    // A recursive type needs bounds of its own in place of those that rkyv would derive from its
    // fields.
    #[rkyv(
        serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source),
        deserialize_bounds(__D::Error: rkyv::rancor::Source),
        bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)),
    )]
    pub enum Value {
        #[desert(transparent)]
        Bool(bool),
        #[desert(transparent)]
        U8(u8),
        #[desert(transparent)]
        U16(u16),
        #[desert(transparent)]
        U32(u32),
        #[desert(transparent)]
        U64(u64),
        #[desert(transparent)]
        S8(i8),
        #[desert(transparent)]
        S16(i16),
        #[desert(transparent)]
        S32(i32),
        #[desert(transparent)]
        S64(i64),
        #[desert(transparent)]
        F32(f32),
        #[desert(transparent)]
        F64(f64),
        #[desert(transparent)]
        Char(#[borsh(serialize_with = "char_to_borsh", deserialize_with = "char_of_borsh")] char),
        #[desert(transparent)]
        String(String),
        #[desert(transparent)]
        List(#[rkyv(omit_bounds)] Vec<Value>),
        #[desert(transparent)]
        Tuple(#[rkyv(omit_bounds)] Vec<Value>),
        #[desert(transparent)]
        Record(#[rkyv(omit_bounds)] Vec<Value>),
        Variant {
            case_idx: u32,
            #[rkyv(omit_bounds)]
            case_value: Option<Box<Value>>,
        },
        #[desert(transparent)]
        Enum(u32),
        #[desert(transparent)]
        Flags(Vec<bool>),
        #[desert(transparent)]
        Option(#[rkyv(omit_bounds)] Option<Box<Value>>),
        #[desert(transparent)]
        Result(#[rkyv(omit_bounds)] Outcome),
        Handle {
            uri: String,
            resource_id: u64,
        },
    }
}

with_all_derives! {
    /// `Result`, as those have it who cannot derive for that one.
    #[derive(bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[speedy(tag_type = u8)]
    #[rkyv(
        serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source),
        deserialize_bounds(__D::Error: rkyv::rancor::Source),
        bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)),
    )]
    pub enum Outcome {
        #[desert(transparent)]
        Ok(#[rkyv(omit_bounds)] Option<Box<Value>>),
        #[desert(transparent)]
        Err(#[rkyv(omit_bounds)] Option<Box<Value>>),
    }
}

/// borsh has no characters; none is in the log.
fn char_to_borsh<W: io::Write>(value: &char, writer: &mut W) -> io::Result<()> {
    borsh::BorshSerialize::serialize(&u32::from(*value), writer)
}

fn char_of_borsh<R: io::Read>(reader: &mut R) -> io::Result<char> {
    let number = borsh::BorshDeserialize::deserialize_reader(reader)?;
    char::from_u32(number).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

impl Entry for OplogEntry {
    fn with<T>(entry: &Self, take: impl FnOnce(&Self) -> T) -> T {
        take(entry)
    }

    fn original(self) -> Self {
        self
    }

    fn all(entries: &Rc<Vec<Self>>) -> Rc<Vec<Self>> {
        Rc::clone(entries)
    }

    fn timestamp_mut(&mut self) -> &mut u64 {
        let stamped!(Self { timestamp }) = self;
        timestamp
    }

    fn payload_mut(&mut self) -> Option<&mut Vec<u8>> {
        match self {
            Self::ImportedFunctionInvoked { response: payload, .. } | Self::CompletePromise { data: payload, .. } => {
                Some(payload)
            }
            _ => None,
        }
    }
}

impl OplogEntry {
    pub fn timestamp(&self) -> u64 {
        let stamped!(Self { timestamp }) = self;
        *timestamp
    }

    pub(super) fn has_payload(&self) -> bool {
        matches!(self, Self::ImportedFunctionInvoked { .. } | Self::CompletePromise { .. })
    }

    /// Which of the seven cases of the log it is.
    pub(super) fn case(&self) -> usize {
        match self {
            Self::ImportedFunctionInvoked { .. } => 0,
            Self::ExportedFunctionInvoked { .. } => 1,
            Self::ExportedFunctionCompleted { .. } => 2,
            Self::CreatePromise { .. } => 3,
            Self::CompletePromise { .. } => 4,
            Self::Suspend { .. } => 5,
            Self::Error { .. } | Self::Debug { .. } => 6,
        }
    }
}
