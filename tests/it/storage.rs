//! Every kind of storage: the same edits give the same values, and a storage that is full says so and stays as it is.

use vellum::{ErrorKind, Record, Result, Schema, Storage, Vellum, Workspace, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Log {
    name: String,
    codes: Vec<u32>,
    lines: Vec<String>,
    #[vellum(since = 2)]
    later: u64,
}

fn edit(storage: &mut (impl Storage + ?Sized)) -> Result<()> {
    let mut log = Log::edit(storage)?;
    log.set_name("a name that moves")?;
    for code in 0..40 {
        log.codes().push(code)?;
        log.lines().push(&format!("line {code}"))?;
    }
    log.lines().remove(7)?;
    log.set_later(9)?;
    log.codes().truncate(30)?;
    log.lines().at(0)?.push_str(", longer than before")?;
    Ok(())
}

fn edited() -> Log {
    let mut lines: Vec<String> = (0..40).map(|code| format!("line {code}")).collect();
    lines.remove(7);
    lines[0].push_str(", longer than before");
    Log { name: "a name that moves".into(), codes: (0..30).collect(), lines, later: 9 }
}

fn check(mut storage: impl Storage) {
    edit(&mut storage).unwrap();
    assert_eq!(vellum::from_slice::<Log>(storage.bytes()).unwrap(), edited());
    assert!(Log::schema().prove(storage.bytes()).unwrap().is_complete());
    Log::compact(&mut storage).unwrap();
    assert!(Log::schema().prove(storage.bytes()).unwrap().is_complete());
    // A workspace stays one; elsewhere its values are an ordinary buffer.
    let mut bytes = storage.bytes().to_vec();
    if storage.keeps_layout() {
        Log::compact(&mut bytes).unwrap();
    }
    assert_eq!(bytes, vellum::to_vec(&edited()).unwrap());
}

#[test]
fn edits_are_the_same_in_every_storage() {
    let bytes = vellum::to_vec(&Log::default()).unwrap();
    check(bytes.clone());
    check(Workspace::format(vec![0; 4096], &Log::default()).unwrap());
    #[cfg(feature = "bytes")]
    check(bytes::BytesMut::from(&bytes[..]));
    #[cfg(feature = "smallvec")]
    check(smallvec::SmallVec::<[u8; 64]>::from_slice(&bytes));
    #[cfg(feature = "arrayvec")]
    check({
        let mut array = arrayvec::ArrayVec::<u8, 4096>::new();
        array.try_extend_from_slice(&bytes).unwrap();
        array
    });
}

#[test]
fn a_workspace_takes_edits_until_its_memory_is_full() {
    let mut memory = [0x55; 300];
    let mut workspace = Workspace::format(&mut memory[..], &Log::default()).unwrap();
    let mut pushed = 0;
    let error = loop {
        let before = workspace.bytes().to_vec();
        match Log::edit(&mut workspace).unwrap().codes().push(pushed) {
            Ok(()) => pushed += 1,
            Err(error) => {
                assert_eq!(workspace.bytes(), before);
                break error;
            }
        }
    };
    assert_eq!(error.kind(), ErrorKind::Full);
    assert!(pushed > 40, "only {pushed}");
    // What is freed can be used again, in the same session or a later one.
    Log::edit(&mut workspace).unwrap().codes().truncate(3).unwrap();
    Log::edit(&mut workspace).unwrap().codes().extend(0..20).unwrap();
    assert_eq!(Log::peek(&memory).unwrap().codes().unwrap().len(), 23);
}

#[test]
fn a_workspace_reads_and_reopens_as_it_lies() {
    let mut memory = vec![0; 1000];
    let value = Log { name: "n".into(), codes: vec![1, 2], lines: vec!["l".into()], later: 4 };
    let workspace = Workspace::format(&mut memory[..], &value).unwrap();
    assert_eq!((workspace.capacity(), workspace.free()), (1000, 0));
    let len = workspace.len();
    assert_eq!(memory[0], 0b0010_1001);
    assert_eq!(vellum::from_slice::<Log>(&memory).unwrap(), value);
    assert_eq!(Workspace::open(&mut memory[..0]).unwrap_err().kind(), ErrorKind::Corrupt);

    let mut workspace = Workspace::open(&mut memory[..]).unwrap();
    assert_eq!(workspace.len(), len);
    Log::edit(&mut workspace).unwrap().lines().push("a line").unwrap();
    Log::edit(&mut workspace).unwrap().clear_codes().unwrap();
    assert!(workspace.free() > 0);
    Log::compact(&mut workspace).unwrap();
    let len = workspace.len();
    let compacted = Log { codes: vec![], lines: vec!["l".into(), "a line".into()], ..value };
    // It stays a workspace: the canonical bytes have another header and narrower pointers.
    assert_eq!(memory[0], 0b0010_1001);
    Log::schema().prove(&memory).unwrap();
    assert_eq!(vellum::from_slice::<Log>(&memory).unwrap(), compacted);
    let mut workspace = Workspace::open(&mut memory[..]).unwrap();
    assert_eq!((workspace.len(), workspace.free()), (len, 0));
    assert!(len < 8 + 2 * vellum::to_vec(&compacted).unwrap().len());
    Log::edit(&mut workspace).unwrap().lines().push("another").unwrap();
    assert!(workspace.len() > len);
    let mut bytes = memory.clone();
    Log::compact(&mut bytes).unwrap();
    let lines = vec!["l".into(), "a line".into(), "another".into()];
    assert_eq!(bytes, vellum::to_vec(&Log { lines, ..compacted }).unwrap());
}

#[test]
fn a_workspace_of_an_older_revision_is_not_laid_out_anew() {
    let old = Schema::parse("struct Log { name: string, codes: list<u32>, lines: list<string> } root Log;").unwrap();
    let mut workspace = Workspace::format_default(vec![0; 200], &old).unwrap();
    assert_eq!(Log::edit(&mut workspace).unwrap().set_later(1).unwrap_err().kind(), ErrorKind::Full);
    Log::edit(&mut workspace).unwrap().lines().push("works").unwrap();
    let record = Record::open(&old, &workspace).unwrap();
    assert_eq!(record.get::<str>("lines[0]").unwrap(), "works");
}

#[test]
fn an_invalid_workspace_is_corrupt() {
    let mut memory = vec![0; 100];
    Workspace::format(&mut memory, &Log::default()).unwrap();
    for (at, value) in [(0, 0xFF), (0, 0x2B), (1, 1), (3, 1), (4, 101), (4, 5), (7, 1), (16, 90)] {
        let mut broken = memory.clone();
        broken[at] = value;
        assert_eq!(Log::peek(&broken).unwrap_err().kind(), ErrorKind::Corrupt, "byte {at}");
        assert_eq!(Workspace::open(broken).unwrap_err().kind(), ErrorKind::Corrupt, "byte {at}");
    }
    assert_eq!(Workspace::format(vec![0; 8], &Log::default()).unwrap_err().kind(), ErrorKind::Full);
}

#[test]
fn a_least_width_is_kept_until_the_buffer_is_compacted() {
    let mut bytes = vellum::to_vec_with_width(&Log::default(), PointerWidth::Four).unwrap();
    assert_eq!(bytes[0] & 3, 2);
    edit(&mut bytes).unwrap();
    assert_eq!(vellum::from_slice::<Log>(&bytes).unwrap(), edited());
    Log::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&edited()).unwrap());
}

