//! How dynamic cursors print.

use core::fmt;

use super::cursor::{ListRef, StructRef, ValueRef};
use super::parts::{MapRef, UnionRef};
use crate::record::Record;

impl fmt::Debug for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("absent"),
            Self::Bool(value) => value.fmt(f),
            Self::Unsigned(value) => value.fmt(f),
            Self::Signed(value) => value.fmt(f),
            Self::F32(value) => value.fmt(f),
            Self::F64(value) => value.fmt(f),
            Self::Char(value) => value.fmt(f),
            Self::U128(value) => value.fmt(f),
            Self::I128(value) => value.fmt(f),
            Self::Uuid(value) => value.fmt(f),
            Self::Ulid(value) => value.fmt(f),
            Self::Date(value) => value.fmt(f),
            Self::Time(value) => value.fmt(f),
            Self::Timestamp(value, unit) => write!(f, "{value} {}", unit.name()),
            Self::Duration(value) => value.fmt(f),
            Self::Decimal(mantissa, scale) => crate::value::decimal::write(f, *mantissa, *scale),
            Self::Geo4(value) => value.fmt(f),
            Self::Geo8(value) => value.fmt(f),
            Self::Geo16(value) => value.fmt(f),
            Self::Enum("", number) => number.fmt(f),
            Self::Enum(name, _) => f.write_str(name),
            Self::Null => f.write_str("null"),
            Self::Union(cursor) => cursor.fmt(f),
            Self::Map(cursor) => cursor.fmt(f),
            Self::String(text) => text.fmt(f),
            Self::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            Self::Struct(cursor) => cursor.fmt(f),
            Self::List(cursor) => cursor.fmt(f),
        }
    }
}

/// Prints the root as [`Record::root`] does: all that the record holds, or the error.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
/// assert_eq!(format!("{:?}", Record::new(&schema)), "User { name: \"\", age: 18 }");
/// # Ok::<(), vellum::Error>(())
/// ```
impl<B: AsRef<[u8]>> fmt::Debug for Record<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.root() {
            Ok(root) => root.fmt(f),
            Err(error) => write!(f, "{} {{ {error} }}", self.schema().root().name()),
        }
    }
}

/// Prints the struct with all it holds; of bytes whose objects overlap, which could print without end, only the error.
impl fmt::Debug for StructRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Err(error) = self.check() {
            return write!(f, "{} {{ {error} }}", self.definition().name());
        }
        let mut printed = f.debug_struct(self.definition().name());
        for (name, value) in self.fields() {
            match value {
                Ok(value) => printed.field(name, &value),
                Err(error) => printed.field(name, &error),
            };
        }
        printed.finish()
    }
}

/// As a struct's.
impl fmt::Debug for ListRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Err(error) = self.check() {
            return write!(f, "[ {error} ]");
        }
        let mut printed = f.debug_list();
        for value in self.iter() {
            match value {
                Ok(value) => printed.entry(&value),
                Err(error) => printed.entry(&error),
            };
        }
        printed.finish()
    }
}

/// As a struct's.
impl fmt::Debug for UnionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_known() {
            return write!(f, "{}", self.tag());
        }
        match self.check().and_then(|()| self.value()) {
            Ok(Some(value)) => f.debug_tuple(self.name()).field(&value).finish(),
            Ok(None) => f.write_str(self.name()),
            Err(error) => write!(f, "{}({error})", self.name()),
        }
    }
}

/// As a struct's.
impl fmt::Debug for MapRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Err(error) = self.check() {
            return write!(f, "{{ {error} }}");
        }
        let entries = self.iter().filter_map(core::result::Result::ok);
        if self.is_set() {
            f.debug_set().entries(entries.map(|(key, _)| key)).finish()
        } else {
            f.debug_map().entries(entries).finish()
        }
    }
}
