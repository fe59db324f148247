//! Rows of edits in which the two paths take turns: each step by a derived cursor or by a record of the run-time path, of this revision or
//! the previous one, in a buffer that is opened anew, moves, and fails to grow.

use vellum::{ErrorKind, schema::PointerWidth};
use vellum_testkit::memory::Memory;
use vellum_testkit::random::Random;
use vellum_testkit::report::Findings;
use vellum_testkit::run::{Edited, Length, Second, run_second};

use crate::driver::follow;
use crate::subject::{Model, OLDER_EDITS, Subject};

/// How many rows there are of each root, from different samples.
const ROWS: usize = 6;
const LENGTH: Length = Length { steps: 60, older: 3 };

/// Runs rows of each root whose name contains what the environment's `MIRROR` says, and fails with what was found.
pub fn run(subjects: &[Subject]) {
    let wanted = std::env::var("MIRROR").unwrap_or_default();
    let mut findings = Findings::default();
    for subject in subjects.iter().filter(|subject| subject.name.contains(&wanted)) {
        for number in 0..ROWS {
            let model = (subject.sample)(number % 4);
            let bytes = model.encode(PointerWidth::One);
            let mut turns = Turns { subject, model, chosen: Chosen::Edits(Vec::new()) };
            let name = format!("{} #{number}", subject.name);
            findings.add(run_second(&name, (subject.schema)(), &bytes, &mut turns, LENGTH));
        }
    }
    println!("{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
    let of_both = ["steps of derived types", "steps of an older derived type", "steps of an older revision"];
    let is_drawn = of_both.iter().all(|what| findings.drawn.contains_key(what));
    assert!(!wanted.is_empty() || is_drawn, "{findings}");
}

/// What the next step does.
enum Chosen {
    Edits(Vec<usize>),
    /// One edit of the previous revision.
    Older(usize),
}

struct Turns<'s> {
    subject: &'s Subject,
    model: Box<dyn Model>,
    chosen: Chosen,
}

impl Second for Turns<'_> {
    fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.model = (self.subject.decode)(bytes).map_err(|error| error.to_string())?;
        self.model.check(bytes)
    }

    fn choose(&mut self, random: &mut Random, by_older: bool, one: bool) -> String {
        if by_older {
            let edit = random.below(OLDER_EDITS);
            self.chosen = Chosen::Older(edit);
            return format!("edit {edit} of the previous revision of {}", self.model.text());
        }
        let count = if one { 1 } else { 1 + random.below(3) };
        let mut edits: Vec<usize> = (0..count).map(|_| random.below(self.subject.edits)).collect();
        // What `extend` appended before there was no room stays, as it says, and so do keys that were inserted one by one.
        let is_whole = |edit: &usize| {
            let name = (self.subject.edit_name)(*edit);
            !name.contains(".extend(") && !name.contains(".insert 20 keys")
        };
        if one && !edits.iter().all(is_whole) {
            edits = (0..self.subject.edits).find(is_whole).into_iter().collect();
        }
        let names: Vec<String> = edits.iter().map(|edit| (self.subject.edit_name)(*edit)).collect();
        self.chosen = Chosen::Edits(edits);
        format!("{} of {}", names.join(", then "), self.model.text())
    }

    fn edit(&mut self, memory: &mut Memory) -> Result<Edited, String> {
        match &self.chosen {
            Chosen::Older(edit) => self.edit_by_older(memory, *edit),
            Chosen::Edits(edits) => {
                let found = (self.subject.act)(memory, edits);
                let mut model = self.model.clone_model();
                let mut edited = Edited::Not;
                for (edit, did) in edits.iter().zip(found) {
                    if matches!(&did, Err(error) if error.kind() == ErrorKind::Full) {
                        return Ok(Edited::Full);
                    }
                    if follow(&mut *model, *edit, did)? {
                        edited = Edited::Made;
                    }
                }
                self.model = model;
                self.model.check(memory.as_ref())?;
                Ok(edited)
            }
        }
    }
}

impl Turns<'_> {
    fn edit_by_older(&mut self, memory: &mut Memory, edit: usize) -> Result<Edited, String> {
        match (self.subject.act_by_older)(memory, edit) {
            Ok(()) => {
                self.model.mirror_by_older(edit);
                self.model.check(memory.as_ref())?;
                Ok(Edited::Made)
            }
            Err(error) if error.kind() == ErrorKind::Full => Ok(Edited::Full),
            Err(error) if error.kind() == ErrorKind::Newer && self.is_newer_in_the_way(edit) => Ok(Edited::Not),
            Err(error) => Err(format!("the previous revision is refused: {error}")),
        }
    }

    /// Whether there is something that the previous revision does not know, or it cannot write its sample; a buffer laid out anew has no
    /// empty values left over.
    fn is_newer_in_the_way(&self, edit: usize) -> bool {
        if edit < 4 && (self.subject.old)(edit, PointerWidth::One).is_none() {
            return true;
        }
        let mut roomy = Memory::free(&self.model.encode(PointerWidth::Four));
        self.model.has_newer() || (self.subject.act_by_older)(&mut roomy, edit).is_ok()
    }
}
