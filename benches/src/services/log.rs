//! The first kind: the access log of a web service, a thousand entries with eleven texts each.
//!
//! Paths, agents and referrers have the lengths that they have in such logs, and some are far more
//! frequent than others.

use std::sync::LazyLock;

use super::draw::Draw;
use super::kind::{Edit, Kind, Names};
use super::lent::lent_and_skimmed;
use super::sink::Sink;
use crate::format::with_all_derives;

with_all_derives! {
    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct AccessLog {
        pub server: String,
        pub entries: Vec<Access>,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Access {
        /// Milliseconds since 1970.
        pub time: u64,
        pub client: String,
        pub user: Option<String>,
        pub method: Method,
        pub host: String,
        pub path: String,
        pub query: Option<String>,
        pub protocol: String,
        pub status: u16,
        pub sent: u32,
        pub micros: u32,
        pub referrer: Option<String>,
        pub agent: String,
        pub language: String,
        pub upstream: String,
        pub request_id: String,
    }

    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[rkyv(derive(Clone, Copy))]
    #[speedy(tag_type = u8)]
    #[allow(clippy::upper_case_acronyms)]
    pub enum Method {
        GET,
        HEAD,
        POST,
        PUT,
        DELETE,
        OPTIONS,
    }
}

lent_and_skimmed! {
    {
        /// [`AccessLog`](super::AccessLog) with its texts in the input.
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Log<'a> {
            #[serde(borrow)]
            pub server: Text<'a>,
            #[serde(borrow)]
            pub entries: Vec<Access<'a>>,
        }
    }
    {
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Access<'a> {
            pub time: u64,
            #[serde(borrow)]
            pub client: Text<'a>,
            #[serde(borrow)]
            pub user: Option<Text<'a>>,
            pub method: super::Method,
            #[serde(borrow)]
            pub host: Text<'a>,
            #[serde(borrow)]
            pub path: Text<'a>,
            #[serde(borrow)]
            pub query: Option<Text<'a>>,
            #[serde(borrow)]
            pub protocol: Text<'a>,
            pub status: u16,
            pub sent: u32,
            pub micros: u32,
            #[serde(borrow)]
            pub referrer: Option<Text<'a>>,
            #[serde(borrow)]
            pub agent: Text<'a>,
            #[serde(borrow)]
            pub language: Text<'a>,
            #[serde(borrow)]
            pub upstream: Text<'a>,
            #[serde(borrow)]
            pub request_id: Text<'a>,
        }
    }
}

/// Entries of the log.
const LEN: usize = 1000;
/// The entry that is read and changed.
pub const MIDDLE: usize = 500;

impl Kind for AccessLog {
    const NAMES: Names = Names {
        whole: "log",
        borrowed: Some("log, borrowed"),
        one: "log, entries[500].path",
        number: "log, entries[500].status",
        text: Some((
            "log, entries[500].path of 7 and 48 bytes",
            ["/health", "/api/v2/accounts/1029384/invoices/2026-11/export"],
        )),
        push: Some("log, an entry"),
    };
    const ROOM: usize = 1 << 20;
    const NUMBERS: [u16; 2] = [200, 503];

    type Number = u16;
    type Found = str;
    type Lent<'a> = lent::Log<'a>;

    fn value() -> &'static Self {
        static VALUE: LazyLock<AccessLog> = LazyLock::new(draw);
        &VALUE
    }

    fn with_len(len: usize) -> Self {
        let Self { server, entries } = Self::value();
        Self { server: server.clone(), entries: entries[..len].to_vec() }
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn found(&self) -> &str {
        &self.entries[MIDDLE].path
    }

    fn walk(&self, sink: &mut impl Sink) {
        walk_fields!(self, sink);
    }
}

/// Walks the fields of a log, ours or an archived one.
macro_rules! walk_fields {
    ($log:expr, $sink:expr) => {
        let (log, sink) = ($log, $sink);
        sink.text(log.server.as_str());
        sink.word(log.entries.len() as u64);
        for entry in log.entries.iter() {
            sink.number(entry.time);
            sink.text(entry.client.as_str());
            $crate::services::log::walk_option!(entry.user.as_ref(), sink);
            sink.word(entry.method as u64);
            sink.text(entry.host.as_str());
            sink.text(entry.path.as_str());
            $crate::services::log::walk_option!(entry.query.as_ref(), sink);
            sink.text(entry.protocol.as_str());
            sink.number(entry.status);
            sink.number(entry.sent);
            sink.number(entry.micros);
            $crate::services::log::walk_option!(entry.referrer.as_ref(), sink);
            sink.text(entry.agent.as_str());
            sink.text(entry.language.as_str());
            sink.text(entry.upstream.as_str());
            sink.text(entry.request_id.as_str());
        }
    };
}
pub(super) use walk_fields;

/// A text that may be there.
macro_rules! walk_option {
    ($option:expr, $sink:expr) => {
        match $option {
            Some(text) => {
                $sink.present();
                $sink.text(text);
            }
            None => $sink.word(0),
        }
    };
}
pub(super) use walk_option;

impl Edit<Self> for AccessLog {
    fn set_number(&mut self, number: u16) {
        self.entries[MIDDLE].status = number;
    }

    fn set_text(&mut self, text: &'static str) {
        text.clone_into(&mut self.entries[MIDDLE].path);
    }

    fn push(&mut self, index: usize) {
        self.entries.push(Self::value().entries[index].clone());
    }
}

