//! Whole records: equality and hash of content, copies of subtrees, differences, merges, and space by field.

pub mod edits;
mod hostile;
#[cfg(feature = "serde")]
mod sent;

use self::edits::{apply, assert_same, compacted, edits, hash, record, schema};
use proptest::prelude::*;
use vellum::{ErrorKind, Record, Schema, field::VariantName, schema::PointerWidth};

#[test]
fn content_is_equal_whatever_the_layout_and_the_width() {
    let schema = schema();
    let mut a = Record::new(&schema);
    let mut b = Record::with_width(&schema, PointerWidth::Four);
    assert_same(&a, &b);
    a.set("names", "").unwrap_err();
    a.push("names", "one").unwrap();
    a.set("phone.number", "123").unwrap();
    b.set("phone.number", "a number that goes away again").unwrap();
    b.set("phone.number", "123").unwrap();
    assert!(!a.content_eq(&b).unwrap());
    b.push("names", "one").unwrap();
    assert_same(&a, &b);
    // Empty and absent are two, empty and not stored one.
    a.make_list("maybe").unwrap();
    assert!(!a.content_eq(&b).unwrap());
    b.make_list("maybe").unwrap();
    b.push("codes", 1u32).unwrap();
    b.remove("codes[0]").unwrap();
    assert_same(&a, &b);
}

#[test]
fn floats_are_compared_by_their_bits() {
    let schema = schema();
    let (mut a, mut b) = (Record::new(&schema), Record::new(&schema));
    b.set("ratio", -0.0).unwrap();
    assert!(!a.content_eq(&b).unwrap());
    a.set("ratio", f64::NAN).unwrap();
    b.set("ratio", f64::NAN).unwrap();
    assert_same(&a, &b);
}

#[test]
fn records_of_other_schemas_are_an_error_and_of_equal_ones_are_not() {
    let (a, b) = (Record::new(&schema()), Record::new(&schema()));
    assert_same(&a, &b);
    let other = Schema::parse("struct User { id: u32 } root User;").unwrap();
    assert_eq!(a.content_eq(&Record::new(&other)).unwrap_err().kind(), ErrorKind::Schema);
}

