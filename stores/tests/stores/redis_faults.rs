//! Records in Redis where something fails: each operation, with the connection cut at every byte of
//! its requests and replies, with answers that come too late, with a server that refuses, and with
//! others who write by every command they have.

use std::sync::atomic::Ordering;
use std::time::Duration;

use redis::Connection;
use vellum::Vellum;
use vellum::patch::physical;
use vellum_stores::redis::{Records, Result};
use vellum_stores::{StoreError, UpdateError};

use crate::common::{User, bytes, user};
use crate::nets::is_full;
use crate::redis_server::{Proxy, Server};

type Users = Records<str, User>;

fn before() -> User {
    user(7, 1)
}

fn after() -> User {
    User { visits: 70, name: "a longer name than it was".into(), ..user(7, 1) }
}

fn raw(connection: &mut Connection) -> Option<Vec<u8>> {
    redis::cmd("GET").arg("ada").query(connection).unwrap()
}

fn set(connection: &mut Connection, value: &[u8]) {
    redis::cmd("SET").arg("ada").arg(value).query::<()>(connection).unwrap();
}

fn edit(user: &mut vellum_stores::Edit<'_, User>) -> vellum::Result<()> {
    user.set_visits(70)?;
    user.set_name("a longer name than it was")
}

fn patch() -> Vec<u8> {
    let mut edited = bytes(&before());
    edit(&mut User::edit(&mut edited).unwrap()).unwrap();
    physical::between(&bytes(&before()), &edited).unwrap()
}

/// Every operation that writes, from the record `before()`, which was read by another connection.
const OPERATIONS: [&str; 5] = ["put", "remove", "update", "apply", "edit"];

fn operate(operation: &str, connection: &mut Connection, direct: &mut Connection) -> Result<()> {
    let users = Users::new();
    match operation {
        "put" => users.put(connection, "ada", &after()),
        "remove" => users.remove(connection, "ada").map(|was_there| assert!(was_there)),
        "update" => {
            let mut read = users.get(direct, "ada").unwrap().unwrap();
            let done = users.update(connection, "ada", &mut read, edit);
            let expected = if done.is_ok() { after() } else { before() };
            assert_eq!(read.stored().decode().unwrap(), expected, "the reading");
            Ok(done?)
        }
        "apply" => {
            let mut read = users.get(direct, "ada").unwrap().unwrap();
            users.apply(connection, "ada", &mut read, &patch())
        }
        _ => {
            users.edit(connection, "ada", edit)?.unwrap();
            Ok(())
        }
    }
}

/// What is there: the record from before, that from after, or neither.
fn state(direct: &mut Connection, operation: &str) -> &'static str {
    let found = raw(direct);
    if let Some(found) = &found {
        User::schema().prove(found).unwrap();
    }
    match found.map(|found| vellum::from_slice::<User>(&found).unwrap()) {
        Some(user) if user == before() => "before",
        Some(user) if user == after() && operation != "remove" => "after",
        None if operation == "remove" => "after",
        other => panic!("{operation}: {other:?}"),
    }
}

