//! What a follower has not stored yet, as far as it has said.
//!
//! Patches of one follower are kept apart from those of others, so that those that wait can be
//! joined: whoever is away for an hour gets one logical patch, in which later edits have absorbed
//! earlier ones. Patches that may be on their way are not joined with later ones: the follower may
//! have stored them.

use vellum::{Vellum, patch};

use crate::message::{Kind, Update};

/// Patches that are sent before the follower says that it has stored the first of them.
const IN_FLIGHT: usize = 8;

#[derive(Vellum, Clone, Debug)]
pub struct Backlog {
    kind: Kind,
    /// The last edit that the follower has stored; `None` if it needs a whole record.
    position: Option<u64>,
    /// The patches from there on, each from where the one before it ends.
    steps: Vec<Step>,
    /// How many of them may be on their way, from the first.
    sent: u32,
}

#[derive(Vellum, Clone, Debug)]
pub struct Step {
    to: u64,
    patch: Vec<u8>,
}

impl Step {
    /// Both in one.
    fn then(&self, next: &Self) -> vellum::Result<Self> {
        Ok(Self { to: next.to, patch: patch::then(&self.patch, &next.patch)? })
    }
}

/// What is to be sent.
#[derive(Debug, PartialEq)]
pub enum Next {
    Snapshot,
    Patch(Update),
}

