//! The parts of a value of a type of serde's, one after the other.

use alloc::boxed::Box;

use serde_core::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::open::{Brackets, OpenParts};
use super::plant::{Goal, Planter};
use super::writer::RecordWriter;
use crate::encode::Destination;
use crate::error::{Error, Result, broken};

/// A value with parts under way.
pub(super) struct PlantedParts<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) open: OpenParts<'w, 's>,
    /// The map from the name of a variant to this value.
    pub(super) around: Option<Box<OpenParts<'w, 's>>>,
    pub(super) left: u32,
}

impl<'s> PlantedParts<'_, 's> {
    /// Takes a part to its place.
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, to: Option<&Destination<'s>>, value: &T) -> Result<()> {
        let Self { writer, open, left, .. } = self;
        let planted = value.serialize(Planter { writer, goal: open.goal(to), left: *left });
        match planted {
            Ok(()) => {
                let kept = open.keep(writer);
                writer.own(kept)
            }
            Err(error) => {
                open.name_place(writer);
                Err(writer.keep_foreign(error))
            }
        }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let next = self.open.element(self.writer);
        let to = self.writer.own(next)?;
        self.part(to.as_ref(), value)
    }

    pub(super) fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let Self { writer, open, left, .. } = self;
        let taken = open.key(writer, |writer, goal| {
            let planted = key.serialize(Planter { writer: &mut *writer, goal, left: *left });
            planted.map_err(|error| writer.keep_foreign(error))
        });
        writer.own(taken)
    }

    /// The value of the key that came last.
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let next = self.open.value(self.writer);
        let to = self.writer.own(next)?;
        self.part(to.as_ref(), value)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let Self { writer, open, left, .. } = self;
        let Some(fields) = open.fields() else {
            self.key(name)?;
            return self.value(value);
        };
        let begun = fields.begin_named(writer, name);
        let to = Destination::field(fields.record(), writer.own(begun)?);
        match value.serialize(Planter { writer, goal: Goal::Value(&to), left: *left }) {
            Ok(()) => {
                writer.path.pop();
                Ok(())
            }
            Err(error) => Err(writer.keep_foreign(error)),
        }
    }

    /// The value of the key that came last, as one with parts: its parts come next.
    pub(super) fn within(self, shape: Brackets) -> Result<Self> {
        let Self { writer, mut open, left, .. } = self;
        let begun = open.begin_within(writer, shape);
        if writer.own(begun)? {
            return Ok(Self { writer, open, around: None, left });
        }
        let next = open.value(writer);
        let Some(to) = writer.own(next)? else { return Err(broken()) };
        let goal = Goal::Value(&to);
        if !goal.fits(writer, shape) {
            return Planter { writer, goal, left }.refuse(shape);
        }
        let begun = OpenParts::of_value(writer, &to, shape);
        let inner = writer.own(begun)?;
        Ok(Self { writer, open: inner, around: Some(Box::new(open)), left })
    }

    pub(super) fn finish(self) -> Result<()> {
        let Self { writer, open, around, .. } = self;
        let ended = open.end(writer);
        writer.own(ended)?;
        let Some(mut around) = around else { return Ok(()) };
        let ended = around.keep(writer).and_then(|()| around.end(writer));
        writer.own(ended)
    }
}

/// Sequences of any kind.
macro_rules! sequences {
    ($($trait:ident: $method:ident)*) => {
        $(impl $trait for PlantedParts<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                self.finish()
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

impl SerializeMap for PlantedParts<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value(value)
    }

    fn end(self) -> Result<()> {
        self.finish()
    }
}

/// Structs of any kind.
macro_rules! structs {
    ($($trait:ident)*) => {
        $(impl $trait for PlantedParts<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.field(name, value)
            }

            fn end(self) -> Result<()> {
                self.finish()
            }
        })*
    };
}

structs! { SerializeStruct SerializeStructVariant }
