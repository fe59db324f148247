//! Changes from a format, for a schema that says what their values are.
//!
//! A value is encoded by itself, and taken from there as one from a record that differs would be.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::de::Skip;
use super::writer::{ReadOptions, RecordWriter, ValueSeed};
use crate::compare::{Action, Change, Patch, UNKNOWN_INDEX};
use crate::encode::Encoded;
use crate::read::value::Part;
use crate::record::Resolved;
use crate::schema::{DefaultValue, Schema, Type};

/// Deserializes a patch of records of a schema, a sequence of changes: what
/// [`Record::diff`](crate::Record::diff) gave and serde wrote. The [module](crate::serde) says how
/// they are written.
///
/// The path and the action of a change have to come before its values. Keys that are not known in a
/// change are skipped, in a value they are an error. Whether a change can be made only shows when
/// [`Record::apply`](crate::Record::apply) makes it, which also says what happens in a record that
/// has gone its own way.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use vellum::{Record, Schema, serde::PatchSeed};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let (mut here, mut there) = (Record::new(&schema), Record::new(&schema));
/// there.set("age", 37u16)?;
/// there.push("tags", "math")?;
/// let json = serde_json::to_string(&here.diff(&there)?).unwrap();
/// assert_eq!(json, r#"[{"path":"age","action":"set","value":37},{"path":"tags[0]","action":"insert","value":"math"}]"#);
///
/// let changes = PatchSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
/// here.apply(&changes)?;
/// assert!(here.content_eq(&there)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PatchSeed<'s> {
    schema: &'s Schema,
}

impl<'s> PatchSeed<'s> {
    /// A seed for changes to records of a schema.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Self {
        Self { schema }
    }
}

impl<'de> DeserializeSeed<'de> for PatchSeed<'_> {
    type Value = Patch;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Patch, D::Error> {
        let how = ReadOptions { is_text: deserializer.is_human_readable(), ..ReadOptions::FORMAT };
        let changes = deserializer.deserialize_seq(Changes { schema: self.schema, how })?;
        Ok(Patch::new(self.schema, changes))
    }
}

#[derive(Clone, Copy)]
struct Changes<'s> {
    schema: &'s Schema,
    how: ReadOptions,
}

impl<'de> Visitor<'de> for Changes<'_> {
    type Value = Vec<Change>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence of changes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<Change>, A::Error> {
        let mut changes = Vec::new();
        while let Some(change) = sequence.next_element_seed(One(self))? {
            changes.push(change);
        }
        Ok(changes)
    }
}

/// One change.
struct One<'s>(Changes<'s>);

impl<'de> DeserializeSeed<'de> for One<'_> {
    type Value = Change;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Change, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for One<'_> {
    type Value = Change;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map with a path, an action and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Change, A::Error> {
        let (mut path, mut action) = (None::<String>, None);
        let (mut index, mut count) = (None::<usize>, None::<usize>);
        let (mut value, mut removed, mut was) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_second = match &*key {
                "path" => path.replace(map.next_value()?).is_some(),
                "action" => {
                    let name: String = map.next_value()?;
                    let known = Action::from_name(&name);
                    let known = known.ok_or_else(|| A::Error::custom(format!("there is no action `{name}`")))?;
                    action.replace(known).is_some()
                }
                "index" => index.replace(map.next_value()?).is_some(),
                "count" => count.replace(map.next_value()?).is_some(),
                "value" | "removed" | "was" => {
                    let Some(path) = &path else { return Err(A::Error::custom("a value comes before its path")) };
                    // What is pushed is an element.
                    let is_pushed = action == Some(Action::Push);
                    let path = if is_pushed { format!("{path}[0]") } else { path.clone() };
                    let given = map.next_value_seed(ValueOf { changes: self.0, path: &path })?;
                    let to = match &*key {
                        "value" => &mut value,
                        "removed" => &mut removed,
                        _ => &mut was,
                    };
                    to.replace(given).is_some()
                }
                _ => {
                    map.next_value_seed(Skip::new())?;
                    false
                }
            };
            if is_second {
                return Err(A::Error::custom(format!("the key `{key}` comes twice")));
            }
        }
        let path = path.ok_or_else(|| A::Error::missing_field("path"))?;
        let action = action.ok_or_else(|| A::Error::missing_field("action"))?;
        if action.has_count() && index.is_none() {
            return Err(A::Error::missing_field("index"));
        }
        if removed.is_some() && was.is_some() {
            return Err(A::Error::custom("of `removed` and `was` a change has one"));
        }
        let takes_none = matches!(action, Action::Clear | Action::Remove | Action::RemoveKey);
        let adds = matches!(action, Action::Insert | Action::AddKey | Action::Push);
        let is_condition = removed.is_some();
        let (value, old) = (value.filter(|_| !takes_none), removed.or(was).filter(|_| !adds));
        // A push makes what it does whatever its index is.
        let index = index.or((action == Action::Push).then_some(UNKNOWN_INDEX));
        let (index, count) = (index.filter(|_| action.has_index()), count.filter(|_| action.has_count()));
        let schema = self.0.schema;
        let place = Resolved::new(schema, &path, false).map_err(A::Error::custom)?.place(schema);
        let change = Change::of_schema(schema, place, action, value.as_ref().map(|held| held.part(schema)).as_ref());
        let change = change.map(|change| change.ranging(index.unwrap_or_default(), count.unwrap_or_default()));
        let old = old.as_ref().map(|held| held.part(schema));
        change
            .and_then(|change| change.with_old_of_schema(schema, old.as_ref(), is_condition))
            .map_err(A::Error::custom)
    }
}

/// The value of a change at a path.
struct ValueOf<'s, 'p> {
    changes: Changes<'s>,
    path: &'p str,
}

/// A value by itself, with what it is.
struct EncodedValue<'s> {
    encoded: Encoded,
    ty: &'s Type,
    optional: bool,
    default: &'s DefaultValue,
}

impl EncodedValue<'_> {
    fn part<'p>(&'p self, schema: &'p Schema) -> Part<'p> {
        self.encoded.part(schema, self.ty, self.optional, self.default)
    }
}

impl<'de, 's> DeserializeSeed<'de> for ValueOf<'s, '_> {
    type Value = EncodedValue<'s>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<EncodedValue<'s>, D::Error> {
        let Self { changes: Changes { schema, how }, path } = self;
        let (ty, _, default) =
            Resolved::new(schema, path, false).and_then(|at| at.of(schema)).map_err(D::Error::custom)?;
        // Of `any` null is a value, and so nothing else.
        let optional = !schema.is_any_type(ty);
        let encoded = RecordWriter::value(schema, (ty, optional, default), (path, how), |writer, to| {
            ValueSeed { writer, to }.deserialize(deserializer)
        });
        Ok(EncodedValue { encoded: encoded.map_err(|unwritten| unwritten.error)?, ty, optional, default })
    }
}
