//! Every store by the way that its users take: through the store itself.

#[cfg(all(feature = "fjall", feature = "heed", feature = "redb"))]
mod callers;
mod common;
#[cfg(feature = "fjall")]
mod fjall_records;
#[cfg(feature = "fjall")]
mod fjall_sharing;
#[cfg(feature = "heed")]
mod heed_faults;
#[cfg(feature = "heed")]
mod heed_records;
mod hostile_values;
#[cfg(all(feature = "fjall", feature = "heed", feature = "redb"))]
mod killed;
mod merge;
#[cfg(all(feature = "fjall", feature = "heed", feature = "redb"))]
mod migrations;
mod nets;
#[cfg(feature = "redb")]
mod redb_faults;
#[cfg(feature = "redb")]
mod redb_tables;
#[cfg(feature = "redis")]
mod redis_faults;
#[cfg(feature = "redis")]
mod redis_records;
#[cfg(feature = "redis")]
mod redis_server;
#[cfg(feature = "slatedb")]
mod slatedb_expiry;
#[cfg(feature = "slatedb")]
mod slatedb_faults;
#[cfg(feature = "slatedb")]
mod slatedb_merges;
