//! The Rust items of a schema's definitions.

use std::collections::BTreeSet;

use vellum::schema::PointerWidth;
use vellum::schema::{Enum, Field, Scalar, Struct, Type, Union, UnionVariant};

use crate::defaults::declared;
use crate::error::{Error, Result};
use crate::names::{Name, enum_variants, fields, other_variant, union_variants};
use crate::rules::rules;
use crate::scalars::grouped;
use crate::types::{ARGUMENTS, LINE, Rust, Types, arguments};

/// The widest list of entries that rustfmt leaves on one line of an attribute.
const ATTRIBUTE: usize = 70;
/// The widest struct literal that rustfmt leaves on one line.
const LITERAL: usize = 18;
/// The attribute of a variant that stands for those unknown.
const OTHER: &str = "    #[vellum(other)]\n";

/// Entries of `#[vellum(...)]`.
#[derive(Default)]
struct Entries {
    entries: Vec<String>,
    /// Whether one is an expression that rustfmt does not look at.
    is_opaque: bool,
}

impl Entries {
    fn rename(&mut self, name: &Name) {
        self.entries.extend(name.rename.as_ref().map(|rename| format!("rename = {rename:?}")));
    }

    /// The attribute on lines of its own, or nothing.
    fn lines(&self, indent: usize) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let line = self.entries.join(", ");
        if self.is_opaque || line.len() <= ATTRIBUTE {
            return format!("{:indent$}#[vellum({line})]\n", "");
        }
        let inner = indent + 4;
        let lines: Vec<String> = self.entries.iter().map(|entry| format!("{:inner$}{entry}", "")).collect();
        format!("{:indent$}#[vellum(\n{}\n{:indent$})]\n", "", lines.join(",\n"), "")
    }
}

/// Doc comments; what Rust does not allow in a comment is escaped in an attribute.
fn docs(text: &str, indent: usize) -> String {
    if text.is_empty() {
        return String::new();
    }
    let is_odd =
        |c: char| (c.is_control() && c != '\t') || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let line = |line: &str| match line {
        "" => format!("{:indent$}///\n", ""),
        odd if odd.contains(is_odd) => format!("{:indent$}#[doc = {:?}]\n", "", format!(" {odd}")),
        line => format!("{:indent$}/// {line}\n", ""),
    };
    text.split('\n').map(line).collect()
}

/// An enum of unit variants.
pub fn enumeration(types: &Types<'_>, item: &Enum) -> Result<String> {
    let name = types.names.get(item.name());
    let mut text = docs(item.docs(), 0);
    text += "#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]\n";
    text += &types.config.of_type(item.name());
    let names = enum_variants(item)?;
    let has_numbers = item.variants().zip(0..).any(|((_, number), index)| number != index);
    // Rust wants it for numbers beside a variant that holds something.
    if item.repr() != Scalar::U8 || (item.is_open() && has_numbers) {
        text += &format!("#[repr({})]\n", item.repr());
    }
    text += &enum_entries(name, item.is_open()).lines(0);
    text += &format!("pub enum {} {{\n", name.rust);
    let mut next = Some(0);
    let other = item.is_open().then(|| other_variant(&names));
    for (index, ((schema, number), variant)) in item.variants().zip(names).enumerate() {
        text += &docs(item.variant_docs(schema).unwrap_or(""), 4);
        text += &types.config.of_field(item.name(), schema);
        let mut entries = Entries::default();
        entries.rename(&variant);
        text += &entries.lines(4);
        if index == 0 {
            text += "    #[default]\n";
        }
        text += &format!("    {}", variant.rust);
        if next != Some(number) {
            text += &format!(" = {}", grouped(&number.to_string(), 3));
        }
        text += ",\n";
        next = number.checked_add(1);
    }
    if let Some(other) = other {
        text += &format!(
            "    /// The number of a variant that this program does not know.\n{OTHER}    {other}({}){},\n",
            item.repr(),
            number_of_other(item, next)
        );
    }
    Ok(text + "}\n")
}

/// What Rust has to be told of the variant for unknown numbers, which is one of its variants, too,
/// and so has a number that is no other's: nothing if the one after the last variant's is free.
fn number_of_other(item: &Enum, next: Option<u64>) -> String {
    let numbers: BTreeSet<u64> = item.variants().map(|(_, number)| number).collect();
    let most = match item.repr() {
        Scalar::U8 => u8::MAX.into(),
        Scalar::U16 => u16::MAX.into(),
        Scalar::U32 => u32::MAX.into(),
        _ => u64::MAX,
    };
    let is_free = |number: &u64| *number <= most && !numbers.contains(number);
    match (next.filter(is_free), (0..=most).find(is_free)) {
        (None, Some(number)) => format!(" = {}", grouped(&number.to_string(), 3)),
        _ => String::new(),
    }
}

