//! Every field of an entry read where it lies.

use crate::workloads::oplog::visit::{ABSENT, Sink};
use crate::workloads::oplog::{
    ArchivedCallingConvention, ArchivedOplogEntry, ArchivedPromiseId, ArchivedValue, ArchivedWrappedFunctionType,
};

#[inline(always)]
#[allow(clippy::cast_sign_loss)]
pub fn walk(entry: &ArchivedOplogEntry, sink: &mut impl Sink) {
    use ArchivedOplogEntry as Entry;
    match entry {
        Entry::ImportedFunctionInvoked { timestamp, function_name, response, side_effect, wrapped_function_type } => {
            sink.number(timestamp.to_native());
            sink.text(function_name);
            sink.bytes(response);
            sink.bytes(side_effect);
            sink.number(function_type(wrapped_function_type));
        }
        Entry::ExportedFunctionInvoked { timestamp, function_name, request, invocation_key, calling_convention } => {
            sink.number(timestamp.to_native());
            sink.text(function_name);
            values(request, sink);
            sink.number(u64::from(invocation_key.is_some()));
            if let Some(key) = invocation_key.as_ref() {
                sink.text(&key.value);
            }
            sink.number(calling_convention.as_ref().map_or(u64::MAX, convention));
        }
        Entry::ExportedFunctionCompleted { timestamp, response, consumed_fuel } => {
            sink.number(timestamp.to_native());
            values(response, sink);
            sink.number(consumed_fuel.to_native() as u64);
        }
        Entry::CreatePromise { timestamp, promise_id } => {
            sink.number(timestamp.to_native());
            promise(promise_id, sink);
        }
        Entry::CompletePromise { timestamp, promise_id, data } => {
            sink.number(timestamp.to_native());
            promise(promise_id, sink);
            sink.bytes(data);
        }
        Entry::Suspend { timestamp } | Entry::Error { timestamp } => sink.number(timestamp.to_native()),
        Entry::Debug { timestamp, message } => {
            sink.number(timestamp.to_native());
            sink.text(message);
        }
    }
}

#[inline(always)]
#[allow(clippy::cast_sign_loss)]
fn promise(id: &ArchivedPromiseId, sink: &mut impl Sink) {
    sink.bytes(id.worker_id.template_id.as_bytes());
    sink.text(&id.worker_id.worker_name);
    sink.number(id.oplog_idx.to_native() as u64);
}

fn function_type(kind: &ArchivedWrappedFunctionType) -> u64 {
    match kind {
        ArchivedWrappedFunctionType::ReadLocal => 0,
        ArchivedWrappedFunctionType::WriteLocal => 1,
        ArchivedWrappedFunctionType::ReadRemote => 2,
        ArchivedWrappedFunctionType::WriteRemote => 3,
    }
}

fn convention(convention: &ArchivedCallingConvention) -> u64 {
    match convention {
        ArchivedCallingConvention::Component => 0,
        ArchivedCallingConvention::Stdio => 1,
        ArchivedCallingConvention::StdioEventloop => 2,
    }
}

fn values(list: &[ArchivedValue], sink: &mut impl Sink) {
    sink.number(list.len() as u64);
    list.iter().for_each(|one| value(one, sink));
}

fn value(value: &ArchivedValue, sink: &mut impl Sink) {
    match value {
        ArchivedValue::U8(number) => sink.number(u64::from(*number)),
        ArchivedValue::List(list) => values(list, sink),
        _ => unreachable!("{ABSENT}"),
    }
}
