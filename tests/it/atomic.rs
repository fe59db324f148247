//! Edits are atomic whatever fails: a storage that refuses to grow at the n-th time, for every n.

use crate::common::failing;
use crate::common::{Full, Line, Point, full};
use failing::Failing;
use vellum::{ErrorKind, Record, Result, Vellum};

type Edit = fn(&mut Failing) -> Result<()>;

/// Edits that allocate, move, widen, upgrade or free.
const EDITS: [Edit; 35] = [
    |bytes| Full::edit(bytes)?.set_name("a name that is longer than the one that was there before"),
    |bytes| Full::edit(bytes)?.set_nick(Some("nick")),
    |bytes| Full::edit(bytes)?.set_data(&[7; 1000]),
    |bytes| Full::edit(bytes)?.set_children(&[full(), full()]),
    |bytes| Full::edit(bytes)?.children().push(&full()),
    |bytes| Full::edit(bytes)?.children().insert(0, &full()),
    |bytes| Full::edit(bytes)?.children().set(0, &full()),
    |bytes| Full::edit(bytes)?.maybe_children().push(Some(&full())),
    |bytes| Full::edit(bytes)?.maybe_children().push(None),
    |bytes| Full::edit(bytes)?.set_place(Some(&Point { label: "new".into(), x: 1.0, up: true })),
    |bytes| Full::edit(bytes)?.set_other(Some(&Line::default())),
    |bytes| Full::edit(bytes)?.set_line(&full().line),
    |bytes| match Full::edit(bytes)?.other()? {
        Some(mut line) => line.from().set_label("somewhere else altogether"),
        None => Ok(()),
    },
    |bytes| Full::edit(bytes)?.grid().push(&[1, 2, 3]),
    |bytes| Full::edit(bytes)?.grid().at(0)?.push(5),
    |bytes| Full::edit(bytes)?.texts().push(Some("text")),
    |bytes| Full::edit(bytes)?.words().push("word"),
    |bytes| Full::edit(bytes)?.words().extend_from_slice(&["a".into(), "longer".repeat(50)]),
    |bytes| Full::edit(bytes)?.name().push_str(&"more ".repeat(60)),
    |bytes| Full::edit(bytes)?.name().splice(1..2, "something else"),
    |bytes| Full::edit(bytes)?.take_name().map(drop),
    |bytes| Full::edit(bytes)?.take_children().map(drop),
    |bytes| Full::edit(bytes)?.clear_maybe_children(),
    |bytes| Full::edit(bytes)?.children().retain(|child| child.name().is_ok_and(|name| name == "child")),
    |bytes| record(bytes)?.set("other.from.label", "made on the way"),
    |bytes| record(bytes)?.set("other.label", 'é'),
    |bytes| record(bytes)?.push("other.dashes", 4i8),
    |bytes| record(bytes)?.push("line.dashes", 4i8),
    |bytes| record(bytes)?.push_default("maybe_children"),
    |bytes| record(bytes)?.push("children[1].words", "word"),
    |bytes| record(bytes)?.insert("words[0]", "word"),
    |bytes| record(bytes)?.clear("children[0]"),
    |bytes| record(bytes)?.remove("children[0]"),
    |bytes| {
        let label = Full::schema().field::<str>("line.from.label")?;
        record(bytes)?.append(&label, "appended on the way")
    },
    |bytes| {
        let nick = Full::schema().field::<str>("nick")?;
        record(bytes)?.entry(&nick).or_insert("a new one").map(drop)
    },
];

fn record(bytes: &mut Failing) -> Result<Record<&mut Failing>> {
    Record::open(Full::schema(), bytes)
}

#[test]
fn an_edit_that_fails_for_want_of_room_changes_nothing_and_succeeds_with_room() {
    let sources = [Full::default(), full()].map(|value| vellum::to_vec(&value).unwrap());
    for source in &sources {
        for (number, edit) in EDITS.iter().enumerate() {
            let mut failures = 0;
            for allowance in 0.. {
                let mut storage = Failing::new(source, allowance);
                match edit(&mut storage) {
                    Ok(()) => {
                        assert!(Full::schema().prove(&storage.bytes).unwrap().is_complete(), "edit {number}");
                        break;
                    }
                    Err(error) if error.kind() == ErrorKind::Full => {
                        assert_eq!(&storage.bytes, source, "edit {number} with {allowance} growths");
                        failures += 1;
                    }
                    // The element that is addressed does not exist in the empty record.
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Path, "edit {number}: {error}");
                        assert_eq!(&storage.bytes, source);
                        break;
                    }
                }
                assert!(allowance < 10, "edit {number} needs more than ten growths");
            }
            let mut unlimited = Failing::new(source, 100);
            if edit(&mut unlimited).is_ok() && unlimited.bytes.len() > source.len() {
                assert!(failures > 0, "edit {number} grew the buffer without asking");
            }
        }
    }
}
