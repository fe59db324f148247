//! The log.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{Record, RecordBuilder, Result, Schema, dynamic::Dynamic, field::VariantName};

use super::super::super::kind::Kind;
use super::super::super::log::{Access, AccessLog, MIDDLE};
use super::super::super::rows::Codec;
use super::{Described, Runtime};
use crate::libraries::vellum::handles;

const TEXT: &str = "
    enum Method { GET, HEAD, POST, PUT, DELETE, OPTIONS }
    struct Access {
        time: u64, client: string, user: string?, method: Method, host: string, path: string, query: string?,
        protocol: string, status: u16, sent: u32, micros: u32, referrer: string?, agent: string, language: string,
        upstream: string, request_id: string,
    }
    struct AccessLog { server: string, entries: list<Access> }
    root AccessLog;";

const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

static LOG: LazyLock<LogHandles> = LazyLock::new(|| LogHandles::new(TEXT));

handles!(LogHandles {
    server: str = "server",
    entry: Dynamic = "entries[]",
    time: u64 = "entries[].time",
    client: str = "entries[].client",
    user: str = "entries[].user",
    method: VariantName = "entries[].method",
    host: str = "entries[].host",
    path: str = "entries[].path",
    query: str = "entries[].query",
    protocol: str = "entries[].protocol",
    status: u16 = "entries[].status",
    sent: u32 = "entries[].sent",
    micros: u32 = "entries[].micros",
    referrer: str = "entries[].referrer",
    agent: str = "entries[].agent",
    language: str = "entries[].language",
    upstream: str = "entries[].upstream",
    request_id: str = "entries[].request_id",
});

/// Appends an entry to a record or to a builder.
macro_rules! push_entry {
    ($record:expr, $index:expr, $entry:expr) => {{
        let (log, record, index, entry): (&LogHandles, _, usize, &Access) = (&LOG, $record, $index, $entry);
        record.push_default(&log.entry)?;
        record.set(log.time.at(index), entry.time)?;
        record.set(log.client.at(index), entry.client.as_str())?;
        if let Some(user) = &entry.user {
            record.set(log.user.at(index), user.as_str())?;
        }
        record.set(log.method.at(index), METHODS[entry.method as usize])?;
        record.set(log.host.at(index), entry.host.as_str())?;
        record.set(log.path.at(index), entry.path.as_str())?;
        if let Some(query) = &entry.query {
            record.set(log.query.at(index), query.as_str())?;
        }
        record.set(log.protocol.at(index), entry.protocol.as_str())?;
        record.set(log.status.at(index), entry.status)?;
        record.set(log.sent.at(index), entry.sent)?;
        record.set(log.micros.at(index), entry.micros)?;
        if let Some(referrer) = &entry.referrer {
            record.set(log.referrer.at(index), referrer.as_str())?;
        }
        record.set(log.agent.at(index), entry.agent.as_str())?;
        record.set(log.language.at(index), entry.language.as_str())?;
        record.set(log.upstream.at(index), entry.upstream.as_str())?;
        record.set(log.request_id.at(index), entry.request_id.as_str())?;
    }};
}

impl Described for AccessLog {
    fn parsed() -> &'static Schema {
        &LOG.schema
    }

    #[inline(never)]
    fn fill(&self, record: &mut RecordBuilder) -> Result<()> {
        record.set(&LOG.server, self.server.as_str())?;
        for (index, entry) in self.entries.iter().enumerate() {
            push_entry!(&mut *record, index, entry);
        }
        Ok(())
    }

    #[inline(never)]
    fn find<T>(bytes: &[u8], take: impl FnOnce(&str) -> T) -> Result<T> {
        LOG.schema.peek(bytes)?.get(LOG.path.at(MIDDLE)).map(take)
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, status: u16) -> Result<()> {
        Record::open(&LOG.schema, bytes)?.set(LOG.status.at(MIDDLE), status)
    }
}

#[inline(never)]
pub fn set_path(bytes: &mut Vec<u8>, path: &str) -> Result<()> {
    Record::open(&LOG.schema, bytes)?.set(LOG.path.at(MIDDLE), path)
}

pub fn push_entries() -> Result<Vec<u8>> {
    let mut bytes = Runtime.encode(&AccessLog::with_len(0));
    let mut record = Record::open(&LOG.schema, &mut bytes)?;
    for (index, entry) in AccessLog::value().entries.iter().enumerate() {
        push_entry!(&mut record, index, black_box(entry));
    }
    Ok(bytes)
}