#[test]
fn a_set_element_is_not_set() {
    let schema = schema();
    let mut record = Record::new(&schema);
    record.add_key("tags", "b").unwrap();
    assert_eq!(record.set("tags[b]", "a").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.set("tags[c]", "a").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.clear("tags[b]").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(
        record.append(&schema.field::<str>("tags[]").unwrap().at("b"), "x").unwrap_err().kind(),
        ErrorKind::Type
    );
    let other = Record::new(&schema);
    assert_eq!(record.copy_from("tags[b]", &other, "greeting").unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn values_are_copied_between_places_that_store_them_otherwise() {
    let schema = schema();
    let (mut from, mut to) = (Record::new(&schema), Record::new(&schema));
    from.set("phone.number", "a number").unwrap();
    from.push("phone.notes", "a note").unwrap();
    to.push_default("phones").unwrap();
    to.push_default("absent").unwrap();
    let places =
        ["phone", "second", "phones[0]", "absent[0]", "contact.phone", "contact.maybe", "by_code[7]", "friend.second"];
    for (number, place) in places.into_iter().enumerate() {
        to.copy_from(place, &from, "phone").unwrap();
        assert_eq!(to.get::<str>(&format!("{place}.notes[0]")).unwrap(), "a note", "{place}");
        // And back from there.
        let mut back = Record::new(&schema);
        back.copy_from("phone", &to, place).unwrap();
        assert_same(&back, &from);
        let mut twice = Record::open(&schema, to.as_bytes().to_vec()).unwrap();
        twice.copy_from(place, &to, places[(number + 3) % places.len()]).unwrap();
        twice.space().unwrap();
    }
    to.copy_from("phone", &Record::new(&schema), "second").unwrap();
    assert_eq!(to.get::<str>("phone.number").unwrap(), "");
    to.copy_from("absent[0]", &Record::new(&schema), "second").unwrap();
    assert_eq!(to.get_optional(&schema.field::<str>("absent[].number").unwrap().at(0)).unwrap(), None);
    // A default is another in another field.
    to.copy_from("age", &from, "phone.country").unwrap();
    assert_eq!(to.get::<u16>("age").unwrap(), 49);
    to.copy_from("greeting", &from, "friend.nick").unwrap();
    to.copy_from("names", &from, "phone.notes").unwrap();
    assert_eq!(to.get::<str>("names[0]").unwrap(), "a note");
    to.copy_from("maybe", &from, "maybe").unwrap();
    to.space().unwrap();
}

#[test]
fn values_are_copied_between_schemas_only_if_their_types_are_the_same() {
    let schema = schema();
    let same =
        "struct Tel { country: u16 = 49, number: string, notes: list<string> } struct Box { tel: Tel } root Box;";
    let other = Schema::parse(same).unwrap();
    let mut from = Record::new(&schema);
    from.push("phone.notes", "a note").unwrap();
    let mut to = Record::new(&other);
    to.copy_from("tel", &from, "phone").unwrap();
    assert_eq!(to.get::<str>("tel.notes[0]").unwrap(), "a note");
    let before = to.as_bytes().to_vec();
    for text in [same.replace("= 49", "= 48"), same.replace("number", "digits"), same.replace("list<", "set<")] {
        let mut to = Record::new(&Schema::parse(&text).unwrap());
        assert_eq!(to.copy_from("tel", &from, "phone").unwrap_err().kind(), ErrorKind::Type);
    }
    assert_eq!(to.copy_from("tel", &from, "age").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(to.copy_from("tel.nothing", &from, "age").unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(to.as_bytes(), before);
}

#[test]
fn a_copy_that_does_not_fit_leaves_the_bytes() {
    let schema = schema();
    let mut from = Record::new(&schema);
    from.push("phone.notes", "a note").unwrap();
    let mut bytes = Record::new(&schema).into_storage();
    let before = bytes.clone();
    let mut fixed = Record::open(&schema, &mut bytes[..]).unwrap();
    for place in ["phone", "friend.phone", "other.maybe", "by_code[7]", "contact.many"] {
        let source = if place == "contact.many" { "contacts" } else { "phone" };
        from.make_list("contacts").unwrap();
        from.push(&schema.field::<VariantName>("contacts[]").unwrap(), "email").unwrap();
        assert_eq!(fixed.copy_from(place, &from, source).unwrap_err().kind(), ErrorKind::Full, "{place}");
        assert_eq!(fixed.as_bytes(), before);
    }
}

#[test]
fn differences_say_what_is_to_be_done() {
    let schema = schema();
    let mut old = Record::new(&schema);
    let name = schema.field::<str>("names[]").unwrap();
    old.extend(&name, ["a", "b", "c", "d"]).unwrap();
    old.set("nick", "gone").unwrap();
    old.set("scores[\"ada ]\"]", 1u64).unwrap();
    old.set("contact.email", "a@b").unwrap();
    old.push_default("phones").unwrap();
    old.add_key("tags", "old").unwrap();
    let mut new = Record::open(&schema, old.as_bytes().to_vec()).unwrap();
    new.remove("names[1]").unwrap();
    new.push("names", "e").unwrap();
    new.clear("nick").unwrap();
    new.remove("scores[\"ada ]\"]").unwrap();
    new.set("contact.phone.country", 7u16).unwrap();
    new.push("phones[0].notes", "new").unwrap();
    new.add_key("tags", "new").unwrap();
    new.set("extra.$map[k].$i8", 5i8).unwrap();
    let changes = old.diff(&new).unwrap();
    let texts: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "clear nick",
            "splice names[1]: [\"b\", \"c\", \"d\"] -> [\"c\", \"d\", \"e\"]",
            "insert phones[0].notes[0]: \"new\"",
            "switch contact: phone(Phone { country: 7, number: \"\", notes: [] })",
            "remove key scores[\"ada ]\"]: 1",
            "add key tags[\"new\"]",
            "switch extra: {\"k\": 5}",
        ]
    );
    let before = old.as_bytes().to_vec();
    // All or none: what the last would change is not there.
    let mut other = Record::new(&schema);
    other.set("friend.id", 1u32).unwrap();
    let empty = other.as_bytes().to_vec();
    assert_eq!(other.apply(&changes).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(other.as_bytes(), empty);
    assert_eq!(old.as_bytes(), before);
    old.apply(&changes).unwrap();
    assert_same(&old, &new);
}

#[cfg(feature = "serde")]
#[test]
fn a_difference_is_serialized_with_its_value() {
    let schema = schema();
    let mut new = Record::new(&schema);
    new.push("names", "one").unwrap();
    for code in [4u32, 5] {
        new.push("codes", code).unwrap();
    }
    new.set("phone.number", "123").unwrap();
    new.add_key("ids", vellum::value::Uuid([7; 16])).unwrap();
    let changes = new.diff(&Record::new(&schema)).unwrap();
    let expected = [
        r#"{"path":"codes","action":"splice","index":0,"removed":[4,5]}"#,
        r#"{"path":"names[0]","action":"remove","removed":"one"}"#,
        r#"{"path":"phone.number","action":"set","value":""}"#,
        r#"{"path":"ids[07070707-0707-0707-0707-070707070707]","action":"remove key"}"#,
    ];
    assert_eq!(serde_json::to_string(&changes).unwrap(), format!("[{}]", expected.join(",")));
}

#[test]
fn text_of_a_fixed_length_is_a_difference_like_any_other() {
    let text = "struct Codes { short: string[2], long: string[16], by: map<string, string[4]>, all: list<string[3]?> } root Codes;";
    let schema = Schema::parse(text).unwrap();
    let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
    new.set("short", "ab").unwrap();
    new.set("long", "sixteen bytes").unwrap();
    new.set("by[x]", "four").unwrap();
    new.push_default("all").unwrap();
    new.push("all", "abc").unwrap();
    let changes = old.diff(&new).unwrap();
    assert!(changes.iter().any(|change| change.to_string() == r#"set long: "sixteen bytes""#), "{changes:?}");
    old.apply(&changes).unwrap();
    assert!(old.content_eq(&new).unwrap());
    old.apply(&old.diff(&Record::new(&schema)).unwrap()).unwrap();
    assert!(old.content_eq(&Record::new(&schema)).unwrap());
}

#[test]
fn elements_of_any_kind_are_inserted_as_what_they_are() {
    let schema = Schema::parse("struct Doc { all: list<any> } root Doc;").unwrap();
    let mut old = Record::new(&schema);
    old.push_default("all").unwrap();
    old.set("all[0].$map[k].$i8", 1i8).unwrap();
    let mut new = Record::new(&schema);
    for _ in 0..3 {
        new.push_default("all").unwrap();
    }
    new.set("all[0].$map[a].$i8", 1i8).unwrap();
    new.set("all[1].$map[k].$i8", 1i8).unwrap();
    new.push_default("all[2].$list").unwrap();
    for (from, to) in [(&old, &new), (&new, &old)] {
        let mut record = Record::open(&schema, from.as_bytes().to_vec()).unwrap();
        record.apply(&from.diff(to).unwrap()).unwrap();
        assert!(record.content_eq(to).unwrap());
    }
}

#[test]
fn a_merge_replaces_what_the_patch_says_and_keeps_the_rest() {
    let schema = schema();
    let (mut to, mut patch) = (Record::new(&schema), Record::new(&schema));
    to.set("id", 7u32).unwrap();
    to.set("greeting", "hi").unwrap();
    to.push("names", "old").unwrap();
    to.push("codes", 1u32).unwrap();
    to.set("phone.number", "123").unwrap();
    to.set("words[0]", "first").unwrap();
    to.set("scores[ada]", 5u64).unwrap();
    to.set("by_code[1].number", "one").unwrap();
    to.set("contact.phone.number", "456").unwrap();
    to.set("other.email", "a@b").unwrap();
    to.set("more[a].$map[b].$i8", 1i8).unwrap();
    patch.push("names", "new").unwrap();
    patch.push("phone.notes", "note").unwrap();
    patch.set("words[1]", "second").unwrap();
    patch.set("scores[ada]", 0u64).unwrap();
    patch.set("scores[bob]", 1u64).unwrap();
    patch.set("by_code[1].country", 1u16).unwrap();
    patch.set("contact.phone.country", 2u16).unwrap();
    patch.set("other.none", 0u8).unwrap_err();
    patch.set(&schema.field::<VariantName>("other").unwrap(), "none").unwrap();
    patch.set("more[a].$map[c].$i8", 2i8).unwrap();
    patch.make("second").unwrap();
    patch.make_list("maybe").unwrap();
    to.merge(&patch).unwrap();
    let mut expected = Record::new(&schema);
    expected.set("id", 7u32).unwrap();
    expected.set("greeting", "hi").unwrap();
    expected.push("names", "new").unwrap();
    expected.push("codes", 1u32).unwrap();
    expected.set("phone.number", "123").unwrap();
    expected.push("phone.notes", "note").unwrap();
    expected.set("words[0]", "first").unwrap();
    expected.set("words[1]", "second").unwrap();
    expected.set("scores[ada]", 0u64).unwrap();
    expected.set("scores[bob]", 1u64).unwrap();
    expected.set("by_code[1].number", "one").unwrap();
    expected.set("by_code[1].country", 1u16).unwrap();
    expected.set("contact.phone.number", "456").unwrap();
    expected.set("contact.phone.country", 2u16).unwrap();
    expected.set(&schema.field::<VariantName>("other").unwrap(), "none").unwrap();
    expected.set("more[a].$map[b].$i8", 1i8).unwrap();
    expected.set("more[a].$map[c].$i8", 2i8).unwrap();
    expected.make("second").unwrap();
    expected.make_list("maybe").unwrap();
    assert_same(&to, &expected);
}

#[test]
fn space_is_told_by_field() {
    let schema = schema();
    let mut record = Record::new(&schema);
    record.set("phone.number", "12345").unwrap();
    record.push("phone.notes", "a note").unwrap();
    for number in 0..3u8 {
        record.push(&schema.field::<VariantName>("contacts[]").unwrap(), "phone").unwrap();
        record.set(&*format!("contacts[{number}].phone.number"), "678").unwrap();
    }
    record.set("scores[ada]", 1u64).unwrap();
    record.set("by_code[1].number", "9").unwrap();
    let space = record.space_by_field(9).unwrap();
    let rows: Vec<(&str, usize)> = space.rows().iter().map(|row| (row.path.as_str(), row.objects)).collect();
    let expected = [
        ("", 1),
        ("phone", 1),
        ("phone.number", 1),
        ("phone.notes", 1),
        ("phone.notes[]", 1),
        ("contacts", 1),
        ("contacts[].phone", 3),
        ("contacts[].phone.number", 3),
        ("scores", 2),
        ("by_code", 1),
        ("by_code[].number", 1),
    ];
    assert_eq!(rows, expected);
    assert_eq!(record.space_by_field(0).unwrap().rows().len(), 1);
    let fields = record.space_by_field(1).unwrap();
    assert_eq!(fields.rows().len(), 5);
    assert!(fields.to_string().starts_with("   objects       live      slack  field\n         1"));
    assert!(fields.to_string().ends_with(&record.space().unwrap().to_string()));
}

proptest! {
    #[test]
    fn space_by_field_adds_up(a in edits(60), depth in 0..6usize) {
        let record = record(&schema(), &a);
        let space = record.space_by_field(depth).unwrap();
        prop_assert_eq!(space.total(), record.space().unwrap());
        prop_assert_eq!(space.rows().iter().map(|row| row.live).sum::<usize>(), space.total().live);
        prop_assert_eq!(space.rows().iter().map(|row| row.slack).sum::<usize>(), space.total().slack);
    }

    #[test]
    fn a_merge_keeps_its_rules(a in edits(40), b in edits(40)) {
        let schema = schema();
        let (before, patch) = (record(&schema, &a), record(&schema, &b));
        // Nothing changes nothing, and nothing changed gives the patch.
        let mut merged = record(&schema, &a);
        merged.merge(&Record::new(&schema)).unwrap();
        assert_same(&merged, &before);
        let mut from_nothing = Record::new(&schema);
        from_nothing.merge(&patch).unwrap();
        assert_same(&from_nothing, &patch);
        // A second time changes nothing more, and what the patch says is then there.
        merged.merge(&patch).unwrap();
        let mut again = Record::open(&schema, merged.as_bytes().to_vec()).unwrap();
        again.merge(&patch).unwrap();
        assert_same(&again, &merged);
        for change in Record::new(&schema).diff(&patch).unwrap() {
            if change.action() == vellum::change::Action::AddKey && change.value().unwrap().is_none() {
                prop_assert!(merged.get::<vellum::dynamic::Dynamic>(change.path()).is_ok());
            }
        }
        for path in ["id", "age"] {
            let value = patch.root().unwrap().get(path).unwrap();
            let is_default = matches!((path, value), ("id", vellum::dynamic::ValueRef::Unsigned(0)) | ("age", vellum::dynamic::ValueRef::Unsigned(18)));
            let expected = if is_default { before.root().unwrap().get(path).unwrap() } else { value };
            prop_assert_eq!(format!("{:?}", merged.root().unwrap().get(path).unwrap()), format!("{expected:?}"));
        }
        merged.space().unwrap();
    }

    #[test]
    fn applied_differences_make_records_equal(a in edits(40), b in edits(40), more in edits(6)) {
        let schema = schema();
        let (old, new) = (record(&schema, &a), record(&schema, &b));
        let mut patched = record(&schema, &a);
        let changes = old.diff(&new).unwrap();
        patched.apply(&changes).unwrap();
        assert_same(&patched, &new);
        prop_assert!(patched.diff(&new).unwrap().is_empty());
        // A few edits are a few changes.
        let mut near = record(&schema, &a);
        for edit in &more {
            let _ = apply(&mut near, "", *edit);
        }
        let changes = old.diff(&near).unwrap();
        prop_assert!(changes.len() <= 3 * more.len(), "{:?}", changes);
        patched = record(&schema, &a);
        patched.apply(&changes).unwrap();
        assert_same(&patched, &near);
    }

    #[test]
    fn a_record_is_copied_field_by_field(a in edits(40), b in edits(40)) {
        let schema = schema();
        let (mut to, from) = (record(&schema, &a), record(&schema, &b));
        for field in schema.root().fields() {
            to.copy_from(field.name(), &from, field.name()).unwrap();
            to.space().unwrap();
        }
        assert_same(&to, &from);
    }

    #[test]
    fn content_is_equal_exactly_if_canonical_bytes_are(a in edits(40), b in edits(40)) {
        let schema = schema();
        let (of_a, of_b) = (record(&schema, &a), record(&schema, &b));
        let equal = compacted(&of_a) == compacted(&of_b);
        prop_assert_eq!(of_a.content_eq(&of_b).unwrap(), equal);
        prop_assert_eq!(hash(&of_a) == hash(&of_b), equal);
        let compact = Record::open(&schema, compacted(&of_a)).unwrap();
        assert_same(&of_a, &compact);
        let mut wide = Record::with_width(&schema, PointerWidth::Four);
        for edit in &a {
            let _ = apply(&mut wide, "", *edit);
        }
        assert_same(&of_a, &wide);
    }
}

#[test]
fn records_that_are_any_are_told_apart_and_made_equal() {
    let schema = Schema::parse("root any;").unwrap();
    let [mut old, mut new] = [Record::new(&schema), Record::new(&schema)];
    for (record, city) in [(&mut old, "Paris"), (&mut new, "Rome")] {
        record.set("name", "Ada").unwrap();
        record.set("home.city", city).unwrap();
    }
    let changes = old.diff(&new).unwrap();
    assert!(format!("{changes:?}").contains("Rome") && !format!("{changes:?}").contains("Ada"), "{changes:?}");
    old.apply(&changes).unwrap();
    assert!(old.content_eq(&new).unwrap());
    assert!(old.diff(&new).unwrap().is_empty());
    let mut patch = Record::new(&schema);
    patch.set("home.street", "Via Appia").unwrap();
    old.merge(&patch).unwrap();
    assert_eq!(old.get::<str>("home.city").unwrap(), "Rome");
    assert_eq!(old.get::<str>("home.street").unwrap(), "Via Appia");
}
