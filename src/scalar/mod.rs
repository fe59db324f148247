//! Scalar types: the rows of [`vellum_scalars`], and Rust types for those that std lacks.
//!
//! Everything that tells one scalar from another is a column there. What is done with values looks
//! at columns, never at names, and has an arm for each thing that a column can say; so a new row is
//! known everywhere, and a new thing to say does not compile until each place has an answer.
//!
//! - `table`: the rows as an enum, their Rust types, their order, their numbers and ranges
//! - `word`: values as words
//! - `text`: words as text, for schemas, serde, paths and people
//! - `civil`: dates and times, as text and as numbers
//! - `span`: spans of time as people write them
//! - `fixed`: text of a fixed length, places, decimals, identifiers and addresses
//! - `foreign`: types of other crates that are stored as a scalar

pub(crate) mod civil;
mod fixed;
pub(crate) mod foreign;
mod span;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod word;

pub use fixed::FixedStr;
pub use table::{Builtin, Scalar, TimeUnit};
pub(crate) use table::{Keys, NamedScalar, Serde, Text, WordOrder};

pub use crate::scalar::civil::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
pub use crate::scalar::fixed::{Decimal, Decimal128, Geo4, Geo8, Geo16, Ulid, Uuid};
