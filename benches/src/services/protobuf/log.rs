//! The log.

use protobuf::CodedInputStream;

use super::super::kind::{Edit, Kind};
use super::super::log::{self, AccessLog, MIDDLE, Method};
use super::services_generated::{Access, AccessLog as Log};
use super::{Sent, Walked, enter_element, narrow};
use crate::libraries::protobuf::seek;

impl From<&log::Access> for Access {
    fn from(entry: &log::Access) -> Self {
        let log::Access { time, method, status, sent, micros, .. } = *entry;
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
            ..Self::default()
        }
    }
}

impl From<Access> for log::Access {
    fn from(entry: Access) -> Self {
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
        let entries = self.entries.iter().map(Access::from).collect();
        Log { server: self.server.clone(), entries, ..Log::default() }
    }

    fn original(Log { server, entries, .. }: Log) -> Self {
        Self { server, entries: entries.into_iter().map(log::Access::from).collect() }
    }

    fn find<T>(input: &mut CodedInputStream<'_>, take: impl FnOnce(&str) -> T) -> Walked<T> {
        enter_element(input, 2, MIDDLE)?;
        let mut path = String::new();
        // The last occurrence of a field counts.
        while seek(input, 6)? {
            path = input.read_string().map_err(|_| "no string")?;
        }
        Ok(take(&path))
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
