//! The integration tests, one module for each area, in one binary: each binary links the crate and its dependencies anew.
//!
//! Tests stand beside this file only for a reason: `ui.rs` runs the compiler, `alloc.rs` has an allocator of its own.

mod common;

mod atomic;
mod atomic_parts;
mod bulk;
mod canonical;
mod churn;
mod compatibility;
mod depth;
mod derive;
mod derive_any;
mod derive_attributes;
mod derive_complete;
mod derive_names;
mod derive_open;
mod derive_rules;
mod derive_tuples;
mod evolution;
mod first_use;
mod forward;
mod framing;
mod golden_blocks;
mod golden_parts;
mod hostile;
mod keys;
mod keys_order;
mod layouts;
mod life;
mod map_blocks;
mod map_order;
mod maps;
mod model;
mod nesting;
mod newer_parts;
mod open;
mod rules;
mod rules_of_copies;
mod runtime;
mod runtime_parts;
mod same_bytes;
mod scalars;
mod schema_forms;
mod schema_text;
mod serde;
mod serde_any;
mod serde_types;
mod storage;
mod thrash;
mod unions;
mod unions_fixed;
mod verify;
mod whole;
mod workspace_bytes;
