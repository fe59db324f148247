//! The lock with functions of `upgrades_from`: what it accepts, what it refuses, and that a changed
//! function or conversion is noticed.

// Functions of a conversion have the signatures that the derive asks for.
#![allow(clippy::unnecessary_wraps, clippy::ptr_arg)]

use std::fs;
use std::path::PathBuf;

use vellum::Vellum;
use vellum::lock::{self, LockCommand, LockError, LockErrorKind, Locked, StoredType};

/// A file of this test's own, which is not there yet.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("vellum-lock-upgrades-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

fn check<S: Locked>(path: &PathBuf, types: &[S], command: &str) -> Result<(), LockError> {
    lock::check_with(path, types, &command.parse()?)
}

/// What is said of types that are refused, with the file as it was.
fn refused<S: Locked>(path: &PathBuf, types: &[S], command: &str) -> (LockErrorKind, String) {
    let before = fs::read(path).unwrap();
    let error = check(path, types, command).unwrap_err();
    assert_eq!(fs::read(path).unwrap(), before, "the file was changed: {error}");
    (error.kind(), error.to_string())
}

/// A lock with a first type.
fn locked(name: &str, first: StoredType) -> PathBuf {
    let path = file(name);
    assert_eq!(check(&path, &[&first], "").unwrap_err().kind(), LockErrorKind::Written);
    check(&path, &[&first], "").unwrap();
    path
}

mod v1 {
    use vellum::Vellum;

    #[derive(Vellum)]
    pub struct User {
        pub name: String,
        pub age: u8,
    }
}

mod v2 {
    use vellum::Vellum;

    /// Without a function.
    #[derive(Vellum)]
    #[vellum(rename = "User")]
    pub struct Broken {
        pub name: String,
        pub born: u32,
    }

    #[derive(Vellum)]
    #[vellum(upgrades_from(super::v1::User))]
    pub struct User {
        pub name: String,
        pub born: u32,
    }

    impl From<super::v1::User> for User {
        fn from(old: super::v1::User) -> Self {
            Self { name: old.name, born: 2000 - u32::from(old.age) }
        }
    }

    /// The same with another function.
    #[derive(Vellum)]
    #[vellum(rename = "User", upgrades_from(super::v1::User))]
    pub struct Later {
        pub name: String,
        pub born: u32,
    }

    impl From<super::v1::User> for Later {
        fn from(old: super::v1::User) -> Self {
            Self { name: old.name, born: 2026 - u32::from(old.age) }
        }
    }

    /// A compatible revision more.
    #[derive(Vellum)]
    #[vellum(rename = "User", upgrades_from(super::v1::User))]
    pub struct More {
        pub name: String,
        pub born: u32,
        #[vellum(since = 2)]
        pub email: Option<String>,
    }

    impl From<super::v1::User> for More {
        fn from(old: super::v1::User) -> Self {
            Self { name: old.name, born: 2000 - u32::from(old.age), email: None }
        }
    }
}

#[test]
fn a_broken_change_is_told_with_the_command_that_prints_the_old_type() {
    let path = locked("broken", lock::of::<v1::User>());
    for command in ["", "accept", "accept-newer-readers-first", "accept-upgrade"] {
        let (kind, text) = refused(&path, &[lock::of::<v2::Broken>()], command);
        assert_eq!(kind, LockErrorKind::Broken);
        let print = format!("vellum lock {} --rust User 1", path.display());
        assert!(text.contains(&print) && text.contains("upgrades_from") && !text.contains("cargo test"), "{text}");
    }
    assert_eq!(lock::revision(&path, "User", 1).unwrap().fingerprint(), v1::User::schema().fingerprint());
    for (name, number) in [("User", 2), ("Usr", 1)] {
        let error = lock::revision(&path, name, number).unwrap_err();
        assert_eq!(error.kind(), LockErrorKind::Usage);
        assert!(error.to_string().contains(if name == "User" { "it has 1" } else { "it has User" }), "{error}");
    }
}

