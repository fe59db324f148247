//! What edit cursors read between edits: views, iterators, where an element is, and predicates over all elements.

use std::collections::{BTreeMap, BTreeSet};

use vellum::{ErrorKind, Result, Vellum, cursor::AsSession};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Line {
    id: u64,
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Home {
    city: String,
    rooms: u16,
    doors: Vec<Line>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
enum Contact {
    #[default]
    None,
    Email(String),
    Post {
        street: String,
        number: u32,
    },
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Order")]
struct OldOrder {
    name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Order {
    name: String,
    #[vellum(since = 2)]
    home: Home,
    #[vellum(since = 2)]
    lines: Vec<Line>,
    #[vellum(since = 2)]
    codes: Vec<u32>,
    #[vellum(since = 2)]
    file: Vec<u8>,
    #[vellum(since = 2)]
    contact: Contact,
    #[vellum(since = 2)]
    contacts: Vec<Contact>,
    #[vellum(since = 3)]
    people: BTreeMap<u32, Line>,
    #[vellum(since = 3)]
    tags: BTreeSet<String>,
    #[vellum(since = 3)]
    maybe: Option<Home>,
}

fn line(id: u64, text: &str) -> Line {
    Line { id, text: text.into() }
}

fn order() -> Order {
    Order {
        name: "Ada".into(),
        home: Home { city: "London".into(), rooms: 3, doors: vec![line(1, "front")] },
        lines: vec![line(7, "pen"), line(9, "ink"), line(7, "quill")],
        codes: vec![4, 2, 9],
        file: vec![1, 2, 3],
        contact: Contact::Email("ada@example.org".into()),
        contacts: vec![Contact::Email("a".into()), Contact::Email("b".into())],
        people: BTreeMap::from([(1, line(1, "one")), (2, line(2, "two")), (300, line(3, "three"))]),
        tags: ["a", "b", "c"].map(String::from).into(),
        maybe: None,
    }
}

fn ids<'a>(lines: impl Iterator<Item = Result<LineView<'a, vellum::proved::Checked>>>) -> Result<Vec<u64>> {
    lines.map(|line| line?.id()).collect()
}

#[test]
fn a_cursor_gives_the_view_of_its_struct_between_edits() -> Result<()> {
    let mut bytes = vellum::to_vec(&order())?;
    let mut edit = Order::edit(&mut bytes)?;
    assert_eq!(edit.view()?.name()?, "Ada");
    edit.set_name(&"longer".repeat(100))?; // a new layout, with wider pointers
    assert_eq!(edit.view()?.name()?.len(), 600);

    let mut home = edit.home();
    home.set_city("Paris")?;
    home.doors().push(&line(2, "back"))?;
    let view = home.view()?;
    assert_eq!((view.city()?, view.rooms()?, view.doors()?.len()), ("Paris", 3, 2));

    let mut lines = edit.lines();
    let mut first = lines.at(0)?;
    first.set_text("pencil")?;
    assert_eq!((first.view()?.id()?, first.view()?.text()?), (7, "pencil"));

    let mut people = edit.people();
    let mut person = people.at(2)?.unwrap();
    person.text().push('!')?;
    assert_eq!(person.view()?.text()?, "two!");

    let expected = Order::try_from(edit.view()?)?;
    assert_eq!(vellum::from_slice::<Order>(&bytes)?, expected);
    assert_eq!(expected.lines[0], line(7, "pencil"));
    Ok(())
}

#[test]
fn a_cursor_gives_the_view_of_its_enum_between_edits() -> Result<()> {
    let mut bytes = vellum::to_vec(&order())?;
    let mut edit = Order::edit(&mut bytes)?;
    let mut contact = edit.contact();
    assert!(matches!(contact.view()?.get()?, ContactRef::Email("ada@example.org")));
    contact.set_post(ContactPostSet { street: "High Street", number: 7 })?;
    let ContactRef::Post(post) = contact.view()?.get()? else { panic!("a post") };
    assert_eq!((post.street()?, post.number()?), ("High Street", 7));
    let mut post = contact.as_post()?.unwrap();
    post.set_number(8)?;
    assert_eq!(post.view()?.number()?, 8);
    // An element of a packed list, which becomes one of another variant.
    let mut contacts = edit.contacts();
    let mut second = contacts.at(1)?;
    assert!(matches!(second.view()?.get()?, ContactRef::Email("b")));
    second.set_none()?;
    assert!(matches!(second.view()?.get()?, ContactRef::None));
    assert_eq!(contacts.position(|contact| Ok(matches!(contact.get()?, ContactRef::None)))?, Some(1));
    Ok(())
}

#[test]
fn what_a_buffer_does_not_store_is_read_as_its_default_and_nothing_is_written() -> Result<()> {
    let mut bytes = vellum::to_vec(&OldOrder { name: "Ada".into() })?;
    let before = bytes.clone();
    let mut edit = Order::edit(&mut bytes)?;
    assert_eq!(Order::try_from(edit.view()?)?, Order { name: "Ada".into(), ..Order::default() });
    assert_eq!(edit.home().view()?.rooms()?, 0);
    assert!(edit.home().doors().view()?.is_empty());
    assert!(edit.maybe()?.is_none());
    assert!(matches!(edit.contact().view()?.get()?, ContactRef::None));

    let mut lines = edit.lines();
    assert!(lines.view()?.is_empty() && lines.iter()?.next().is_none());
    assert_eq!(lines.position(|_| true)?, None);
    lines.retain(|_| false)?;
    assert!(edit.file().view()?.is_empty());

    let mut people = edit.people();
    assert!(people.view()?.is_empty() && people.iter()?.next().is_none());
    people.retain(|_, _| false)?;
    let mut tags = edit.tags();
    assert!(tags.iter()?.next().is_none());
    tags.retain(|_| false)?;
    assert_eq!(bytes, before);

    let mut edit = Order::edit(&mut bytes)?;
    let mut home = edit.home();
    home.set_rooms(4)?;
    assert_eq!(home.view()?.rooms()?, 4);
    Ok(())
}

#[test]
fn a_list_that_became_empty_has_no_elements_to_find() -> Result<()> {
    let mut bytes = vellum::to_vec(&order())?;
    let mut edit = Order::edit(&mut bytes)?;
    let mut lines = edit.lines();
    lines.retain(|_| false)?;
    assert!(lines.view()?.is_empty() && lines.iter()?.next().is_none());
    assert_eq!(lines.position(|_| true)?, None);
    lines.push(&line(1, "one"))?;
    assert_eq!(lines.position(|_| true)?, Some(0));
    let mut people = edit.people();
    people.retain(|_, _| false)?;
    assert!(people.iter()?.next().is_none());
    people.insert(5, &line(5, "five"))?;
    assert_eq!(people.iter()?.count(), 1);
    Ok(())
}

#[test]
fn a_list_is_read_between_edits() -> Result<()> {
    let mut bytes = vellum::to_vec(&order())?;
    let mut edit = Order::edit(&mut bytes)?;
    let mut codes = edit.codes();
    assert_eq!(codes.view()?.get(1)?, 2);
    let sum = codes.iter()?.sum::<Result<u32>>()?;
    codes.push(sum)?;
    assert_eq!(codes.iter()?.collect::<Result<Vec<_>>>()?, [4, 2, 9, 15]);
    assert_eq!((codes.position(|code| code > 8)?, codes.position(|code| code > 20)?), (Some(2), None));
    let mut file = edit.file();
    file.push(4)?;
    assert_eq!(file.view()?, [1, 2, 3, 4]);
    assert_eq!(file.position(|byte| byte == 3)?, Some(2));
    assert_eq!(ids(edit.lines().iter()?)?, [7, 9, 7]);
    let mut words = vellum::to_vec(&vec!["one".to_owned(), "two".into()])?;
    let mut words = Vec::<String>::edit(&mut words)?;
    assert_eq!(words.cursor().position(|word| word == "two")?, Some(1));
    Ok(())
}

#[test]
fn an_element_is_found_by_a_field_and_removed() -> Result<()> {
    let mut bytes = vellum::to_vec(&order())?;
    let mut edit = Order::edit(&mut bytes)?;
    let mut lines = edit.lines();
    if let Some(index) = lines.position(|line| Ok(line.id()? == 9))? {
        lines.remove(index)?;
    }
    assert_eq!(lines.position(|line| Ok(line.id()? == 9))?, None);
    assert_eq!(ids(lines.iter()?)?, [7, 7]);
    lines.retain(|line| Ok(line.text()? != "pen"))?;
    let expected = Order { lines: vec![line(7, "quill")], ..order() };
    assert_eq!(vellum::from_slice::<Order>(&bytes)?, expected);
    assert!(Order::schema().prove(&bytes)?.is_complete());
    Ok(())
}

#[test]
fn what_a_predicate_cannot_read_ends_it_and_changes_nothing() {
    let damaged = |text: &str| {
        let mut bytes = vellum::to_vec(&order()).unwrap();
        let at = bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap();
        bytes[at] = 0xFF;
        (bytes.clone(), bytes)
    };
    let (before, mut bytes) = damaged("ink");
    let mut edit = Order::edit(&mut bytes).unwrap();
    assert_eq!(edit.lines().position(|line| Ok(line.text()? == "pen")).unwrap(), Some(0));
    for error in [
        edit.lines().position(|line| Ok(line.text()? == "quill")).unwrap_err(),
        edit.lines().retain(|line| Ok(line.text()? == "quill")).unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "[1].text"), "{error}");
    }
    assert_eq!(bytes, before);
    let (before, mut bytes) = damaged("two");
    let mut edit = Order::edit(&mut bytes).unwrap();
    let error = edit.people().retain(|_, line| Ok(line.text()? == "three")).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "people[2].text"), "{error}");
    assert_eq!(bytes, before);
}

