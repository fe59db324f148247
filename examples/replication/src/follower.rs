//! A copy of the record, and the follower's side of the connection.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use vellum::patch::{Patch, physical};
use vellum::{Record, Vellum, framed};

use crate::message::{self, Kind, Request, Update};
use crate::world::{World, older};
use crate::{Fault, file};

/// How long a follower waits before it connects again.
const PAUSE: Duration = Duration::from_millis(50);

/// What a follower keeps in its file.
#[derive(Vellum, Clone, Debug)]
pub struct State {
    /// The last edit that the record has.
    pub sequence: u64,
    pub record: Vec<u8>,
    pub received: Received,
}

/// Counts of what has come and was stored.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Received {
    pub snapshots: u64,
    pub snapshot_bytes: u64,
    pub patches: u64,
    pub patch_bytes: u64,
    /// Edits that came by patches, of which one may have many.
    pub edits: u64,
    /// Bytes that had come if each of these edits were sent as a whole record.
    pub whole_bytes: u64,
    /// Operations on what this revision of the schema does not have.
    pub passed_over: u64,
}

pub struct Follower {
    name: String,
    kind: Kind,
    path: PathBuf,
    state: Option<State>,
}

impl Follower {
    /// Goes on with the record in a file, if there is one.
    pub fn open(name: &str, kind: Kind, path: PathBuf) -> Self {
        let loaded = file::load::<State>(&path).and_then(|state| {
            if let Some(state) = &state {
                check(kind, &state.record)?;
            }
            Ok(state)
        });
        // A copy that is damaged is worth nothing: the leader has the record.
        let state = loaded.unwrap_or_else(|fault| {
            eprintln!("{name}: {} is passed over: {fault}", path.display());
            None
        });
        Self { name: name.to_owned(), kind, path, state }
    }

    /// The last edit that is stored.
    pub fn sequence(&self) -> Option<u64> {
        self.state.as_ref().map(|state| state.sequence)
    }

    pub fn received(&self) -> Received {
        self.state.as_ref().map(|state| state.received.clone()).unwrap_or_default()
    }

    /// Follows until an edit is stored, by as many connections as it takes.
    pub async fn follow(&mut self, address: &str, until: u64) {
        while !self.is_at(until) {
            if let Err(fault) = self.session(address, until).await {
                eprintln!("{}: the connection ended: {fault}", self.name);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    fn is_at(&self, until: u64) -> bool {
        self.sequence().is_some_and(|sequence| sequence >= until)
    }

    /// One connection. What cannot be used is answered by asking for the whole record; until that
    /// comes, what was sent before it is passed over.
    async fn session(&mut self, address: &str, until: u64) -> Result<(), Fault> {
        let mut frames = message::framed(TcpStream::connect(address).await?)?;
        let follow = Request::Follow { name: self.name.clone(), kind: self.kind, sequence: self.sequence() };
        frames.send(follow.to_frame()?).await?;
        let mut has_asked = false;
        while let Some(frame) = frames.next().await {
            let taken = match Update::read(&frame?) {
                Ok(Update::Refused(why)) => return Err(why.into()),
                Ok(Update::Patch { .. }) if has_asked => continue,
                Ok(update) => self.take(update),
                Err(error) => Err(error.into()),
            };
            let answer = match taken {
                Ok(sequence) => {
                    has_asked = false;
                    Request::Acknowledge(sequence)
                }
                // What came in the place of what could not be used cannot be used either.
                Err(fault) if has_asked => return Err(fault),
                Err(fault) => {
                    has_asked = true;
                    Request::AskSnapshot { why: fault.to_string() }
                }
            };
            frames.send(answer.to_frame()?).await?;
            if self.is_at(until) {
                return Ok(());
            }
        }
        Err("the leader has closed it".into())
    }

    /// Makes what came a part of the record, and stores it. If that fails, nothing has changed.
    fn take(&mut self, update: Update) -> Result<u64, Fault> {
        let next = match update {
            Update::Snapshot { sequence, framed } => self.whole(sequence, &framed)?,
            Update::Patch { from, to, patch } => self.patched(from, to, &patch)?,
            Update::Refused(why) => return Err(why.into()),
        };
        file::save(&self.path, &next)?;
        let sequence = next.sequence;
        self.state = Some(next);
        Ok(sequence)
    }

    fn whole(&self, sequence: u64, framed: &[u8]) -> Result<State, Fault> {
        let (schema, record) = framed::unpack(framed)?;
        let own = if self.kind == Kind::Older { older::World::schema() } else { World::schema() };
        let changes = schema.changes_since(own);
        if !changes.is_compatible() {
            return Err(format!("the record is of another schema: {changes}").into());
        }
        check(self.kind, record)?;
        let mut received = self.received();
        received.snapshots += 1;
        received.snapshot_bytes += framed.len() as u64;
        let record = match self.kind {
            Kind::Identical => record.to_vec(),
            // What this revision knows, and no more: patches of later fields are passed over, so
            // that these would stay as they are now.
            Kind::Older => vellum::to_vec(&vellum::from_slice::<older::World>(record)?)?,
        };
        Ok(State { sequence, record, received })
    }

    fn patched(&self, from: u64, to: u64, patch: &[u8]) -> Result<State, Fault> {
        let Some(state) = &self.state else { return Err("a patch came before the record".into()) };
        if from != state.sequence || to <= from {
            let sequence = state.sequence;
            return Err(format!("a patch from edit {from} to {to}, and the record is that of edit {sequence}").into());
        }
        let mut next = state.clone();
        match self.kind {
            Kind::Identical => physical::apply(patch, &mut next.record)?,
            Kind::Older => {
                let (patch, skipped) = Patch::known_from_bytes(older::World::schema(), patch)?;
                // What this revision has, but not all of: the record would be another one.
                if skipped.may_have_lost > 0 {
                    return Err(format!("edit {to} changes what only a later revision can write").into());
                }
                let mut record = Record::open(older::World::schema(), next.record)?;
                record.apply(&patch)?;
                next.record = record.into_storage();
                next.received.passed_over += skipped.unknown_fields as u64;
            }
        }
        next.sequence = to;
        next.received.patches += 1;
        next.received.patch_bytes += patch.len() as u64;
        next.received.edits += to - from;
        next.received.whole_bytes += (to - from) * next.record.len() as u64;
        Ok(next)
    }
}

fn check(kind: Kind, record: &[u8]) -> vellum::Result<()> {
    match kind {
        Kind::Identical => World::schema().prove(record).map(drop),
        Kind::Older => older::World::schema().prove(record).map(drop),
    }
}

impl fmt::Display for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { snapshots, snapshot_bytes, patches, patch_bytes, edits, whole_bytes, passed_over } = self;
        writeln!(f, "whole records: {snapshots}, {snapshot_bytes} bytes")?;
        writeln!(f, "patches: {patches}, {patch_bytes} bytes, of {edits} edits")?;
        writeln!(f, "whole records in their place: {whole_bytes} bytes")?;
        write!(f, "operations passed over: {passed_over}")
    }
}
