//! SQLite: the map is a table in memory, whose key is the text. No format, but what a program takes
//! that reads and changes more than it sends. Statements are prepared once; all inserts are one
//! transaction.

use std::hint::black_box;
use std::rc::Rc;

use rusqlite::{Connection, OptionalExtension, Result, Statement};

use super::super::OWN_BYTES;
use super::super::keys::{Map, Sample};
use crate::library::{Measure, Row, Timed, amortised, clock, repeat};

const GET: &str = "SELECT value FROM scores WHERE key = ?1";

#[inline(never)]
fn filled(keys: &[String]) -> Result<Connection> {
    let connection = Connection::open_in_memory()?;
    connection
        .execute_batch("CREATE TABLE scores (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID; BEGIN")?;
    let mut insert = connection.prepare("INSERT INTO scores VALUES (?1, ?2)")?;
    for (value, key) in (0_i64..).zip(keys) {
        insert.execute((black_box(key), value))?;
    }
    drop(insert);
    connection.execute_batch("COMMIT")?;
    Ok(connection)
}

#[inline(never)]
fn get(statement: &mut Statement<'_>, key: &str) -> Option<i64> {
    statement.query_row([key], |row| row.get(0)).optional().expect(OWN_BYTES)
}

fn map(connection: &Connection) -> Result<Map> {
    let mut all = connection.prepare("SELECT key, value FROM scores")?;
    all.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())))?.collect()
}

/// Inserts the keys, and looks them up.
pub fn row(samples: &[Sample]) -> Row {
    let mut row = Row::new("sqlite", "rusqlite", "", "in memory", Vec::new());
    row.version = format!("{}, rusqlite {}", rusqlite::version(), row.version);
    for Sample { variant, keys, map: expected, .. } in samples {
        let (connection, len) = (filled(keys).expect(OWN_BYTES), keys.len());
        row.prove("the table holds the map", map(&connection).is_ok_and(|map| map == *expected));
        let mut statement = connection.prepare(GET).expect(OWN_BYTES);
        row.prove("a look-up finds its value", get(&mut statement, &keys[len - 1]) == Some(len as i64 - 1));
        row.prove("a look-up finds no other key", get(&mut statement, "another").is_none());
        drop(statement);
        let inserted = Rc::clone(keys);
        let timed = amortised(len, move || clock(|| filled(&inserted)));
        row.push(Measure::KeyInsert, variant, "into a new table, one by one, in one transaction", timed);
        let (keys, mut done) = (Rc::clone(keys), 0);
        let timed: Timed = Box::new(move |count| {
            // Prepared before the clock starts, once for all look-ups of a round.
            let mut statement = connection.prepare(GET).expect(OWN_BYTES);
            let first = done;
            done += count;
            repeat!(first..done, |index| get(&mut statement, black_box(&keys[index as usize % len])).expect(OWN_BYTES))
        });
        row.push_kept(Measure::KeyGet, variant, "a prepared statement", timed);
    }
    row
}
