//! The log.

use prost::Message;

use super::super::kind::Edit;
use super::super::log::{Access, AccessLog, MIDDLE, Method};
use super::{Sent, decode, narrow};
use crate::services::kind::Kind;

#[derive(Clone, PartialEq, Message)]
pub struct Log {
    #[prost(string, tag = "1")]
    server: String,
    #[prost(message, repeated, tag = "2")]
    entries: Vec<Entry>,
}

#[derive(Clone, PartialEq, Message)]
struct Entry {
    #[prost(uint64, tag = "1")]
    time: u64,
    #[prost(string, tag = "2")]
    client: String,
    #[prost(string, optional, tag = "3")]
    user: Option<String>,
    #[prost(uint32, tag = "4")]
    method: u32,
    #[prost(string, tag = "5")]
    host: String,
    #[prost(string, tag = "6")]
    path: String,
    #[prost(string, optional, tag = "7")]
    query: Option<String>,
    #[prost(string, tag = "8")]
    protocol: String,
    #[prost(uint32, tag = "9")]
    status: u32,
    #[prost(uint32, tag = "10")]
    sent: u32,
    #[prost(uint32, tag = "11")]
    micros: u32,
    #[prost(string, optional, tag = "12")]
    referrer: Option<String>,
    #[prost(string, tag = "13")]
    agent: String,
    #[prost(string, tag = "14")]
    language: String,
    #[prost(string, tag = "15")]
    upstream: String,
    #[prost(string, tag = "16")]
    request_id: String,
}

/// [`Log`] without all but its paths.
#[derive(Clone, PartialEq, Message)]
struct OnlyPaths {
    #[prost(message, repeated, tag = "2")]
    entries: Vec<OnlyPath>,
}

#[derive(Clone, PartialEq, Message)]
struct OnlyPath {
    #[prost(string, tag = "6")]
    path: String,
}

impl From<&Access> for Entry {
    fn from(entry: &Access) -> Self {
        let Access { time, method, status, sent, micros, .. } = *entry;
        let entry = entry.clone();
        Self {
            time,
            client: entry.client,
            user: entry.user,
            method: method as u32,
            host: entry.host,
            path: entry.path,
            query: entry.query,
            protocol: entry.protocol,
            status: status.into(),
            sent,
            micros,
            referrer: entry.referrer,
            agent: entry.agent,
            language: entry.language,
            upstream: entry.upstream,
            request_id: entry.request_id,
        }
    }
}

impl From<Entry> for Access {
    fn from(entry: Entry) -> Self {
        Self {
            time: entry.time,
            client: entry.client,
            user: entry.user,
            method: Method::ALL[entry.method as usize],
            host: entry.host,
            path: entry.path,
            query: entry.query,
            protocol: entry.protocol,
            status: narrow(entry.status),
            sent: entry.sent,
            micros: entry.micros,
            referrer: entry.referrer,
            agent: entry.agent,
            language: entry.language,
            upstream: entry.upstream,
            request_id: entry.request_id,
        }
    }
}

impl Sent for AccessLog {
    type Message = Log;

    fn message(&self) -> Log {
        Log { server: self.server.clone(), entries: self.entries.iter().map(Entry::from).collect() }
    }

    fn original(Log { server, entries }: Log) -> Self {
        Self { server, entries: entries.into_iter().map(Access::from).collect() }
    }

    fn find<T>(bytes: &[u8], take: impl FnOnce(&str) -> T) -> T {
        take(&decode::<OnlyPaths>(bytes).entries[MIDDLE].path)
    }
}

impl Edit<AccessLog> for Log {
    fn set_number(&mut self, number: u16) {
        self.entries[MIDDLE].status = number.into();
    }

    fn set_text(&mut self, text: &'static str) {
        text.clone_into(&mut self.entries[MIDDLE].path);
    }

    fn push(&mut self, index: usize) {
        self.entries.push((&AccessLog::value().entries[index]).into());
    }
}
