//! Ways to keep a session on the disk. Each makes a change durable before it returns, or leaves
//! that to the system.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use rusqlite::{Connection, params};
use vellum_file::{Durability, FileOptions, RecordFile};

use crate::session::{Change, Message, Session};

pub type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// A session on the disk.
pub trait Keeper: Sized {
    /// What the table calls it.
    const NAME: &str;
    /// Whether each change writes the whole session.
    const IS_WHOLE: bool = false;

    /// Writes a new session to a file.
    fn create(path: &Path, session: &Session, syncs: bool) -> Result<()>;

    /// Opens the file to go on.
    fn open(path: &Path, syncs: bool) -> Result<Self>;

    /// Makes a change.
    fn change(&mut self, change: &Change) -> Result<()>;

    /// The session as a value, from what is in memory or on the disk.
    fn read(&mut self) -> Result<Session>;
}

/// This repository's record file.
pub struct Records(RecordFile<Session>);

impl Records {
    fn options(syncs: bool) -> FileOptions {
        FileOptions::new().durability(if syncs { Durability::EachEdit } else { Durability::Os })
    }
}

impl Keeper for Records {
    const NAME: &str = "vellum-file";

    fn create(path: &Path, session: &Session, syncs: bool) -> Result<()> {
        Self::options(syncs).create(path, session)?.close()?;
        Ok(())
    }

    fn open(path: &Path, syncs: bool) -> Result<Self> {
        Ok(Self(Self::options(syncs).open(path)?))
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        self.0.edit(|session| match change {
            Change::Message(message) => session.messages().push(message),
            Change::Chunk(text) => match session.messages().len()?.checked_sub(1) {
                Some(last) => session.messages().at(last)?.text().push_str(text),
                None => Ok(()),
            },
            Change::Summary(text) => session.set_summary(text),
            Change::Tokens(tokens) => session.set_tokens(*tokens),
        })?;
        Ok(())
    }

    fn read(&mut self) -> Result<Session> {
        Ok(vellum::from_slice(self.0.as_bytes())?)
    }
}

/// A JSON file that is written anew for each change: written beside and renamed.
pub struct Json {
    path: PathBuf,
    session: Session,
    syncs: bool,
}

impl Json {
    fn write(&self) -> Result<()> {
        let beside = self.path.with_extension("tmp");
        let mut file = File::create(&beside)?;
        file.write_all(&serde_json::to_vec(&self.session)?)?;
        if self.syncs {
            file.sync_all()?;
        }
        std::fs::rename(&beside, &self.path)?;
        if self.syncs
            && let Some(folder) = self.path.parent()
        {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

impl Keeper for Json {
    const NAME: &str = "JSON, rewritten";
    const IS_WHOLE: bool = true;

    fn create(path: &Path, session: &Session, syncs: bool) -> Result<()> {
        Self { path: path.to_owned(), session: session.clone(), syncs }.write()
    }

    fn open(path: &Path, syncs: bool) -> Result<Self> {
        let session = serde_json::from_slice(&std::fs::read(path)?)?;
        Ok(Self { path: path.to_owned(), session, syncs })
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        change.apply(&mut self.session);
        self.write()
    }

    fn read(&mut self) -> Result<Session> {
        Ok(self.session.clone())
    }
}

/// A file of JSON lines, made by hand: the session, then a line for each change.
pub struct Lines {
    file: File,
    session: Session,
    syncs: bool,
}

impl Keeper for Lines {
    const NAME: &str = "JSON lines";

    fn create(path: &Path, session: &Session, syncs: bool) -> Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        serde_json::to_writer(&mut file, session)?;
        file.write_all(b"\n")?;
        let file = file.into_inner()?;
        if syncs {
            file.sync_all()?;
        }
        Ok(())
    }

    fn open(path: &Path, syncs: bool) -> Result<Self> {
        let mut lines = BufReader::new(File::open(path)?).lines();
        let mut session = serde_json::from_str(&lines.next().ok_or("an empty file")??)?;
        for line in lines {
            serde_json::from_str::<Change>(&line?)?.apply(&mut session);
        }
        let file = OpenOptions::new().append(true).open(path)?;
        Ok(Self { file, session, syncs })
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        let mut line = serde_json::to_vec(change)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        if self.syncs {
            self.file.sync_data()?;
        }
        change.apply(&mut self.session);
        Ok(())
    }

    fn read(&mut self) -> Result<Session> {
        Ok(self.session.clone())
    }
}

/// The version of SQLite that is built in.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

/// SQLite: a row for each message, and a row for what else there is.
pub struct Sqlite(Connection);

impl Sqlite {
    fn connect(path: &Path, syncs: bool) -> Result<Connection> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", if syncs { "FULL" } else { "OFF" })?;
        Ok(connection)
    }

    fn insert(connection: &Connection, number: Option<i64>, message: &Message) -> Result<()> {
        let mut insert = connection.prepare_cached("INSERT INTO message VALUES (?1, ?2, ?3, ?4, ?5)")?;
        let (role, calls) = (serde_json::to_string(&message.role)?, serde_json::to_string(&message.calls)?);
        insert.execute(params![number, role, message.time.cast_signed(), message.text, calls])?;
        Ok(())
    }
}

impl Keeper for Sqlite {
    const NAME: &str = "SQLite, rows";

