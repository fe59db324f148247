//! Maps whose keys are arrays of bytes and tuples: the same on both paths, in place and whole.

mod damaged;
mod derived;
mod random;
mod revisions;
mod runtime;
#[cfg(feature = "serde")]
mod serialized;
