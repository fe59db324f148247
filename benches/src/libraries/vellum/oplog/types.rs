//! The types of the log as vellum derives them.
//!
//! They differ from those of the workload where vellum has no type of another crate: an identifier is vellum's own. The
//! entry is the one field of [`Entry`], whose bytes are those of the enum alone.

use std::rc::Rc;

use vellum::Vellum;
use vellum::value::Uuid;

use crate::workloads::oplog::stamped;
use crate::workloads::oplog::{
    self as workload, Batch, CallingConvention, InvocationKey, Value, WrappedFunctionType, rows,
};

/// The root.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Entry {
    pub entry: OplogEntry,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum OplogEntry {
    ImportedFunctionInvoked {
        timestamp: u64,
        function_name: String,
        response: Vec<u8>,
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
        data: Vec<u8>,
    },
    Suspend {
        timestamp: u64,
    },
    Error {
        timestamp: u64,
    },
    Debug {
        timestamp: u64,
        message: String,
    },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct PromiseId {
    worker_id: WorkerId,
    oplog_idx: i32,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct WorkerId {
    template_id: Uuid,
    worker_name: String,
}

impl rows::Entry for Entry {
    fn timed(batch: &Batch) -> Rc<Vec<Self>> {
        Rc::new(batch.entries.iter().map(rows::Entry::of).collect())
    }

    fn of(entry: &workload::OplogEntry) -> Self {
        Self { entry: entry.clone().into() }
    }

    fn timestamp_mut(&mut self) -> &mut u64 {
        let stamped!(OplogEntry { timestamp }) = &mut self.entry;
        timestamp
    }

    fn payload_mut(&mut self) -> Option<&mut Vec<u8>> {
        match &mut self.entry {
            OplogEntry::ImportedFunctionInvoked { response: payload, .. }
            | OplogEntry::CompletePromise { data: payload, .. } => Some(payload),
            _ => None,
        }
    }
}

impl From<workload::OplogEntry> for OplogEntry {
    fn from(entry: workload::OplogEntry) -> Self {
        use workload::OplogEntry as Other;
        match entry {
            Other::ImportedFunctionInvoked {
                timestamp,
                function_name,
                response,
                side_effect,
                wrapped_function_type,
            } => {
                Self::ImportedFunctionInvoked { timestamp, function_name, response, side_effect, wrapped_function_type }
            }
            Other::ExportedFunctionInvoked {
                timestamp,
                function_name,
                request,
                invocation_key,
                calling_convention,
            } => {
                Self::ExportedFunctionInvoked { timestamp, function_name, request, invocation_key, calling_convention }
            }
            Other::ExportedFunctionCompleted { timestamp, response, consumed_fuel } => {
                Self::ExportedFunctionCompleted { timestamp, response, consumed_fuel }
            }
            Other::CreatePromise { timestamp, promise_id } => {
                Self::CreatePromise { timestamp, promise_id: promise_id.into() }
            }
            Other::CompletePromise { timestamp, promise_id, data } => {
                Self::CompletePromise { timestamp, promise_id: promise_id.into(), data }
            }
            Other::Suspend { timestamp } => Self::Suspend { timestamp },
            Other::Error { timestamp } => Self::Error { timestamp },
            Other::Debug { timestamp, message } => Self::Debug { timestamp, message },
        }
    }
}

impl From<workload::PromiseId> for PromiseId {
    fn from(id: workload::PromiseId) -> Self {
        let workload::WorkerId { template_id, worker_name } = id.worker_id;
        let worker_id = WorkerId { template_id: Uuid(template_id.into_bytes()), worker_name };
        Self { worker_id, oplog_idx: id.oplog_idx }
    }
}