impl Edit<AccessLog> for lent::Log<'_> {
    fn set_number(&mut self, number: u16) {
        self.entries[MIDDLE].status = number;
    }

    fn set_text(&mut self, text: &'static str) {
        self.entries[MIDDLE].path = text;
    }

    fn push(&mut self, index: usize) {
        self.entries.push(lent(&AccessLog::value().entries[index]));
    }
}

impl Method {
    /// All of them, by their numbers.
    pub const ALL: [Self; 6] = [Self::GET, Self::HEAD, Self::POST, Self::PUT, Self::DELETE, Self::OPTIONS];
}

/// The entry of borrowed texts as one that owns them.
pub fn owned(entry: &lent::Access<'_>) -> Access {
    Access {
        time: entry.time,
        client: entry.client.to_owned(),
        user: entry.user.map(str::to_owned),
        method: entry.method,
        host: entry.host.to_owned(),
        path: entry.path.to_owned(),
        query: entry.query.map(str::to_owned),
        protocol: entry.protocol.to_owned(),
        status: entry.status,
        sent: entry.sent,
        micros: entry.micros,
        referrer: entry.referrer.map(str::to_owned),
        agent: entry.agent.to_owned(),
        language: entry.language.to_owned(),
        upstream: entry.upstream.to_owned(),
        request_id: entry.request_id.to_owned(),
    }
}

pub fn lent(entry: &Access) -> lent::Access<'_> {
    lent::Access {
        time: entry.time,
        client: &entry.client,
        user: entry.user.as_deref(),
        method: entry.method,
        host: &entry.host,
        path: &entry.path,
        query: entry.query.as_deref(),
        protocol: &entry.protocol,
        status: entry.status,
        sent: entry.sent,
        micros: entry.micros,
        referrer: entry.referrer.as_deref(),
        agent: &entry.agent,
        language: &entry.language,
        upstream: &entry.upstream,
        request_id: &entry.request_id,
    }
}

const USERS: [&str; 8] = ["mara", "j.okafor", "deploy-bot", "elin.berg", "t.nakamura", "ops", "céline", "backup"];
const HOSTS: [&str; 4] = ["www.example.com", "api.example.com", "static.example.net", "admin.internal.example"];
const PAGES: [&str; 8] =
    ["/", "/health", "/login", "/search", "/static/app.4f2c81.js", "/favicon.ico", "/pricing", "/metrics"];
const THINGS: [&str; 6] = ["accounts", "invoices", "subscriptions", "shipments", "tickets", "größen"];
const QUERIES: [&str; 5] = [
    "page=2&per_page=50",
    "q=winter+boots",
    "utm_source=newsletter&utm_medium=email&utm_campaign=november",
    "v=3",
    "lang=de",
];
const PROTOCOLS: [&str; 3] = ["HTTP/1.1", "HTTP/2", "HTTP/3"];
const STATUSES: [u16; 8] = [200, 304, 200, 301, 404, 201, 401, 500];
const LANGUAGES: [&str; 5] = ["en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.5", "ja", "fr-CA,fr;q=0.8", "*"];
const AGENTS: [&str; 6] = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "curl/8.11.0",
    "kube-probe/1.31",
    "Mozilla/5.0 (compatible; examplebot/2.1; +https://bot.example.com/about)",
];

fn draw() -> AccessLog {
    let mut draw = Draw::new(0x10_6106);
    let mut time = 1_764_150_000_000;
    let entries = draw.many(LEN as u64, |draw| {
        time += draw.skewed(1, 4000);
        access(draw, time)
    });
    AccessLog { server: "edge-fra-07".to_owned(), entries }
}

fn access(draw: &mut Draw, time: u64) -> Access {
    let byte = |draw: &mut Draw| draw.between(1, 254);
    let client = if draw.chance(80) {
        format!("203.0.{}.{}", byte(draw), byte(draw))
    } else {
        format!("2001:db8:{:x}:{:x}::{:x}", draw.between(0, 65_535), draw.between(0, 65_535), byte(draw))
    };
    let path = if draw.chance(45) {
        draw.early_of(&PAGES).to_owned()
    } else {
        let thing = draw.early_of(&THINGS);
        format!("/api/v2/{thing}/{}{}", draw.skewed(1, 9_999_999), draw.one_of(&["", "", "/items", "/history/latest"]))
    };
    let method = match draw.between(0, 99) {
        0..72 => Method::GET,
        72..76 => Method::HEAD,
        76..91 => Method::POST,
        91..95 => Method::PUT,
        95..98 => Method::DELETE,
        _ => Method::OPTIONS,
    };
    Access {
        time,
        client,
        user: draw.perhaps(30, |draw| draw.early_of(&USERS).to_owned()),
        method,
        host: draw.early_of(&HOSTS).to_owned(),
        path,
        query: draw.perhaps(35, |draw| draw.one_of(&QUERIES).to_owned()),
        protocol: draw.early_of(&PROTOCOLS).to_owned(),
        status: draw.early_of(&STATUSES),
        sent: draw.skewed(0, 4_000_000) as u32,
        micros: draw.skewed(80, 9_000_000) as u32,
        referrer: draw.perhaps(40, |draw| format!("https://{}{}", draw.early_of(&HOSTS), draw.early_of(&PAGES))),
        agent: draw.early_of(&AGENTS).to_owned(),
        language: draw.early_of(&LANGUAGES).to_owned(),
        upstream: format!("10.4.{}.{}:8080", draw.between(0, 7), byte(draw)),
        request_id: format!("{:016x}{:016x}", draw.between(0, u64::MAX - 1), draw.between(0, u64::MAX - 1)),
    }
}