/// Wide entries, so that a map of few of them lies in blocks.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Wide {
    pad: [u8; 1000],
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Maps {
    small: BTreeMap<u32, u16>,
    texts: BTreeMap<String, String>,
    wide: BTreeMap<u8, Wide>,
    names: BTreeSet<String>,
}

/// Whether an entry of a number stays, of a map of so many.
type Keeps = fn(usize, usize) -> bool;

fn maps(len: usize) -> Maps {
    let text = |n: usize| format!("text {n}");
    let number = |n: usize| u32::try_from(n).unwrap();
    let wide = |n: usize| Wide { pad: [0x55; 1000], text: text(n) };
    Maps {
        small: (0..len).map(|n| (number(n) * 3, 7)).collect(),
        texts: (0..len).map(|n| (text(n * 7), text(n))).collect(),
        wide: (0..len.min(200)).map(|n| (u8::try_from(n).unwrap(), wide(n))).collect(),
        names: (0..len).map(text).collect(),
    }
}

#[test]
fn maps_and_sets_keep_what_a_predicate_keeps() {
    let kept: [(&str, Keeps); 6] = [
        ("none", |_, _| false),
        ("all", |_, _| true),
        ("every third", |n, _| n % 3 == 0),
        ("all but one", |n, _| n != 1),
        ("the first half", |n, len| n < len / 2),
        ("one", |n, len| n == len / 2),
    ];
    for len in [0, 1, 2, 20, 2500] {
        for (what, keeps) in kept {
            let (mut value, mut bytes) = (maps(len), vellum::to_vec(&maps(len)).unwrap());
            let mut edit = Maps::edit(&mut bytes).unwrap();
            let mut asked = 0;
            edit.small()
                .retain(|key, _| {
                    asked += 1;
                    keeps(key as usize / 3, len)
                })
                .unwrap();
            assert_eq!(asked, len);
            value.small.retain(|key, _| keeps(*key as usize / 3, len));
            edit.texts().retain(|_, text| keeps(text.len() + text.as_bytes()[5] as usize, len)).unwrap();
            value.texts.retain(|_, text| keeps(text.len() + text.as_bytes()[5] as usize, len));
            edit.wide().retain(|key, wide| Ok(wide.text()?.len() > 5 && keeps(usize::from(key), len))).unwrap();
            value.wide.retain(|key, _| keeps(usize::from(*key), len));
            edit.names().retain(|name| keeps(name.len(), len)).unwrap();
            value.names.retain(|name| keeps(name.len(), len));
            assert_eq!(edit.small().iter().unwrap().count(), value.small.len());
            assert!(Maps::schema().prove(&bytes).unwrap().is_complete(), "{what} of {len}");
            assert_eq!(vellum::from_slice::<Maps>(&bytes).unwrap(), value, "{what} of {len}");
            // It stays a map that takes entries.
            let mut edit = Maps::edit(&mut bytes).unwrap();
            edit.small().insert(1, 1).unwrap();
            edit.names().insert("z").unwrap();
            value.small.insert(1, 1);
            value.names.insert("z".into());
            assert_eq!(vellum::from_slice::<Maps>(&bytes).unwrap(), value, "{what} of {len}");
        }
    }
}

