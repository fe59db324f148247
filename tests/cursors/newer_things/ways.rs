//! The ways to read and edit a whole value, by its type and by its schema.

use std::hash::DefaultHasher;

use vellum::dynamic::{StructRef, ValueRef};
use vellum::{DecodeOwned, Error, ErrorKind, Record, Result, Schema, Vellum, dynamic::Dynamic, field::VariantName};

use super::Knows;

/// What came of each way.
pub type Told = Vec<(&'static str, Result<()>)>;

/// Errors that say something else of the edit than what is known of the value.
fn unless_refused(result: Result<()>) -> Result<()> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::Type | ErrorKind::Path) => Ok(()),
        result => result,
    }
}

pub fn by_type<H: Vellum + DecodeOwned>(bytes: &[u8]) -> Told {
    let edited = |edit: &dyn Fn(&mut Vec<u8>) -> Result<()>| {
        let mut copy = bytes.to_vec();
        let result = edit(&mut copy);
        assert!(result.is_ok() || copy == bytes, "a failed edit changes bytes");
        result
    };
    vec![
        ("from_slice", vellum::from_slice::<H>(bytes).map(drop)),
        ("verify", H::schema().prove(bytes).map(drop)),
        ("access", H::prove(bytes).map(drop)),
        ("JSON", vellum::json::from_buffer::<H>(bytes).map(drop)),
        ("content_hash", H::content_hash(bytes, &mut DefaultHasher::new())),
        ("content_eq", H::content_eq(bytes, bytes).map(drop)),
        ("compact", edited(&|copy| H::compact(copy))),
        ("space", vellum::space::space::<H>(bytes).map(drop)),
        (
            "JSON patch",
            edited(&|copy| {
                unless_refused(vellum::json::json_patch::<H, _>(copy, r#"[{"op":"test","path":"/before","value":1}]"#))
            }),
        ),
        ("merge patch", edited(&|copy| unless_refused(vellum::json::merge_patch::<H, _>(copy, r#"{"before":2}"#)))),
    ]
}

/// Walks over all that a cursor leads to.
fn walk(value: ValueRef<'_>) -> Result<()> {
    match value {
        ValueRef::Struct(record) => walk_fields(&record),
        ValueRef::List(list) => list.iter().try_for_each(|element| walk(element?)),
        ValueRef::Map(map) => {
            map.iter().try_for_each(|entry| entry.and_then(|(key, value)| walk(key).and_then(|()| walk(value))))
        }
        ValueRef::Union(union) => union.value()?.map_or(Ok(()), walk),
        _ => Ok(()),
    }
}

fn walk_fields(record: &StructRef<'_>) -> Result<()> {
    record.fields().try_for_each(|(_, value)| walk(value?))
}

/// By the schema of the program, at run time.
pub fn by_schema(schema: &Schema, bytes: &[u8], knows: Knows) -> Told {
    let open = || Record::open(schema, bytes.to_vec());
    let edited = |edit: &dyn Fn(&mut Record) -> Result<()>| {
        let mut record = open()?;
        let result = edit(&mut record);
        assert!(result.is_ok() || record.as_bytes() == bytes, "a failed edit changes bytes");
        unless_refused(result)
    };
    let view = schema.peek(bytes).unwrap();
    let is_record = schema.root_value().is_none();
    let it = if is_record { "it" } else { "" };
    let long = "a long text that makes pointers wider ".repeat(9);
    let mut told: Told = vec![
        ("verify by schema", schema.prove(bytes).map(drop)),
        ("cursors", view.value().and_then(walk)),
        ("JSON by schema", view.to_json().map(drop)),
        ("JSON of one field", view.get_json(it).map(drop)),
        ("path", view.get::<Dynamic>(it).and_then(walk)),
        ("handle", schema.field::<Dynamic>(it).and_then(|it| view.get(&it).and_then(walk))),
        ("name", unless_refused(view.get::<VariantName>(it).map(drop))),
        ("length", unless_refused(view.len(it).map(drop))),
        ("iterator", unless_refused((|| view.iter::<Dynamic>(it)?.try_for_each(|element| walk(element?)))())),
        (
            "names of elements",
            unless_refused((|| view.iter::<VariantName>(it)?.try_for_each(|element| element.map(drop)))()),
        ),
        ("serde", unless_refused(view.to_serde::<serde_json::Value>().map(drop))),
        ("hash", view.content_hash(&mut DefaultHasher::new())),
        ("equality", view.content_eq(&view).map(drop)),
        ("diff", Record::new(schema).diff(&view).map(drop)),
        ("diff back", view.diff(&Record::new(schema)).map(drop)),
        ("space by schema", view.space().map(drop)),
        ("merge", Record::new(schema).merge(&view)),
        ("copy", Record::new(schema).copy_from(it, &view, it)),
        ("merge over", edited(&|record| record.merge(&Record::new(schema)))),
        ("compact by schema", edited(&|record| record.compact())),
        ("clear", edited(&|record| record.clear(it))),
        ("remove", edited(&|record| record.remove(&*format!("{it}[0]")))),
        ("push a default", edited(&|record| record.push_default(it))),
        (
            "JSON patch by schema",
            edited(&|record| record.json_patch(&format!(r#"[{{"op":"test","path":"/{it}","value":1}}]"#))),
        ),
    ];
    if is_record {
        told.push(("a long neighbour", edited(&|record| record.set("after", &*long))));
        told.push(("a neighbour", edited(&|record| record.set("before", 7))));
        told.push(("JSON merge patch", edited(&|record| record.merge_patch(r#"{"before":9}"#))));
    }
    if let Ok(patch) = Record::new(schema).diff(&view) {
        told.push(("apply", Record::new(schema).apply(&patch)));
        told.push(("patch as bytes", patch.to_bytes().and_then(|bytes| patch_again(schema, &bytes))));
    }
    // To be corrupt is found by those who look at the value; those who do not are not asked.
    if knows == Knows::Closed {
        told.retain(|(_, result)| result.as_ref().is_err_and(|error: &Error| error.kind() != ErrorKind::Conflict));
    }
    told.retain(|(_, result)| !matches!(result, Err(error) if error.kind() == ErrorKind::Conflict));
    told
}

fn patch_again(schema: &Schema, bytes: &[u8]) -> Result<()> {
    vellum::patch::Patch::from_bytes(schema, bytes).map(drop)
}
