//! From any type of serde's to a tree. Its depth is bounded, so that neither filling nor dropping it exhausts the stack.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use alloc::{format, vec};

use serde_core::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::tree::Tree;
use crate::error::{Error, ErrorKind, Result};
use crate::read::decoder::MAX_DEPTH;

/// How many parts are reserved at most before the first comes.
const RESERVED: usize = 1024;

/// Makes a tree of what it is given, `left` levels deep at most.
#[derive(Clone, Copy)]
pub(super) struct Planter {
    left: u32,
}

impl Planter {
    pub(super) fn new() -> Self {
        // A value of a record is at most so deep; what is around it (options, newtypes) makes a level, too.
        Self { left: MAX_DEPTH.saturating_mul(2) }
    }

    fn deeper(self) -> Result<Self> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left }),
            None => Err(Error::new(ErrorKind::Limit, format!("values are nested at most {MAX_DEPTH} deep"))),
        }
    }

    fn parts(self, len: Option<usize>, variant: Option<&'static str>) -> Result<Parts> {
        let parts = Vec::with_capacity(len.unwrap_or(0).min(RESERVED));
        Ok(Parts { planter: self.deeper()?, done: parts, variant })
    }

    fn entries(self, len: Option<usize>, variant: Option<&'static str>) -> Result<Entries> {
        let entries = Vec::with_capacity(len.unwrap_or(0).min(RESERVED));
        Ok(Entries { planter: self.deeper()?, done: entries, key: None, variant })
    }
}

/// What a variant holds, under its name.
fn named(variant: Option<&'static str>, held: Tree) -> Tree {
    match variant {
        Some(name) => Tree::Map(vec![(Tree::Name(name), held)]),
        None => held,
    }
}

/// Methods that make a leaf.
macro_rules! leaves {
    ($($method:ident($type:ty) => |$value:ident| $tree:expr;)*) => {
        $(fn $method(self, $value: $type) -> Result<Tree> {
            Ok($tree)
        })*
    };
}

impl Serializer for Planter {
    type Ok = Tree;
    type Error = Error;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    leaves! {
        serialize_bool(bool) => |value| Tree::Bool(value);
        serialize_i8(i8) => |value| Tree::Signed(i64::from(value));
        serialize_i16(i16) => |value| Tree::Signed(i64::from(value));
        serialize_i32(i32) => |value| Tree::Signed(i64::from(value));
        serialize_i64(i64) => |value| Tree::Signed(value);
        serialize_i128(i128) => |value| Tree::from(value);
        serialize_u8(u8) => |value| Tree::Unsigned(u64::from(value));
        serialize_u16(u16) => |value| Tree::Unsigned(u64::from(value));
        serialize_u32(u32) => |value| Tree::Unsigned(u64::from(value));
        serialize_u64(u64) => |value| Tree::Unsigned(value);
        serialize_u128(u128) => |value| Tree::from(value);
        serialize_f32(f32) => |value| Tree::F32(value);
        serialize_f64(f64) => |value| Tree::F64(value);
        serialize_char(char) => |value| Tree::Char(value);
        serialize_str(&str) => |value| Tree::Text(value.to_owned());
        serialize_bytes(&[u8]) => |value| Tree::Bytes(value.to_vec());
        serialize_unit_struct(&'static str) => |_name| Tree::Unit;
    }

    fn serialize_none(self) -> Result<Tree> {
        Ok(Tree::Unit)
    }

    fn serialize_unit(self) -> Result<Tree> {
        Ok(Tree::Unit)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree> {
        value.serialize(self.deeper()?)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Tree> {
        value.serialize(self.deeper()?)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Tree> {
        Ok(Tree::Name(variant))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Tree> {
        Ok(named(Some(variant), value.serialize(self.deeper()?)?))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Parts> {
        self.parts(len, None)
    }

    fn serialize_tuple(self, len: usize) -> Result<Parts> {
        self.parts(Some(len), None)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Parts> {
        self.parts(Some(len), None)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, len: usize) -> Result<Parts> {
        self.parts(Some(len), Some(variant))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Entries> {
        self.entries(len, None)
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Entries> {
        self.entries(Some(len), None)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, len: usize) -> Result<Entries> {
        self.entries(Some(len), Some(variant))
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// A sequence under way.
pub(super) struct Parts {
    planter: Planter,
    done: Vec<Tree>,
    variant: Option<&'static str>,
}

macro_rules! sequences {
    ($($trait:ident: $method:ident)*) => {
        $(impl $trait for Parts {
            type Ok = Tree;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.done.push(value.serialize(self.planter)?);
                Ok(())
            }

            fn end(self) -> Result<Tree> {
                Ok(named(self.variant, Tree::Sequence(self.done)))
            }
        })*
    };
}

sequences! {
    SerializeSeq: serialize_element
    SerializeTuple: serialize_element
    SerializeTupleStruct: serialize_field
    SerializeTupleVariant: serialize_field
}

/// A map or a struct under way.
pub(super) struct Entries {
    planter: Planter,
    done: Vec<(Tree, Tree)>,
    key: Option<Tree>,
    variant: Option<&'static str>,
}

impl SerializeMap for Entries {
    type Ok = Tree;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(self.planter)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let Some(key) = self.key.take() else {
            return Err(ser::Error::custom("a value comes without its key"));
        };
        self.done.push((key, value.serialize(self.planter)?));
        Ok(())
    }

    fn end(self) -> Result<Tree> {
        Ok(Tree::Map(self.done))
    }
}

macro_rules! structs {
    ($($trait:ident)*) => {
        $(impl $trait for Entries {
            type Ok = Tree;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                let value = value.serialize(self.planter).map_err(|error| error.in_field(name))?;
                self.done.push((Tree::Name(name), value));
                Ok(())
            }

            fn end(self) -> Result<Tree> {
                Ok(named(self.variant, Tree::Map(self.done)))
            }
        })*
    };
}

structs! { SerializeStruct SerializeStructVariant }
