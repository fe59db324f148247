//! The integration tests of formats, schemas, edits and checks, one module for each area. Those of derived types are in `tests/derived`: two
//! binaries, as many as compile beside each other, since each links the crate and its dependencies anew.
//!
//! Tests stand beside these folders only for a reason: `ui.rs` runs the compiler, `alloc.rs` has an allocator of its own, a failure of
//! `stack.rs` ends its process.

#[path = "../common/mod.rs"]
mod common;

mod absent_values;
mod addresses;
mod any_documents;
mod architecture;
mod atomic;
mod atomic_parts;
mod builder_calls;
mod bulk;
mod by_path;
mod canonical;
mod churn;
mod coinciding_keys;
mod compatibility;
mod conformance;
mod contract;
mod depth;
mod diverged;
mod durations;
mod edits_in_each_state;
mod evolution;
mod extensions;
mod first_use;
mod fixed_memory;
mod foreign_paths;
mod framing;
mod golden_blocks;
mod golden_parts;
mod growth;
mod hostile;
mod imports;
mod integers;
mod json;
mod json_keys;
mod json_missing;
mod json_numbers;
mod json_patch;
mod keys;
mod keys_of_other_types;
mod keys_order;
mod keys_ranges;
mod layouts;
mod life;
mod limits;
mod lock;
mod map_blocks;
mod map_order;
mod maps;
mod messages;
mod nesting;
mod newer_full;
mod newer_parts;
mod older_buffers;
mod open;
mod patched_revisions;
mod record_builder;
mod record_view;
mod refused_edits;
mod relayout;
mod rolling;
mod rules;
mod rules_of_copies;
mod runtime;
mod runtime_parts;
mod same_bytes;
mod same_room;
mod scalars;
mod schema_forms;
mod schema_text;
mod serde;
mod serde_any;
mod serde_types;
mod storage;
mod thrash;
mod threads;
mod torn;
mod verify;
mod ways_through_absent;
mod whole;
mod workspace_bytes;
