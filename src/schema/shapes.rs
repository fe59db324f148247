//! What the types of a schema need of the record that they lie in.

use super::model::Inner;
use super::plan::Component;
use super::types::{ArrayType, DefaultValue, Item, ListType, MapEntry, MapType, Payload, Type};
use crate::layout::{Place, Shape, Size};

#[cfg(feature = "serde")]
impl super::Schema {
    /// The place of a value of a type that is alone in its record.
    pub(crate) fn single(&self, ty: &Type, optional: bool) -> Place {
        let Shape { bits, slot, .. } = self.0.shape(ty, optional, 1);
        Place::single(bits, slot)
    }
}

impl Inner {
    /// What a value of this type needs of the record it lies in.
    pub(super) fn shape(&self, ty: &Type, optional: bool, since: u32) -> Shape {
        let (bits, slot) = match ty {
            Type::Bool => (1, Size::ZERO),
            Type::Text(len) => (0, Size::bytes(*len)),
            Type::Scalar(scalar) => (0, Size::bytes(scalar.size())),
            Type::Enum(id) => (0, Size::bytes(self.enumeration(*id).repr.size())),
            Type::Struct(id) if self.structure(*id).frozen => (0, self.structure(*id).size()),
            Type::String | Type::Bytes | Type::List(_) | Type::Map(_) | Type::Struct(_) => (0, Size::POINTER),
            Type::Union(_) => (0, Size::UNION),
            Type::Array(array) => {
                let shape = self.shape(&array.0.ty, array.0.optional, 1);
                (0, Place::single(shape.bits, shape.slot).end.times(array.1))
            }
        };
        let presence = u32::from(optional && !self.is_nullable(ty));
        Shape { bits: presence.saturating_add(bits), slot, since }
    }

    /// Whether a field of this type is one pointer, whose null can tell absence.
    pub(super) fn is_nullable(&self, ty: &Type) -> bool {
        match ty {
            Type::String | Type::Bytes | Type::List(_) | Type::Map(_) => true,
            Type::Struct(id) => !self.structure(*id).frozen,
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Union(_) | Type::Array(_) | Type::Text(_) => false,
        }
    }

    /// The default of a type where none is declared.
    pub(super) fn implied_default(&self, ty: &Type) -> DefaultValue {
        match ty {
            Type::Enum(id) => match self.enumeration(*id).first() {
                0 => DefaultValue::Zero,
                first => DefaultValue::Word(u128::from(first)),
            },
            _ => DefaultValue::Zero,
        }
    }

    /// Where the payload of a union's variant lies.
    pub(super) fn payload(&self, ty: &Type, optional: bool) -> Payload {
        match ty {
            _ if self.is_nullable(ty) => Payload::Pointer,
            _ if optional => Payload::Boxed,
            Type::Bool => Payload::Word(1),
            Type::Scalar(scalar) => Payload::Word(scalar.size()),
            Type::Enum(id) => Payload::Word(self.enumeration(*id).repr.size()),
            _ => Payload::Boxed,
        }
    }

    /// Fills in what elements and entries need, which is known once every struct is planned.
    pub(super) fn complete(&self, ty: &Type) -> Type {
        match ty {
            Type::List(list) => Type::List(ListType(Component::new(self.item(&list.0.ty, list.0.optional)))),
            Type::Array(array) => {
                let Item { ty, optional, .. } = &*array.0;
                let ty = self.complete(ty);
                let default = self.implied_default(&ty);
                let shape = self.shape(&ty, *optional, 1);
                let place = Place::single(shape.bits, shape.slot);
                let item = Item::new(ty, *optional, default, place, false);
                Type::Array(ArrayType(Component::new(item), array.1))
            }
            Type::Map(map) => {
                let key = self.item(&map.0.key.ty, false);
                let value = map.0.value.as_ref().map(|value| self.item(&value.ty, value.optional));
                Type::Map(MapType(Component::new(MapEntry::new(key, value))))
            }
            _ => ty.clone(),
        }
    }

    /// An element of a list, or a part of an entry.
    pub(super) fn item(&self, ty: &Type, optional: bool) -> Item {
        let ty = self.complete(ty);
        let default = self.implied_default(&ty);
        let (place, growable) = match &ty {
            Type::Struct(id) if !self.structure(*id).frozen => {
                // The record lies inline behind its presence byte, if it has one.
                (Place::element(optional, self.structure(*id).size()), true)
            }
            _ => {
                let shape = self.shape(&ty, optional, 1);
                (Place::single(shape.bits, shape.slot), false)
            }
        };
        Item::new(ty, optional, default, place, growable)
    }
}
