//! Whole lives of a type by chance, with the lock: whatever it accepts, buffers of every revision
//! in its file are read rightly by the type as it is now, and by the earlier ones where it says so.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use vellum::lock::{self, LockErrorKind};
use vellum::schema::Level;

use crate::compat::{Failed, Revision, carry};
use crate::random::{self, Random};
use crate::report::{Fault, Findings};

/// Revisions of a type at most.
const REVISIONS: usize = 6;

/// How many changes are tried to come so far.
const TRIES: usize = 24;

/// Draws so many histories, from a seed on. The lock is a file in `folder`.
pub fn run_histories(seed: u64, count: u64, folder: &Path) -> Findings {
    let mut findings = Findings::default();
    let path = folder.join(format!("histories-{seed}.lock"));
    for seed in seed..seed + count {
        let mut life =
            Life { random: Random::new(seed), path: &path, known: Vec::new(), findings: Findings::default() };
        let failed = catch_unwind(AssertUnwindSafe(|| life.live()));
        let failed = failed.unwrap_or_else(|_| Err(("panic", String::new())));
        if let Err((kind, detail)) = failed {
            let texts: Vec<String> = life.known.iter().map(|known| known.model.text()).collect();
            let report = format!("seed {seed}: {detail}\nrevisions:\n{}", texts.join("\n"));
            life.findings.fault(Fault { edit: "accept", group: String::new(), kind, report });
        }
        findings.add(life.findings);
    }
    let _ = fs::remove_file(&path);
    findings
}

struct Life<'p> {
    random: Random,
    path: &'p Path,
    /// The revisions in the lock.
    known: Vec<Revision>,
    findings: Findings,
}

impl Life<'_> {
    fn live(&mut self) -> Result<(), Failed> {
        let mut model = random::schema(&mut self.random);
        model.unions.iter_mut().for_each(|union| union.added = 0);
        model.enums.iter_mut().for_each(|definition| definition.added = 0);
        let Some(first) = Revision::parse(model) else { return Ok(()) };
        let _ = fs::remove_file(self.path);
        match check_with(self.path, &[&first.parsed], "") {
            Err(error) if error.kind() == LockErrorKind::Written => {}
            other => return Err(("not written", format!("{other:?}"))),
        }
        self.findings.schemas += 1;
        self.known.push(first);
        for _ in 0..TRIES {
            if self.known.len() < REVISIONS {
                self.change()?;
            }
        }
        let name = ["1 revision", "2 revisions", "3 revisions", "4 revisions", "5 revisions", "6 revisions"]
            [self.known.len() - 1];
        *self.findings.drawn.entry(name).or_default() += 1;
        Ok(())
    }

    fn change(&mut self) -> Result<(), Failed> {
        let last = self.known.last().expect("there is a first");
        let mut model = last.model.clone();
        let Some((name, worst)) = random::mutate(&mut self.random, &mut model, &last.model) else { return Ok(()) };
        let Some(new) = Revision::parse(model) else { return Ok(()) };
        if new.parsed.fingerprint() == last.parsed.fingerprint() {
            return Ok(());
        }
        self.findings.edits += 1;
        let (was, is) = (root(&last.parsed), root(&new.parsed));
        // A root of a type without a name has none that a command could say.
        let command = if was == is { "accept".to_owned() } else { format!("rename {was} {is}") };
        if was != is && (was.contains(' ') || is.contains(' ')) {
            return Ok(());
        }
        let level =
            self.known.iter().map(|old| new.parsed.changes_since(&old.parsed).level()).max().expect("one is known");
        // What an unused one gave up is free, whatever came before.
        if name == "reuse a name" && worst < Level::Incompatible && level == Level::Incompatible {
            return Err(("stricter than it has to be", format!("{name}, at most {worst}")));
        }
        let looked = check_with(self.path, &[&new.parsed], "").is_ok();
        let accepted = check_with(self.path, &[&new.parsed], &command);
        let also = accepted.is_err()
            && was == is
            && check_with(self.path, &[&new.parsed], "accept-newer-readers-first").is_ok();
        let context = |(kind, detail): Failed| (kind, format!("{name}, {command}: {detail}"));
        if looked
            || accepted.is_ok() != (level <= Level::OldReadersKeepWorking)
            || also && level > Level::OldReadersRefuse
        {
            return Err(context(("another verdict", format!("{level}, {accepted:?}"))));
        }
        if accepted.is_err() && !also {
            // The lock is as it was.
            let kept = check_with(self.path, &[&last.parsed], "");
            return kept.map_err(|error| context(("changed by a refusal", error.to_string())));
        }
        for old in &self.known {
            carry(&mut self.random, old, &new, true, false).map_err(context)?;
            carry(&mut self.random, &new, old, accepted.is_ok(), false).map_err(context)?;
        }
        check_with(self.path, &[&new.parsed], "").map_err(|error| context(("not kept", error.to_string())))?;
        self.known.push(new);
        Ok(())
    }
}

/// What a lock calls a schema: its root, as the text has it.
fn root(schema: &vellum::Schema) -> String {
    let text = schema.to_string();
    let line = text.lines().rev().find_map(|line| line.strip_prefix("root ")).expect("a schema has a root");
    line.trim_end_matches(';').split(" width ").next().expect("a split has a first part").to_owned()
}

/// As `vellum::lock::check_with`, with the text of a command.
fn check_with(path: &Path, schemas: &[&vellum::Schema], command: &str) -> Result<(), lock::LockError> {
    lock::check_with(path, schemas, &command.parse()?)
}