    fn create(path: &Path, session: &Session, syncs: bool) -> Result<()> {
        let mut connection = Self::connect(path, syncs)?;
        let all = connection.transaction()?;
        all.execute_batch(
            "CREATE TABLE message (number INTEGER PRIMARY KEY, role TEXT, time INTEGER, text TEXT, calls TEXT);
             CREATE TABLE session (id INTEGER PRIMARY KEY, title TEXT, summary TEXT, tokens INTEGER);",
        )?;
        let row = params![session.title, session.summary, session.tokens.cast_signed()];
        all.execute("INSERT INTO session VALUES (1, ?1, ?2, ?3)", row)?;
        for (number, message) in (1..).zip(&session.messages) {
            Self::insert(&all, Some(number), message)?;
        }
        all.commit()?;
        Ok(())
    }

    fn open(path: &Path, syncs: bool) -> Result<Self> {
        Ok(Self(Self::connect(path, syncs)?))
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        let connection = &self.0;
        match change {
            Change::Message(message) => Self::insert(connection, None, message)?,
            Change::Chunk(text) => {
                let last = "(SELECT max(number) FROM message)";
                let update = format!("UPDATE message SET text = text || ?1 WHERE number = {last}");
                connection.prepare_cached(&update)?.execute([text])?;
            }
            Change::Summary(text) => {
                connection.prepare_cached("UPDATE session SET summary = ?1")?.execute([text])?;
            }
            Change::Tokens(tokens) => {
                connection.prepare_cached("UPDATE session SET tokens = ?1")?.execute([tokens.cast_signed()])?;
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<Session> {
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?));
        let (title, summary, tokens) = self.0.query_row("SELECT title, summary, tokens FROM session", [], row)?;
        let mut select = self.0.prepare("SELECT role, time, text, calls FROM message ORDER BY number")?;
        let mut rows = select.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            messages.push(Message {
                role: serde_json::from_str(&row.get::<_, String>(0)?)?,
                time: row.get::<_, i64>(1)?.cast_unsigned(),
                text: row.get(2)?,
                calls: serde_json::from_str(&row.get::<_, String>(3)?)?,
            });
        }
        Ok(Session { title, summary, tokens: tokens.cast_unsigned(), messages })
    }
}

const MESSAGES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("messages");
const REST: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("rest");

/// redb: a value for each message, and one for what else there is. The values are buffers.
pub struct RedbRows {
    database: Database,
    rest: Session,
    syncs: bool,
}

impl RedbRows {
    fn begin(database: &Database, syncs: bool) -> Result<redb::WriteTransaction> {
        let mut transaction = database.begin_write()?;
        transaction.set_durability(if syncs { redb::Durability::Immediate } else { redb::Durability::None })?;
        Ok(transaction)
    }
}

impl Keeper for RedbRows {
    const NAME: &str = "redb, rows";

