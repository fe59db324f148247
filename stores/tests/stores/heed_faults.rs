//! Databases of LMDB in a map, or a file, that is too small at each step.

use std::path::Path;
use std::process::Command;

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvOpenOptions};
use vellum::Vellum;
use vellum_stores::Key;
use vellum_stores::heed::{KeyOf, RecordDatabase, Vlm};

use crate::common::{User, bytes, patch, user};

pub type Users = Database<'static, KeyOf<User>, Vlm<User>>;

pub fn open(folder: &Path, map_size: usize) -> heed::Result<(Env, Users)> {
    // SAFETY: the folder is the test's own, and nobody else changes the file.
    let env = unsafe { EnvOpenOptions::new().map_size(map_size).open(folder)? };
    let write = env.write_txn()?;
    let users = env.create_databases_and_commit(write, |opener, write| {
        opener.create_database::<KeyOf<User>, Vlm<User>>(write, None).map(CommitOrAbort::<_, ()>::Commit)
    });
    Ok((env, users?.unwrap_commit()))
}

const LONG: usize = 9_000;

fn base() -> Vec<User> {
    (1..=4).map(|id| User { name: "n".repeat(id as usize * 1_500), ..user(7, id) }).collect()
}

fn put_base(env: &Env, users: &Users) -> Result<(), Box<dyn std::error::Error>> {
    let mut write = env.write_txn()?;
    for user in base() {
        users.encode(&mut write, &Key::of(&user)?, &user)?;
    }
    Ok(write.commit()?)
}

/// Makes every kind of change in one transaction, and tells which of them were `Ok`, and whether
/// the transaction was committed.
fn change(env: &Env, users: &Users) -> (Vec<bool>, bool) {
    let Ok(mut write) = env.write_txn() else { return (vec![], false) };
    let key = |id: u32| Key::<User>::new((7, id)).unwrap();
    let (new, long) = (User { name: "p".repeat(LONG), ..user(7, 5) }, "l".repeat(LONG));
    let change = patch(&bytes(&base()[3]), |record| User::edit(record)?.tags().push("patched"));
    let made = vec![
        users.encode(&mut write, &key(5), &new).is_ok(),
        users.encode(&mut write, &key(1), &user(7, 1)).is_ok(),
        users.update(&mut write, &key(2), |user| user.set_name(&long)).is_ok_and(|done| done.is_some()),
        users.update(&mut write, &key(3), |user| user.set_visits(70)).is_ok_and(|done| done.is_some()),
        users.apply(&mut write, &key(4), &change).is_ok_and(|is_there| is_there),
    ];
    // A program that goes on after an error.
    (made, write.commit().is_ok())
}

/// The records with those changes that were made.
fn changed(made: &[bool]) -> Vec<User> {
    let mut users = base();
    let is_made = |change: usize| made.get(change) == Some(&true);
    if is_made(1) {
        users[0] = user(7, 1);
    }
    if is_made(2) {
        users[1].name = "l".repeat(LONG);
    }
    if is_made(3) {
        users[2].visits = 70;
    }
    if is_made(4) {
        users[3].tags.push("patched".into());
    }
    if is_made(0) {
        users.push(User { name: "p".repeat(LONG), ..user(7, 5) });
    }
    users
}

fn found(folder: &Path) -> Vec<User> {
    let (env, users) = open(folder, 4 << 20).unwrap();
    let read = env.read_txn().unwrap();
    let raw = users.remap_types::<Bytes, Vlm<User>>();
    let mut users: Vec<User> = raw
        .iter(&read)
        .unwrap()
        .map(|entry| {
            let (_, record) = entry.unwrap();
            User::schema().prove(record.as_bytes()).unwrap();
            record.decode().unwrap()
        })
        .collect();
    users.sort_unstable_by_key(|user| user.id);
    users
}

fn check(folder: &Path, made: &[bool], is_committed: bool) {
    let found = found(folder);
    let what = format!("{made:?}, committed: {is_committed}, {} records", found.len());
    if is_committed {
        assert!(found == changed(made), "{what}");
    } else {
        assert!(found == base() || found == changed(made), "{what}");
    }
}

#[test]
fn a_map_that_is_too_small_at_any_step_has_all_changes_that_were_ok_or_none() {
    let mut met = [0; 3];
    for pages in 8.. {
        let folder = tempfile::tempdir().unwrap();
        let Ok((env, users)) = open(folder.path(), pages * 4096) else { continue };
        if put_base(&env, &users).is_err() {
            continue;
        }
        let (made, is_committed) = change(&env, &users);
        drop(env);
        check(folder.path(), &made, is_committed);
        met[usize::from(is_committed) + usize::from(is_committed && !made.contains(&false))] += 1;
        if is_committed && !made.contains(&false) {
            break;
        }
    }
    println!("not committed, committed in part, as a whole: {met:?}");
    assert!(met[0] > 3 && met[2] == 1, "{met:?}");
}

/// The child of the test below: it runs with a limit on the length of files.
#[test]
#[ignore = "a process of its own, started by another test"]
fn child() {
    let folder = std::env::var("VELLUM_CHILD").unwrap();
    let (env, users) = open(Path::new(&folder), 4 << 20).unwrap();
    let (made, is_committed) = change(&env, &users);
    println!("\nchild: {is_committed} {}", made.iter().map(|made| if *made { '1' } else { '0' }).collect::<String>());
}

#[test]
#[cfg(unix)]
fn a_file_that_cannot_grow_at_any_step_has_all_changes_or_none() {
    let mut met = [0; 2];
    for limit in (24..=120).step_by(4) {
        let folder = tempfile::tempdir().unwrap();
        let (env, users) = open(folder.path(), 4 << 20).unwrap();
        put_base(&env, &users).unwrap();
        drop(env);
        // Writes beyond the limit are errors, of which the signal would kill.
        let output = Command::new("bash")
            .args(["-c", &format!(r#"trap '' XFSZ; ulimit -f {limit}; exec "$0" "$@""#)])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "heed_faults::child", "--ignored", "--nocapture"])
            .env("VELLUM_CHILD", folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let Some(said) = said.lines().find_map(|line| line.strip_prefix("child: ")) else {
            assert!(limit < 40, "{limit}: {said}");
            continue;
        };
        let (is_committed, made) = said.split_once(' ').unwrap();
        let made: Vec<bool> = made.chars().map(|made| made == '1').collect();
        check(folder.path(), &made, is_committed == "true");
        met[usize::from(is_committed == "true")] += 1;
    }
    println!("not committed, committed: {met:?}");
    assert!(met[0] > 0 && met[1] > 0, "{met:?}");
}