/// Memory as it is before and after the turn of another editor.
struct Turns {
    memories: [Vec<u8>; 2],
    turn: std::rc::Rc<std::cell::Cell<usize>>,
}

impl AsRef<[u8]> for Turns {
    fn as_ref(&self) -> &[u8] {
        &self.memories[self.turn.get()]
    }
}

impl AsMut<[u8]> for Turns {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.memories[self.turn.get()]
    }
}

#[test]
fn an_editor_that_kept_a_workspace_open_is_refused_where_its_end_moved() -> Result<()> {
    let before = Workspace::format(vec![0; 400], &Log::default())?.into_inner();
    let mut after = before.clone();
    Log::edit(&mut Workspace::open(&mut after[..])?)?.lines().push("of another editor")?;
    let turn = std::rc::Rc::default();
    let turns = Turns { memories: [before, after.clone()], turn: std::rc::Rc::clone(&turn) };
    let mut workspace = Workspace::open(turns)?;
    let mut log = Log::edit(&mut workspace)?;
    turn.set(1);
    let error = log.set_name("of this one").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full);
    assert!(error.to_string().contains("open it and the edit anew"), "{error}");
    drop(log);
    let memory = workspace.into_inner();
    assert_eq!(memory.as_ref(), after);

    let mut workspace = Workspace::open(memory)?;
    Log::edit(&mut workspace)?.set_name("of this one")?;
    assert!(Log::schema().prove(workspace.bytes())?.is_complete());
    let log: Log = vellum::from_slice(workspace.bytes())?;
    assert_eq!((&*log.name, &log.lines[..]), ("of this one", &["of another editor".to_owned()][..]));
    Ok(())
}

