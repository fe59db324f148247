//! Changes from a format, for a schema that says what their values are.
//!
//! A value is set in a record of its own, whose root holds nothing else, and taken from there as one from a record that differs
//! would be.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::de::{Slot, Writer};
use super::skip::Skip;
use crate::error::Result;
use crate::read::cursor;
use crate::read::value::Part;
use crate::record::Record;
use crate::schema::{Schema, Type};
use crate::{Action, Change};

/// How many schemas for values are kept: one for each type.
const KEPT: usize = 16;

/// Deserializes a sequence of changes to records of a schema: what [`Record::diff`] gave and serde wrote. The
/// [module](crate::serde) says how they are written.
///
/// The path of a change has to come before its value. Keys that are not known are skipped. Whether a change can be made only
/// shows when [`Record::apply`] makes it.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use vellum::{Record, Schema, serde::ChangesSeed};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let (mut here, mut there) = (Record::new(&schema), Record::new(&schema));
/// there.set("age", 37u16)?;
/// there.push("tags", "math")?;
/// let json = serde_json::to_string(&here.diff(&there)?).unwrap();
/// assert_eq!(json, r#"[{"path":"age","action":"set","value":37},{"path":"tags","action":"set","value":["math"]}]"#);
///
/// let changes = ChangesSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
/// here.apply(&changes)?;
/// assert!(here.content_eq(&there)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Debug)]
pub struct ChangesSeed<'s> {
    schema: &'s Schema,
    kept: Vec<(Type, Schema)>,
}

impl<'s> ChangesSeed<'s> {
    /// A seed for changes to records of a schema.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Self {
        Self { schema, kept: Vec::new() }
    }

    /// A schema whose root holds a value of a type.
    fn holding(&mut self, ty: &Type) -> Schema {
        if let Some((_, schema)) = self.kept.iter().find(|(kept, _)| kept == ty) {
            return schema.clone();
        }
        // Of `any` null is a value, and so nothing else.
        let schema = self.schema.holding(ty, !self.schema.is_any_type(ty));
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        self.kept.push((ty.clone(), schema.clone()));
        schema
    }
}

impl<'de> DeserializeSeed<'de> for ChangesSeed<'_> {
    type Value = Vec<Change>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Change>, D::Error> {
        let is_text = deserializer.is_human_readable();
        deserializer.deserialize_seq(Changes { seed: self, is_text })
    }
}

struct Changes<'s> {
    seed: ChangesSeed<'s>,
    is_text: bool,
}

impl<'de> Visitor<'de> for Changes<'_> {
    type Value = Vec<Change>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence of changes")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut sequence: A) -> Result<Vec<Change>, A::Error> {
        let mut changes = Vec::new();
        while let Some(change) = sequence.next_element_seed(One { changes: &mut self })? {
            changes.push(change);
        }
        Ok(changes)
    }
}

/// One change.
struct One<'c, 's> {
    changes: &'c mut Changes<'s>,
}

impl<'de> DeserializeSeed<'de> for One<'_, '_> {
    type Value = Change;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Change, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for One<'_, '_> {
    type Value = Change;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map with a path, an action and a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Change, A::Error> {
        let (mut path, mut action, mut value) = (None::<String>, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_second = match &*key {
                "path" => path.replace(map.next_value()?).is_some(),
                "action" => {
                    let name: String = map.next_value()?;
                    let known = Action::from_name(&name);
                    let known = known.ok_or_else(|| A::Error::custom(format!("there is no action `{name}`")))?;
                    action.replace(known).is_some()
                }
                "value" => {
                    let Some(path) = &path else { return Err(A::Error::custom("a value comes before its path")) };
                    let given = map.next_value_seed(Value { changes: &mut *self.changes, path })?;
                    value.replace(given).is_some()
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
        let takes_none = matches!(action, Action::Clear | Action::Remove | Action::RemoveKey);
        let value = value.filter(|_| !takes_none);
        let part = value.as_ref().map(Held::part).transpose().map_err(A::Error::custom)?;
        Change::of_schema(self.changes.seed.schema, &path, action, part.as_ref()).map_err(A::Error::custom)
    }
}

/// The value of a change at a path.
struct Value<'c, 's, 'p> {
    changes: &'c mut Changes<'s>,
    path: &'p str,
}

impl<'de> DeserializeSeed<'de> for Value<'_, '_, '_> {
    type Value = Held;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Held, D::Error> {
        let Self { changes, path } = self;
        let (ty, _) = changes.seed.schema.type_of_path(path).map_err(D::Error::custom)?;
        let schema = changes.seed.holding(&ty);
        let optional = !schema.is_any_type(&ty);
        let mut writer = Writer::of_value(&schema, path, false, changes.is_text);
        Slot { writer: &mut writer, ty: &ty, optional, inline: false }.deserialize(deserializer)?;
        Ok(Held { record: writer.record })
    }
}

/// A record that holds nothing but a value.
pub(super) struct Held {
    pub(super) record: Record,
}

impl Held {
    pub(super) fn part(&self) -> Result<Part<'_>> {
        let schema = self.record.schema();
        let field = schema.root().fields().first();
        let field = field.ok_or_else(|| cursor::no_field("value", schema.root()))?;
        self.record.part_of(field)
    }
}