#[test]
fn a_connection_that_is_cut_at_any_byte_is_an_error_that_says_what_may_be_written() {
    let Some(server) = Server::start("a_connection_that_is_cut_at_any_byte") else { return };
    let (proxy, mut direct) = (Proxy::start(server.port), server.connection());
    let (mut cases, mut met) = (0, [0; 3]);
    for operation in OPERATIONS {
        for (is_known, of_requests) in [(true, false), (true, true), (false, false), (false, true)] {
            let mut bytes_passed = 0;
            loop {
                set(&mut direct, &bytes(&before()));
                if is_known {
                    redis::cmd("SCRIPT").arg("LOAD").arg(include_str!("../../src/redis.lua")).query::<()>(&mut direct)
                } else {
                    redis::cmd("SCRIPT").arg("FLUSH").query(&mut direct)
                }
                .unwrap();
                let mut connection = proxy.connection();
                let budget = if of_requests { &proxy.requests } else { &proxy.replies };
                budget.store(bytes_passed, Ordering::SeqCst);
                let done = operate(operation, &mut connection, &mut direct);
                let what = format!("{operation}, {bytes_passed} bytes, requests: {of_requests}");
                cases += 1;
                match (&done, state(&mut direct, operation)) {
                    (Ok(()), "after") => break,
                    (Err(error), "before") if !error.is_maybe_written() => met[0] += 1,
                    (Err(error), "before") if error.is_maybe_written() => met[1] += 1,
                    (Err(error), "after") if error.is_maybe_written() => {
                        met[2] += 1;
                        assert!(error.to_string().contains("may have been written"), "{error}");
                    }
                    (done, state) => panic!("{what}: {done:?}, and the record is that from {state}"),
                }
                // The text of the script is long.
                bytes_passed += if !of_requests || bytes_passed <= 100 {
                    1
                } else if is_full() {
                    3
                } else {
                    149
                };
            }
        }
    }
    assert!(met[1] > 60 && met[2] > 20, "{met:?} of {cases}");
    println!("{cases} cases: {met:?}");
}

#[test]
fn an_answer_that_comes_too_late_is_not_that_of_the_next_command() {
    let Some(server) = Server::start("an_answer_that_comes_too_late") else { return };
    let (proxy, mut direct) = (Proxy::start(server.port), server.connection());
    for operation in OPERATIONS {
        set(&mut direct, &bytes(&before()));
        let mut connection = proxy.connection();
        connection.set_read_timeout(Some(Duration::from_millis(30))).unwrap();
        proxy.is_held.store(true, Ordering::SeqCst);
        let error = operate(operation, &mut connection, &mut direct).unwrap_err();
        proxy.is_held.store(false, Ordering::SeqCst);
        // An edit could not even read.
        assert_eq!(error.is_maybe_written(), operation != "edit", "{operation}: {error}");
        connection.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let found = Users::new().get(&mut connection, "ada").map(|found| found.map(|found| found.to_vec()));
        assert!(found.is_err() || found.unwrap() == raw(&mut direct), "{operation}");
    }
}

#[test]
fn what_the_server_answers_with_an_error_is_not_written() {
    let Some(server) = Server::start("what_the_server_answers_with_an_error") else { return };
    let (mut here, mut direct) = (server.connection(), server.connection());
    let mut config = |name: &str, value: &str| {
        redis::cmd("CONFIG").arg("SET").arg(name).arg(value).query::<()>(&mut direct).unwrap();
    };
    let mut other = server.connection();
    for (name, value, normal) in [("maxmemory", "1", "0"), ("min-replicas-to-write", "3", "0")] {
        for operation in OPERATIONS {
            set(&mut other, &bytes(&before()));
            config(name, value);
            let done = operate(operation, &mut here, &mut other);
            config(name, normal);
            match done {
                Ok(()) => assert_eq!((name, operation), ("maxmemory", "remove")),
                Err(error) => {
                    assert!(matches!(error, StoreError::Store(_)), "{name}, {operation}: {error}");
                    assert_eq!(state(&mut other, operation), "before", "{name}, {operation}");
                }
            }
        }
    }
}

/// A command, by its parts.
type Parts = Vec<Vec<u8>>;

