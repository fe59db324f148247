//! What is said over a connection: frames with their length before them, each a buffer of one of
//! two types.

use tokio::net::TcpStream;
use tokio_util::bytes::Bytes;
use tokio_util::codec::{Framed, LengthDelimitedCodec};
use vellum::Vellum;

use crate::Fault;

/// The longest frame. A longer one ends the connection before memory is taken for it.
pub const LONGEST: usize = 4 << 20;

/// Which patches a follower takes.
#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Physical ones: its buffer is that of the leader.
    Identical,
    /// Logical ones: its schema is an older revision.
    Older,
}

/// What a follower says.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Request {
    /// The first frame: who it is, and the number of the last edit that it has stored.
    Follow { name: String, kind: Kind, sequence: Option<u64> },
    /// All edits up to this one are stored.
    Acknowledge(u64),
    /// It needs the whole record, as it could not use what it got.
    AskSnapshot { why: String },
}

/// What the leader says.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Update {
    /// The whole record after an edit, with its schema: see `vellum::framed`.
    Snapshot { sequence: u64, framed: Vec<u8> },
    /// What makes the record after the edit `to` of that after the edit `from`.
    Patch { from: u64, to: u64, patch: Vec<u8> },
    /// The connection ends, and why.
    Refused(String),
}

/// Frames over a connection.
pub fn framed(stream: TcpStream) -> Result<Framed<TcpStream, LengthDelimitedCodec>, Fault> {
    stream.set_nodelay(true)?;
    Ok(LengthDelimitedCodec::builder().max_frame_length(LONGEST).new_framed(stream))
}

impl Request {
    pub fn to_frame(&self) -> vellum::Result<Bytes> {
        vellum::to_vec(self).map(Bytes::from)
    }

    pub fn read(frame: &[u8]) -> vellum::Result<Self> {
        vellum::from_slice(frame)
    }
}

impl Update {
    pub fn to_frame(&self) -> vellum::Result<Bytes> {
        vellum::to_vec(self).map(Bytes::from)
    }

    pub fn read(frame: &[u8]) -> vellum::Result<Self> {
        vellum::from_slice(frame)
    }
}