#[test]
fn entries_of_a_newer_program_are_removed_from_all_blocks() {
    type Keep = fn(u8) -> bool;

    #[derive(Vellum)]
    #[vellum(rename = "Part")]
    struct NewPart {
        pad: [u8; 1000],
        #[vellum(since = 2)]
        late: String,
    }
    #[derive(Vellum)]
    struct New {
        parts: BTreeMap<u8, NewPart>,
    }
    #[derive(Vellum)]
    struct Part {
        #[allow(dead_code)]
        pad: [u8; 1000],
    }
    #[derive(Vellum)]
    #[vellum(rename = "New")]
    struct Old {
        #[allow(dead_code)]
        parts: BTreeMap<u8, Part>,
    }
    let part = |late: &str| NewPart { pad: [7; 1000], late: late.into() };
    let parts = (0..60).map(|n| (n, part(if n == 1 { "late" } else { "" }))).collect();
    let mut bytes = vellum::to_vec(&New { parts }).unwrap();
    let keeps: [(Keep, usize); 3] = [(|n| n % 2 == 0, 30), (|n| n > 55, 4), (|_| false, 0)];
    for (keep, left) in keeps {
        let mut bytes = bytes.clone();
        Old::edit(&mut bytes).unwrap().parts().retain(|key, _| keep(key)).unwrap();
        assert_eq!(Old::peek(&bytes).unwrap().parts().unwrap().len(), left);
        // A new layout, which so many free bytes are a reason for, frees what was unclaimed.
        assert!([0, "late".len() + 1].contains(&New::schema().prove(&bytes).unwrap().unclaimed()));
    }
    let mut edit = Old::edit(&mut bytes).unwrap();
    edit.parts().retain(|key, _| key % 2 == 1).unwrap();
    assert_eq!(edit.parts().len().unwrap(), 30);
    assert_eq!(New::peek(&bytes).unwrap().parts().unwrap().get(1).unwrap().unwrap().late().unwrap(), "late");
}

