//! Fields that all variants of an enum have in common are read and set as by a match over all of
//! them.

use vellum::{ErrorKind, Result, Vellum};

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum Level {
    Low,
    High,
}

/// Declares an enum of operations: what follows `$since` is of a newer revision.
macro_rules! operations {
    ($(#[$common:meta])* { $($put:tt)* } { $($cut:tt)* } { $($mark:tt)* } $({ $($more:tt)* })?) => {
        #[derive(Vellum, Clone, Debug, PartialEq)]
        $(#[$common])*
        pub enum Op {
            Put { time: u64, user: String, done: bool, level: Level, key: String, $($put)* },
            Cut { done: bool, key: String, user: String, #[vellum(default = 7)] time: u64, level: Level, $($cut)* },
            #[vellum(frozen)]
            Mark { level: Level, user: String, time: u64, done: bool, $($mark)* },
            $(More { $($more)* },)?
        }

        #[derive(Vellum, Clone, Debug, PartialEq)]
        pub struct Log {
            pub ops: Vec<Op>,
            pub last: Op,
        }
    };
}

mod older {
    use super::{Level, Vellum};
    operations! { {} {} {} }
}

mod now {
    use super::{Level, Vellum};
    operations! {
        #[vellum(common(time, user, done, level))]
        { #[vellum(since = 2)] code: u32 } { #[vellum(since = 2)] name: String } {}
    }

    // Those that older revisions lack.
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(common(note, code))]
    pub enum Late {
        First {
            spot: u8,
            #[vellum(since = 2)]
            note: Option<u32>,
            code: Option<String>,
        },
        Second {
            #[vellum(since = 3)]
            note: Option<u32>,
            code: Option<String>,
        },
    }
}

mod newer {
    use super::{Level, Vellum};
    operations! {
        { #[vellum(since = 2)] code: u32, #[vellum(since = 3)] rest: Vec<u8> }
        { #[vellum(since = 2)] name: String, #[vellum(since = 3)] rest: u64 } {}
        { time: u64 }
    }
}

use now::{Late, LateMut, LateRef, Log, Op, OpMut, OpRef};

/// Compares the getters and the setter of a field with a match: in a view, and at a cursor.
macro_rules! same_as_match {
    (
        [$Ref:ident, $Mut:ident: $($variant:ident),*] $field:ident, $set:ident, $values:expr, $bytes:expr,
        |$read:ident| $view:expr, |$written:ident, $cursor:ident| { $($open:tt)* }
    ) => {{
        fn shown<T: std::fmt::Debug>(result: Result<T>) -> Result<String, ErrorKind> {
            result.map(|value| format!("{value:?}")).map_err(|error| error.kind())
        }
        let $read: &[u8] = $bytes;
        let by_match = $view.and_then(|view| match view.get()? {
            $($Ref::$variant(case) => case.$field(),)*
        });
        assert_eq!(shown($view.and_then(|view| view.$field())), shown(by_match));
        for value in $values {
            let (mut ours, mut matched, before) = ($bytes.to_vec(), $bytes.to_vec(), $bytes);
            let $written = &mut ours;
            let set = (|| {
                $($open)*
                let by_match = $cursor.get().and_then(|op| match op {
                    $($Ref::$variant(case) => case.$field(),)*
                });
                assert_eq!(shown($cursor.$field()), shown(by_match));
                $cursor.$set(value)?;
                let by_match = $cursor.get().and_then(|op| match op {
                    $($Ref::$variant(case) => case.$field(),)*
                });
                assert_eq!(shown($cursor.$field()), shown(by_match));
                Ok(())
            })();
            let $written = &mut matched;
            let by_match = (|| {
                $($open)*
                match $cursor.get_mut()? {
                    $($Mut::$variant(mut case) => case.$set(value),)*
                }
            })();
            let is_set = set.is_ok();
            assert_eq!(shown(set), shown(by_match), "{value:?}");
            assert_eq!(ours, matched, "{value:?}");
            assert!(is_set || ours == before, "an edit that fails changes nothing");
        }
    }};
}

/// Compares each field of an operation.
macro_rules! each_field {
    ($bytes:expr, |$read:ident| $view:expr, |$written:ident, $cursor:ident| $open:tt) => {{
        let long = "x".repeat(300);
        let texts = ["", "Ada", "a name that is longer than what was there", &long];
        same_as_match!(
            [OpRef, OpMut: Put, Cut, Mark] time, set_time, [0u64, 7, 8, u64::MAX], $bytes,
            |$read| $view, |$written, $cursor| $open
        );
        same_as_match!(
            [OpRef, OpMut: Put, Cut, Mark] user, set_user, texts, $bytes, |$read| $view, |$written, $cursor| $open
        );
        same_as_match!(
            [OpRef, OpMut: Put, Cut, Mark] done, set_done, [true, false], $bytes,
            |$read| $view, |$written, $cursor| $open
        );
        same_as_match!(
            [OpRef, OpMut: Put, Cut, Mark] level, set_level, [Level::High, Level::Low], $bytes,
            |$read| $view, |$written, $cursor| $open
        );
    }};
}

fn check_root(bytes: &[u8]) {
    each_field!(bytes, |read| Op::peek(read), |written, cursor| {
        let mut edit = Op::edit(written)?;
        let mut cursor = edit.cursor();
    });
    let proved = Op::prove(bytes).map(|op: OpRef<'_>| match op {
        OpRef::Put(case) => (case.time(), case.user(), case.done(), case.level()),
        OpRef::Cut(case) => (case.time(), case.user(), case.done(), case.level()),
        OpRef::Mark(case) => (case.time(), case.user(), case.done(), case.level()),
    });
    if let Ok(expected) = proved {
        let op = Op::prove(bytes).unwrap();
        assert_eq!((op.time(), op.user(), op.done(), op.level()), expected);
    }
}

fn check_log(bytes: &[u8]) {
    let len = Log::peek(bytes).and_then(|log| log.ops()).map_or(0, |ops| ops.len()).min(4);
    for index in 0..len {
        each_field!(bytes, |read| Log::peek(read).and_then(|log| log.ops()?.get(index)), |written, cursor| {
            let mut edit = Log::edit(written)?;
            let mut list = edit.ops();
            let mut cursor = list.at(index)?;
        });
    }
    each_field!(bytes, |read| Log::peek(read).and_then(|log| log.last()), |written, cursor| {
        let mut edit = Log::edit(written)?;
        let mut cursor = edit.last();
    });
}

/// Operations of a revision in each state: what is default is not stored.
macro_rules! states {
    ($revision:ident, $($put:ident: $put_value:expr)?; $($cut:ident: $cut_value:expr)?) => {{
        use $revision::Op;
        let long = "y".repeat(200);
        let mut ops = Vec::new();
        for (time, user, done, level) in [
            (0, "", false, Level::Low),
            (7, "", false, Level::Low),
            (0, "Ada", true, Level::High),
            (8, long.as_str(), false, Level::High),
            (u64::MAX, "Ada Lovelace", true, Level::Low),
        ] {
            let (user, key) = (user.to_owned(), "key".to_owned());
            ops.push(Op::Put { time, user: user.clone(), done, level, key: key.clone(), $($put: $put_value)? });
            ops.push(Op::Cut { time, user: user.clone(), done, level, key, $($cut: $cut_value)? });
            ops.push(Op::Mark { time, user, done, level });
        }
        let empty = String::new;
        ops.push(Op::Put { time: 0, user: empty(), done: false, level: Level::Low, key: empty(), $($put: Default::default())? });
        ops.push(Op::Cut { time: 7, user: empty(), done: false, level: Level::Low, key: empty(), $($cut: Default::default())? });
        ops
    }};
}

/// Each operation as the root of a buffer, and logs: packed lists of one variant, and a mixed one.
macro_rules! checked {
    ($revision:ident, $ops:expr) => {{
        let ops = $ops;
        for op in &ops {
            check_root(&vellum::to_vec(op).unwrap());
            let mut packed = ops.clone();
            packed.retain(|other| std::mem::discriminant(op) == std::mem::discriminant(other));
            packed.insert(0, op.clone());
            check_log(&vellum::to_vec(&$revision::Log { ops: packed, last: op.clone() }).unwrap());
        }
        let mixed = ops.iter().take(3).cloned().collect();
        check_log(&vellum::to_vec(&$revision::Log { ops: mixed, last: ops[0].clone() }).unwrap());
    }};
}

#[test]
fn a_common_field_is_read_and_set_as_by_a_match() {
    checked!(now, states!(now, code: 9; name: "n".to_owned()));
}

#[test]
fn so_it_is_in_buffers_of_an_older_revision() {
    checked!(older, states!(older,;));
}

#[test]
fn so_it_is_in_buffers_of_a_newer_revision() {
    use newer::Op::{Cut, Mark, More, Put};
    let (user, key, level) = (|| "Ada".to_owned(), || "key".to_owned(), Level::High);
    let ops = vec![
        Put { time: 5, user: user(), done: true, level, key: key(), code: 3, rest: vec![1, 2] },
        Cut { time: 5, user: user(), done: true, level, key: key(), name: key(), rest: 4 },
        Mark { time: 5, user: user(), done: true, level },
        // A variant that this revision does not know.
        More { time: 5 },
    ];
    checked!(newer, ops);
}

#[test]
fn a_variant_that_is_not_known_is_an_error() {
    let bytes = vellum::to_vec(&newer::Op::More { time: 5 }).unwrap();
    let error = Op::peek(&bytes).unwrap().time().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    let mut edited = bytes.clone();
    let mut edit = Op::edit(&mut edited).unwrap();
    assert_eq!(edit.cursor().time().unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(edit.cursor().set_time(6).unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(edited, bytes);
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(open, common(time))]
enum Open {
    Put {
        time: u64,
    },
    Cut {
        time: u64,
    },
    #[vellum(other)]
    Other,
}

#[test]
fn a_variant_that_stands_for_others_has_no_field() {
    let mut bytes = vellum::to_vec(&newer::Op::More { time: 5 }).unwrap();
    let open = Open::peek(&bytes).unwrap();
    assert!(matches!(open.get().unwrap(), OpenRef::Other));
    assert_eq!(open.time().unwrap_err().kind(), ErrorKind::Newer);
    let before = bytes.clone();
    let mut edit = Open::edit(&mut bytes).unwrap();
    assert_eq!(edit.cursor().time().unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(edit.cursor().set_time(6).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(bytes, before);
}

#[test]
fn hostile_bytes_give_what_a_match_gives() {
    let user = || "Ada".to_owned();
    let put = Op::Put { time: 9, user: user(), done: true, level: Level::High, key: "k".to_owned(), code: 3 };
    let mark = Op::Mark { time: 9, user: user(), done: true, level: Level::High };
    let cut = Op::Cut { time: 9, user: user(), done: true, level: Level::High, key: user(), name: user() };
    let each_changed = |bytes: Vec<u8>, values: &[u8], check: fn(&[u8])| {
        for at in 0..bytes.len() {
            for value in values {
                let mut changed = bytes.clone();
                changed[at] ^= value;
                check(&changed);
            }
            check(&bytes[..at]);
        }
    };
    let every: Vec<u8> = (1..=255).collect();
    for op in [&put, &mark, &cut] {
        each_changed(vellum::to_vec(op).unwrap(), &every, check_root);
    }
    for ops in [vec![put.clone(), put.clone()], vec![put, mark.clone(), cut.clone()], vec![mark.clone(); 2]] {
        let log = vellum::to_vec(&Log { ops, last: cut.clone() }).unwrap();
        each_changed(log, &[1, 2, 0x10, 0x80, 0xFF], check_log);
    }
}

#[test]
fn optional_fields_that_are_newer_in_each_variant_are_read_and_set() {
    let texts = [None, Some("here"), Some("")];
    for note in [None, Some(0), Some(7)] {
        for code in texts.map(|text| text.map(str::to_owned)) {
            for late in [Late::First { spot: 3, note, code: code.clone() }, Late::Second { note, code }] {
                let bytes = vellum::to_vec(&late).unwrap();
                for cut in [bytes.len(), bytes.len() - 1] {
                    let bytes = &bytes[..cut];
                    same_as_match!(
                        [LateRef, LateMut: First, Second] note, set_note, [None, Some(0), Some(9)], bytes,
                        |read| Late::peek(read), |written, cursor| {
                            let mut edit = Late::edit(written)?;
                            let mut cursor = edit.cursor();
                        }
                    );
                    same_as_match!(
                        [LateRef, LateMut: First, Second] code, set_code, texts, bytes,
                        |read| Late::peek(read), |written, cursor| {
                            let mut edit = Late::edit(written)?;
                            let mut cursor = edit.cursor();
                        }
                    );
                }
            }
        }
    }
}

#[test]
fn a_cursor_sets_it_again_after_the_buffer_was_laid_out_anew() {
    let op =
        Op::Cut { time: 1, user: "Ada".into(), done: false, level: Level::Low, key: "k".into(), name: String::new() };
    let mut bytes = vellum::to_vec(&Log { ops: vec![op.clone(), op.clone()], last: op }).unwrap();
    let mut log = Log::edit(&mut bytes).unwrap();
    let mut ops = log.ops();
    let mut second = ops.at(1).unwrap();
    for (index, len) in [300usize, 70_000, 4, 200_000].into_iter().enumerate() {
        let time = index as u64 + 2;
        second.set_user(&"z".repeat(len)).unwrap();
        second.set_time(time).unwrap();
        assert_eq!((second.time().unwrap(), second.user().unwrap().len()), (time, len));
    }
    let log: Log = vellum::from_slice(&bytes).unwrap();
    let times: Vec<u64> = log.ops.iter().map(|op| vellum::to_vec(op).unwrap()).map(|op| time_of(&op)).collect();
    assert_eq!(times, [1, 5]);
}

fn time_of(op: &[u8]) -> u64 {
    Op::peek(op).unwrap().time().unwrap()
}

mod ruled {
    use vellum::Vellum;

    #[derive(Vellum)]
    #[vellum(common(user, limit))]
    pub enum Ruled {
        Free {
            user: String,
            #[vellum(with = "Millis")]
            limit: std::time::Duration,
        },
        Short {
            #[vellum(max = 4)]
            user: String,
            #[vellum(with = "Millis")]
            limit: std::time::Duration,
        },
    }

    /// Fewer than a thousand.
    #[derive(Vellum, Debug, PartialEq)]
    pub struct Millis(pub u32);

    impl From<&std::time::Duration> for Millis {
        fn from(duration: &std::time::Duration) -> Self {
            Self(u32::try_from(duration.as_millis()).unwrap_or(0))
        }
    }

    impl TryFrom<Millis> for std::time::Duration {
        type Error = &'static str;

        fn try_from(millis: Millis) -> Result<Self, &'static str> {
            if millis.0 < 1000 { Ok(Self::from_millis(millis.0.into())) } else { Err("it is too long") }
        }
    }
}

#[test]
fn what_the_setter_of_a_variant_refuses_is_refused() {
    use ruled::Ruled;
    let limit = std::time::Duration::from_millis(5);
    let free = vellum::to_vec(&Ruled::Free { user: "Ada".into(), limit }).unwrap();
    let short = vellum::to_vec(&Ruled::Short { user: "Ada".into(), limit }).unwrap();
    for (mut bytes, is_free) in [(free, true), (short, false)] {
        let mut edit = Ruled::edit(&mut bytes).unwrap();
        let mut cursor = edit.cursor();
        let set = cursor.set_user("Lovelace").map_err(|error| error.kind());
        assert_eq!(set, if is_free { Ok(()) } else { Err(ErrorKind::Type) });
        assert_eq!(cursor.user().unwrap(), if is_free { "Lovelace" } else { "Ada" });
        cursor.set_limit(900).unwrap();
        assert!(cursor.set_limit(1000).is_err());
        assert_eq!(cursor.limit().unwrap(), 900);
    }
}

#[derive(Vellum)]
#[vellum(common(r#type, at))]
enum Of<'b, T> {
    First { r#type: &'b str, at: T },
    Second { at: T, size: u64, r#type: &'b str },
}

#[test]
fn generic_and_borrowing_enums_have_fields_in_common() {
    let mut bytes = vellum::to_vec(&Of::First { r#type: "one", at: 3u16 }).unwrap();
    let mut edit = Of::<'_, u16>::edit(&mut bytes).unwrap();
    let mut cursor = edit.cursor();
    cursor.set_type("another").unwrap();
    cursor.set_at(4).unwrap();
    cursor.set(&Of::Second { r#type: "two", at: cursor.at().unwrap() + 1, size: 9 }).unwrap();
    let view = Of::<'_, u16>::peek(&bytes).unwrap();
    assert_eq!((view.r#type().unwrap(), view.at().unwrap()), ("two", 5));
    let proved = Of::<'_, u16>::prove(&bytes).unwrap();
    assert_eq!((proved.r#type(), proved.at()), ("two", 5));
}
