//! Reading an entry field by field, for formats that are read where they lie.
//!
//! One walk over the fields serves both ends: timed, it gives all it finds to the optimiser's black
//! box; untimed, it writes a transcript, which has to be that of the original.

use std::hint::black_box;

use rkyv::rend::{i32_le, i64_le, u64_le};

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

/// A number of any type as 64 bits: what is negative keeps its sign.
pub trait Plain: Copy {
    fn plain(self) -> u64;
}

macro_rules! plain {
    ($($Number:ty: |$number:ident| $native:expr),*) => {
        $(impl Plain for $Number {
            #[allow(clippy::cast_sign_loss, clippy::unnecessary_cast)]
            #[inline(always)]
            fn plain(self) -> u64 {
                let $number = self;
                $native as u64
            }
        })*
    };
}
plain!(
    u64: |number| number, i64: |number| number, i32: |number| number, u64_le: |number| number.to_native(),
    i64_le: |number| number.to_native(), i32_le: |number| number.to_native()
);

/// The walk of an entry whose fields lie open: of the workload's, or of an archive. Those cases of
/// values that are in the log; see [`ABSENT`].
macro_rules! walk_of_fields {
    ($Entry:ident, $PromiseId:ty, $Value:ident) => {
        #[inline(always)]
        pub fn walk(entry: &$Entry, sink: &mut impl Sink) {
            match entry {
                $Entry::ImportedFunctionInvoked {
                    timestamp,
                    function_name,
                    response,
                    side_effect,
                    wrapped_function_type,
                } => {
                    sink.number(timestamp.plain());
                    sink.text(function_name);
                    sink.bytes(response);
                    sink.bytes(side_effect);
                    sink.number(*wrapped_function_type as u64);
                }
                $Entry::ExportedFunctionInvoked {
                    timestamp,
                    function_name,
                    request,
                    invocation_key,
                    calling_convention,
                } => {
                    sink.number(timestamp.plain());
                    sink.text(function_name);
                    values(request, sink);
                    sink.number(u64::from(invocation_key.is_some()));
                    if let Some(key) = invocation_key.as_ref() {
                        sink.text(&key.value);
                    }
                    sink.number(calling_convention.as_ref().map_or(u64::MAX, |convention| *convention as u64));
                }
                $Entry::ExportedFunctionCompleted { timestamp, response, consumed_fuel } => {
                    sink.number(timestamp.plain());
                    values(response, sink);
                    sink.number(consumed_fuel.plain());
                }
                $Entry::CreatePromise { timestamp, promise_id } => {
                    sink.number(timestamp.plain());
                    promise(promise_id, sink);
                }
                $Entry::CompletePromise { timestamp, promise_id, data } => {
                    sink.number(timestamp.plain());
                    promise(promise_id, sink);
                    sink.bytes(data);
                }
                $Entry::Suspend { timestamp } | $Entry::Error { timestamp } => sink.number(timestamp.plain()),
                $Entry::Debug { timestamp, message } => {
                    sink.number(timestamp.plain());
                    sink.text(message);
                }
            }
        }

        #[inline(always)]
        fn promise(id: &$PromiseId, sink: &mut impl Sink) {
            sink.bytes(id.worker_id.template_id.as_bytes());
            sink.text(&id.worker_id.worker_name);
            sink.number(id.oplog_idx.plain());
        }

        fn values(list: &[$Value], sink: &mut impl Sink) {
            sink.number(list.len() as u64);
            list.iter().for_each(|one| value(one, sink));
        }

        fn value(value: &$Value, sink: &mut impl Sink) {
            match value {
                $Value::U8(number) => sink.number(u64::from(*number)),
                $Value::List(list) => values(list, sink),
                _ => unreachable!("{ABSENT}"),
            }
        }
    };
}
pub(crate) use walk_of_fields;
walk_of_fields!(OplogEntry, PromiseId, Value);

/// What a walk says of a value of another case: no request and no response of the log holds one.
pub const ABSENT: &str = "the log holds lists of U8 alone";
