//! What edits write: literals as values, and text and bytes within others.

use std::ops::Range;

use crate::edit::Lit;
use crate::editor::{Editor, Found, Refused, Result};
use crate::path::Step;
use crate::types::{Item, Scalar, Type};
use crate::values::Val;

impl Editor<'_> {
    /// The content of text or bytes, as it would be if everything on the way were made; none if
    /// absent.
    pub(crate) fn content(&self, val: &Val, path: &[Step]) -> Result<Vec<u8>> {
        let made;
        let found = match self.find(val, path)? {
            Found::There(found) => found,
            Found::Missing => {
                let mut copy = val.clone();
                if self.slot(path)?.item.optional || self.ensure(&mut copy, path).is_err() {
                    return Ok(Vec::new());
                }
                made = copy;
                let Found::There(found) = self.find(&made, path)? else { return Ok(Vec::new()) };
                found
            }
        };
        match found {
            Val::Blob(content) => Ok(content.clone()),
            Val::List(elements) => {
                Ok(elements.iter().map(|val| if let Val::Word(word) = val { *word as u8 } else { 0 }).collect())
            }
            Val::Union(_, payload) => match &**payload {
                Val::Unit => Ok(Vec::new()),
                Val::Blob(content) => Ok(content.clone()),
                _ => Err(Refused("another kind of value")),
            },
            _ => Ok(Vec::new()),
        }
    }

    pub(crate) fn splice(&self, val: &mut Val, path: &[Step], range: Range<usize>, lit: &Lit) -> Result<()> {
        let slot = self.slot(path)?;
        let old = self.content(val, path)?;
        let (Lit::Text(_) | Lit::Bytes(_)) = lit else { return Err(Refused("no text or bytes")) };
        let of_lit = match lit {
            Lit::Text(text) => text.as_bytes(),
            Lit::Bytes(content) => content,
            _ => &[],
        };
        if slot.item.ty == Type::Any {
            // The kinds in `any` have to agree.
            if let Found::There(Val::Union(tag, _)) = self.find(val, path)? {
                let wanted = if matches!(lit, Lit::Text(_)) { 8 } else { 9 };
                if *tag != 0 && *tag != wanted {
                    return Err(Refused("another kind of value"));
                }
            }
        }
        if range.start > range.end || range.end > old.len() {
            return Err(Refused("beyond the end"));
        }
        if let (Lit::Text(_), Ok(text)) = (lit, std::str::from_utf8(&old))
            && !(text.is_char_boundary(range.start) && text.is_char_boundary(range.end))
        {
            return Err(Refused("within a character"));
        }
        if range.is_empty() && of_lit.is_empty() {
            return Ok(());
        }
        let mut content = old;
        content.splice(range, of_lit.iter().copied());
        let whole = match lit {
            Lit::Text(_) => Lit::Text(String::from_utf8(content).map_err(|_| Refused("no text"))?),
            _ => Lit::Bytes(content),
        };
        let new = self.literal(slot.item, &whole)?;
        *self.ensure(val, path)? = new;
        Ok(())
    }

    /// The value that a literal is in a type.
    pub(crate) fn literal(&self, item: &Item, lit: &Lit) -> Result<Val> {
        let wrong = Err(Refused("of another type"));
        match (&item.ty, lit) {
            (Type::Bool, Lit::Bool(value)) => Ok(Val::Bool(*value)),
            (Type::Scalar(scalar), Lit::Word(of_lit, word)) if scalar == of_lit => Ok(Val::Word(*word)),
            (Type::Enum(id), Lit::Word(of_lit, word)) => {
                let definition = &self.schema.enums[*id];
                let is_known = definition.open || definition.name_of(*word).is_some();
                if definition.repr == *of_lit && is_known { Ok(Val::Word(*word)) } else { wrong }
            }
            (Type::Enum(id), Lit::Variant(name)) => {
                let variants = &self.schema.enums[*id].variants;
                let number = variants.iter().find(|(known, _)| known == name).map(|(_, number)| *number);
                number.map(|number| Val::Word(number.into())).ok_or(Refused("no such variant"))
            }
            (Type::Union(_) | Type::Any, Lit::Variant(name)) => {
                let variants = self.schema.variants(&item.ty).unwrap_or_default();
                let tag = variants.iter().position(|(known, _)| known == name).ok_or(Refused("no such variant"))?;
                Ok(Val::Union(tag, Box::new(self.schema.payload_default(&item.ty, tag))))
            }
            (Type::String, Lit::Text(text)) => Ok(Val::text(text)),
            (Type::Bytes, Lit::Bytes(content)) => Ok(Val::Blob(content.clone())),
            (Type::Text(len), Lit::Text(text)) => {
                if text.len() > usize::from(*len) || text.ends_with('\0') {
                    return Err(Refused("the text does not fit"));
                }
                Ok(Val::text(text))
            }
            (Type::Array(element, len), Lit::Bytes(content))
                if **element == Item::new(Type::Scalar(Scalar::U8)) && content.len() == usize::from(*len) =>
            {
                Ok(Val::List(content.iter().map(|byte| Val::Word((*byte).into())).collect()))
            }
            (Type::Any, Lit::Bool(value)) => Ok(Val::Union(1, Box::new(Val::Bool(*value)))),
            (Type::Any, Lit::Word(Scalar::F64, word)) => Ok(Val::Union(7, Box::new(Val::Word(*word)))),
            (Type::Any, Lit::Word(Scalar::F32, word)) => {
                let float = f64::from(f32::from_bits(*word as u32));
                Ok(Val::Union(7, Box::new(Val::Word(float.to_bits().into()))))
            }
            (Type::Any, Lit::Word(scalar, word)) if scalar.size() <= 8 => {
                let number = if scalar.is_signed() { scalar.signed(*word) } else { word.cast_signed() };
                Ok(crate::read::integer(number))
            }
            (Type::Any, Lit::Text(text)) => Ok(Val::Union(8, Box::new(Val::text(text)))),
            (Type::Any, Lit::Bytes(content)) => Ok(Val::Union(9, Box::new(Val::Blob(content.clone())))),
            _ => wrong,
        }
    }
}
