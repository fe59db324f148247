//! The record, its edits, and what each follower still needs. An edit is on the disk before it is
//! sent to anybody.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use vellum::patch::{Recorder, physical};
use vellum::{Vellum, framed};

use crate::backlog::{Backlog, Next};
use crate::message::{Kind, Update};
use crate::world::{self, World};
use crate::{Fault, file};

/// Followers that the leader keeps patches for.
const FOLLOWERS: usize = 16;

/// What the leader keeps in its file.
#[derive(Vellum, Clone)]
pub struct State {
    /// How many edits were made.
    pub sequence: u64,
    pub record: Vec<u8>,
    followers: BTreeMap<String, Backlog>,
}

pub struct Leader {
    path: PathBuf,
    state: State,
    /// Notes what an edit does, for followers of older revisions.
    recorder: Recorder<World>,
    /// The number of the connection that a follower has; another one ends.
    connections: HashMap<String, u64>,
}

impl Leader {
    /// Goes on with the record in a file, or begins with a new one.
    pub fn open(path: PathBuf) -> Result<Self, Fault> {
        let mut state = match file::load::<State>(&path)? {
            Some(state) => state,
            None => State { sequence: 0, record: world::new()?, followers: BTreeMap::new() },
        };
        World::schema().prove(&state.record)?;
        state.followers.values_mut().for_each(Backlog::may_be_sent);
        Ok(Self { path, state, recorder: Recorder::new(), connections: HashMap::new() })
    }

    pub fn sequence(&self) -> u64 {
        self.state.sequence
    }

    /// Makes the next edit. If it fails, nothing has changed.
    pub fn edit(&mut self) -> Result<u64, Fault> {
        let mut next = self.state.clone();
        next.sequence += 1;
        // What an edit that failed has noted is nobody's.
        self.recorder.discard();
        world::edit(&mut self.recorder, &mut next.record, next.sequence)?;
        let logical = self.recorder.take()?;
        let (old, new) = (&self.state.record, &next.record);
        let physical = physical::between(old, new)?;
        for backlog in next.followers.values_mut() {
            let patch = if backlog.kind() == Kind::Older { &logical } else { &physical };
            // A buffer that was laid out anew differs nearly everywhere, so that one patch can be
            // as long as it.
            backlog.push(next.sequence, patch.clone(), 4 * new.len())?;
        }
        file::save(&self.path, &next)?;
        self.state = next;
        Ok(self.state.sequence)
    }

    /// A follower is here, with the record after an edit, or without one. Gives the number of its
    /// connection.
    pub fn join(&mut self, name: &str, kind: Kind, sequence: Option<u64>) -> Result<u64, Fault> {
        if !self.state.followers.get(name).is_some_and(|backlog| backlog.kind() == kind) {
            let mut next = self.state.clone();
            next.followers.insert(name.to_owned(), Backlog::new(kind));
            if next.followers.len() > FOLLOWERS {
                return Err(format!("there are {FOLLOWERS} followers already").into());
            }
            file::save(&self.path, &next)?;
            self.state = next;
        }
        self.backlog(name)?.resume(sequence)?;
        let connection = self.connections.entry(name.to_owned()).or_default();
        *connection += 1;
        Ok(*connection)
    }

    /// What to send to a follower next, if there is anything.
    pub fn next(&mut self, name: &str, connection: u64) -> Result<Option<Update>, Fault> {
        if self.connections.get(name) != Some(&connection) {
            return Err(format!("{name} has come back by another connection").into());
        }
        let sequence = self.state.sequence;
        Ok(match self.backlog(name)?.next(sequence) {
            None => None,
            Some(Next::Patch(patch)) => Some(patch),
            Some(Next::Snapshot) => {
                let framed = framed::pack(World::schema(), &self.state.record);
                Some(Update::Snapshot { sequence, framed })
            }
        })
    }

    /// A follower has stored the edits up to this one.
    pub fn acknowledge(&mut self, name: &str, sequence: u64) -> Result<(), Fault> {
        if sequence > self.state.sequence {
            return Err(format!("{name} cannot have stored edit {sequence}, which was not made").into());
        }
        // What it says of patches that a whole record has come in the place of does not matter any
        // more.
        self.backlog(name)?.acknowledge(sequence);
        Ok(())
    }

    /// A follower could not use what it got.
    pub fn need_snapshot(&mut self, name: &str) -> Result<(), Fault> {
        self.backlog(name)?.need_snapshot();
        Ok(())
    }

    fn backlog(&mut self, name: &str) -> Result<&mut Backlog, Fault> {
        self.state.followers.get_mut(name).ok_or_else(|| format!("{name} is no follower").into())
    }
}
