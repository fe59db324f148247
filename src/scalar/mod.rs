//! Scalar types: the rows of [`vellum_scalars`], and Rust types for those that std lacks.
//!
//! Everything that tells one scalar from another is a column there. What is done with values looks
//! at columns, never at names, and has an arm for each thing that a column can say; so a new row is
//! known everywhere, and a new thing to say does not compile until each place has an answer.
//!
//! - `civil`: dates and times as people write them
//! - `foreign`: types of others that are stored as a scalar
//! - `form`: values as serde, paths and people see them
//! - `number`: words as numbers
//! - `order`: words as integers that sort
//! - `span`: spans of time as people write them
//! - `table`: what the rows say, as an enum and what is asked of it
//! - `text`: words as schema text writes them
//! - `types`: lists of the Rust types of the rows
//! - `word`: values as words

pub(crate) mod civil;
mod decimal;
mod fixed;
pub(crate) mod foreign;
pub(crate) mod form;
mod geo;
mod id;
mod net;
mod number;
pub(crate) mod order;
mod span;
mod table;
pub(crate) mod text;
mod time;
pub(crate) mod types;
pub(crate) mod word;

pub use decimal::{Decimal, Decimal128};
pub use fixed::FixedStr;
pub use geo::{Geo4, Geo8, Geo16};
pub use id::{Ulid, Uuid};
pub use table::{Builtin, Scalar, TimeUnit};
pub(crate) use table::{Keys, NamedScalar, Serde, Text, WordOrder};
pub use time::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
