//! The generator of the log.
//!
//! It draws what the published suite draws, in the same order, from the same generator with the
//! same seed: sizes can be compared with the published ones to the byte. Identifiers alone are
//! random there; here they have a seed as well.

use rand::distr::Alphanumeric;
use rand::rngs::StdRng;
use rand::{Rng, RngCore, SeedableRng};
use uuid::{Builder, Uuid};

use super::{CallingConvention, InvocationKey, OplogEntry, PromiseId, Value, WorkerId, WrappedFunctionType};

/// The seed of the published suite.
const SEED: u64 = 317_826_381;

/// The state between two entries.
#[derive(Clone)]
pub struct Generator {
    random: StdRng,
    /// Of a generator of its own, so that the other draws are those of the published suite.
    identifiers: StdRng,
}

impl Generator {
    pub fn new() -> Self {
        Self { random: StdRng::seed_from_u64(SEED), identifiers: StdRng::seed_from_u64(SEED + 1) }
    }

    /// The next entry. The order of the draws matters: the payload, then the fields from the first
    /// to the last.
    pub fn entry(&mut self, payload_len: usize) -> OplogEntry {
        match self.below(7) {
            0 => {
                let (response, side_effect) = (self.bytes(payload_len), self.bytes(payload_len));
                OplogEntry::ImportedFunctionInvoked {
                    timestamp: self.timestamp(),
                    function_name: self.name(16),
                    response,
                    side_effect,
                    wrapped_function_type: match self.below(4) {
                        0 => WrappedFunctionType::ReadLocal,
                        1 => WrappedFunctionType::WriteLocal,
                        2 => WrappedFunctionType::ReadRemote,
                        _ => WrappedFunctionType::WriteRemote,
                    },
                }
            }
            1 => {
                let request = self.values(payload_len);
                OplogEntry::ExportedFunctionInvoked {
                    timestamp: self.timestamp(),
                    function_name: self.name(16),
                    request,
                    invocation_key: self.random.random::<bool>().then(|| InvocationKey { value: self.name(16) }),
                    calling_convention: match self.below(4) {
                        0 => None,
                        1 => Some(CallingConvention::Component),
                        2 => Some(CallingConvention::Stdio),
                        _ => Some(CallingConvention::StdioEventloop),
                    },
                }
            }
            2 => {
                let response = self.values(payload_len);
                let timestamp = self.timestamp();
                OplogEntry::ExportedFunctionCompleted { timestamp, response, consumed_fuel: self.random.random() }
            }
            3 => OplogEntry::CreatePromise { timestamp: self.timestamp(), promise_id: self.promise_id() },
            4 => {
                let data = self.bytes(payload_len);
                let timestamp = self.timestamp();
                OplogEntry::CompletePromise { timestamp, promise_id: self.promise_id(), data }
            }
            5 => OplogEntry::Suspend { timestamp: self.timestamp() },
            _ => OplogEntry::Error { timestamp: self.timestamp() },
        }
    }

    fn below(&mut self, limit: i32) -> i32 {
        self.random.random_range(0..limit)
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.random.fill_bytes(&mut bytes);
        bytes
    }

    fn values(&mut self, len: usize) -> Vec<Value> {
        vec![Value::List(self.bytes(len).into_iter().map(Value::U8).collect())]
    }

    /// Whole seconds, in milliseconds.
    fn timestamp(&mut self) -> u64 {
        self.random.random_range(0..3_000_000_000_u64) * 1000
    }

    fn name(&mut self, len: usize) -> String {
        (&mut self.random).sample_iter(Alphanumeric).take(len).map(char::from).collect()
    }

    fn promise_id(&mut self) -> PromiseId {
        let worker_id = WorkerId { template_id: self.identifier(), worker_name: self.name(8) };
        PromiseId { worker_id, oplog_idx: self.random.random() }
    }

    fn identifier(&mut self) -> Uuid {
        Builder::from_random_bytes(self.identifiers.random()).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_the_same_every_time() {
        let draw = || {
            let mut generator = Generator::new();
            (0..100).map(|_| generator.entry(16)).collect::<Vec<_>>()
        };
        assert_eq!(draw(), draw());
    }

    #[test]
    fn payloads_have_the_size_that_is_asked_for() {
        let mut generator = Generator::new();
        for entry in (0..100).map(|_| generator.entry(256)) {
            match entry {
                OplogEntry::ImportedFunctionInvoked { response, side_effect, .. } => {
                    assert_eq!((response.len(), side_effect.len()), (256, 256));
                }
                OplogEntry::ExportedFunctionInvoked { request: values, .. }
                | OplogEntry::ExportedFunctionCompleted { response: values, .. } => {
                    let [Value::List(list)] = &values[..] else { panic!("{values:?}") };
                    assert!(list.len() == 256 && list.iter().all(|value| matches!(value, Value::U8(_))));
                }
                OplogEntry::CompletePromise { data, .. } => assert_eq!(data.len(), 256),
                _ => {}
            }
        }
    }
}
