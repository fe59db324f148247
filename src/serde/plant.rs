//! From any type of serde's into a record: each value goes to the encoder as the type says it.
//!
//! What comes is given to the visitors that take values from formats, so what fits where is said once. The depth is bounded, so that
//! values without end do not exhaust the stack.

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::{Deserialize, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::any::{AnyValue, KeyOf};
use super::fields::{Fields, FieldsSeed, Name};
use super::given::Given;
use super::leaf::LeafWriter;
use super::number::{Byte, Degrees};
use super::open::{Brackets, OpenParts};
use super::parts::KeySeed;
use super::plant_parts::PlantedParts;
use super::tape::Tape;
use super::writer::{RecordWriter, ValueSeed};
use crate::encode::{Destination, OpenRecord};
use crate::error::{Error, ErrorKind, Result, broken};
use crate::read::decoder::MAX_DEPTH;

/// Takes a value to its goal, `left` levels deep at most.
pub(super) struct Planter<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) goal: Goal<'w, 's>,
    pub(super) left: u32,
}

/// What a value becomes.
pub(super) enum Goal<'w, 's> {
    /// The root struct.
    Root,
    Value(&'w Destination<'s>),
    /// A key of a map, or an element of a set.
    Key(&'w Destination<'s>),
    Any(&'w mut Tape),
    AnyKey(&'w mut Tape),
    /// A byte, of those that are a value.
    Byte(&'w mut Vec<u8>),
    /// A number of degrees, of a place.
    Degrees(&'w mut Vec<f64>),
    /// The number of a field of that name.
    Field(&'w Fields<'s>, &'w mut Option<usize>),
    /// The name of a variant.
    Variant(&'w mut String),
}

impl<'w, 's> Planter<'w, 's> {
    pub(super) fn new(writer: &'w mut RecordWriter<'s>, goal: Goal<'w, 's>) -> Self {
        // A value of a record is at most so deep; what is around it (options, newtypes) makes a level, too.
        Self { writer, goal, left: MAX_DEPTH.saturating_mul(2) }
    }

    #[inline]
    fn deeper(self) -> Result<Self> {
        let Some(left) = self.left.checked_sub(1) else { return Err(self.too_deep()) };
        Ok(Self { left, ..self })
    }

    #[cold]
    fn too_deep(self) -> Error {
        let error = Error::new(ErrorKind::Limit, format_args!("values are nested at most {MAX_DEPTH} deep"));
        self.writer.keep_foreign(error)
    }

    /// Takes a value without parts.
    #[inline(always)]
    fn leaf(self, given: Given<'_>) -> Result<()> {
        match self.goal {
            Goal::Value(to) if !to.ty.has_parts() => {
                self.writer.count();
                let result = given.visit(LeafWriter { writer: &mut *self.writer, to });
                self.writer.own(result)
            }
            _ => self.give(given),
        }
    }

    /// Writes what was given wherever it goes.
    #[inline(never)]
    fn give(self, given: Given<'_>) -> Result<()> {
        let Self { writer, goal, .. } = self;
        let result = match goal {
            Goal::Root => {
                let id = writer.schema().root_id();
                given.visit(FieldsSeed { writer: &mut *writer, record: OpenRecord::ROOT, id })
            }
            Goal::Value(to) => {
                let value = ValueSeed { writer: &mut *writer, to };
                if let Given::Unit = given { value.visit_none() } else { value.visit_some(given) }
            }
            Goal::Key(to) => given.visit(KeySeed { writer: &mut *writer, to }),
            Goal::Any(tape) => given.visit(AnyValue { writer: &mut *writer, tape }),
            Goal::AnyKey(tape) => given.visit(KeyOf(AnyValue { writer: &mut *writer, tape })),
            Goal::Byte(bytes) => given.visit(Byte(writer)).map(|byte| bytes.push(byte)),
            Goal::Degrees(numbers) => given.visit(Degrees(writer)).map(|number| numbers.push(number)),
            Goal::Field(fields, index) => given.visit(Name { writer, fields }).map(|found| *index = found),
            Goal::Variant(name) => String::deserialize(given).map(|given| *name = given),
        };
        writer.own(result)
    }

    /// Begins a value with parts.
    fn open(self, shape: Brackets) -> Result<PlantedParts<'w, 's>> {
        let Self { writer, goal, left } = self.deeper()?;
        if goal.fits(writer, shape) {
            let opened = OpenParts::new(writer, goal, shape);
            let open = writer.own(opened)?;
            return Ok(PlantedParts { writer, open, around: None, left });
        }
        Planter { writer, goal, left }.refuse(shape)
    }

    /// What is said of a value with parts that does not fit.
    #[cold]
    pub(super) fn refuse<T>(self, shape: Brackets) -> Result<T> {
        self.give(if shape == Brackets::Map { Given::Map } else { Given::Sequence })?;
        Err(broken())
    }

    /// Opens what a variant holds: a value in a map of one entry.
    fn open_variant(self, name: &'static str, shape: Brackets) -> Result<PlantedParts<'w, 's>> {
        let mut map = self.open(Brackets::Map)?;
        map.key(name)?;
        map.within(shape)
    }
}

/// Methods that make a leaf.
macro_rules! leaves {
    ($($method:ident($type:ty) => |$value:ident| $given:expr;)*) => {
        $(#[inline]
        fn $method(self, $value: $type) -> Result<()> {
            self.leaf($given)
        })*
    };
}

impl<'w, 's> Serializer for Planter<'w, 's> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = PlantedParts<'w, 's>;
    type SerializeTuple = PlantedParts<'w, 's>;
    type SerializeTupleStruct = PlantedParts<'w, 's>;
    type SerializeTupleVariant = PlantedParts<'w, 's>;
    type SerializeMap = PlantedParts<'w, 's>;
    type SerializeStruct = PlantedParts<'w, 's>;
    type SerializeStructVariant = PlantedParts<'w, 's>;

    leaves! {
        serialize_bool(bool) => |value| Given::Bool(value);
        serialize_i8(i8) => |value| Given::Signed(i64::from(value));
        serialize_i16(i16) => |value| Given::Signed(i64::from(value));
        serialize_i32(i32) => |value| Given::Signed(i64::from(value));
        serialize_i64(i64) => |value| Given::Signed(value);
        serialize_i128(i128) => |value| Given::from(value);
        serialize_u8(u8) => |value| Given::Unsigned(u64::from(value));
        serialize_u16(u16) => |value| Given::Unsigned(u64::from(value));
        serialize_u32(u32) => |value| Given::Unsigned(u64::from(value));
        serialize_u64(u64) => |value| Given::Unsigned(value);
        serialize_u128(u128) => |value| Given::from(value);
        serialize_f32(f32) => |value| Given::F32(value);
        serialize_f64(f64) => |value| Given::F64(value);
        serialize_char(char) => |value| Given::Char(value);
        serialize_str(&str) => |value| Given::Text(value);
        serialize_bytes(&[u8]) => |value| Given::Bytes(value);
    }

    fn serialize_none(self) -> Result<()> {
        self.give(Given::Unit)
    }

    fn serialize_unit(self) -> Result<()> {
        self.give(Given::Unit)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.give(Given::Unit)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self.deeper()?)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self.deeper()?)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.leaf(Given::Text(variant))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let mut map = self.open(Brackets::Map)?;
        map.key(variant)?;
        map.value(value)?;
        map.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<PlantedParts<'w, 's>> {
        self.open(Brackets::Sequence)
    }

    fn serialize_tuple(self, _: usize) -> Result<PlantedParts<'w, 's>> {
        self.open(Brackets::Sequence)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<PlantedParts<'w, 's>> {
        self.open(Brackets::Sequence)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<PlantedParts<'w, 's>> {
        self.open_variant(variant, Brackets::Sequence)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<PlantedParts<'w, 's>> {
        self.open(Brackets::Map)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<PlantedParts<'w, 's>> {
        self.open(Brackets::Map)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<PlantedParts<'w, 's>> {
        self.open_variant(variant, Brackets::Map)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}
