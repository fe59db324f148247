//! Whether a value with parts keeps the rules of where it goes: rules belong to fields, and a value
//! from another record was made under that record's rules, or as bytes that nobody checked.
//!
//! The value is walked with the types of its own schema and of the other side by side; they are the
//! same but for rules.

use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::read::value::{Content, Part};
use crate::schema::{Rules, Schema, Type};

impl Part<'_> {
    /// Fails if a field of the value breaks its rules in a schema where the value has a type.
    pub(crate) fn check_rules(&self, schema: &Schema, ty: &Type) -> Result<()> {
        if !schema.structs().iter().any(|structure| structure.fields().iter().any(|field| !field.rules().is_empty())) {
            return Ok(());
        }
        RuleWalk { schema, decoder: Decoder::new(self.buf()) }.value(self, ty, None)
    }
}

/// A walk over a value that goes into a record of a schema.
struct RuleWalk<'a, 's> {
    schema: &'s Schema,
    decoder: Decoder<'a>,
}

impl<'a> RuleWalk<'a, '_> {
    fn value(&mut self, part: &Part<'a>, ty: &Type, rules: Option<&Rules>) -> Result<()> {
        let schema = self.schema;
        let (content, is_object) = part.open(&mut self.decoder)?;
        if is_object {
            self.decoder.enter()?;
        }
        match (&content, ty) {
            (Content::Word(_, word), _) => rules.map_or(Ok(()), |rules| rules.check_word(ty, *word))?,
            (Content::Blob(content), _) => rules.map_or(Ok(()), |rules| rules.check_blob(content))?,
            // A record that is not stored holds defaults, which keep the rules.
            (Content::Struct(_, []), _) => {}
            (Content::Struct(id, record), Type::Struct(of_type)) => {
                let parts = Part::fields(part.buf(), part.schema(), *id, record);
                for ((name, part), field) in parts.zip(schema.structure(*of_type).fields()) {
                    let rules = Some(field.rules()).filter(|rules| !rules.is_empty());
                    if rules.is_some() || has_fields(schema, field.ty()) {
                        let result = self.value(&part, field.ty(), rules);
                        result.map_err(|error| error.in_field(name))?;
                    }
                }
            }
            (Content::List(run), Type::List(_) | Type::Array(_)) => {
                let element = match ty {
                    Type::List(list) => list.element(),
                    Type::Array(array) => array.element(),
                    _ => return Ok(()),
                };
                // Defaults keep the rules.
                if has_fields(schema, element) && !run.elements.bytes.is_empty() {
                    for index in 0..run.len() {
                        self.value(&run.part(index)?, element, None).map_err(|error| error.in_element(index))?;
                    }
                }
            }
            (Content::Map(values), Type::Map(map)) => {
                if let Some(of_value) = map.value().filter(|value| has_fields(schema, value)) {
                    for entry in values.entries() {
                        entry?.1.map_or(Ok(()), |value| self.value(&value, of_value, None))?;
                    }
                }
            }
            (Content::Union(_, union), Type::Union(id)) => {
                if let (Some(payload), Some(variant)) = (union.part(), schema.union(*id).of_tag(union.tag())) {
                    let held = variant.ty().map_or(Ok(()), |ty| self.value(&payload, ty, None));
                    held.map_err(|error| error.in_field(variant.name()))?;
                }
            }
            _ => {}
        }
        if is_object {
            self.decoder.leave();
        }
        Ok(())
    }
}

/// Whether a value of this type may have fields, which alone have rules.
fn has_fields(schema: &Schema, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) | Type::String | Type::Bytes => false,
        Type::Union(id) => !schema.union(*id).is_any(),
        Type::List(list) => has_fields(schema, list.element()),
        Type::Array(array) => has_fields(schema, array.element()),
        Type::Map(map) => map.value().is_some_and(|value| has_fields(schema, value)),
        Type::Struct(_) => true,
    }
}
