//! Every store by the way that its users take: through the store itself.

mod common;
#[cfg(feature = "fjall")]
mod fjall_records;
#[cfg(feature = "heed")]
mod heed_records;
mod merge;
#[cfg(feature = "redb")]
mod redb_tables;
#[cfg(feature = "redis")]
mod redis_records;
#[cfg(feature = "slatedb")]
mod slatedb_merges;
