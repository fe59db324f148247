//! Prints what a change of an agent's session costs, for each way to keep it.

use session::keepers::{Json, Keeper, Lines, Records, RedbRows, RedbValue, Result, Sqlite};
use session::measure::{Row, measure};
use session::session::{Change, Session};

/// Changes of each kind; those that write the whole session are fewer where it is long.
const CHANGES: usize = 100;

fn row<K: Keeper>(session: &Session, syncs: bool) -> Result<Row> {
    let folder = tempfile::tempdir_in(".")?;
    let count = if K::IS_WHOLE { (CHANGES * 400 / session.messages.len().max(1)).clamp(3, CHANGES) } else { CHANGES };
    measure::<K>(folder.path(), session, count, syncs)
}

fn print(rows: &[Row]) {
    print!("{:16}", "");
    for kind in Change::KINDS {
        print!(" | {kind:>10} bytes  calls        us");
    }
    println!(" | open, ms");
    for row in rows {
        print!("{:16}", row.name);
        for (_, cost) in &row.changes {
            print!(" | {:16.0} {:6.1} {:9.1}", cost.bytes, cost.calls, cost.microseconds);
        }
        println!(" | {:8.2}", row.open_milliseconds);
    }
}

fn main() -> Result<()> {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    for messages in if sizes.is_empty() { vec![400, 4000] } else { sizes } {
        let session = Session::sample(messages);
        for syncs in [true, false] {
            println!("\n{messages} messages, {}", if syncs { "each change synced" } else { "not synced" });
            print(&[
                row::<Records>(&session, syncs)?,
                row::<Lines>(&session, syncs)?,
                row::<Sqlite>(&session, syncs)?,
                row::<RedbRows>(&session, syncs)?,
                row::<RedbValue>(&session, syncs)?,
                row::<Json>(&session, syncs)?,
            ]);
        }
    }
    Ok(())
}