#[test]
fn memory_longer_than_pointers_reach_takes_wider_ones_or_is_full() {
    let schema = Schema::parse("struct D { lines: list<string>, numbers: list<u32> } root D;").unwrap();
    for len in 250..330 {
        // Pointers of one byte, and free bytes that they do not reach.
        let mut bytes = Record::new(&schema).into_storage();
        bytes.resize(len, 0xFF);
        let mut record = Record::open(&schema, &mut bytes[..]).unwrap();
        let mut lines = 0;
        loop {
            let before = record.as_bytes().to_vec();
            let pushed = record.push("lines", "seven").and_then(|()| record.push("numbers", 7u32));
            let Err(error) = pushed else {
                lines += 1;
                assert_eq!(record.len("lines").unwrap(), lines);
                continue;
            };
            assert_eq!(error.kind(), ErrorKind::Full, "{len}: {error}");
            let left = record.len("lines").unwrap();
            assert!(left > lines || record.as_bytes() == before, "{len}: an error changed bytes");
            break;
        }
        assert!(lines > 10, "{len}: {lines}");
        for index in 0..lines {
            assert_eq!(record.get::<str>(&format!("lines[{index}]")).unwrap(), "seven");
        }
    }
}

#[derive(Vellum, Default)]
enum Held {
    #[default]
    Nothing,
    Text(String),
}

#[derive(Vellum, Default)]
struct Mixed {
    marks: std::collections::BTreeMap<u16, String>,
    held: Vec<Held>,
    title: String,
    flags: Vec<bool>,
}

/// So many edits in one session, in memory of that length: what the last of them gave, and the bytes.
fn edits_of_one_session(len: usize, count: u16) -> (Result<()>, Vec<u8>) {
    let mut bytes = vellum::to_vec(&Mixed::default()).unwrap();
    bytes.resize(len, 0xFF);
    let mut mixed = Mixed::edit(&mut bytes[..]).unwrap();
    let mut last = Ok(());
    for number in 0..count {
        last = match number % 5 {
            0 => mixed.marks().insert(number, "mark").map(drop),
            1 => mixed.held().push(&Held::Text("held".into())),
            2 => mixed.set_title(&"t".repeat(usize::from(number))),
            3 => mixed.flags().push(true),
            _ => mixed.marks().remove(number - 4).map(drop),
        };
    }
    (last, bytes)
}

#[test]
fn cursors_in_memory_longer_than_pointers_reach_lose_nothing() {
    for len in (250..330).step_by(4) {
        let mut before = edits_of_one_session(len, 0).1;
        for count in 1..200 {
            let (last, bytes) = edits_of_one_session(len, count);
            if let Err(error) = last {
                assert_eq!(error.kind(), ErrorKind::Full, "{len}, {count}: {error}");
                assert_eq!(bytes, before, "{len}, {count}: an error changed bytes");
                assert!(count > 20, "{len}: {count}");
                break;
            }
            let mixed = Mixed::peek(&bytes).unwrap();
            let nth = |kind: u16| usize::from((count + 4 - kind) / 5);
            assert_eq!(mixed.marks().unwrap().len(), nth(0) - nth(4), "{len}, {count}");
            assert_eq!((mixed.held().unwrap().len(), mixed.flags().unwrap().len()), (nth(1), nth(3)), "{len}, {count}");
            before = bytes;
        }
    }
}
