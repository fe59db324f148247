//! Reading an entry field by field, for formats that are read where they lie.
//!
//! One walk over the fields serves both ends: timed, it gives all it finds to the optimiser's black box; untimed, it
//! writes a transcript, which has to be that of the original.

use std::hint::black_box;

use super::{OplogEntry, PromiseId, Value};

/// What takes the fields of an entry, in their order; cases and lengths are numbers.
pub trait Sink {
    fn number(&mut self, number: u64);
    fn bytes(&mut self, bytes: &[u8]);

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }
}

/// The sink of a timed walk.
pub struct BlackBox;

impl Sink for BlackBox {
    #[inline(always)]
    fn number(&mut self, number: u64) {
        black_box(number);
    }

    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        black_box(bytes);
    }
}

/// The sink of a proof.
#[derive(Default, PartialEq)]
pub struct Transcript(Vec<u8>);

impl Sink for Transcript {
    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }
}

/// The transcript of the original.
pub fn transcript(entry: &OplogEntry) -> Transcript {
    let mut sink = Transcript::default();
    walk(entry, &mut sink);
    sink
}

// A number of any type as 64 bits: what is negative keeps its sign.
#[allow(clippy::cast_sign_loss)]
fn walk(entry: &OplogEntry, sink: &mut Transcript) {
    sink.number(entry.timestamp());
    match entry {
        OplogEntry::ImportedFunctionInvoked { function_name, response, side_effect, wrapped_function_type, .. } => {
            sink.text(function_name);
            sink.bytes(response);
            sink.bytes(side_effect);
            sink.number(*wrapped_function_type as u64);
        }
        OplogEntry::ExportedFunctionInvoked { function_name, request, invocation_key, calling_convention, .. } => {
            sink.text(function_name);
            values(request, sink);
            sink.number(u64::from(invocation_key.is_some()));
            if let Some(key) = invocation_key {
                sink.text(&key.value);
            }
            sink.number(calling_convention.map_or(u64::MAX, |convention| convention as u64));
        }
        OplogEntry::ExportedFunctionCompleted { response, consumed_fuel, .. } => {
            values(response, sink);
            sink.number(*consumed_fuel as u64);
        }
        OplogEntry::CreatePromise { promise_id, .. } => promise(promise_id, sink),
        OplogEntry::CompletePromise { promise_id, data, .. } => {
            promise(promise_id, sink);
            sink.bytes(data);
        }
        OplogEntry::Suspend { .. } | OplogEntry::Error { .. } => {}
        OplogEntry::Debug { message, .. } => sink.text(message),
    }
}

#[allow(clippy::cast_sign_loss)]
fn promise(id: &PromiseId, sink: &mut Transcript) {
    sink.bytes(id.worker_id.template_id.as_bytes());
    sink.text(&id.worker_id.worker_name);
    sink.number(id.oplog_idx as u64);
}

fn values(list: &[Value], sink: &mut Transcript) {
    sink.number(list.len() as u64);
    list.iter().for_each(|one| value(one, sink));
}

/// Those cases that are in the log; see [`ABSENT`].
fn value(value: &Value, sink: &mut Transcript) {
    match value {
        Value::U8(number) => sink.number(u64::from(*number)),
        Value::List(list) => values(list, sink),
        _ => unreachable!("{ABSENT}"),
    }
}

/// What a walk says of a value of another case: no request and no response of the log holds one.
pub const ABSENT: &str = "the log holds lists of U8 alone";
