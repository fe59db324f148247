//! Records in a Redis server that each test starts for itself.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use redis::{Client, Connection};
use vellum::patch::physical;
use vellum::{ErrorKind, Vellum};
use vellum_stores::StoreError;
use vellum_stores::redis::Records;

use crate::common::{User, bytes, user, visits};

/// A server on a port and in a folder of its own.
struct Server {
    process: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// `None` where there is no `redis-server`, which is said where no test runner hides it.
    fn start(test: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let spawned = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
            .arg("--dir")
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn();
        match spawned {
            Ok(process) => Some(Self { process, port, _folder: folder }),
            Err(error) => {
                let message = format!("WARNING: no redis-server ({error}): the test {test} WAS NOT RUN\n");
                std::io::stderr().write_all(message.as_bytes()).unwrap();
                None
            }
        }
    }

    fn connection(&self) -> Connection {
        let client = Client::open(format!("redis://127.0.0.1:{}/", self.port)).unwrap();
        let begun = Instant::now();
        loop {
            match client.get_connection() {
                Ok(connection) => return connection,
                Err(error) => assert!(begun.elapsed() < Duration::from_secs(20), "{error}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn an_edit_sends_what_changes_and_counts() {
    let Some(server) = Server::start("an_edit_sends_what_changes_and_counts") else { return };
    let (mut here, users) = (server.connection(), Records::<User>::new());
    assert!(users.get(&mut here, b"ada").unwrap().is_none());
    assert_eq!(users.edit(&mut here, b"ada", |_| Ok(())).unwrap(), None);
    assert_eq!(users.put(&mut here, b"ada", &user(7, 1)).unwrap(), 1);

    let mut ada = users.get(&mut here, b"ada").unwrap().unwrap();
    assert_eq!((ada.version(), ada.view().unwrap().name().unwrap()), (1, "user 1 of 7"));
    users.update(&mut here, b"ada", &mut ada, |record| User::edit(record)?.set_visits(70)).unwrap();
    assert_eq!(ada.version(), 2);
    // Longer, as it is, and shorter.
    let long = "x".repeat(20_000);
    users.update(&mut here, b"ada", &mut ada, |record| User::edit(record)?.set_name(&long)).unwrap();
    users.update(&mut here, b"ada", &mut ada, |_| Ok(())).unwrap();
    let made = users.get(&mut here, b"ada").unwrap().unwrap();
    assert_eq!((made.version(), &*made), (4, &*ada));
    users
        .update(&mut here, b"ada", &mut ada, |record| {
            *record = bytes(&user(7, 3));
            Ok(())
        })
        .unwrap();
    let made = users.get(&mut here, b"ada").unwrap().unwrap();
    assert_eq!((made.version(), made.stored().decode().unwrap()), (5, user(7, 3)));

    // A patch that somebody else has made of the same bytes.
    let mut after = ada.to_vec();
    User::edit(&mut after).unwrap().tags().push("patched").unwrap();
    let patch = physical::between(&ada, &after).unwrap();
    users.apply(&mut here, b"ada", &mut ada, &patch).unwrap();
    assert_eq!(users.get(&mut here, b"ada").unwrap().unwrap().stored().decode().unwrap().tags, ["new", "patched"]);
}

#[test]
fn another_writer_is_found_out() {
    let Some(server) = Server::start("another_writer_is_found_out") else { return };
    let (mut here, mut there, users) = (server.connection(), server.connection(), Records::<User>::new());
    users.put(&mut here, b"ada", &user(7, 1)).unwrap();
    let mut mine = users.get(&mut here, b"ada").unwrap().unwrap();
    let mut theirs = users.get(&mut there, b"ada").unwrap().unwrap();
    users.update(&mut there, b"ada", &mut theirs, |record| User::edit(record)?.set_visits(8)).unwrap();

    let set = |record: &mut Vec<u8>| User::edit(record)?.set_visits(9);
    let error = users.update(&mut here, b"ada", &mut mine, set).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { expected: 1, found: 2, .. }), "{error}");
    let said = "conflict: the record under `ada` was of version 1 when it was read, and is of version 2 now";
    assert!(error.to_string().starts_with(said), "{error}");
    // Nothing is lost here or there.
    assert_eq!((mine.version(), mine.stored().decode().unwrap()), (1, user(7, 1)));
    assert_eq!(users.field(&mut here, b"ada", |user| user.visits()).unwrap(), Some(8));

    // One that does not count, and one that removes.
    let mut mine = users.get(&mut here, b"ada").unwrap().unwrap();
    redis::cmd("SET").arg("ada").arg("something else").query::<()>(&mut there).unwrap();
    let error = users.update(&mut here, b"ada", &mut mine, set).unwrap_err();
    assert!(error.to_string().ends_with("which was written or removed without a version"), "{error}");
    users.remove(&mut there, b"ada").unwrap();
    users.put(&mut there, b"ada", &user(7, 1)).unwrap();
    let error = users.update(&mut here, b"ada", &mut mine, set).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { expected: 2, found: 4, .. }), "{error}");
    redis::cmd("DEL").arg("ada").query::<()>(&mut there).unwrap();
    assert_eq!(users.edit(&mut here, b"ada", set).unwrap(), None);
}