    fn create(path: &Path, session: &Session, _syncs: bool) -> Result<()> {
        let database = Database::create(path)?;
        let transaction = database.begin_write()?;
        {
            let mut messages = transaction.open_table(MESSAGES)?;
            for (number, message) in (0..).zip(&session.messages) {
                messages.insert(number, &*vellum::to_vec(message)?)?;
            }
            let rest = Session { messages: Vec::new(), ..session.clone() };
            transaction.open_table(REST)?.insert("session", &*vellum::to_vec(&rest)?)?;
        }
        transaction.commit()?;
        Ok(())
    }

    fn open(path: &Path, syncs: bool) -> Result<Self> {
        let database = Database::open(path)?;
        let table = database.begin_read()?.open_table(REST)?;
        let rest = vellum::from_slice(table.get("session")?.ok_or("no session")?.value())?;
        Ok(Self { database, rest, syncs })
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        let transaction = Self::begin(&self.database, self.syncs)?;
        {
            let mut messages = transaction.open_table(MESSAGES)?;
            let last = messages.last()?.map(|(number, bytes)| (number.value(), bytes.value().to_vec()));
            match (change, last) {
                (Change::Message(message), last) => {
                    let number = last.map_or(0, |(number, _)| number + 1);
                    messages.insert(number, &*vellum::to_vec(message)?)?;
                }
                (Change::Chunk(text), Some((number, mut bytes))) => {
                    use vellum::Vellum as _;
                    Message::edit(&mut bytes)?.text().push_str(text)?;
                    messages.insert(number, &*bytes)?;
                }
                (Change::Chunk(_), None) => {}
                (Change::Summary(_) | Change::Tokens(_), _) => {
                    change.apply(&mut self.rest);
                    transaction.open_table(REST)?.insert("session", &*vellum::to_vec(&self.rest)?)?;
                }
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn read(&mut self) -> Result<Session> {
        let table = self.database.begin_read()?.open_table(MESSAGES)?;
        let mut session = self.rest.clone();
        for row in table.iter()? {
            session.messages.push(vellum::from_slice(row?.1.value())?);
        }
        Ok(session)
    }
}

/// redb: the session as one value, a buffer that is edited in memory and stored as a whole.
pub struct RedbValue {
    database: Database,
    bytes: Vec<u8>,
    syncs: bool,
}

impl Keeper for RedbValue {
    const NAME: &str = "redb, one value";
    const IS_WHOLE: bool = true;

    fn create(path: &Path, session: &Session, _syncs: bool) -> Result<()> {
        let database = Database::create(path)?;
        let transaction = database.begin_write()?;
        transaction.open_table(REST)?.insert("session", &*vellum::to_vec(session)?)?;
        transaction.commit()?;
        Ok(())
    }

    fn open(path: &Path, syncs: bool) -> Result<Self> {
        let database = Database::open(path)?;
        let table = database.begin_read()?.open_table(REST)?;
        let bytes = table.get("session")?.ok_or("no session")?.value().to_vec();
        Ok(Self { database, bytes, syncs })
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        use vellum::Vellum as _;
        let mut session = Session::edit(&mut self.bytes)?;
        match change {
            Change::Message(message) => session.messages().push(message)?,
            Change::Chunk(text) => {
                if let Some(last) = session.messages().len()?.checked_sub(1) {
                    session.messages().at(last)?.text().push_str(text)?;
                }
            }
            Change::Summary(text) => session.set_summary(text)?,
            Change::Tokens(tokens) => session.set_tokens(*tokens)?,
        }
        let transaction = RedbRows::begin(&self.database, self.syncs)?;
        transaction.open_table(REST)?.insert("session", &*self.bytes)?;
        transaction.commit()?;
        Ok(())
    }

    fn read(&mut self) -> Result<Session> {
        Ok(vellum::from_slice(&self.bytes)?)
    }
}