#[test]
fn a_broken_change_with_a_function_is_accepted_by_its_own_command() {
    let path = locked("accepted", lock::of::<v1::User>());
    for command in ["", "accept", "accept-newer-readers-first"] {
        let (kind, text) = refused(&path, &[lock::of::<v2::User>()], command);
        assert_eq!(kind, LockErrorKind::Broken);
        assert!(text.contains("VELLUM_LOCK=accept-upgrade cargo test") && text.contains("v1::User"), "{text}");
    }
    check(&path, &[lock::of::<v2::User>()], "accept-upgrade").unwrap();
    check(&path, &[lock::of::<v2::User>()], "").unwrap();
    // A tool that has schemas alone goes on with what was accepted.
    check(&path, &[v2::User::schema()], "").unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("upgrades 1"));

    // Without its function the type is broken again.
    let (kind, text) = refused(&path, &[lock::of::<v2::Broken>()], "accept-upgrade");
    assert_eq!((kind, text.contains("--rust User 1")), (LockErrorKind::Broken, true), "{text}");

    // A compatible revision needs no more than `accept`.
    let (kind, text) = refused(&path, &[lock::of::<v2::More>()], "");
    assert_eq!((kind, text.contains("VELLUM_LOCK=accept cargo test")), (LockErrorKind::Changed, true), "{text}");
    let by_schema = file("by-schema");
    fs::copy(&path, &by_schema).unwrap();
    check(&path, &[lock::of::<v2::More>()], "accept").unwrap();
    check(&path, &[lock::of::<v2::More>()], "").unwrap();
    check(&by_schema, &[v2::More::schema()], "accept").unwrap();
    check(&by_schema, &[lock::of::<v2::More>()], "").unwrap();
}

#[test]
fn a_changed_function_is_noticed() {
    let path = locked("changed", lock::of::<v1::User>());
    check(&path, &[lock::of::<v2::User>()], "accept-upgrade").unwrap();
    let (kind, text) = refused(&path, &[lock::of::<v2::Later>()], "");
    assert_eq!(kind, LockErrorKind::Changed);
    assert!(text.contains("golden buffer 1 of revision 1") && text.contains("born"), "{text}");
    check(&path, &[lock::of::<v2::Later>()], "accept").unwrap();
    check(&path, &[lock::of::<v2::Later>()], "").unwrap();
    let (_, text) = refused(&path, &[lock::of::<v2::User>()], "");
    assert!(text.contains("golden buffer 1"), "{text}");
}

mod lineages {
    use vellum::Vellum;

    #[derive(Vellum)]
    #[vellum(rename = "Count", lineage)]
    pub struct Count1 {
        pub value: u32,
        #[vellum(since = 2)]
        pub unit: u8,
    }

    #[derive(Vellum)]
    #[vellum(rename = "Count", lineage, upgrades_from(Count1))]
    pub struct Same {
        pub value: u32,
        #[vellum(since = 2)]
        pub unit: String,
    }

    impl From<Count1> for Same {
        fn from(old: Count1) -> Self {
            Self { value: old.value, unit: old.unit.to_string() }
        }
    }

    #[derive(Vellum)]
    #[vellum(rename = "Count", lineage, upgrades_from(Count1))]
    pub struct Other {
        pub value: u32,
        pub version: u8,
        pub unit: String,
    }

    impl From<Count1> for Other {
        fn from(old: Count1) -> Self {
            Self { value: old.value, version: 2, unit: old.unit.to_string() }
        }
    }

    /// Told apart by the schema of its frame alone.
    #[derive(Vellum)]
    #[vellum(rename = "Count", upgrades_from(Count1))]
    pub struct Framed {
        pub value: u32,
        #[vellum(since = 2)]
        pub unit: String,
    }

    impl From<Count1> for Framed {
        fn from(old: Count1) -> Self {
            Self { value: old.value, unit: old.unit.to_string() }
        }
    }
}

#[test]
fn revisions_that_a_lineage_does_not_tell_apart_are_refused() {
    let path = locked("lineages", lock::of::<lineages::Count1>());
    let (kind, text) = refused(&path, &[lock::of::<lineages::Same>()], "accept-upgrade");
    assert_eq!(kind, LockErrorKind::Broken);
    assert!(text.contains("carry the same lineage") && text.contains("framed"), "{text}");
    let framed = file("lineages-framed");
    fs::copy(&path, &framed).unwrap();
    check(&framed, &[lock::of::<lineages::Framed>()], "accept-upgrade").unwrap();
    check(&path, &[lock::of::<lineages::Other>()], "accept-upgrade").unwrap();
    check(&path, &[lock::of::<lineages::Other>()], "").unwrap();
}

mod mistyped {
    use vellum::Vellum;

    /// Not the type that is in the lock.
    #[derive(Vellum)]
    #[vellum(rename = "User")]
    pub struct Old {
        pub name: String,
        pub age: i8,
    }

    #[derive(Vellum)]
    #[vellum(rename = "User", upgrades_from(Old))]
    pub struct User {
        pub name: String,
        pub born: u32,
    }

    impl From<Old> for User {
        fn from(old: Old) -> Self {
            Self { name: old.name, born: old.age.unsigned_abs().into() }
        }
    }
}

