//! Types of which parts are stored by way of another type (`with`), so that what is written is made anew each time it is
//! asked for.

use alloc::vec;
use alloc::vec::Vec;

use super::draft::Draft;
use super::model::Inner;
use super::types::Type;

/// For each struct and each union whether something in it is converted; empty where nothing is.
#[derive(Clone, Default)]
pub(super) struct Converting {
    structs: Vec<bool>,
    unions: Vec<bool>,
}

impl Converting {
    /// Of a resolved schema: from what the draft says, as far up as types hold each other.
    pub(super) fn new(draft: &Draft, inner: &Inner) -> Self {
        if draft.converting.is_empty() {
            return Self::default();
        }
        let is_named = |name: &str| draft.converting.iter().any(|known| known == name);
        let mut found = Self {
            structs: inner.structs.iter().map(|structure| is_named(structure.name())).collect(),
            unions: inner.unions.iter().map(|union| is_named(union.name())).collect(),
        };
        // Each round but the last finds a type more.
        loop {
            let structs: Vec<bool> = inner
                .structs
                .iter()
                .zip(&found.structs)
                .map(|(structure, known)| *known || structure.fields().iter().any(|field| found.holds(field.ty())))
                .collect();
            let mut unions = vec![false; inner.unions.len()];
            for ((union, known), now) in inner.unions.iter().zip(&found.unions).zip(&mut unions) {
                *now = *known || union.variants.iter().any(|variant| found.holds(&variant.item().ty));
            }
            if structs == found.structs && unions == found.unions {
                return found;
            }
            found = Self { structs, unions };
        }
    }

    /// Whether nothing is.
    pub(super) fn is_empty(&self) -> bool {
        self.structs.is_empty() && self.unions.is_empty()
    }

    /// Whether something in a value of this type is.
    pub(super) fn holds(&self, ty: &Type) -> bool {
        let is_known = |known: &[bool], id: u32| known.get(id as usize).copied().unwrap_or(false);
        match ty {
            Type::Struct(id) => is_known(&self.structs, id.0),
            Type::Union(id) => is_known(&self.unions, id.0),
            Type::List(list) => self.holds(&list.0.ty),
            Type::Array(array) => self.holds(&array.0.ty),
            Type::Map(map) => map.0.value.as_ref().is_some_and(|value| self.holds(&value.ty)),
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) | Type::String | Type::Bytes => false,
        }
    }
}
