//! Schemas whose root holds one value of a type, for values that travel alone.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::converting::Converting;
use super::definition::{Field, Struct};
use super::draft::next_id;
use super::model::{Inner, Schema};
use super::rules::Rules;
use super::types::{StructId, Type};
use crate::layout::Place;
use crate::wire::width::PointerWidth;

impl Schema {
    /// The same types, with a root that holds one value of a type of them in its only field, `value`, which can be absent.
    ///
    /// Types have the same numbers as here, so values of the one schema are values of the other.
    pub(crate) fn holding(&self, ty: &Type, optional: bool) -> Self {
        let Inner { enums, structs, unions, names, .. } = &*self.0;
        let shape = self.0.shape(ty, optional, 1);
        let place = Place::single(shape.bits, shape.slot);
        let field = Field {
            name: String::from("value"),
            docs: String::new(),
            ty: ty.clone(),
            optional,
            default: self.0.implied_default(ty),
            since: 1,
            rules: Rules::default(),
            place,
        };
        let holder = Struct {
            name: String::from("value"),
            docs: String::new(),
            frozen: false,
            tuple: false,
            key: Vec::new(),
            fields: vec![field],
            ends: vec![place.end],
            order: vec![0],
            words: Vec::new(),
            parts: vec![0],
        };
        let origin = self.0.origin;
        let root = StructId(u32::try_from(structs.len()).unwrap_or(u32::MAX), origin);
        let mut structs = structs.clone();
        structs.push(holder);
        let (enums, unions, names, min_width) = (enums.clone(), unions.clone(), names.clone(), PointerWidth::One);
        let (proof, costs, limits) = (OnceBox::new(), OnceBox::new(), self.limits());
        // What is put into such records comes as it is stored.
        let (id, converting) = (next_id(), Converting::default());
        let fault = self.0.fault.clone();
        Self(Arc::new(Inner {
            id,
            origin,
            enums,
            structs,
            unions,
            names,
            root,
            min_width,
            converting,
            proof,
            limits,
            costs,
            fault,
        }))
    }
}
