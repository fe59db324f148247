//! The log with its strings and bytes in the input, for updates by the formats that lend them.
//!
//! Values are owned as before: a list of them is a vector that decoding allocates.

use bincode2::{BorrowDecode, Encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wincode::{SchemaRead, SchemaWrite};

use super::entry::stamped;
use super::{CallingConvention, Value, WrappedFunctionType};

/// [`OplogEntry`](super::OplogEntry), borrowed.
#[derive(Serialize, Deserialize, Encode, BorrowDecode, SchemaRead, SchemaWrite, speedy::Readable, speedy::Writable)]
#[bincode(crate = "bincode2")]
#[speedy(tag_type = u8)]
pub enum OplogEntryRef<'a> {
    ImportedFunctionInvoked {
        timestamp: u64,
        function_name: &'a str,
        #[serde(with = "serde_bytes")]
        response: &'a [u8],
        #[serde(with = "serde_bytes")]
        side_effect: &'a [u8],
        wrapped_function_type: WrappedFunctionType,
    },
    ExportedFunctionInvoked {
        timestamp: u64,
        function_name: &'a str,
        request: Vec<Value>,
        #[serde(borrow)]
        invocation_key: Option<InvocationKeyRef<'a>>,
        calling_convention: Option<CallingConvention>,
    },
    ExportedFunctionCompleted {
        timestamp: u64,
        response: Vec<Value>,
        consumed_fuel: i64,
    },
    CreatePromise {
        timestamp: u64,
        #[serde(borrow)]
        promise_id: PromiseIdRef<'a>,
    },
    CompletePromise {
        timestamp: u64,
        #[serde(borrow)]
        promise_id: PromiseIdRef<'a>,
        #[serde(with = "serde_bytes")]
        data: &'a [u8],
    },
    Suspend {
        timestamp: u64,
    },
    Error {
        timestamp: u64,
    },
    Debug {
        timestamp: u64,
        message: &'a str,
    },
}

#[derive(Serialize, Deserialize, Encode, BorrowDecode, SchemaRead, SchemaWrite, speedy::Readable, speedy::Writable)]
#[bincode(crate = "bincode2")]
pub struct PromiseIdRef<'a> {
    #[serde(borrow)]
    worker_id: WorkerIdRef<'a>,
    oplog_idx: i32,
}

#[derive(Serialize, Deserialize, Encode, BorrowDecode, SchemaRead, SchemaWrite, speedy::Readable, speedy::Writable)]
#[bincode(crate = "bincode2")]
struct WorkerIdRef<'a> {
    #[bincode(with_serde)]
    template_id: Uuid,
    worker_name: &'a str,
}

#[derive(Serialize, Deserialize, Encode, BorrowDecode, SchemaRead, SchemaWrite, speedy::Readable, speedy::Writable)]
#[bincode(crate = "bincode2")]
pub struct InvocationKeyRef<'a> {
    value: &'a str,
}

impl<'a> OplogEntryRef<'a> {
    pub fn set_timestamp(&mut self, new: u64) {
        let stamped!(Self { timestamp }) = self;
        *timestamp = new;
    }

    /// Replaces the first payload of bytes, if there is any.
    pub fn set_payload(&mut self, new: &'a [u8]) {
        if let Self::ImportedFunctionInvoked { response: payload, .. } | Self::CompletePromise { data: payload, .. } =
            self
        {
            *payload = new;
        }
    }
}
