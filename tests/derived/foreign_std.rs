//! Types of std as fields that are text, tuples or unions: paths, ranges, results; addresses with a port in an older revision.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use vellum::value::result::{ResultMut, ResultRef};
use vellum::{Error, ErrorKind, Record, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Files {
    path: PathBuf,
    many: Vec<PathBuf>,
    maybe: Option<Box<PathBuf>>,
    shared: Arc<PathBuf>,
    pair: (PathBuf, u8),
    array: [PathBuf; 2],
    sizes: HashMap<PathBuf, u64>,
    ordered: BTreeMap<u8, PathBuf>,
    kind: Kind,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Kind {
    None,
    Of(PathBuf),
    Named { path: PathBuf },
}

#[derive(Vellum)]
struct Texts {
    path: String,
    many: Vec<String>,
    maybe: Option<String>,
    shared: String,
    pair: (String, u8),
    array: [String; 2],
    sizes: BTreeMap<String, u64>,
    ordered: BTreeMap<u8, String>,
    kind: TextKind,
}

#[derive(Vellum)]
#[allow(dead_code)]
enum TextKind {
    None,
    Of(String),
    Named { path: String },
}

fn files() -> Files {
    Files {
        path: "/a/b.txt".into(),
        many: vec!["b".into(), "c d".into()],
        maybe: Some(Box::new("e".into())),
        shared: Arc::new("f".into()),
        pair: ("g".into(), 7),
        array: ["h".into(), "".into()],
        sizes: [("i".into(), 1), ("i/j".into(), 2)].into(),
        ordered: [(1, "k".into())].into(),
        kind: Kind::Named { path: "l".into() },
    }
}

#[track_caller]
fn refused(error: &Error, path: &str) {
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
}

#[test]
fn a_path_is_stored_as_text_and_read_as_a_path() {
    let mut bytes = vellum::to_vec(&files()).unwrap();
    let texts = Texts {
        path: "/a/b.txt".into(),
        many: vec!["b".into(), "c d".into()],
        maybe: Some("e".into()),
        shared: "f".into(),
        pair: ("g".into(), 7),
        array: ["h".into(), String::new()],
        sizes: [("i".into(), 1), ("i/j".into(), 2)].into(),
        ordered: [(1, "k".into())].into(),
        kind: TextKind::Named { path: "l".into() },
    };
    assert_eq!(bytes, vellum::to_vec(&texts).unwrap());
    assert_eq!(vellum::from_slice::<Files>(&bytes).unwrap(), files());

    let view = Files::peek(&bytes).unwrap();
    assert_eq!(view.path().unwrap(), Path::new("/a/b.txt"));
    assert_eq!(view.many().unwrap().get(1).unwrap(), Path::new("c d"));
    assert_eq!(view.sizes().unwrap().get(Path::new("i/j")).unwrap(), Some(2));
    let proved = Files::prove(&bytes).unwrap();
    assert_eq!((proved.path(), proved.maybe()), (Path::new("/a/b.txt"), Some(Path::new("e"))));

    let mut edit = Files::edit(&mut bytes).unwrap();
    edit.set_path(Path::new("/longer/than/before")).unwrap();
    edit.path().push_str(".gz").unwrap();
    edit.many().push(Path::new("m")).unwrap();
    edit.sizes().insert(Path::new("n"), 3).unwrap();
    let changed = vellum::from_slice::<Files>(&bytes).unwrap();
    assert_eq!(changed.path, Path::new("/longer/than/before.gz"));
    assert_eq!((changed.many[2].as_path(), changed.sizes[Path::new("n")]), (Path::new("m"), 3));
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_is_refused_by_its_name_and_changes_nothing() {
    use std::os::unix::ffi::OsStringExt;
    let bad = || PathBuf::from(std::ffi::OsString::from_vec(vec![b'a', 0xFF]));
    refused(&vellum::to_vec(&Files { path: bad(), ..files() }).unwrap_err(), "path");
    refused(&vellum::to_vec(&Files { many: vec!["a".into(), bad()], ..files() }).unwrap_err(), "many[1]");
    refused(&vellum::to_vec(&Files { maybe: Some(bad().into()), ..files() }).unwrap_err(), "maybe");
    refused(&vellum::to_vec(&Files { pair: (bad(), 1), ..files() }).unwrap_err(), "pair.0");
    refused(&vellum::to_vec(&Files { array: ["".into(), bad()], ..files() }).unwrap_err(), "array[1]");
    refused(&vellum::to_vec(&Files { kind: Kind::Of(bad()), ..files() }).unwrap_err(), "kind.Of");
    assert!(vellum::to_vec(&Files { sizes: [(bad(), 1)].into(), ..files() }).is_err());

    let mut bytes = vellum::to_vec(&files()).unwrap();
    let before = bytes.clone();
    let mut edit = Files::edit(&mut bytes).unwrap();
    let error = edit.set_path(&bad()).unwrap_err();
    refused(&error, "path");
    assert!(error.to_string().contains("not UTF-8"), "{error}");
    refused(&edit.set_maybe(Some(&bad())).unwrap_err(), "maybe");
    assert!(edit.many().push(&bad()).is_err());
    assert!(edit.many().set(0, &bad()).is_err());
    assert!(edit.sizes().insert(&bad(), 1).is_err());
    assert!(edit.set_kind(&Kind::Of(bad())).is_err());
    assert!(!edit.sizes().contains_key(&bad()).unwrap());
    assert_eq!(bytes, before);
}

#[test]
fn bytes_that_are_not_utf_8_are_an_error_where_a_path_is_read() {
    #[derive(Vellum)]
    struct Raw {
        path: Vec<u8>,
    }
    #[derive(Vellum, Debug)]
    struct OnePath {
        path: PathBuf,
    }
    let bytes = vellum::to_vec(&Raw { path: vec![0xFF] }).unwrap();
    let error = vellum::from_slice::<OnePath>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "path"), "{error}");
    assert!(OnePath::peek(&bytes).unwrap().path().is_err());
    assert!(OnePath::prove(&bytes).is_err());
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Ranges {
    lines: Range<u32>,
    levels: RangeInclusive<i8>,
    words: Range<String>,
    many: Vec<Range<u32>>,
    maybe: Option<RangeInclusive<f64>>,
}

#[derive(Vellum)]
struct Tuples {
    lines: (u32, u32),
    levels: (i8, i8),
    words: (String, String),
    many: Vec<(u32, u32)>,
    maybe: Option<(f64, f64)>,
}

#[test]
fn a_range_is_the_tuple_of_its_ends() {
    let ranges = Ranges {
        lines: 3..9,
        levels: -1..=1,
        words: "a".into().."b".into(),
        many: vec![0..1, 5..5],
        maybe: Some(0.5..=1.5),
    };
    let mut bytes = vellum::to_vec(&ranges).unwrap();
    let tuples = Tuples {
        lines: (3, 9),
        levels: (-1, 1),
        words: ("a".into(), "b".into()),
        many: vec![(0, 1), (5, 5)],
        maybe: Some((0.5, 1.5)),
    };
    assert_eq!(bytes, vellum::to_vec(&tuples).unwrap());
    assert_eq!(vellum::from_slice::<Ranges>(&bytes).unwrap(), ranges);
    assert_eq!(Ranges::peek(&bytes).unwrap().words().unwrap(), ("a", "b"));
    assert_eq!(Ranges::prove(&bytes).unwrap().lines(), (3, 9));
    let mut edit = Ranges::edit(&mut bytes).unwrap();
    edit.set_lines((4, 5)).unwrap();
    edit.many().push((7, 8)).unwrap();
    let changed = vellum::from_slice::<Ranges>(&bytes).unwrap();
    assert_eq!((changed.lines, changed.many.last()), (4..5, Some(&(7..8))));
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Job {
    outcome: Result<u32, String>,
    attempts: Vec<Result<(), Problem>>,
    maybe: Option<Result<String, u8>>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Problem {
    text: String,
}

#[derive(Vellum)]
struct StoredJob {
    outcome: Outcome,
    attempts: Vec<Attempt>,
    maybe: Option<Maybe>,
}

#[derive(Vellum)]
#[allow(dead_code)]
enum Outcome {
    Ok(u32),
    Err(String),
}

#[derive(Vellum)]
enum Attempt {
    Ok(()),
    Err(Problem),
}

#[derive(Vellum)]
#[allow(dead_code)]
enum Maybe {
    Ok(String),
    Err(u8),
}

#[test]
fn a_result_is_a_union_of_its_two_variants() {
    let problem = || Problem { text: "late".into() };
    let job = Job { outcome: Err("no".into()), attempts: vec![Ok(()), Err(problem())], maybe: Some(Err(7)) };
    let mut bytes = vellum::to_vec(&job).unwrap();
    let stored = StoredJob {
        outcome: Outcome::Err("no".into()),
        attempts: vec![Attempt::Ok(()), Attempt::Err(problem())],
        maybe: Some(Maybe::Err(7)),
    };
    assert_eq!(bytes, vellum::to_vec(&stored).unwrap());
    assert_eq!(vellum::from_slice::<Job>(&bytes).unwrap(), job);
    Job::schema().check().unwrap();

    let view = Job::peek(&bytes).unwrap();
    assert!(matches!(view.outcome().unwrap().get().unwrap(), ResultRef::Err("no")));
    assert!(matches!(Job::prove(&bytes).unwrap().outcome(), ResultRef::Err("no")));
    let mut edit = Job::edit(&mut bytes).unwrap();
    edit.set_outcome(&Ok(5)).unwrap();
    edit.attempts().push(&Err(problem())).unwrap();
    assert!(matches!(edit.outcome().get_mut().unwrap(), ResultMut::Ok(5)));
    edit.outcome().set_ok(6).unwrap();
    let changed = vellum::from_slice::<Job>(&bytes).unwrap();
    assert_eq!((changed.outcome, changed.attempts.len()), (Ok(6), 3));

    let packed = Job { attempts: vec![Err(problem()); 3], ..job };
    let bytes = vellum::to_vec(&packed).unwrap();
    assert_eq!(vellum::from_slice::<Job>(&bytes).unwrap(), packed);
}

#[cfg(feature = "json")]
mod json {
    use serde_json::{Value, json};
    use vellum::value::Any;
    use vellum::value::any::AnyRef;
    use vellum::{ErrorKind, Vellum};

    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Event {
        name: String,
        extra: Value,
        many: Vec<Value>,
    }

    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Stored {
        name: String,
        extra: Any,
        many: Vec<Any>,
    }

    fn event() -> Event {
        let extra = json!({"a": [1, -300, 70_000, u64::MAX, 0.5, null, true], "b": {"c": "text"}});
        Event { name: "start".into(), extra, many: vec![json!(1), json!("x"), json!([])] }
    }

    #[test]
    fn a_value_of_serde_json_is_stored_as_any() {
        let mut bytes = vellum::to_vec(&event()).unwrap();
        assert_eq!(vellum::from_slice::<Event>(&bytes).unwrap(), event());
        let stored = vellum::from_slice::<Stored>(&bytes).unwrap();
        assert_eq!(stored.extra.get("b").unwrap().get("c").and_then(Any::as_str), Some("text"));
        assert_eq!(vellum::to_vec(&stored).unwrap(), bytes);
        assert!(Event::schema().to_string().contains("extra: any,"));
        assert!(matches!(
            Event::peek(&bytes).unwrap().many().unwrap().get(1).unwrap().get().unwrap(),
            AnyRef::String("x")
        ));

        assert!(matches!(Event::prove(&bytes).unwrap().extra(), AnyRef::Map(_)));

        let packed = Event { many: vec![json!("x"), json!("y")], ..event() };
        assert_eq!(vellum::from_slice::<Event>(&vellum::to_vec(&packed).unwrap()).unwrap(), packed);

        let mut edit = Event::edit(&mut bytes).unwrap();
        edit.set_extra(&json!(null)).unwrap();
        edit.many().push(&json!({"k": 7})).unwrap();
        edit.many().set(0, &json!([1, 2])).unwrap();
        let changed = vellum::from_slice::<Event>(&bytes).unwrap();
        assert_eq!(
            (changed.extra, changed.many),
            (Value::Null, vec![json!([1, 2]), json!("x"), json!([]), json!({"k": 7})])
        );
    }

    #[test]
    fn what_json_does_not_hold_is_an_error_where_it_is_decoded() {
        for extra in [Any::Bytes(vec![1]), Any::F64(f64::NAN), Any::List(vec![Any::F64(f64::INFINITY)])] {
            let bytes = vellum::to_vec(&Stored { name: String::new(), extra, many: vec![] }).unwrap();
            let error = vellum::from_slice::<Event>(&bytes).unwrap_err();
            assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "extra"), "{error}");
        }
    }

    #[test]
    fn a_value_that_is_too_deep_is_refused_and_changes_nothing() {
        let mut deep = json!(1);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        let refused = vellum::to_vec(&Event { extra: deep.clone(), ..event() }).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Limit, "{refused}");
        let mut bytes = vellum::to_vec(&event()).unwrap();
        let before = bytes.clone();
        let mut edit = Event::edit(&mut bytes).unwrap();
        assert_eq!(edit.set_extra(&deep).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(edit.many().push(&deep).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(bytes, before);
    }
}

#[derive(Vellum)]
struct Old {
    name: String,
}

#[derive(Vellum, Debug, PartialEq)]
struct New {
    name: String,
    #[vellum(since = 2, default = "/tmp")]
    folder: PathBuf,
    #[vellum(since = 2)]
    bare: PathBuf,
    #[vellum(since = 2)]
    at: SocketAddr,
    #[vellum(since = 3)]
    lines: Range<u8>,
}

#[test]
fn fields_that_an_older_revision_lacks_have_their_defaults() {
    let mut bytes = vellum::to_vec(&Old { name: "a".into() }).unwrap();
    let new = || New {
        name: "a".into(),
        folder: "/tmp".into(),
        bare: PathBuf::new(),
        at: "[::]:0".parse().unwrap(),
        lines: 0..0,
    };
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), new());
    assert_eq!(New::peek(&bytes).unwrap().folder().unwrap(), Path::new("/tmp"));
    let at = "192.0.2.1:80".parse().unwrap();
    New::edit(&mut bytes).unwrap().set_at(at).unwrap();
    Record::open(New::schema(), &mut bytes).unwrap().set("folder", "/var").unwrap();
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), New { folder: "/var".into(), at, ..new() });
}
