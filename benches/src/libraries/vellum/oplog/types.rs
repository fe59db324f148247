//! The types of the log as vellum derives them.
//!
//! They differ from those of the workload where vellum has no type of std or of another crate: an identifier is vellum's
//! own, and [`Outcome`] stands for `Result`. A root is a struct, so the entry is the one field of [`Entry`].

use std::rc::Rc;

use vellum::Vellum;
use vellum::value::Uuid;

use crate::workloads::oplog::{self as workload, Batch, rows};

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

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct InvocationKey {
    value: String,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
pub enum WrappedFunctionType {
    ReadLocal,
    WriteLocal,
    ReadRemote,
    WriteRemote,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
pub enum CallingConvention {
    Component,
    Stdio,
    StdioEventloop,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    S8(i8),
    S16(i16),
    S32(i32),
    S64(i64),
    F32(f32),
    F64(f64),
    Char(char),
    String(String),
    List(Vec<Value>),
    Tuple(Vec<Value>),
    Record(Vec<Value>),
    Variant { case_idx: u32, case_value: Option<Box<Value>> },
    Enum(u32),
    Flags(Vec<bool>),
    Option(Option<Box<Value>>),
    Result(Outcome),
    Handle { uri: String, resource_id: u64 },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Outcome {
    Ok(Option<Box<Value>>),
    Err(Option<Box<Value>>),
}

impl rows::Entry for Entry {
    fn timed(batch: &Batch) -> Rc<Vec<Self>> {
        Rc::new(batch.entries.iter().map(rows::Entry::of).collect())
    }

    fn of(entry: &workload::OplogEntry) -> Self {
        Self { entry: entry.clone().into() }
    }

    fn timestamp_mut(&mut self) -> &mut u64 {
        match &mut self.entry {
            OplogEntry::ImportedFunctionInvoked { timestamp, .. }
            | OplogEntry::ExportedFunctionInvoked { timestamp, .. }
            | OplogEntry::ExportedFunctionCompleted { timestamp, .. }
            | OplogEntry::CreatePromise { timestamp, .. }
            | OplogEntry::CompletePromise { timestamp, .. }
            | OplogEntry::Suspend { timestamp }
            | OplogEntry::Error { timestamp }
            | OplogEntry::Debug { timestamp, .. } => timestamp,
        }
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
                let wrapped_function_type = wrapped_function_type.into();
                Self::ImportedFunctionInvoked { timestamp, function_name, response, side_effect, wrapped_function_type }
            }
            Other::ExportedFunctionInvoked {
                timestamp,
                function_name,
                request,
                invocation_key,
                calling_convention,
            } => Self::ExportedFunctionInvoked {
                timestamp,
                function_name,
                request: values(request),
                invocation_key: invocation_key.map(|key| InvocationKey { value: key.value }),
                calling_convention: calling_convention.map(Into::into),
            },
            Other::ExportedFunctionCompleted { timestamp, response, consumed_fuel } => {
                Self::ExportedFunctionCompleted { timestamp, response: values(response), consumed_fuel }
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

impl From<workload::WrappedFunctionType> for WrappedFunctionType {
    fn from(kind: workload::WrappedFunctionType) -> Self {
        match kind {
            workload::WrappedFunctionType::ReadLocal => Self::ReadLocal,
            workload::WrappedFunctionType::WriteLocal => Self::WriteLocal,
            workload::WrappedFunctionType::ReadRemote => Self::ReadRemote,
            workload::WrappedFunctionType::WriteRemote => Self::WriteRemote,
        }
    }
}

impl From<workload::CallingConvention> for CallingConvention {
    fn from(convention: workload::CallingConvention) -> Self {
        match convention {
            workload::CallingConvention::Component => Self::Component,
            workload::CallingConvention::Stdio => Self::Stdio,
            workload::CallingConvention::StdioEventloop => Self::StdioEventloop,
        }
    }
}

impl From<workload::Value> for Value {
    fn from(value: workload::Value) -> Self {
        use workload::Value as Other;
        match value {
            Other::Bool(value) => Self::Bool(value),
            Other::U8(value) => Self::U8(value),
            Other::U16(value) => Self::U16(value),
            Other::U32(value) => Self::U32(value),
            Other::U64(value) => Self::U64(value),
            Other::S8(value) => Self::S8(value),
            Other::S16(value) => Self::S16(value),
            Other::S32(value) => Self::S32(value),
            Other::S64(value) => Self::S64(value),
            Other::F32(value) => Self::F32(value),
            Other::F64(value) => Self::F64(value),
            Other::Char(value) => Self::Char(value),
            Other::String(value) => Self::String(value),
            Other::List(list) => Self::List(values(list)),
            Other::Tuple(list) => Self::Tuple(values(list)),
            Other::Record(list) => Self::Record(values(list)),
            Other::Variant { case_idx, case_value } => Self::Variant { case_idx, case_value: boxed(case_value) },
            Other::Enum(value) => Self::Enum(value),
            Other::Flags(flags) => Self::Flags(flags),
            Other::Option(value) => Self::Option(boxed(value)),
            Other::Result(Ok(value)) => Self::Result(Outcome::Ok(boxed(value))),
            Other::Result(Err(value)) => Self::Result(Outcome::Err(boxed(value))),
            Other::Handle { uri, resource_id } => Self::Handle { uri, resource_id },
        }
    }
}

fn values(list: Vec<workload::Value>) -> Vec<Value> {
    list.into_iter().map(Into::into).collect()
}

fn boxed(value: Option<Box<workload::Value>>) -> Option<Box<Value>> {
    value.map(|value| Box::new((*value).into()))
}
