//! Records in Redis: what is read and written.

use vellum::patch::physical;
use vellum::{ErrorKind, Vellum};
use vellum_stores::redis::Records;
use vellum_stores::{StoreError, UpdateError};

use crate::common::{User, bytes, user, visits};
use crate::redis_server::Server;

type Users = Records<[u8], User>;

#[test]
fn an_edit_sends_what_changes() {
    let Some(server) = Server::start("an_edit_sends_what_changes") else { return };
    let (mut here, users) = (server.connection(), Users::new());
    assert!(users.get(&mut here, b"ada").unwrap().is_none());
    assert_eq!(users.edit(&mut here, b"ada", |_| Ok::<(), ()>(())).unwrap(), None);
    users.put(&mut here, b"ada", &user(7, 1)).unwrap();

    let mut ada = users.get(&mut here, b"ada").unwrap().unwrap();
    assert_eq!(ada.peek().unwrap().name().unwrap(), "user 1 of 7");
    users.update(&mut here, b"ada", &mut ada, |user| user.set_visits(70)).unwrap();
    // Longer, as it is, and shorter.
    let long = "x".repeat(20_000);
    users.update(&mut here, b"ada", &mut ada, |user| user.set_name(&long)).unwrap();
    users.update(&mut here, b"ada", &mut ada, |_| Ok::<(), ()>(())).unwrap();
    let made = users.get(&mut here, b"ada").unwrap().unwrap();
    assert_eq!((made.len() > 20_000, &*made), (true, &*ada));
    let shorter = physical::between(&ada, &bytes(&user(7, 3))).unwrap();
    users.apply(&mut here, b"ada", &mut ada, &shorter).unwrap();
    assert_eq!(*users.get(&mut here, b"ada").unwrap().unwrap(), *bytes(&user(7, 3)));

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
    let (mut here, mut there, users) = (server.connection(), server.connection(), Users::new());
    users.put(&mut here, b"ada", &user(7, 1)).unwrap();
    let mut mine = users.get(&mut here, b"ada").unwrap().unwrap();
    let mut theirs = users.get(&mut there, b"ada").unwrap().unwrap();
    users.update(&mut there, b"ada", &mut theirs, |user| user.set_visits(8)).unwrap();

    let error = users.update(&mut here, b"ada", &mut mine, |user| user.set_visits(9)).unwrap_err();
    assert!(matches!(error, UpdateError::Store(StoreError::Conflict { is_gone: false, .. })), "{error}");
    // Nothing is lost here or there.
    assert_eq!(mine.stored().decode().unwrap(), user(7, 1));
    assert_eq!(users.field(&mut here, b"ada", |user| user.visits()).unwrap(), Some(8));
}

/// An account, and an error that is no business of the store's.
#[derive(Debug, PartialEq)]
enum Refusal {
    TooMany(u32),
    Record(String),
}

impl From<vellum::Error> for Refusal {
    fn from(error: vellum::Error) -> Self {
        Self::Record(error.to_string())
    }
}

#[test]
fn the_error_of_the_caller_comes_back_as_it_is_and_nothing_is_written() {
    let Some(server) = Server::start("the_error_of_the_caller") else { return };
    let (mut here, users) = (server.connection(), Users::new());
    users.put(&mut here, b"ada", &user(7, 5)).unwrap();
    let mut limited = |limit: u32| {
        users.edit(&mut here, b"ada", |user| {
            let visits = user.visits()? + 1;
            user.set_visits(visits)?;
            if visits > limit { Err(Refusal::TooMany(visits)) } else { Ok(visits) }
        })
    };
    assert_eq!(limited(6).unwrap(), Some(6));
    match limited(6) {
        Err(UpdateError::Edit { key, error }) => assert_eq!((&*key, error), (&b"ada"[..], Refusal::TooMany(7))),
        other => panic!("{other:?}"),
    }
    assert_eq!(users.field(&mut here, b"ada", |user| user.visits()).unwrap(), Some(6));
}

#[test]
fn writers_in_a_race_lose_no_edit() {
    let Some(server) = Server::start("writers_in_a_race_lose_no_edit") else { return };
    let users = Users::new();
    users.put(&mut server.connection(), b"ada", &User { visits: 0, ..user(7, 1) }).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut connection = server.connection();
                for _ in 0..30 {
                    let count = |user: &mut vellum_stores::Edit<'_, User>| user.set_visits(user.visits()? + 1);
                    users.edit(&mut connection, b"ada", count).unwrap().unwrap();
                }
            });
        }
    });
    let ada = users.get(&mut server.connection(), b"ada").unwrap().unwrap();
    assert_eq!(ada.peek().unwrap().visits().unwrap(), 90);
}

#[test]
fn a_field_is_read_without_the_rest() {
    let Some(server) = Server::start("a_field_is_read_without_the_rest") else { return };
    let (mut here, users) = (server.connection(), Users::new());
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
    let (mut here, users) = (server.connection(), Users::new());
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
    assert_eq!(*users.get(&mut here, b"ada").unwrap().unwrap(), *bytes(&user(7, 1)));
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
    let mut call = |old: &[u8], patch: &[u8]| -> (i64, Vec<u8>) {
        redis::cmd("SET").arg("key").arg(old).query::<()>(&mut here).unwrap();
        let digest = sha1_smol::Sha1::from(old).digest().to_string();
        let answer = script.key("key").arg(digest).arg(patch).invoke(&mut here).unwrap();
        (answer, redis::cmd("GET").arg("key").query(&mut here).unwrap())
    };
    assert_eq!(call(&old, &patch), (1, new.clone()));
    let shorter = physical::between(&new, &old).unwrap();
    assert_eq!(call(&new, &shorter), (1, old.clone()));
    for len in (0..60).chain(patch.len() - 30..patch.len()) {
        let (answer, found) = call(&old, &patch[..len]);
        assert!(answer == -2 && found == old, "{len} bytes: {answer}");
    }
    assert_eq!(call(&old, &[&patch[..], &[0xFF]].concat()), (-2, old.clone()));
    assert_eq!(call(&old, &[&patch[..], &[5, 0]].concat()), (-2, old.clone()));
    assert_eq!(call(&old[1..], &patch).0, -2);
}

/// The script makes of each patch what vellum makes of it, and digests are the same there and here.
#[test]
fn the_script_makes_the_bytes_that_vellum_makes() {
    let Some(server) = Server::start("the_script_makes_the_bytes") else { return };
    let (mut here, users) = (server.connection(), Users::new());
    let lens = [0, 1, 5, 100, 127, 128, 300, 16_383, 16_384, 70_000];
    for from in lens {
        for to in lens {
            let (from, to) = (User { name: "x".repeat(from), ..user(7, 1) }, "y".repeat(to));
            users.put(&mut here, b"ada", &from).unwrap();
            let mut read = users.get(&mut here, b"ada").unwrap().unwrap();
            users.update(&mut here, b"ada", &mut read, |user| user.set_name(&to)).unwrap();
            let made = users.get(&mut here, b"ada").unwrap().unwrap();
            assert_eq!(*made, *read);
            assert_eq!(made.stored().decode().unwrap(), User { name: to, ..from });
        }
    }
}
