//! The ways to keep a session, behind one face: those of the example, and the floor, which writes
//! as many bytes and keeps no session.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use agent_session::keepers::{Json, Keeper, Lines, Records, RedbRows, RedbValue, Result, Sqlite};
use agent_session::session::{Change, Session};

use crate::harness::rank::OURS;
use crate::library::Row;

/// A way to keep a session.
pub struct Way {
    pub library: &'static str,
    /// The crate and the start of its version.
    package: (&'static str, &'static str),
    pub mode: &'static str,
    /// Whether each change writes the whole session.
    pub is_whole: bool,
    create: fn(&Path, &Session) -> Result<()>,
    open: fn(&Path, bool) -> Result<Box<dyn Kept>>,
}

/// A session that is kept.
pub trait Kept {
    /// Makes a change.
    fn change(&mut self, change: &Change) -> Result<()>;

    /// The session; none if there are only its bytes.
    fn session(&mut self) -> Result<Option<Session>>;

    /// Whether there is a session, and not only its bytes.
    fn has_session(&self) -> bool {
        true
    }

    /// Says how many bytes a record file takes for a change of the kind that comes next.
    fn takes(&mut self, _bytes: usize) {}
}

struct Of<K>(K);

impl<K: Keeper> Kept for Of<K> {
    fn change(&mut self, change: &Change) -> Result<()> {
        self.0.change(change)
    }

    fn session(&mut self) -> Result<Option<Session>> {
        self.0.read().map(Some)
    }
}

const fn way<K: Keeper + 'static>(
    library: &'static str,
    package: (&'static str, &'static str),
    mode: &'static str,
) -> Way {
    Way {
        library,
        package,
        mode,
        is_whole: K::IS_WHOLE,
        create: |path, session| K::create(path, session, true),
        open: |path, syncs| Ok(Box::new(Of(K::open(path, syncs)?))),
    }
}

/// Every way, ours first.
pub static WAYS: [Way; 7] = [
    way::<Records>(OURS, ("vellum-file", ""), "record file"),
    way::<Lines>("serde_json", ("serde_json", ""), "lines"),
    way::<Sqlite>("sqlite", ("rusqlite", ""), "rows"),
    way::<RedbRows>("redb", ("redb", ""), "rows"),
    Way {
        library: "std",
        package: ("vellum-benches", ""),
        mode: "the same bytes",
        is_whole: false,
        create: |path, _| Ok(File::create(path)?.sync_all()?),
        open: |path, syncs| {
            let file = OpenOptions::new().append(true).open(path)?;
            Ok(Box::new(Floor { file, bytes: Vec::new(), syncs }))
        },
    },
    way::<RedbValue>("redb", ("redb", ""), "one value"),
    way::<Json>("serde_json", ("serde_json", ""), "rewritten"),
];

impl Way {
    /// A row without figures.
    pub fn row(&self) -> Row {
        let (package, requirement) = self.package;
        let mut row = Row::new(self.library, package, requirement, self.mode, Vec::new());
        if self.library == "sqlite" {
            row.version = format!("{}, rusqlite {}", agent_session::keepers::sqlite_version(), row.version);
        }
        row
    }

    /// Whether the row is of this way.
    pub fn is_of(&self, row: &Row) -> bool {
        (self.library, self.mode) == (row.library, row.mode)
    }

    /// Writes a new session, which is on the disk then.
    pub fn create(&self, path: &Path, session: &Session) -> Result<()> {
        (self.create)(path, session)
    }

    /// Opens it to go on.
    pub fn open(&self, path: &Path, syncs: bool) -> Result<Box<dyn Kept>> {
        (self.open)(path, syncs)
    }

    /// Whether changes of a session are there after a drop.
    pub fn keeps(&self, path: &Path, session: &Session, changes: &[Change], syncs: bool) -> Result<bool> {
        self.create(path, session)?;
        let mut kept = self.open(path, syncs)?;
        let mut expected = session.clone();
        for change in changes {
            kept.change(change)?;
            change.apply(&mut expected);
        }
        drop(kept);
        let read = self.open(path, syncs)?.session()?;
        Ok(read.is_none_or(|read| read == expected))
    }
}

/// The least that a durable change can cost: one write to the end of a file, of as many bytes as a
/// record file takes, and one sync.
struct Floor {
    file: File,
    bytes: Vec<u8>,
    syncs: bool,
}

impl Kept for Floor {
    fn change(&mut self, _: &Change) -> Result<()> {
        self.file.write_all(&self.bytes)?;
        if self.syncs {
            self.file.sync_data()?;
        }
        Ok(())
    }

    fn session(&mut self) -> Result<Option<Session>> {
        Ok(None)
    }

    fn has_session(&self) -> bool {
        false
    }

    fn takes(&mut self, bytes: usize) {
        self.bytes = vec![b'x'; bytes];
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::session::turns;

    /// Keeps all changes but those of the number.
    struct Careless(Lines);

    impl Keeper for Careless {
        const NAME: &str = "careless";

        fn create(path: &Path, session: &Session, syncs: bool) -> Result<()> {
            Lines::create(path, session, syncs)
        }

        fn open(path: &Path, syncs: bool) -> Result<Self> {
            Lines::open(path, syncs).map(Self)
        }

        fn change(&mut self, change: &Change) -> Result<()> {
            if matches!(change, Change::Tokens(_)) { Ok(()) } else { self.0.change(change) }
        }

        fn read(&mut self) -> Result<Session> {
            self.0.read()
        }
    }

    pub fn careless() -> Way {
        way::<Careless>("careless", ("serde_json", ""), "lines")
    }

    impl Way {
        pub fn keeps_a_short_session(&self) -> std::result::Result<bool, String> {
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            let kept = self.keeps(&folder.path().join("session"), &Session::sample(3), &turns::some_of_each(), false);
            kept.map_err(|error| error.to_string())
        }
    }

    #[test]
    fn the_floor_writes_as_many_bytes_as_it_is_told() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("floor");
        let floor = WAYS.iter().find(|way| way.library == "std").expect("a way");
        floor.create(&path, &Session::sample(1)).expect("created");
        let mut kept = floor.open(&path, true).expect("opened");
        kept.takes(54);
        for _ in 0..3 {
            kept.change(&Change::Tokens(1)).expect("written");
        }
        assert_eq!(std::fs::metadata(&path).expect("a file").len(), 3 * 54);
    }
}