#[test]
fn a_damaged_map_loses_its_entries_or_changes_no_byte() {
    let value = Maps { small: BTreeMap::from([(1, 2), (2, 3)]), wide: maps(30).wide, ..Maps::default() };
    let bytes = vellum::to_vec(&value).unwrap();
    let mut refused = 0;
    for at in (0..bytes.len()).filter(|at| bytes[*at] != 0x55) {
        for change in [1, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let before = damaged.clone();
            let Ok(mut edit) = Maps::edit(&mut damaged) else { continue };
            if edit.wide().retain(|key, _| key % 3 == 0).is_err() {
                refused += 1;
                assert_eq!(damaged, before, "byte {at}");
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn the_cursor_of_a_struct_says_what_is_wrong_where_it_is_used() {
    let bytes = vellum::to_vec(&order()).unwrap();
    let mut found = 0;
    for at in 0..bytes.len() {
        for value in [0x7F, 0xFE, 0xFF, bytes[at] ^ 1] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            let before = damaged.clone();
            let Ok(mut edit) = Order::edit(&mut damaged) else { continue };
            let mut home = edit.home();
            let Err(error) = home.view() else { continue };
            found += 1;
            assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "home"), "{error}");
            let errors = [
                home.set_rooms(1).err(),
                home.rooms().err(),
                home.take_rooms().err(),
                home.clear_rooms().err(),
                home.set_city("x").err(),
                home.city().push('x').err(),
                home.city().get().err(),
                home.take_city().err(),
                home.doors().push(&line(1, "x")).err(),
                home.doors().len().err(),
                home.doors().view().err(),
                home.doors().iter().err(),
                home.doors().retain(|_| true).err(),
            ];
            for (number, error) in errors.into_iter().enumerate() {
                let error = error.unwrap_or_else(|| panic!("call {number}, byte {at}"));
                assert_eq!(error.kind(), ErrorKind::Corrupt, "call {number}: {error}");
                let path = error.path();
                assert!(["home", "city", "doors"].contains(&path.as_str()), "call {number}: {error}");
            }
            assert_eq!(damaged, before);
        }
    }
    assert!(found > 0);
}

#[test]
fn a_field_that_is_called_view_has_its_cursor_there() -> Result<()> {
    #[derive(Vellum)]
    struct Camera {
        view: String,
    }
    let mut bytes = vellum::to_vec(&Camera { view: "north".into() })?;
    let mut edit = Camera::edit(&mut bytes)?;
    edit.view().push_str("-east")?;
    assert_eq!(edit.view().get()?, "north-east");
    assert_eq!(Camera::peek(&bytes)?.view()?, "north-east");
    Ok(())
}

#[test]
fn a_function_over_any_cursor_of_a_struct_reads_its_view() -> Result<()> {
    fn summary(home: &HomeEdit<'_, impl AsSession>) -> Result<String> {
        let view = home.view()?;
        Ok(format!("{}: {}", view.city()?, view.rooms()?))
    }
    let mut bytes = vellum::to_vec(&order())?;
    assert_eq!(summary(&Order::edit(&mut bytes)?.home())?, "London: 3");
    let mut bytes = vellum::to_vec(&Home::default())?;
    assert_eq!(summary(&Home::edit(&mut bytes)?)?, ": 0");
    Ok(())
}
