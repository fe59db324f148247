//! The text of a schema, which parses back to an equal schema.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::model::{Definition, Schema};
use super::types::{Enum, Scalar, Struct, Type, Union};
use crate::wire::width::PointerWidth;

impl Display for Schema {
    /// Writes the schema as text. Of a derived type that has none ([`Schema::check`]) it is the
    /// error, which is no text of a schema.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Point{x:f32,y:f32=1}root Point;")?;
    /// assert_eq!(schema.to_string(), "struct Point {\n    x: f32,\n    y: f32 = 1.0,\n}\nroot Point;\n");
    /// assert_eq!(Schema::parse(&schema.to_string())?, schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Err(fault) = self.check() {
            // Whoever keeps this learns of it where the text is parsed.
            return writeln!(f, "no {fault}");
        }
        for definition in self.definitions() {
            match definition {
                Definition::Enum(known) => write_enum(f, known)?,
                Definition::Union(known) => write_union(f, self, known)?,
                Definition::Struct(known) => write_struct(f, self, known)?,
            }
        }
        write!(f, "root {}", self.root_text())?;
        if self.min_width() > PointerWidth::One {
            write!(f, " width {}", self.min_width().bytes())?;
        }
        if self.has_lineage() {
            write!(f, " lineage")?;
        }
        writeln!(f, ";")
    }
}

fn write_docs(f: &mut Formatter<'_>, docs: &str, indent: &str) -> fmt::Result {
    if docs.is_empty() {
        return Ok(());
    }
    for line in docs.split('\n') {
        let space = if line.is_empty() { "" } else { " " };
        writeln!(f, "{indent}///{space}{line}")?;
    }
    Ok(())
}

fn write_enum(f: &mut Formatter<'_>, enumeration: &Enum) -> fmt::Result {
    write_docs(f, enumeration.docs(), "")?;
    write!(f, "{}enum {}", if enumeration.is_open() { "open " } else { "" }, enumeration.name())?;
    if enumeration.repr() != Scalar::U8 {
        write!(f, ": {}", enumeration.repr().name())?;
    }
    writeln!(f, " {{")?;
    let mut next = Some(0);
    for (name, number, docs) in &*enumeration.variants {
        write_docs(f, docs, "    ")?;
        write!(f, "    {name}")?;
        if next != Some(*number) {
            write!(f, " = {number}")?;
        }
        writeln!(f, ",")?;
        next = number.checked_add(1);
    }
    writeln!(f, "}}")
}

fn write_union(f: &mut Formatter<'_>, schema: &Schema, union: &Union) -> fmt::Result {
    write_docs(f, union.docs(), "")?;
    writeln!(f, "{}union {} {{", if union.is_open() { "open " } else { "" }, union.name())?;
    for variant in union.variants() {
        write_docs(f, variant.docs(), "    ")?;
        write!(f, "    {}", variant.name())?;
        if let Some(ty) = variant.ty() {
            write!(f, ": ")?;
            write_type(f, schema, ty)?;
            write!(f, "{}", if variant.optional() { "?" } else { "" })?;
        }
        writeln!(f, ",")?;
    }
    writeln!(f, "}}")
}

fn write_struct(f: &mut Formatter<'_>, schema: &Schema, structure: &Struct) -> fmt::Result {
    write_docs(f, structure.docs(), "")?;
    let frozen = if structure.is_frozen() { "frozen " } else { "" };
    write!(f, "{frozen}struct {}", structure.name())?;
    for (index, part) in structure.key().iter().enumerate() {
        let lead = if index == 0 { " key(" } else { ", " };
        write!(f, "{lead}{}{}", part.path(), if part.is_descending() { " desc" } else { "" })?;
    }
    writeln!(f, "{} {{", if structure.key().is_empty() { "" } else { ")" })?;
    for field in structure.fields() {
        write_docs(f, field.docs(), "    ")?;
        write!(f, "    {}: ", field.name())?;
        write_type(f, schema, field.ty())?;
        if field.optional() {
            write!(f, "?")?;
        }
        field.rules().write(f, field.ty())?;
        if let Some(default) = schema.default_value(field) {
            write!(f, " = {default}")?;
        }
        if field.since() > 1 {
            write!(f, " since {}", field.since())?;
        }
        writeln!(f, ",")?;
    }
    writeln!(f, "}}")
}

/// Writes a type; `?` for what another schema defines.
fn write_type(f: &mut Formatter<'_>, schema: &Schema, ty: &Type) -> fmt::Result {
    const FOREIGN: &str = "?";
    match ty {
        Type::Bool => write!(f, "bool"),
        Type::Scalar(scalar) => write!(f, "{scalar}"),
        Type::Enum(id) => f.write_str(schema.get_enum(*id).map_or(FOREIGN, Enum::name)),
        Type::String => write!(f, "string"),
        Type::Bytes => write!(f, "bytes"),
        Type::Struct(id) => f.write_str(schema.get_struct(*id).map_or(FOREIGN, Struct::name)),
        Type::Union(id) => f.write_str(schema.get_union(*id).map_or(FOREIGN, Union::name)),
        Type::List(list) => {
            write!(f, "list<")?;
            write_type(f, schema, list.element())?;
            write!(f, "{}>", if list.optional() { "?" } else { "" })
        }
        Type::Text(len) => write!(f, "string[{len}]"),
        Type::Array(array) if *array.element() == Type::Scalar(Scalar::U8) && !array.optional() => {
            write!(f, "bytes[{}]", array.len())
        }
        Type::Array(array) => {
            write!(f, "array<")?;
            write_type(f, schema, array.element())?;
            write!(f, "{}, {}>", if array.optional() { "?" } else { "" }, array.len())
        }
        Type::Map(map) => {
            write!(f, "{}<", if map.value().is_some() { "map" } else { "set" })?;
            write_type(f, schema, map.key())?;
            if let Some(value) = map.value() {
                write!(f, ", ")?;
                write_type(f, schema, value)?;
            }
            write!(f, "{}>", if map.optional() { "?" } else { "" })
        }
    }
}

/// A type as schema text writes it.
pub(super) struct TypeText<'s>(pub(super) &'s Schema, pub(super) &'s Type);

impl Display for TypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_type(f, self.0, self.1)
    }
}

/// The names of definitions in the type of a whole buffer: of the root, or of what a root that
/// is another type holds.
#[inline]
pub(crate) fn root_names(schema: &Schema) -> Vec<&str> {
    let Some(root) = schema.root_value() else { return alloc::vec![schema.root().name()] };
    let (mut names, mut open) = (Vec::new(), alloc::vec![root.ty()]);
    while let Some(ty) = open.pop() {
        match ty {
            Type::Enum(id) => names.push(schema.enumeration(*id).name()),
            Type::Union(id) => names.push(schema.union(*id).name()),
            Type::Struct(id) => names.push(schema.structure(*id).name()),
            Type::List(list) => open.push(list.element()),
            Type::Array(array) => open.push(array.element()),
            Type::Map(map) => open.extend([map.key()].into_iter().chain(map.value())),
            Type::Bool | Type::Scalar(_) | Type::Text(_) | Type::String | Type::Bytes => {}
        }
    }
    names
}