/// What others do between a reading and an update: its name, the commands, and whether the record
/// is another one then, and whether it is gone.
fn others() -> Vec<(&'static str, Vec<Parts>, bool, bool)> {
    let arg = |text: &str| text.as_bytes().to_vec();
    let command = |text: &str| -> Parts { text.split(' ').map(arg).collect() };
    let with = |text: &str, value: Vec<u8>| -> Parts { command(text).into_iter().chain([value]).collect() };
    let mut same_len = before();
    same_len.name = same_len.name.replace("user", "USER");
    let same_len = bytes(&same_len);
    assert_eq!(same_len.len(), bytes(&before()).len());
    vec![
        ("nothing", vec![], false, false),
        ("the same record", vec![with("SET ada", bytes(&before()))], false, false),
        ("removed and put again", vec![command("DEL ada"), with("SET ada", bytes(&before()))], false, false),
        ("a time to live", vec![command("EXPIRE ada 1000")], false, false),
        ("another of the same length", vec![with("SET ada", same_len.clone())], true, false),
        ("a shorter one", vec![with("SET ada", bytes(&User { tags: vec![], ..before() }))], true, false),
        ("no record", vec![command("SET ada something")], true, false),
        ("an empty value", vec![with("SET ada", vec![])], true, false),
        ("a byte", vec![command("SETRANGE ada 20 X")], true, false),
        ("a bit", vec![command("SETBIT ada 150 1"), command("SETBIT ada 151 1")], true, false),
        ("more bytes", vec![command("APPEND ada X")], true, false),
        ("removed", vec![command("DEL ada")], true, true),
        (
            "evicted, and another of the same length",
            vec![command("UNLINK ada"), with("SET ada", same_len.clone())],
            true,
            false,
        ),
        ("all flushed", vec![command("FLUSHALL")], true, true),
        (
            "all flushed, and another of the same length",
            vec![command("FLUSHALL"), with("SET ada", same_len.clone())],
            true,
            false,
        ),
        ("expired", vec![command("PEXPIREAT ada 1")], true, true),
        ("renamed", vec![command("RENAME ada grace")], true, true),
        ("replaced by another key", vec![with("SET grace", same_len), command("RENAME grace ada")], true, false),
    ]
}

#[test]
fn an_update_by_an_old_reading_is_a_conflict_whatever_others_did() {
    let Some(server) = Server::start("an_update_by_an_old_reading") else { return };
    let (mut here, mut there, users) = (server.connection(), server.connection(), Users::new());
    for (what, commands, is_another, is_gone) in others() {
        for by_patch in [false, true] {
            set(&mut there, &bytes(&before()));
            let mut read = users.get(&mut here, "ada").unwrap().unwrap();
            for command in &commands {
                let mut asked = redis::Cmd::new();
                for part in command {
                    asked.arg(part.as_slice());
                }
                asked.query::<redis::Value>(&mut there).unwrap();
            }
            let others = raw(&mut there);
            let done = if by_patch {
                users.apply(&mut here, "ada", &mut read, &patch()).map_err(UpdateError::Store)
            } else {
                users.update(&mut here, "ada", &mut read, edit)
            };
            if !is_another {
                done.unwrap();
                assert_eq!(state(&mut there, "update"), "after", "{what}");
                continue;
            }
            match done {
                Err(UpdateError::Store(StoreError::Conflict { key, is_gone: said })) => {
                    assert_eq!((&*key, said), (&b"ada"[..], is_gone), "{what}");
                }
                other => panic!("{what}: {other:?}"),
            }
            assert_eq!(raw(&mut there), others, "{what}");
            assert_eq!(read.stored().decode().unwrap(), before(), "{what}");
        }
    }
}

#[test]
fn a_value_of_another_type_is_an_error_that_changes_nothing() {
    let Some(server) = Server::start("a_value_of_another_type") else { return };
    let (mut here, mut there, users) = (server.connection(), server.connection(), Users::new());
    set(&mut there, &bytes(&before()));
    let mut read = users.get(&mut here, "ada").unwrap().unwrap();
    redis::cmd("DEL").arg("ada").query::<()>(&mut there).unwrap();
    redis::cmd("LPUSH").arg("ada").arg("element").query::<()>(&mut there).unwrap();
    let errors = [
        StoreError::from(users.update(&mut here, "ada", &mut read, edit).unwrap_err()),
        users.apply(&mut here, "ada", &mut read, &patch()).unwrap_err(),
        StoreError::from(users.edit(&mut here, "ada", edit).unwrap_err()),
        users.get(&mut here, "ada").map(drop).unwrap_err(),
        users.field(&mut here, "ada", |user| user.visits()).map(drop).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, StoreError::Store(_)), "{error}");
        assert!(error.to_string().contains("WRONGTYPE"), "{error}");
    }
    let elements: Vec<String> = redis::cmd("LRANGE").arg("ada").arg(0).arg(-1).query(&mut there).unwrap();
    assert_eq!(elements, ["element"]);
}

