//! A value with parts that a type of serde's gives: where each part goes, until it is complete.
//!
//! What is done for each part is what the visitors of `de` and `parts` do, who have them all at once.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::{Error as _, Visitor};

use super::any::{self, AnyValue};
use super::fields::Fields;
use super::leaf::{LeafWriter, has_bytes};
use super::parts::KeySeed;
use super::path::Segment;
use super::plant::Goal;
use super::tape::Tape;
use super::word;
use super::writer::RecordWriter;
use crate::encode::{Destination, Encoder, OpenRecord, OpenRun};
use crate::error::{Error, Result, broken};
use crate::schema::{ArrayType, Item, MapEntry, Payload, Struct, Type, UnionId, UnionVariant};

/// What has parts, as serde sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    Sequence,
    Map,
}

pub(super) struct OpenParts<'w, 's> {
    /// None of the root, and of what is part of `any`.
    to: Option<Destination<'s>>,
    /// Whether it counts as an object.
    is_object: bool,
    /// Whether a key came whose value did not.
    is_keyed: bool,
    kind: Kind<'w, 's>,
}

enum Kind<'w, 's> {
    /// A struct, and the number of the field whose name came.
    Fields(Fields<'s>, usize),
    /// So many fields of a tuple.
    Tuple(OpenRecord, &'s Struct, usize),
    List(&'s Item, OpenRun),
    /// So many elements.
    Array(&'s ArrayType, usize),
    /// A map or a set.
    Entries(&'s MapEntry, OpenRun),
    Union(UnionId, Option<OpenVariant<'s>>),
    /// So many lists and maps of `any`, each in the one before.
    Any(AnyTape<'w>, u32),
    /// Bytes as numbers, and whether they are a key.
    Bytes(Vec<u8>, bool),
    Degrees(Vec<f64>),
}

/// What a variant holds: where it goes.
#[derive(Clone, Copy)]
struct OpenVariant<'s> {
    variant: &'s UnionVariant,
    to: Destination<'s>,
    record: OpenRecord,
}

/// The tape of a value of `any`.
enum AnyTape<'w> {
    /// Of the whole value.
    Own(Box<Tape>),
    /// Of a value that this is part of.
    Outer(&'w mut Tape),
}

impl AnyTape<'_> {
    fn get(&mut self) -> &mut Tape {
        match self {
            Self::Own(tape) => tape,
            Self::Outer(tape) => tape,
        }
    }
}

impl Goal<'_, '_> {
    /// Whether a value of that shape can be it.
    #[inline]
    pub(super) fn fits(&self, writer: &RecordWriter<'_>, shape: Brackets) -> bool {
        let schema = writer.schema();
        match (self, shape) {
            (Self::Root, Brackets::Map) | (Self::Any(_), _) => true,
            (Self::Key(to), Brackets::Sequence) => has_bytes(to.ty) || to.ty.has_parts(),
            (Self::Value(to), _) => match (to.ty, shape) {
                (Type::List(_) | Type::Array(_), Brackets::Sequence) => true,
                (Type::Struct(id), shape) => schema.structure(*id).is_tuple() == (shape == Brackets::Sequence),
                (Type::Map(map), shape) => map.value().is_none() == (shape == Brackets::Sequence),
                (Type::Union(id), shape) => shape == Brackets::Map || schema.union(*id).is_any(),
                (ty, Brackets::Sequence) => has_bytes(ty) || has_degrees(ty),
                _ => false,
            },
            _ => false,
        }
    }
}

fn has_degrees(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if word::is_place(*scalar))
}

impl<'w, 's> OpenParts<'w, 's> {
    /// Begins a value of a shape that [fits](Goal::fits).
    pub(super) fn new(writer: &mut RecordWriter<'s>, goal: Goal<'w, 's>, shape: Brackets) -> Result<Self> {
        match goal {
            Goal::Value(to) => Self::of_value(writer, to, shape),
            Goal::Root => {
                let fields = Fields::new(OpenRecord::ROOT, writer.schema().root());
                Ok(Self { to: None, is_object: false, is_keyed: false, kind: Kind::Fields(fields, 0) })
            }
            Goal::Key(to) if to.ty.has_parts() => Self::of_value(writer, to, shape),
            Goal::Key(to) => {
                let kind = Kind::Bytes(Vec::new(), true);
                Ok(Self { to: Some(*to), is_object: false, is_keyed: false, kind })
            }
            Goal::Any(tape) => {
                AnyValue { writer, tape }.begin::<Error>(shape == Brackets::Map)?;
                Ok(Self { to: None, is_object: false, is_keyed: false, kind: Kind::Any(AnyTape::Outer(tape), 1) })
            }
            Goal::AnyKey(_) | Goal::Byte(_) | Goal::Degrees(_) | Goal::Field(..) | Goal::Variant(_) => Err(broken()),
        }
    }

    /// Opens a value of a type that has parts.
    pub(super) fn of_value(writer: &mut RecordWriter<'s>, to: &Destination<'s>, shape: Brackets) -> Result<Self> {
        let schema = writer.schema();
        writer.count();
        let is_object = to.ty.has_parts() && writer.enter_value::<Error>(to)?;
        let kind = match to.ty {
            Type::Struct(id) => {
                let begun = writer.encoder.begin_struct(to, *id);
                let (record, structure) = (writer.put::<_, Error>(begun)?, schema.structure(*id));
                match shape {
                    Brackets::Sequence => Kind::Tuple(record, structure, 0),
                    Brackets::Map => Kind::Fields(Fields::new(record, structure), 0),
                }
            }
            Type::List(list) => Kind::List(&list.0, writer.encoder.begin_run()),
            Type::Array(array) => {
                let begun = writer.encoder.begin_array(to);
                writer.put::<_, Error>(begun)?;
                Kind::Array(array, 0)
            }
            Type::Map(map) => Kind::Entries(&map.0, writer.encoder.begin_run()),
            Type::Union(id) if schema.union(*id).is_any() => {
                let mut tape = Box::<Tape>::default();
                AnyValue { writer, tape: &mut tape }.begin::<Error>(shape == Brackets::Map)?;
                Kind::Any(AnyTape::Own(tape), 1)
            }
            Type::Union(id) => Kind::Union(*id, None),
            ty if has_degrees(ty) => Kind::Degrees(Vec::new()),
            _ => Kind::Bytes(Vec::new(), false),
        };
        Ok(Self { to: Some(*to), is_object, is_keyed: false, kind })
    }

    /// Begins a value with parts as that of the key that came last, if it lies in the same tape.
    pub(super) fn begin_within(&mut self, writer: &mut RecordWriter<'s>, shape: Brackets) -> Result<bool> {
        let Kind::Any(tape, levels) = &mut self.kind else { return Ok(false) };
        AnyValue { writer, tape: tape.get() }.begin::<Error>(shape == Brackets::Map)?;
        *levels = levels.saturating_add(1);
        self.is_keyed = false;
        Ok(true)
    }

    /// What a part becomes that goes to a place.
    #[inline]
    pub(super) fn goal<'g>(&'g mut self, to: Option<&'g Destination<'s>>) -> Goal<'g, 's> {
        match (&mut self.kind, to) {
            (Kind::Entries(entry, _), Some(to)) if entry.value.is_none() => Goal::Key(to),
            (_, Some(to)) => Goal::Value(to),
            (Kind::Any(tape, _), None) => Goal::Any(tape.get()),
            (Kind::Bytes(bytes, _), None) => Goal::Byte(bytes),
            (Kind::Degrees(numbers), None) => Goal::Degrees(numbers),
            (_, None) => Goal::Root,
        }
    }

    /// Where the next element goes; none for what has its place here.
    pub(super) fn element(&mut self, writer: &mut RecordWriter<'s>) -> Result<Option<Destination<'s>>> {
        let too_long =
            |writer: &RecordWriter<'s>, count| writer.fault(format!("the sequence is too long for {count} values"));
        match (&mut self.kind, &self.to) {
            (Kind::List(item, run), _) => {
                writer.path.push(Segment::Index(run.count()));
                Ok(Some(writer.encoder.element(item)))
            }
            (Kind::Tuple(record, structure, index), _) => {
                let fields = structure.fields();
                let Some(field) = fields.get(*index) else { return Err(too_long(writer, fields.len())) };
                writer.path.push(Segment::Field(field.name()));
                Ok(Some(Destination::field(record, field)))
            }
            (Kind::Array(array, index), Some(to)) => {
                if *index >= array.len() {
                    return Err(too_long(writer, array.len()));
                }
                writer.path.push(Segment::Index(*index));
                Ok(Some(Destination::array_element(to, array, *index)))
            }
            (Kind::Entries(entry, _), _) => Ok(Some(writer.encoder.entry(entry).0)),
            _ => Ok(None),
        }
    }

    /// The fields, if this is a struct.
    #[inline]
    pub(super) fn fields(&mut self) -> Option<&mut Fields<'s>> {
        if let Kind::Fields(fields, _) = &mut self.kind { Some(fields) } else { None }
    }

    /// Takes a key, which goes where it is said.
    pub(super) fn key(
        &mut self,
        writer: &mut RecordWriter<'s>,
        put: impl FnOnce(&mut RecordWriter<'s>, Goal<'_, 's>) -> Result<()>,
    ) -> Result<()> {
        if core::mem::replace(&mut self.is_keyed, true) {
            return Err(Error::custom("a key comes without its value"));
        }
        match (&mut self.kind, &self.to) {
            (Kind::Fields(fields, index), _) => {
                let mut found = None;
                put(writer, Goal::Field(fields, &mut found))?;
                *index = found.ok_or_else(broken)?;
                Ok(())
            }
            (Kind::Entries(entry, run), _) => {
                let at = run.entry_at(entry, run.count());
                let (key, _) = writer.encoder.entry(entry);
                put(writer, Goal::Key(&key))?;
                writer.make::<Error>(entry.layout.size)?;
                writer.path.push(Segment::Key(entry, at));
                Ok(())
            }
            (Kind::Union(id, held), Some(to)) => {
                let mut name = String::new();
                put(writer, Goal::Variant(&mut name))?;
                if let Some(held) = held {
                    return Err(writer.fault(format!("two variants: `{}` and `{name}`", held.variant.name())));
                }
                let found = writer.schema().union(*id).named(&name);
                let (tag, variant) = writer.put::<_, Error>(found)?;
                let begun = writer.encoder.begin_variant(to, *id, tag);
                let Some((to, record)) = writer.put::<_, Error>(begun)? else {
                    return Err(writer.fault(format!("the variant `{name}` holds nothing: \"{name}\"")));
                };
                writer.path.push(Segment::Field(variant.name()));
                if variant.payload() == Payload::Boxed {
                    writer.enter::<Error>()?;
                }
                *held = Some(OpenVariant { variant, to, record });
                Ok(())
            }
            (Kind::Any(tape, _), _) => put(writer, Goal::AnyKey(tape.get())),
            _ => Err(broken()),
        }
    }

    /// Where the value of the key goes that came last; none for what has its place here.
    pub(super) fn value(&mut self, writer: &mut RecordWriter<'s>) -> Result<Option<Destination<'s>>> {
        if !core::mem::take(&mut self.is_keyed) {
            return Err(Error::custom("a value comes without its key"));
        }
        match &mut self.kind {
            Kind::Fields(fields, index) => {
                let field = fields.begin(writer, *index)?;
                Ok(Some(Destination::field(fields.record(), field)))
            }
            Kind::Entries(entry, run) => {
                let at = run.entry_at(entry, run.count());
                Encoder::entry_value(at, entry).map(Some).ok_or_else(broken)
            }
            Kind::Union(_, held) => held.map(|held| Some(held.to)).ok_or_else(broken),
            _ => Ok(None),
        }
    }

    /// The part that was begun last is complete.
    #[inline]
    pub(super) fn keep(&mut self, writer: &mut RecordWriter<'s>) -> Result<()> {
        match (&mut self.kind, &self.to) {
            (Kind::Fields(..), _) => {
                writer.path.pop();
            }
            (Kind::List(item, run), _) => {
                writer.path.pop();
                writer.make::<Error>(item.size)?;
                run.keep();
            }
            (Kind::Tuple(_, _, index) | Kind::Array(_, index), _) => {
                writer.path.pop();
                *index = index.saturating_add(1);
            }
            (Kind::Entries(entry, run), _) => {
                if entry.value.is_some() {
                    writer.path.pop();
                }
                run.keep();
            }
            (Kind::Union(_, Some(held)), Some(to)) => {
                if held.variant.payload() == Payload::Boxed {
                    writer.leave();
                }
                writer.path.pop();
                let ended = writer.encoder.end_variant(to, &held.record);
                writer.put::<_, Error>(ended)?;
            }
            (Kind::Any(tape, _), _) => tape.get().next_element(),
            _ => {}
        }
        Ok(())
    }

    /// Says where in `any` a part is, for an error.
    #[cold]
    pub(super) fn name_place(&mut self, writer: &mut RecordWriter<'s>) {
        if let Kind::Any(tape, _) = &mut self.kind {
            AnyValue { writer, tape: tape.get() }.name_place();
        }
    }

    /// Ends the value.
    pub(super) fn end(self, writer: &mut RecordWriter<'s>) -> Result<()> {
        let Self { to, is_object, is_keyed, kind } = self;
        if is_keyed {
            return Err(Error::custom("a key comes without its value"));
        }
        let too_short = |writer: &RecordWriter<'s>, count| {
            Err(writer.fault(format!("the sequence is too short for {count} values")))
        };
        match (kind, &to) {
            (Kind::Fields(fields, _), to) => {
                fields.check_all::<Error>(writer)?;
                let Some(to) = to else { return Ok(()) };
                let ended = writer.encoder.end_struct(to, fields.record());
                writer.put::<_, Error>(ended)?;
            }
            (Kind::Tuple(record, structure, index), Some(to)) => {
                if let Some(field) = structure.fields().get(index) {
                    writer.path.push(Segment::Field(field.name()));
                    return too_short(writer, structure.fields().len());
                }
                let ended = writer.encoder.end_struct(to, &record);
                writer.put::<_, Error>(ended)?;
            }
            (Kind::Array(array, index), _) if index < array.len() => {
                writer.path.push(Segment::Index(index));
                return too_short(writer, array.len());
            }
            (Kind::List(item, run), Some(to)) => {
                let ended = writer.encoder.end_list(to, item, &run);
                writer.put::<_, Error>(ended)?;
            }
            (Kind::Entries(entry, run), Some(to)) => writer.end_map::<Error>(to, entry, &run)?,
            (Kind::Union(_, None), _) => {
                return Err(writer.fault("a map with the name of a variant is expected"));
            }
            (Kind::Any(mut tape, levels), to) => {
                for _ in 0..levels {
                    AnyValue { writer: &mut *writer, tape: tape.get() }.end::<Error>()?;
                }
                if let (AnyTape::Own(tape), Some(to)) = (tape, to) {
                    any::put::<Error>(writer, to, &tape)?;
                }
            }
            (Kind::Bytes(bytes, true), Some(to)) => {
                return KeySeed { writer, to }.visit_bytes(&bytes);
            }
            (Kind::Bytes(bytes, false), Some(to)) => {
                return LeafWriter { writer, to }.visit_bytes(&bytes);
            }
            (Kind::Degrees(numbers), Some(to)) => {
                let leaf = LeafWriter { writer, to };
                return match (&*numbers, to.ty) {
                    ([latitude, longitude], Type::Scalar(scalar)) => leaf.degrees(*scalar, *latitude, *longitude),
                    _ => leaf.no_pair(),
                };
            }
            _ => {}
        }
        if to.is_some_and(|to| to.ty.has_parts()) {
            writer.leave_part(is_object);
        }
        Ok(())
    }
}
