//! Types with fields that borrow: stored as those that own, decoded from a buffer without a copy.

use std::borrow::Cow;
use std::collections::BTreeMap;

use vellum::{Decode, DecodeOwned, ErrorKind, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Row<'r> {
    name: &'r str,
    #[vellum(max = 40)]
    data: &'r [u8],
    number: u32,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Row")]
struct OwnedRow {
    name: String,
    #[vellum(max = 40)]
    data: Vec<u8>,
    number: u32,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Choice<'c> {
    None,
    Text(&'c str),
    Row(Row<'c>),
    Named {
        text: &'c str,
        #[vellum(borrow)]
        data: Cow<'c, [u8]>,
    },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Choice")]
enum OwnedChoice {
    None,
    Text(String),
    Row(OwnedRow),
    Named { text: String, data: Vec<u8> },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Fixed<'f> {
    number: u8,
    text: &'f str,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen, rename = "Fixed")]
struct OwnedFixed {
    number: u8,
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Name<'n>(&'n str);

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Sheet<'s> {
    first: Row<'s>,
    rows: Vec<Row<'s>>,
    last: Option<Row<'s>>,
    words: Vec<&'s str>,
    by_name: BTreeMap<&'s str, Choice<'s>>,
    choices: Vec<Choice<'s>>,
    pair: (&'s str, u8),
    names: [Name<'s>; 2],
    boxed: Box<Row<'s>>,
    fixed: Fixed<'s>,
    maybe: Option<&'s [u8]>,
    #[vellum(default = "none")]
    state: &'s str,
    #[vellum(borrow)]
    borrowed: Cow<'s, str>,
    owned: Cow<'s, str>,
    inner: Vec<Sheet<'s>>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Sheet")]
struct OwnedSheet {
    first: OwnedRow,
    rows: Vec<OwnedRow>,
    last: Option<OwnedRow>,
    words: Vec<String>,
    by_name: BTreeMap<String, OwnedChoice>,
    choices: Vec<OwnedChoice>,
    pair: (String, u8),
    names: [String; 2],
    boxed: OwnedRow,
    fixed: OwnedFixed,
    maybe: Option<Vec<u8>>,
    #[vellum(default = "none")]
    state: String,
    borrowed: String,
    owned: String,
    inner: Vec<OwnedSheet>,
}

fn row(name: &str, number: u32) -> Row<'_> {
    Row { name, data: name.as_bytes(), number }
}

fn sheet<'s>(text: &'s str, inner: Vec<Sheet<'s>>) -> Sheet<'s> {
    let named = Choice::Named { text, data: Cow::Borrowed(text.as_bytes()) };
    Sheet {
        first: row(text, 1),
        rows: vec![row("", 0), row("two", 2)],
        last: Some(row("three", 3)),
        words: vec!["one", "", text],
        by_name: BTreeMap::from([("a", named.clone()), ("b", Choice::None), ("c", Choice::Text(text))]),
        choices: vec![Choice::Row(row("four", 4)), named],
        pair: (text, 7),
        names: [Name("x"), Name(text)],
        boxed: Box::new(row("five", 5)),
        fixed: Fixed { number: 6, text },
        maybe: Some(b"maybe"),
        state: "some",
        borrowed: text.into(),
        owned: text.into(),
        inner,
    }
}

fn encoded() -> Vec<u8> {
    vellum::to_vec(&sheet("outer", vec![sheet("inner", vec![]), sheet("", vec![])])).unwrap()
}

/// All texts and bytes that borrow.
fn borrowed<'a>(sheet: &'a Sheet<'_>) -> Vec<&'a [u8]> {
    let mut found: Vec<&[u8]> = Vec::new();
    let mut of_row = |row: &'a Row<'_>| found.extend([row.name.as_bytes(), row.data]);
    of_row(&sheet.first);
    sheet.rows.iter().chain(&sheet.last).chain([&*sheet.boxed]).for_each(&mut of_row);
    for choice in sheet.choices.iter().chain(sheet.by_name.values()) {
        match choice {
            Choice::None => {}
            Choice::Text(text) => found.push(text.as_bytes()),
            Choice::Row(row) => found.extend([row.name.as_bytes(), row.data]),
            Choice::Named { text, data } => {
                assert!(matches!(data, Cow::Borrowed(_)));
                found.extend([text.as_bytes(), data]);
            }
        }
    }
    found.extend(sheet.words.iter().chain(sheet.by_name.keys()).map(|text| text.as_bytes()));
    found.extend(sheet.names.iter().map(|name| name.0.as_bytes()));
    found.extend([sheet.pair.0.as_bytes(), sheet.fixed.text.as_bytes(), sheet.state.as_bytes()]);
    found.extend(sheet.maybe);
    assert!(matches!(sheet.borrowed, Cow::Borrowed(_)) && matches!(sheet.owned, Cow::Owned(_)));
    found.push(sheet.borrowed.as_bytes());
    sheet.inner.iter().for_each(|inner| found.extend(borrowed(inner)));
    found
}

#[test]
fn what_borrows_is_encoded_as_what_owns() {
    let bytes = encoded();
    let owned: OwnedSheet = vellum::from_slice(&bytes).unwrap();
    assert_eq!((owned.inner.len(), &*owned.first.name), (2, "outer"));
    assert_eq!(vellum::to_vec(&owned).unwrap(), bytes);
    assert_eq!(
        Sheet::schema().to_string(),
        OwnedSheet::schema().to_string().replace("OwnedChoiceNamed", "ChoiceNamed")
    );
}

#[test]
fn what_borrows_is_decoded_without_a_copy() {
    let bytes = encoded();
    let decoded: Sheet<'_> = vellum::from_slice(&bytes).unwrap();
    assert_eq!(decoded, sheet("outer", vec![sheet("inner", vec![]), sheet("", vec![])]));
    let range = bytes.as_ptr_range();
    let found = borrowed(&decoded);
    assert!(found.len() > 60);
    for part in found.into_iter().filter(|part| !part.is_empty()) {
        assert!(range.contains(&part.as_ptr()), "{part:?} was copied");
    }
    let verified: Sheet<'_> = vellum::from_slice(&bytes).unwrap();
    assert_eq!(verified, decoded);
    let viewed = Sheet::try_from(Sheet::peek(&bytes).unwrap()).unwrap();
    assert_eq!(viewed, decoded);
}

#[test]
fn what_is_not_stored_is_decoded_as_its_default() {
    let bytes = vellum::to_vec(&OwnedRow { name: String::new(), data: vec![], number: 0 }).unwrap();
    assert_eq!(vellum::from_slice::<Row<'_>>(&bytes).unwrap(), Row { name: "", data: &[], number: 0 });
    let schema = Sheet::schema();
    let empty = vellum::Record::new(schema).into_storage();
    let sheet: Sheet<'_> = vellum::from_slice(&empty).unwrap();
    assert_eq!((sheet.state, sheet.words.len(), sheet.maybe, &*sheet.borrowed), ("none", 0, None, ""));
}

#[test]
fn what_borrows_is_read_and_edited_as_what_owns() {
    let mut bytes = encoded();
    let copy = bytes.clone();
    let name = {
        let sheet = Sheet::peek(&bytes).unwrap();
        assert_eq!(sheet, Sheet::peek(&copy).unwrap());
        sheet.first().unwrap().name().unwrap()
    };
    assert_eq!(name, "outer");
    assert_eq!(Sheet::prove(&bytes).unwrap().rows().get(1).unwrap().name(), "two");
    {
        let text = String::from("a longer text than before");
        let mut edit = Sheet::edit(&mut bytes).unwrap();
        edit.set_first(&row(&text, 9)).unwrap();
        edit.words().push(&text).unwrap();
        edit.by_name().insert(&text, &Choice::Text(&text)).unwrap();
        edit.set_state(&text).unwrap();
        edit.set_owned(&text).unwrap();
        assert_eq!(edit.take_owned().unwrap(), text);
    }
    let owned: OwnedSheet = vellum::from_slice(&bytes).unwrap();
    let sheet: Sheet<'_> = vellum::from_slice(&bytes).unwrap();
    assert_eq!((&*owned.first.name, owned.words.len(), owned.by_name.len()), ("a longer text than before", 4, 4));
    assert_eq!((sheet.first.name, sheet.state, &*sheet.owned), (&*owned.first.name, &*owned.state, ""));
}

#[test]
fn rules_hold_for_what_borrows() {
    let data = [0; 41];
    let error = vellum::to_vec(&Row { name: "", data: &data, number: 0 }).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "data"));
}

#[test]
fn changed_bytes_decode_alike_whether_they_are_borrowed_or_copied() {
    let original = vellum::to_vec(&sheet("text", vec![])).unwrap();
    let mut bytes = original.clone();
    for position in 0..original.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFF, original[position].wrapping_add(1)] {
            bytes[position] = value;
            let owned = vellum::from_slice::<OwnedSheet>(&bytes).map(|sheet| vellum::to_vec(&sheet));
            let borrowed = vellum::from_slice::<Sheet<'_>>(&bytes).map(|sheet| vellum::to_vec(&sheet));
            match (owned, borrowed) {
                (Ok(owned), Ok(borrowed)) => assert_eq!(owned.is_ok(), borrowed.is_ok()),
                (owned, borrowed) => assert_eq!(
                    owned.err().map(|error| error.to_string()),
                    borrowed.err().map(|error| error.to_string()),
                    "{position}: {value}"
                ),
            }
        }
        bytes[position] = original[position];
    }
}

#[derive(Vellum, Debug, PartialEq)]
struct Pair<'p, T> {
    name: &'p str,
    value: T,
    values: Vec<T>,
}

fn decode_pair<'b, T: vellum::Value + Decode<'b>>(bytes: &'b [u8]) -> Pair<'b, T> {
    vellum::from_slice(bytes).unwrap()
}

fn decode_owned<T: Vellum + DecodeOwned>(bytes: Vec<u8>) -> T {
    vellum::from_slice(&bytes).unwrap()
}

#[test]
fn generic_types_borrow_as_their_parameters_do() {
    let bytes = vellum::to_vec(&Pair { name: "n", value: "v", values: vec!["w"] }).unwrap();
    assert_eq!(decode_pair::<&str>(&bytes), Pair { name: "n", value: "v", values: vec!["w"] });
    assert_eq!(decode_pair::<String>(&bytes), Pair { name: "n", value: "v".into(), values: vec!["w".into()] });
    assert_eq!(decode_owned::<OwnedRow>(vellum::to_vec(&row("a", 2)).unwrap()).name, "a");
}

/// Encoded from where the values are; nothing of it can be decoded but text and bytes.
#[derive(Vellum)]
struct Batch<'b> {
    rows: &'b [OwnedRow],
    numbers: &'b [u32],
}

#[derive(Vellum, Debug, PartialEq)]
struct OwnedBatch {
    rows: Vec<OwnedRow>,
    numbers: Vec<u32>,
}

#[test]
fn slices_of_any_values_are_encoded_without_a_vector() {
    let rows = [OwnedRow { name: "a".into(), data: vec![1], number: 2 }];
    let bytes = vellum::to_vec(&Batch { rows: &rows, numbers: &[1, 2, 3] }).unwrap();
    let batch = OwnedBatch { rows: rows.to_vec(), numbers: vec![1, 2, 3] };
    assert_eq!(bytes, vellum::to_vec(&batch).unwrap());
    assert_eq!(vellum::from_slice::<OwnedBatch>(&bytes).unwrap(), batch);
    assert_eq!(Batch::peek(&bytes).unwrap().rows().unwrap().get(0).unwrap().name().unwrap(), "a");
}