/// What the attribute of an enum says.
fn enum_entries(name: &Name, is_open: bool) -> Entries {
    let mut entries = Entries::default();
    if is_open {
        entries.entries.push("open".to_owned());
    }
    entries.rename(name);
    entries
}

/// An enum with payloads.
pub fn union(types: &Types<'_>, item: &Union) -> Result<String> {
    if item.variants().iter().all(|variant| variant.ty().is_none()) {
        return Err(Error::unsupported(
            item.name(),
            "is a union without payloads, which Rust takes for an enum; make it one",
        ));
    }
    let name = types.names.get(item.name());
    let payload = |variant: &UnionVariant| {
        let payload = payload(types, item, variant);
        payload.map_err(|why| Error::unsupported(&format!("{}.{}", item.name(), variant.name()), &why))
    };
    let payloads: Vec<Vec<Rust>> = item.variants().iter().map(payload).collect::<Result<_>>()?;
    let names = union_variants(item)?;
    let is_unit_first = payloads.first().is_some_and(Vec::is_empty);

    let mut text = docs(item.docs(), 0);
    let default = if is_unit_first { " Default," } else { "" };
    text += &format!("#[derive(vellum::Vellum, Clone, Debug,{default} PartialEq)]\n");
    text += &types.config.of_type(item.name());
    text += &enum_entries(name, item.is_open()).lines(0);
    text += &format!("pub enum {} {{\n", name.rust);
    for (index, (variant, (name, payload))) in item.variants().iter().zip(names.iter().zip(&payloads)).enumerate() {
        text += &docs(variant.docs(), 4);
        text += &types.config.of_field(item.name(), variant.name());
        let mut entries = Entries::default();
        entries.rename(name);
        text += &entries.lines(4);
        if index == 0 && is_unit_first {
            text += "    #[default]\n";
        }
        text += &format!("    {}", name.rust);
        if !payload.is_empty() {
            text += &arguments(payload, name.rust.len(), 4);
        }
        text += ",\n";
    }
    if item.is_open() {
        let other = other_variant(&names);
        text += &format!(
            "    /// A variant that this program does not know; it can be read, but not written.\n{OTHER}    {other},\n"
        );
    }
    text += "}\n";
    if let (Some(first), Some(variant), false) = (payloads.first(), names.first(), is_unit_first) {
        let values: Vec<String> = first.iter().map(|ty| ty.default(&types.names)).collect();
        let line = values.join(", ");
        let is_short = line.len() <= ARGUMENTS && "        Self::()".len() + variant.rust.len() + line.len() <= LINE;
        let values = if is_short {
            line
        } else {
            let lines: String = values.iter().map(|value| format!("            {value},\n")).collect();
            format!("\n{lines}        ")
        };
        text += &default_impl(types, name, &format!("        Self::{}({values})\n", variant.rust));
    }
    Ok(text)
}

/// What a variant holds: the parts of a tuple one by one.
fn payload(types: &Types<'_>, union: &Union, variant: &UnionVariant) -> Result<Vec<Rust>, String> {
    match variant.ty() {
        None => Ok(Vec::new()),
        Some(Type::Struct(id)) if !variant.optional() => match types.schema.get_struct(*id) {
            Some(tuple) if tuple.is_tuple() && tuple.fields().len() > 1 => types.parts(union.name(), tuple),
            _ => Ok(vec![types.of(union.name(), &Type::Struct(*id), false)?]),
        },
        Some(ty) => Ok(vec![types.of(union.name(), ty, variant.optional())?]),
    }
}

/// The type of a whole buffer, where that is no struct.
pub fn root(types: &Types<'_>) -> Result<Option<String>> {
    let Some(root) = types.schema.root_value() else { return Ok(None) };
    if types.schema.min_width() > PointerWidth::One {
        return Err(Error::unsupported("root", "has a width, which only a struct can have in Rust"));
    }
    if types.schema.lineage().is_some() {
        return Err(Error::unsupported("root", "carries its lineage, which only a struct can in Rust"));
    }
    let ty = types.of("", root.ty(), root.optional()).map_err(|why| Error::unsupported("root", &why))?;
    let start = format!("pub type {} =", types.names.free("Root"));
    Ok(Some(format!("/// The type of a whole buffer.\n{}\n", ty.field(&start, ";", 0))))
}