#[test]
fn an_earlier_type_that_was_mistyped_is_refused() {
    let path = locked("mistyped", lock::of::<v1::User>());
    let (kind, text) = refused(&path, &[lock::of::<mistyped::User>()], "accept-upgrade");
    assert_eq!(kind, LockErrorKind::Broken);
    assert!(text.contains("mistyped::Old") && text.contains("nearest is revision 1: User.age"), "{text}");
}

mod conversions {
    use vellum::Vellum;

    /// Stores upper case.
    pub mod upper {
        pub type Stored = String;

        pub fn store(text: &String) -> Result<String, String> {
            Ok(text.to_uppercase())
        }

        pub fn load(text: String) -> Result<String, String> {
            Ok(text)
        }
    }

    /// Stores what it is given.
    pub mod plain {
        pub type Stored = String;

        pub fn store(text: &String) -> Result<String, String> {
            Ok(text.clone())
        }

        pub fn load(text: String) -> Result<String, String> {
            if text.len() > 2 { Err("longer than two".to_owned()) } else { Ok(text) }
        }
    }

    #[derive(Vellum)]
    #[vellum(rename = "Tag")]
    pub struct Upper {
        #[vellum(with = upper)]
        pub text: String,
    }

    #[derive(Vellum)]
    #[vellum(rename = "Tag")]
    pub struct Short {
        #[vellum(with = plain)]
        pub text: String,
    }
}

#[test]
fn a_changed_conversion_is_noticed() {
    let path = locked("conversions", lock::of::<conversions::Upper>());
    assert!(fs::read_to_string(&path).unwrap().contains("\nbecomes "));
    let (kind, text) = refused(&path, &[lock::of::<conversions::Short>()], "");
    assert_eq!(kind, LockErrorKind::Changed);
    assert!(text.contains("is refused now") && text.contains("longer than two"), "{text}");
    check(&path, &[lock::of::<conversions::Short>()], "accept").unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("\nrefused "));
    check(&path, &[lock::of::<conversions::Short>()], "").unwrap();
    // By the schema alone nothing is known of conversions.
    check(&path, &[conversions::Short::schema()], "").unwrap();
}

#[test]
fn a_file_without_golden_buffers_gets_them_by_command() {
    let path = locked("version-1", lock::of::<v1::User>());
    let good = fs::read_to_string(&path).unwrap();
    let lines = good.lines().filter(|line| !line.starts_with("golden")).map(|line| format!("{line}\n"));
    let old = lines.collect::<String>().replace("vellum lock 2", "vellum lock 1");
    fs::write(&path, &old).unwrap();
    let (kind, text) = refused(&path, &[lock::of::<v1::User>()], "");
    assert_eq!((kind, text.contains("golden buffers")), (LockErrorKind::Changed, true), "{text}");
    check(&path, &[lock::of::<v1::User>()], "accept").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), good);
    // In the present version nothing may be missing.
    fs::write(&path, old.replace("vellum lock 1", "vellum lock 2")).unwrap();
    let (kind, text) = refused(&path, &[lock::of::<v1::User>()], "accept");
    assert_eq!((kind, text.contains("lacks golden buffers")), (LockErrorKind::Damaged, true), "{text}");
}

#[test]
fn golden_buffers_that_were_edited_lost_or_moved_are_refused() {
    let path = file("edited");
    let types = || [vellum::Schema::parse("enum E { a, b, c } struct T { e: E, n: u32 } root T;").unwrap()];
    assert_eq!(check(&path, &types(), "").unwrap_err().kind(), LockErrorKind::Written);
    let good = fs::read_to_string(&path).unwrap();
    let golden: Vec<&str> = good.lines().filter(|line| line.starts_with("golden")).collect();
    assert!(golden.len() > 1);
    for line in &golden {
        let digit = if line.ends_with('0') { '1' } else { '0' };
        let edited = format!("{}{digit}", &line[..line.len() - 1]);
        for new in [good.replace(&format!("{line}\n"), ""), good.replace(*line, &edited)] {
            fs::write(&path, new).unwrap();
            assert_eq!(refused(&path, &types(), "accept").0, LockErrorKind::Damaged);
        }
    }
    let moved = good.replace(golden[0], "?").replace(golden[1], golden[0]).replace('?', golden[1]);
    fs::write(&path, moved).unwrap();
    assert_eq!(refused(&path, &types(), "accept").0, LockErrorKind::Damaged);
}

#[test]
fn the_command_has_its_words() {
    assert_eq!("accept-upgrade".parse::<LockCommand>().unwrap(), LockCommand::AcceptUpgrade);
    assert_eq!(LockCommand::AcceptUpgrade.to_string(), "accept-upgrade");
}