#[test]
fn no_key_but_that_of_the_record_is_written() {
    let Some(server) = Server::start("no_key_but_that_of_the_record") else { return };
    let (mut here, users) = (server.connection(), Users::new());
    let keys = ["k", "k:version", "k:version:version", ":version", ""];
    for (id, key) in keys.iter().enumerate() {
        users.put(&mut here, key, &user(7, id as u32)).unwrap();
        users.edit(&mut here, key, |user| user.set_visits(70 + user.visits()?)).unwrap().unwrap();
    }
    for (id, key) in keys.iter().enumerate() {
        let found = users.get(&mut here, key).unwrap().unwrap().stored().decode().unwrap();
        assert_eq!(found, User { visits: 70 + id as u32, ..user(7, id as u32) });
    }
    let mut found: Vec<String> = redis::cmd("KEYS").arg("*").query(&mut here).unwrap();
    found.sort_unstable();
    let mut expected = keys.map(String::from);
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(users.remove(&mut here, "k").unwrap());
    assert!(!users.remove(&mut here, "k").unwrap());
    assert_eq!(redis::cmd("DBSIZE").query::<usize>(&mut here).unwrap(), keys.len() - 1);
}

#[test]
fn an_edit_keeps_the_time_to_live_and_a_new_record_has_none() {
    let Some(server) = Server::start("an_edit_keeps_the_time_to_live") else { return };
    let (mut here, users) = (server.connection(), Users::new());
    users.put(&mut here, "ada", &before()).unwrap();
    redis::cmd("EXPIRE").arg("ada").arg(1000).query::<()>(&mut here).unwrap();
    let ttl = |connection: &mut Connection| redis::cmd("TTL").arg("ada").query::<i64>(connection).unwrap();
    users.edit(&mut here, "ada", edit).unwrap().unwrap();
    assert!(ttl(&mut here) > 900);
    users.edit(&mut here, "ada", |user| user.set_name("short")).unwrap().unwrap();
    assert!(ttl(&mut here) > 900);
    users.put(&mut here, "ada", &before()).unwrap();
    assert_eq!(ttl(&mut here), -1);
}

#[test]
fn a_server_that_is_gone_may_have_written_and_one_that_is_empty_again_is_a_conflict() {
    let Some(mut server) = Server::start("a_server_that_is_gone") else { return };
    let (mut here, users) = (server.connection(), Users::new());
    users.put(&mut here, "ada", &before()).unwrap();
    let mut read = users.get(&mut here, "ada").unwrap().unwrap();
    server.kill();
    assert!(users.update(&mut here, "ada", &mut read, edit).unwrap_err().is_maybe_written());
    server.restart();
    let mut here = server.connection();
    let error = users.update(&mut here, "ada", &mut read, edit).unwrap_err();
    assert!(matches!(&error, UpdateError::Store(StoreError::Conflict { is_gone: true, .. })), "{error}");
    assert_eq!(users.edit(&mut here, "ada", edit).unwrap(), None);
    users.put(&mut here, "ada", &User { visits: 9, ..before() }).unwrap();
    let error = users.update(&mut here, "ada", &mut read, edit).unwrap_err();
    let said = "conflict: the record under `ada` is another one now: another writer was there first";
    assert_eq!(error.to_string(), said);
}