/// A struct with named fields.
pub fn structure(types: &Types<'_>, item: &Struct) -> Result<String> {
    let name = types.names.get(item.name());
    let names = fields(item)?;
    let mut lines = String::new();
    let mut values = Vec::new();
    let mut is_default_derived = true;
    for (field, name) in item.fields().iter().zip(&names) {
        let unsupported = |why: String| Error::unsupported(&format!("{}.{}", item.name(), field.name()), &why);
        let ty = types.of(item.name(), field.ty(), field.optional()).map_err(unsupported)?;
        let (entries, value) = entries(types, field, name).map_err(unsupported)?;
        is_default_derived &= value.is_none() && ty.has_default();
        values.push((&name.rust, value.unwrap_or_else(|| ty.default(&types.names))));
        lines += &docs(field.docs(), 4);
        lines += &types.config.of_field(item.name(), field.name());
        lines += &entries.lines(4);
        lines += &format!("    {}\n", ty.field(&format!("pub {}:", name.rust), ",", 4));
    }

    let mut text = docs(item.docs(), 0);
    let default = if is_default_derived { " Default," } else { "" };
    text += &format!("#[derive(vellum::Vellum, Clone, Debug,{default} PartialEq)]\n");
    text += &types.config.of_type(item.name());
    text += &type_entries(types, item, name).lines(0);
    text += &match lines.as_str() {
        "" => format!("pub struct {} {{}}\n", name.rust),
        lines => format!("pub struct {} {{\n{lines}}}\n", name.rust),
    };
    if !is_default_derived {
        let line = values.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ");
        let body = if line.len() <= LITERAL {
            format!("        Self {{ {line} }}\n")
        } else {
            let lines: String = values.iter().map(|(name, value)| value_line(name, value)).collect();
            format!("        Self {{\n{lines}        }}\n")
        };
        text += &default_impl(types, name, &body);
    }
    Ok(text)
}

/// A field of a struct literal, over several lines if it is too long for one.
fn value_line(name: &str, value: &str) -> String {
    let line = format!("            {name}: {value},\n");
    // The end of the line is counted.
    if line.chars().count() <= LINE + 1 {
        return line;
    }
    let broken = |start: &str, inner: &str, end: &str| {
        format!("            {name}: {start}\n                {inner}\n            {end},\n")
    };
    let call = value.strip_suffix(')').and_then(|call| call.split_once('('));
    match call {
        Some(("std::array::from_fn", closure)) => {
            broken("std::array::from_fn(|_| {", closure.trim_start_matches("|_| "), "})")
        }
        Some((function, argument))
            if !argument.is_empty() && !function.contains('"') && !value.ends_with(".unwrap()") =>
        {
            broken(&format!("{function}("), &format!("{argument},"), ")")
        }
        _ => format!("            {name}:\n                {value},\n"),
    }
}

fn type_entries(types: &Types<'_>, item: &Struct, name: &Name) -> Entries {
    let mut found = Entries::default();
    if !item.key().is_empty() {
        let part = |part: &vellum::schema::KeyPart| {
            format!("{}{}", part.path(), if part.is_descending() { " desc" } else { "" })
        };
        let parts: Vec<String> = item.key().iter().map(part).collect();
        found.entries.push(format!("key({})", parts.join(", ")));
    }
    if item.is_frozen() {
        found.entries.push("frozen".to_owned());
    }
    let width = types.schema.min_width();
    if item.name() == types.schema.root().name() && width > PointerWidth::One {
        found.entries.push(format!("width = {}", width.bytes()));
    }
    if item.name() == types.schema.root().name() && types.schema.lineage().is_some() {
        found.entries.push("lineage".to_owned());
    }
    found.rename(name);
    found
}

/// What the attribute of a field says, and the value of its declared default.
fn entries(types: &Types<'_>, field: &Field, name: &Name) -> Result<(Entries, Option<String>), String> {
    let mut found = Entries::default();
    let default = declared(types, field)?;
    if let Some(default) = &default {
        found.entries.push(format!("default = {}", default.constant));
        found.is_opaque = !default.is_literal;
    } else if field.declares_default() {
        found.entries.push("default".to_owned());
    }
    let rules = rules(field)?;
    // A range is no literal.
    found.is_opaque |= rules.iter().any(|rule| rule.starts_with("range"));
    found.entries.extend(rules);
    if field.since() > 1 {
        found.entries.push(format!("since = {}", field.since()));
    }
    found.rename(name);
    Ok((found, default.map(|default| default.value)))
}

fn default_impl(types: &Types<'_>, name: &Name, body: &str) -> String {
    let default = types.names.default_trait();
    format!("\nimpl {default} for {} {{\n    fn default() -> Self {{\n{body}    }}\n}}\n", name.rust)
}
