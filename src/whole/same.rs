//! Whether types of two schemas are the same: what lies in buffers of one means the same in buffers
//! of the other.
//!
//! Names of structs, enums and unions may differ, all that is in them may not: names of fields and
//! variants, their order, their types, defaults and revisions.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::schema::{Item, Schema, StructId, Type, UnionId};

/// Two schemas, and what is taken to be the same while it is compared.
struct Types<'s> {
    a: &'s Schema,
    b: &'s Schema,
    structs: Vec<(StructId, StructId)>,
    unions: Vec<(UnionId, UnionId)>,
}

/// Fails unless two types are the same.
pub(crate) fn check_same(a: (&Schema, &Type), b: (&Schema, &Type)) -> Result<()> {
    let mut types = Types { a: a.0, b: b.0, structs: Vec::new(), unions: Vec::new() };
    if (a.0.id() == b.0.id() && a.1 == b.1) || types.same(a.1, b.1) {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Type,
        format_args!("the field is {}, the value {}, which is not the same", a.0.describe(a.1), b.0.describe(b.1)),
    ))
}

impl Types<'_> {
    fn same(&mut self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Bool, Type::Bool) | (Type::String, Type::String) | (Type::Bytes, Type::Bytes) => true,
            (Type::Scalar(a), Type::Scalar(b)) => a == b,
            (Type::Text(a), Type::Text(b)) => a == b,
            (Type::Enum(a), Type::Enum(b)) => {
                let (a, b) = (self.a.enumeration(*a), self.b.enumeration(*b));
                a.repr() == b.repr() && a.is_open() == b.is_open() && a.variants().eq(b.variants())
            }
            (Type::Struct(a), Type::Struct(b)) => self.same_structs(*a, *b),
            (Type::Union(a), Type::Union(b)) => self.same_unions(*a, *b),
            (Type::List(a), Type::List(b)) => self.same_items(&a.0, &b.0),
            (Type::Array(a), Type::Array(b)) => a.len() == b.len() && self.same_items(&a.0, &b.0),
            (Type::Map(a), Type::Map(b)) => {
                let same_values = match (&a.0.value, &b.0.value) {
                    (Some(a), Some(b)) => self.same_items(a, b),
                    (None, None) => true,
                    _ => false,
                };
                same_values && self.same_items(&a.0.key, &b.0.key)
            }
            _ => false,
        }
    }

    fn same_items(&mut self, a: &Item, b: &Item) -> bool {
        a.optional == b.optional && self.same(&a.ty, &b.ty)
    }

    fn same_structs(&mut self, a: StructId, b: StructId) -> bool {
        if self.structs.contains(&(a, b)) {
            return true;
        }
        self.structs.push((a, b));
        let (a, b) = (self.a.structure(a), self.b.structure(b));
        let is_alike = a.is_frozen() == b.is_frozen() && a.fields().len() == b.fields().len();
        let mut fields = a.fields().iter().zip(b.fields());
        is_alike
            && fields.all(|(a, b)| {
                let is_alike = a.name() == b.name() && a.since() == b.since() && a.optional() == b.optional();
                is_alike && a.default() == b.default() && self.same(a.ty(), b.ty())
            })
    }

    fn same_unions(&mut self, a: UnionId, b: UnionId) -> bool {
        if self.unions.contains(&(a, b)) {
            return true;
        }
        self.unions.push((a, b));
        let (a, b) = (self.a.union(a), self.b.union(b));
        let is_alike = a.is_open() == b.is_open() && a.variants().len() == b.variants().len();
        let mut variants = a.variants().iter().zip(b.variants());
        is_alike
            && variants.all(|(of_a, of_b)| {
                let tags = a.variant(of_a.name()).map(|found| found.0) == b.variant(of_b.name()).map(|found| found.0);
                let is_alike = tags && of_a.name() == of_b.name() && of_a.payload() == of_b.payload();
                is_alike && self.same_items(of_a.item(), of_b.item())
            })
    }
}
