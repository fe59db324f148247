//! What a field's values are like beyond their type: docs/schema.md has the rules.

use crate::types::{Item, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// The rules of a field; none of them where it has none.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Rules {
    /// The smallest word.
    pub low: Option<u128>,
    /// The largest word.
    pub high: Option<u128>,
    /// The most bytes of text or bytes.
    pub max: Option<usize>,
    /// The letters of text.
    pub case: Option<Case>,
}

/// The letters that text may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Case {
    /// None is an uppercase letter.
    Lower,
    /// None is a lowercase letter.
    Upper,
}

impl Rules {
    /// Whether a character may stand in text.
    pub fn allow_char(&self, c: char) -> bool {
        match self.case {
            Some(Case::Lower) => !c.is_uppercase(),
            Some(Case::Upper) => !c.is_lowercase(),
            None => true,
        }
    }

    /// Whether a value keeps the rules.
    pub fn allow(&self, ty: &Type, val: &Val) -> bool {
        match (ty, val) {
            (Type::Scalar(scalar), Val::Word(word)) => {
                self.low.is_none_or(|low| is_in_order(*scalar, low, *word))
                    && self.high.is_none_or(|high| is_in_order(*scalar, *word, high))
            }
            (_, Val::Blob(content)) => {
                self.max.is_none_or(|max| content.len() <= max)
                    && String::from_utf8_lossy(content).chars().all(|c| self.allow_char(c))
            }
            _ => true,
        }
    }

    /// As schema text has them, with a space before each.
    pub fn text(&self, schema: &Schema, ty: &Type) -> String {
        let mut text = String::new();
        let end = |word: u128| schema.literal(ty, &Val::Word(word));
        if self.low.is_some() || self.high.is_some() {
            let (low, high) = (self.low.map(end), self.high.map(end));
            text += &format!(" in {}..", low.unwrap_or_default());
            text += &high.map(|high| format!("={high}")).unwrap_or_default();
        }
        text += &self.max.map(|max| format!(" max {max}")).unwrap_or_default();
        text += match self.case {
            Some(Case::Lower) => " lowercase",
            Some(Case::Upper) => " uppercase",
            None => "",
        };
        text
    }
}

/// Whether one word is at most another; no number is in order with one that is none.
pub fn is_in_order(scalar: Scalar, a: u128, b: u128) -> bool {
    match scalar {
        Scalar::F32 => f32::from_bits(a as u32) <= f32::from_bits(b as u32),
        Scalar::F64 => f64::from_bits(a as u64) <= f64::from_bits(b as u64),
        _ if scalar.is_signed() => scalar.signed(a) <= scalar.signed(b),
        _ => a <= b,
    }
}

impl Schema {
    /// Whether any field has rules.
    pub fn has_rules(&self) -> bool {
        self.structs.iter().flat_map(|structure| &structure.fields).any(|field| field.rules != Rules::default())
    }

    /// Whether a value, and all in it, keeps the rules.
    pub fn keeps_rules(&self, slot: Slot<'_>, val: &Val) -> bool {
        let ty = &slot.item.ty;
        let within = |item: &Item, val: &Val| self.keeps_rules(Slot::of(item), val);
        slot.rules.is_none_or(|rules| rules.allow(ty, val))
            && match (ty, val) {
                (Type::List(item) | Type::Array(item, _), Val::List(vals)) => vals.iter().all(|val| within(item, val)),
                (Type::Map(_, item), Val::Map(entries)) => entries.iter().all(|(_, val)| within(item, val)),
                (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                    let parts = self.parts(ty).unwrap_or_default();
                    parts.into_iter().zip(vals).all(|(part, val)| self.keeps_rules(part, val))
                }
                (Type::Union(_), Val::Union(tag, payload)) => {
                    self.payload(ty, *tag).is_none_or(|item| within(item, payload))
                }
                _ => true,
            }
    }
}
