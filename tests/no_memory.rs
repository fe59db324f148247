//! Failed calls ask for no memory, and where an allocator has none, they fail as they do with memory: with kind and position.

// The allocator that counts and refuses.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

use vellum::{ErrorKind, Record, Result, Schema, Vellum, Workspace};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static IS_REFUSED: Cell<bool> = const { Cell::new(false) };
}

struct Refusing;

impl Refusing {
    /// Counts a call; whether it is refused.
    fn is_refused() -> bool {
        CALLS.set(CALLS.get() + 1);
        IS_REFUSED.get()
    }
}

// SAFETY: every call goes to the system's allocator as it came, or gives nothing.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::is_refused() { null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::is_refused() { null_mut() } else { unsafe { System.realloc(pointer, layout, len) } }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// What a call gives, and how often it asked for memory.
fn counted<T>(call: impl FnOnce() -> T) -> (T, usize) {
    let before = CALLS.get();
    let value = call();
    (value, CALLS.get() - before)
}

/// What a call gives where there is no memory.
fn refused<T>(call: impl FnOnce() -> T) -> T {
    IS_REFUSED.set(true);
    let value = call();
    IS_REFUSED.set(false);
    value
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Task {
    name: String,
    tags: Vec<u16>,
    is_done: bool,
    parts: Vec<Task>,
}

fn task() -> Task {
    Task { name: "write".into(), tags: vec![1, 2, 3], is_done: true, parts: vec![Task::default()] }
}

/// A name, bytes, what is called with them, and what its error is and says.
type Case = (&'static str, Vec<u8>, fn(&mut [u8]) -> Result<()>, ErrorKind, Option<usize>, &'static str);

/// Calls of which each fails, without a path.
fn cases() -> Vec<Case> {
    let bytes = vellum::to_vec(&task()).unwrap();
    let with = |index: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[index] = byte;
        bytes
    };
    let mut workspace = vec![0; 64];
    Workspace::format(&mut workspace[..], &task()).unwrap();
    workspace[2] = 0xFF;
    vec![
        ("nothing", vec![], |b| Task::peek(b).map(drop), ErrorKind::Corrupt, Some(0), "an empty buffer has no header"),
        ("no header", with(0, 0xF0), |b| Task::peek(b).map(drop), ErrorKind::Corrupt, Some(0), "format version 1"),
        ("width", with(0, 0x23), |b| Task::peek(b).map(drop), ErrorKind::Corrupt, Some(0), "pointer width 3"),
        ("varint", with(1, 0xFF), |b| Task::peek(b).map(drop), ErrorKind::Corrupt, Some(1), "no valid varint"),
        (
            "cut",
            bytes[..3].to_vec(),
            |b| Task::peek(b).map(drop),
            ErrorKind::Corrupt,
            Some(2),
            "the buffer, which has 3",
        ),
        (
            "cut for edits",
            bytes[..3].to_vec(),
            |b| Task::edit(&mut &mut *b).map(drop),
            ErrorKind::Corrupt,
            Some(2),
            "which has 3",
        ),
        (
            "cut for access",
            bytes[..3].to_vec(),
            |b| Task::prove(b).map(drop),
            ErrorKind::Corrupt,
            Some(2),
            "which has 3",
        ),
        (
            "cut for values",
            bytes[..3].to_vec(),
            |b| vellum::from_slice::<Task>(b).map(drop),
            ErrorKind::Corrupt,
            Some(2),
            "which has 3",
        ),
        (
            "cut for packing",
            b"".to_vec(),
            |b| Task::compact(&mut b.to_vec()).map(drop),
            ErrorKind::Corrupt,
            Some(0),
            "header",
        ),
        ("size", with(1, 3), |b| Task::peek(b).map(drop), ErrorKind::Corrupt, Some(1), "no revision of the root"),
        ("workspace", workspace, |b| Workspace::open(b).map(drop), ErrorKind::Corrupt, Some(1), "format version 1"),
        (
            "to a slice",
            vec![0; 3],
            |b| vellum::to_slice(&Task::default(), b).map(drop),
            ErrorKind::Full,
            None,
            "the slice has 3",
        ),
        (
            "to a workspace",
            vec![0; 7],
            |b| Workspace::format(b, &Task::default()).map(drop),
            ErrorKind::Full,
            None,
            "has 7",
        ),
        (
            "index",
            bytes.clone(),
            |b| Task::peek(b)?.tags()?.get(9).map(drop),
            ErrorKind::Path,
            None,
            "index 9 of a list of 3",
        ),
        (
            "no room",
            bytes.clone(),
            |b| Task::edit(&mut &mut *b)?.set_name("a longer name"),
            ErrorKind::Full,
            None,
            "the storage has",
        ),
        (
            "no room for one",
            bytes.clone(),
            |b| Task::edit(&mut &mut *b)?.tags().push(1),
            ErrorKind::Full,
            None,
            "the storage has",
        ),
        ("no index", bytes.clone(), |b| Task::edit(&mut &mut *b)?.tags().remove(7), ErrorKind::Path, None, "index 7"),
    ]
}