impl Backlog {
    pub fn new(kind: Kind) -> Self {
        Self { kind, position: None, steps: Vec::new(), sent: 0 }
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Adds the patch of an edit. If all of them are longer than `most`, none is kept, and a whole
    /// record is sent in their place.
    pub fn push(&mut self, to: u64, patch: Vec<u8>, most: usize) -> vellum::Result<()> {
        if self.position.is_none() {
            return Ok(());
        }
        let step = Step { to, patch };
        let waiting = self.steps.get_mut(self.sent as usize..).and_then(<[Step]>::last_mut);
        match waiting {
            Some(last) if self.kind == Kind::Older => *last = last.then(&step)?,
            _ => self.steps.push(step),
        }
        if self.steps.iter().map(|step| step.patch.len()).sum::<usize>() > most {
            self.need_snapshot();
        }
        Ok(())
    }

    /// Nothing that is kept is of use to the follower.
    pub fn need_snapshot(&mut self) {
        *self = Self::new(self.kind);
    }

    /// The follower has come back, and has stored the edits up to this one. What was sent to it
    /// later is lost.
    pub fn resume(&mut self, sequence: Option<u64>) -> vellum::Result<()> {
        if !sequence.is_some_and(|sequence| self.acknowledge(sequence)) {
            self.need_snapshot();
        }
        self.sent = 0;
        if self.kind == Kind::Older {
            let Some((first, rest)) = self.steps.split_first() else { return Ok(()) };
            let joined = rest.iter().try_fold(first.clone(), |joined, next| joined.then(next))?;
            self.steps = vec![joined];
        }
        Ok(())
    }

    /// The follower has stored the edits up to this one: patches up to there are done with. False
    /// if none of them ends there; then nothing has changed.
    pub fn acknowledge(&mut self, sequence: u64) -> bool {
        if self.position == Some(sequence) {
            return true;
        }
        let Some(last) = self.steps.iter().position(|step| step.to == sequence) else { return false };
        self.steps.drain(..=last);
        self.sent = self.sent.saturating_sub(last as u32 + 1);
        self.position = Some(sequence);
        true
    }

    /// The next that is to be sent, if any; it counts as sent. `sequence` is the last edit.
    pub fn next(&mut self, sequence: u64) -> Option<Next> {
        let Some(position) = self.position else {
            self.position = Some(sequence);
            return Some(Next::Snapshot);
        };
        let sent = self.sent as usize;
        let step = self.steps.get(sent).filter(|_| sent < IN_FLIGHT)?;
        let from = sent.checked_sub(1).and_then(|before| self.steps.get(before)).map_or(position, |before| before.to);
        self.sent += 1;
        Some(Next::Patch(Update::Patch { from, to: step.to, patch: step.patch.clone() }))
    }

    /// After a start of the leader it is not known what the last run has sent.
    pub fn may_be_sent(&mut self) {
        self.sent = self.steps.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use vellum::{Record, Schema, Vellum, patch::Patch};

    use super::*;
    use crate::world::World;

    fn patch(from: u64, to: u64, patch: &[u8]) -> Option<Next> {
        Some(Next::Patch(Update::Patch { from, to, patch: patch.to_vec() }))
    }

    /// A backlog whose follower has the record after edit 1.
    fn after_a_snapshot(kind: Kind) -> Backlog {
        let mut backlog = Backlog::new(kind);
        backlog.push(1, b"before the record".to_vec(), 100).unwrap();
        assert_eq!(backlog.next(1), Some(Next::Snapshot));
        assert_eq!(backlog.next(1), None);
        backlog
    }

    #[test]
    fn patches_are_sent_until_they_are_stored_and_again_to_who_has_come_back() {
        let mut backlog = after_a_snapshot(Kind::Identical);
        for (to, bytes) in [(2, b"two"), (3, b"thr"), (4, b"fou")] {
            backlog.push(to, bytes.to_vec(), 100).unwrap();
        }
        assert_eq!([backlog.next(4), backlog.next(4)], [patch(1, 2, b"two"), patch(2, 3, b"thr")]);
        assert!(backlog.acknowledge(2) && !backlog.acknowledge(9));
        assert_eq!([backlog.next(4), backlog.next(4)], [patch(3, 4, b"fou"), None]);
        // It stored edit 3, and did not come to say so.
        backlog.resume(Some(3)).unwrap();
        assert_eq!([backlog.next(4), backlog.next(4)], [patch(3, 4, b"fou"), None]);
        backlog.resume(Some(2)).unwrap();
        assert_eq!(backlog.next(4), Some(Next::Snapshot));
    }

    #[test]
    fn no_more_are_on_their_way_than_a_few_and_no_more_are_kept_than_a_record_is_long() {
        let mut backlog = after_a_snapshot(Kind::Identical);
        (2..20).for_each(|to| backlog.push(to, vec![0; 10], 200).unwrap());
        assert_eq!((0..20).filter(|_| backlog.next(19).is_some()).count(), IN_FLIGHT);
        assert!(backlog.acknowledge(3));
        assert_eq!((0..20).filter(|_| backlog.next(19).is_some()).count(), 2);
        (20..25).for_each(|to| backlog.push(to, vec![0; 10], 200).unwrap());
        assert_eq!(backlog.next(24), Some(Next::Snapshot));
    }

    #[test]
    fn logical_patches_are_joined_while_they_wait() {
        let schema: &Schema = World::schema();
        let tick = |number: u64| {
            let (old, mut new) = (Record::new(schema), Record::new(schema));
            new.set("tick", number).unwrap();
            old.diff(&new).unwrap().to_bytes().unwrap()
        };
        let mut backlog = after_a_snapshot(Kind::Older);
        (2..5).for_each(|to| backlog.push(to, tick(to), 200).unwrap());
        assert_eq!(backlog.next(4), patch(1, 4, &tick(4)), "a later value has absorbed the earlier ones");
        (5..8).for_each(|to| backlog.push(to, tick(to), 200).unwrap());
        assert_eq!(backlog.next(7), patch(4, 7, &tick(7)), "what was sent stays as it is");
        (8..10).for_each(|to| backlog.push(to, tick(to), 200).unwrap());
        backlog.resume(Some(4)).unwrap();
        assert_eq!([backlog.next(9), backlog.next(9)], [patch(4, 9, &tick(9)), None]);
        assert_eq!(Patch::from_bytes(schema, &tick(9)).unwrap().len(), 1);
    }
}