#[test]
fn writers_in_a_race_lose_no_edit() {
    let Some(server) = Server::start("writers_in_a_race_lose_no_edit") else { return };
    let users = Records::<User>::new();
    users.put(&mut server.connection(), b"ada", &User { visits: 0, ..user(7, 1) }).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut connection = server.connection();
                for _ in 0..30 {
                    let count = |record: &mut Vec<u8>| {
                        let visits = User::view(record)?.visits()?;
                        User::edit(record)?.set_visits(visits + 1)
                    };
                    users.edit(&mut connection, b"ada", count).unwrap().unwrap();
                }
            });
        }
    });
    let ada = users.get(&mut server.connection(), b"ada").unwrap().unwrap();
    assert_eq!((ada.version(), ada.view().unwrap().visits().unwrap()), (91, 90));
}

#[test]
fn a_field_is_read_without_the_rest() {
    let Some(server) = Server::start("a_field_is_read_without_the_rest") else { return };
    let (mut here, users) = (server.connection(), Records::<User>::new());
    users.put(&mut here, b"ada", &User { name: "x".repeat(10_000), ..user(7, 1) }).unwrap();
    assert_eq!(users.field(&mut here, b"ada", |user| user.name().map(str::len)).unwrap(), Some(10_000));
    assert_eq!(users.field(&mut here, b"nobody", |user| user.visits()).unwrap(), None);
    // That nothing but the head is read shows what is behind it.
    redis::cmd("SETRANGE").arg("ada").arg(100).arg(vec![0xFF_u8; 9_000]).query::<()>(&mut here).unwrap();
    assert_eq!(
        users.field(&mut here, b"ada", |user| Ok((user.org()?, user.id()?, user.visits()?))).unwrap(),
        Some((7, 1, 1))
    );
    let error = users.field(&mut here, b"ada", |user| user.name().map(str::len)).unwrap_err();
    assert_eq!(error.kind(), Some(ErrorKind::Corrupt), "{error}");
}

#[test]
fn what_is_refused_leaves_the_record() {
    let Some(server) = Server::start("what_is_refused_leaves_the_record") else { return };
    let (mut here, users) = (server.connection(), Records::<User>::new());
    users.put(&mut here, b"ada", &user(7, 1)).unwrap();
    let mut ada = users.get(&mut here, b"ada").unwrap().unwrap();
    let other = physical::between(b"other bytes", b"and others").unwrap();
    let mut after = ada.to_vec();
    User::edit(&mut after).unwrap().set_visits(9).unwrap();
    let mut truncated = physical::between(&ada, &after).unwrap();
    truncated.pop();
    for (what, patch, kind) in [
        ("another base", other, ErrorKind::Conflict),
        ("truncated", truncated, ErrorKind::Corrupt),
        ("logical", visits(7), ErrorKind::Type),
    ] {
        let error = users.apply(&mut here, b"ada", &mut ada, &patch).unwrap_err();
        assert_eq!(error.kind(), Some(kind), "{what}: {error}");
        assert!(error.to_string().starts_with("the patch for the record under `ada`: "), "{error}");
    }
    let failing = |record: &mut Vec<u8>| {
        User::edit(record)?.set_visits(99)?;
        User::view(&[]).map(drop)
    };
    assert_eq!(users.edit(&mut here, b"ada", failing).unwrap_err().kind(), Some(ErrorKind::Corrupt));
    redis::cmd("LPUSH").arg("list").arg("element").query::<()>(&mut here).unwrap();
    assert!(users.field(&mut here, b"list", |user| user.visits()).unwrap_err().to_string().contains("WRONGTYPE"));
    let made = users.get(&mut here, b"ada").unwrap().unwrap();
    assert_eq!((made.version(), made.stored().decode().unwrap()), (1, user(7, 1)));
}

/// The script by itself, with what no `Records` sends: nothing is written before all is checked.
#[test]
fn the_script_refuses_patches_that_are_damaged() {
    let Some(server) = Server::start("the_script_refuses_patches_that_are_damaged") else { return };
    let mut here = server.connection();
    let script = redis::Script::new(include_str!("../../src/redis.lua"));
    let old: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    let mut new = old.clone();
    new[3] = 0;
    new[300..310].fill(7);
    new.extend_from_slice(&[9; 20_000]);
    let patch = physical::between(&old, &new).unwrap();
    let mut call = |old: &[u8], patch: &[u8]| -> ((i64, i64), Vec<u8>) {
        redis::cmd("SET").arg("key").arg(old).query::<()>(&mut here).unwrap();
        redis::cmd("SET").arg("version").arg(1).query::<()>(&mut here).unwrap();
        let answer = script.key("key").key("version").arg(1).arg(patch).invoke(&mut here).unwrap();
        (answer, redis::cmd("GET").arg("key").query(&mut here).unwrap())
    };
    assert_eq!(call(&old, &patch), ((1, 2), new.clone()));
    let shorter = physical::between(&new, &old).unwrap();
    assert_eq!(call(&new, &shorter), ((1, 2), old.clone()));
    for len in (0..60).chain(patch.len() - 30..patch.len()) {
        let ((answer, _), found) = call(&old, &patch[..len]);
        assert!(answer < 0 && found == old, "{len} bytes: {answer}");
    }
    assert_eq!(call(&old, &[&patch[..], &[0xFF]].concat()), ((-2, 0), old.clone()));
    assert_eq!(call(&old, &[&patch[..], &[5, 0]].concat()), ((-2, 0), old.clone()));
    assert_eq!(call(&old[1..], &patch).0.0, -1);
}