#[test]
fn a_failed_call_asks_for_no_memory_until_its_message_is_asked_for() {
    for (name, mut bytes, call, kind, position, message) in cases() {
        let before = bytes.clone();
        let (result, calls) = counted(|| call(&mut bytes));
        let error = result.expect_err(name);
        assert_eq!((error.kind(), error.position()), (kind, position), "{name}: {error}");
        assert!(error.to_string().contains(message), "{name}: {error}");
        // An edit that finds no room looks for some that can be freed, and a type is looked up when it is first proved: that is not the error.
        let is_error_alone = !name.starts_with("no room") && !name.ends_with("access");
        assert!(calls == 0 || !is_error_alone, "{name}: {calls} calls");
        if kind != ErrorKind::Full || !name.starts_with("to a") {
            assert_eq!(bytes, before, "{name}");
        }
    }
}

#[test]
fn without_memory_a_failed_call_fails_with_its_kind_and_place() {
    Task::prove(&vellum::to_vec(&task()).unwrap()).unwrap();
    for (name, mut bytes, call, kind, position, _) in cases() {
        if name == "cut for packing" {
            continue;
        }
        let error = refused(|| call(&mut bytes)).expect_err(name);
        assert_eq!((error.kind(), error.position()), (kind, position), "{name}: {error}");
    }
}

#[test]
fn without_memory_an_error_goes_without_its_path_and_its_details() {
    let mut bytes = vellum::to_vec(&task()).unwrap();
    let name = bytes.windows(5).position(|window| window == b"write").unwrap();
    bytes[name] = 0xFF;
    let with_memory = Task::peek(&bytes).unwrap().name().unwrap_err();
    assert_eq!((with_memory.position(), with_memory.path().as_str()), (Some(name), "name"));
    let without = refused(|| Task::peek(&bytes)?.name().map(drop)).unwrap_err();
    assert_eq!((without.kind(), without.position(), without.path().as_str()), (ErrorKind::Corrupt, Some(name), ""));
    assert!(without.to_string().contains("a string is not UTF-8"), "{without}");

    // A copy is made with what there is.
    let copy = refused(|| with_memory.clone());
    assert_eq!((copy.kind(), copy.position(), copy.path().as_str()), (ErrorKind::Corrupt, Some(name), ""));
    assert_eq!(with_memory.clone().to_string(), with_memory.to_string());
}

#[test]
fn without_memory_any_bytes_are_read_or_refused() {
    let good = vellum::to_vec(&task()).unwrap();
    let mut failed = 0;
    for index in 0..good.len() {
        for byte in 0..=u8::MAX {
            let mut bytes = good.clone();
            bytes[index] = byte;
            let read = |bytes: &[u8]| -> Result<usize> {
                let task = Task::peek(bytes)?;
                let mut sum = task.name()?.len() + usize::from(task.is_done()?) + task.tags()?.len();
                for part in task.parts()? {
                    sum += part?.name()?.len();
                }
                Ok(sum)
            };
            failed += usize::from(refused(|| read(&bytes)).is_err());
        }
    }
    assert!(failed > 300, "{failed}");
}

/// A type whose setters refuse values.
#[derive(Vellum, Default)]
struct Ruled {
    #[vellum(range = ..=150)]
    age: u8,
    #[vellum(max = 4)]
    code: String,
}

#[test]
fn without_memory_a_setter_refuses_what_breaks_a_rule() {
    let mut bytes = vellum::to_vec(&Ruled::default()).unwrap();
    let mut ruled = Ruled::edit(&mut bytes).unwrap();
    for (error, message) in [
        (refused(|| ruled.set_age(200)).unwrap_err(), "no memory was left for the details"),
        (refused(|| ruled.set_code("longer")).unwrap_err(), "6 bytes are more than 4"),
    ] {
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, ""), "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
    let error = ruled.set_age(200).unwrap_err();
    assert_eq!(error.to_string(), "type mismatch: 200 is more than 150 in `age`");
    assert_eq!(ruled.age().unwrap(), 0);
}

#[test]
fn without_memory_a_name_that_there_is_not_is_no_such_path() {
    let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;").unwrap();
    let record = Record::new(&schema);
    let root = record.root().unwrap();
    let error = refused(|| root.get("nick").map(drop)).unwrap_err();
    assert_eq!(error.to_string(), "no such path: no memory was left for the details");
    let error = root.get("nick").unwrap_err();
    assert_eq!(error.to_string(), "no such path: `User` has no field `nick`; it has name, tags");
    assert_eq!(refused(|| schema.field::<str>("nick").map(drop)).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(refused(|| record.get::<str>("nick").map(drop)).unwrap_err().kind(), ErrorKind::Path);
}

#[test]
fn without_memory_numbers_that_have_no_room_are_said_to_be_large() {
    let error = refused(|| vellum::Error::full(usize::MAX, 3));
    let most = if usize::BITS == 64 { 67_108_863 } else { 1023 };
    assert_eq!(error.to_string(), format!("storage full: the edit needs at least {most} bytes, the storage has 3"));
    let error = vellum::Error::full(usize::MAX, 3);
    assert_eq!(error.to_string(), format!("storage full: the edit needs {} bytes, the storage has 3", usize::MAX));
}
