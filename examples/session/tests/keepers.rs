//! Each keeper has, after a drop and an open, what was put there; and a change of a record file
//! costs a change.

use session::keepers::{Json, Keeper, Lines, Records, RedbRows, RedbValue, Result, Sqlite};
use session::measure::{measure, written};
use session::session::{Change, Session};

fn keeps<K: Keeper>() -> Result<()> {
    for syncs in [false, true] {
        // The measurement compares what is read at the end.
        measure::<K>(tempfile::tempdir()?.path(), &Session::sample(30), 5, syncs)?;
    }
    Ok(())
}

#[test]
fn every_keeper_keeps_what_was_put_there() -> Result<()> {
    keeps::<Records>()?;
    keeps::<Json>()?;
    keeps::<Lines>()?;
    keeps::<Sqlite>()?;
    keeps::<RedbRows>()?;
    keeps::<RedbValue>()
}

#[test]
fn a_change_of_a_record_file_is_one_write_of_the_change() -> Result<()> {
    if written() == (0, 0) {
        eprintln!("the system counts no writes here: not tested");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("session");
    Records::create(&path, &Session::sample(400), true)?;
    let mut file = Records::open(&path, true)?;
    file.change(&Change::Tokens(1))?;
    for (change, most) in [(Change::sample("message", 1), 1.2 * 300.0 + 64.0), (Change::sample("tokens", 2), 64.0)] {
        let before = written();
        file.change(&change)?;
        let after = written();
        assert_eq!(after.1 - before.1, 1, "{change:?}");
        #[allow(clippy::cast_precision_loss)]
        let bytes = (after.0 - before.0) as f64;
        assert!(bytes <= most, "{change:?}: {bytes}");
    }
    Ok(())
}
