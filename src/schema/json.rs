//! Schemas through serde: in formats for people as a structure, in others as the compact form.
//!
//! ```json
//! {
//!   "root": "User",
//!   "width": 2,
//!   "enums": [{ "name": "Fruit", "open": true, "repr": "u16", "variants": [{ "name": "apples" }, { "name": "pears", "number": 7 }] }],
//!   "unions": [{ "name": "Contact", "variants": [{ "name": "none" }, { "name": "email", "type": "string" }] }],
//!   "structs": [{ "name": "User", "docs": "Who.", "fields": [
//!     { "name": "age", "type": "u16", "default": 18 },
//!     { "name": "scores", "type": "map<string, u32?>", "since": 2 }
//!   ] }]
//! }
//! ```
//! A key that is left out, or null, has the value that leaving the same thing out of schema text
//! gives. Each form is written and read by way of the builder, so that one place knows the rules.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, SerializeMap, Serializer};

use super::builder::{EnumBuilder, SchemaBuilder, StructBuilder, UnionBuilder};
use super::literal::Literal;
use super::model::Schema;
use super::types::Scalar;
use crate::error::{Error, ErrorKind};
use crate::wire::width::PointerWidth;

/// A map of known keys, each of which may be left out.
macro_rules! form {
    ($name:ident, $what:literal { $($key:literal => $part:ident: $type:ty,)* }) => {
        #[derive(Default)]
        struct $name {
            $($part: Option<$type>,)*
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let parts = [$(self.$part.is_some()),*];
                let mut map = serializer.serialize_map(Some(parts.into_iter().filter(|is_some| *is_some).count()))?;
                $(if let Some(part) = &self.$part {
                    map.serialize_entry($key, part)?;
                })*
                map.end()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct PartsVisitor;

                impl<'de> Visitor<'de> for PartsVisitor {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str(concat!("a map that describes ", $what))
                    }

                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        let mut form = $name::default();
                        while let Some(key) = map.next_key::<String>()? {
                            match key.as_str() {
                                $($key if form.$part.is_some() => return Err(de::Error::duplicate_field($key)),
                                $key => form.$part = map.next_value()?,)*
                                _ => {
                                    let message = format!(concat!($what, " has no key `{}`"), key.escape_debug());
                                    return Err(de::Error::custom(message));
                                }
                            }
                        }
                        Ok(form)
                    }
                }

                deserializer.deserialize_map(PartsVisitor)
            }
        }
    };
}
form!(SchemaForm, "a schema" {
    "root" => root: String,
    "width" => width: u8,
    "lineage" => lineage: bool,
    "enums" => enums: Vec<EnumForm>,
    "unions" => unions: Vec<UnionForm>,
    "structs" => structs: Vec<StructForm>,
});
form!(EnumForm, "an enum" {
    "name" => name: String,
    "docs" => docs: String,
    "open" => open: bool,
    "repr" => repr: String,
    "variants" => variants: Vec<EnumVariantForm>,
});
form!(EnumVariantForm, "a variant of an enum" {
    "name" => name: String,
    "docs" => docs: String,
    "number" => number: u64,
});
form!(UnionForm, "a union" {
    "name" => name: String,
    "docs" => docs: String,
    "open" => open: bool,
    "variants" => variants: Vec<UnionVariantForm>,
});
form!(UnionVariantForm, "a variant of a union" {
    "name" => name: String,
    "docs" => docs: String,
    "type" => ty: String,
});
form!(StructForm, "a struct" {
    "name" => name: String,
    "docs" => docs: String,
    "frozen" => frozen: bool,
    "key" => key: String,
    "fields" => fields: Vec<FieldForm>,
});
form!(FieldForm, "a field" {
    "name" => name: String,
    "docs" => docs: String,
    "type" => ty: String,
    "default" => default: LiteralForm,
    "since" => since: u32,
    "rules" => rules: String,
});

/// A default: a bool, number, text or sequence of bytes.
struct LiteralForm(Literal);

/// The largest integer that every reader of JSON keeps; beyond it numbers are text.
const MAX_EXACT: u64 = 1 << 53;

impl Serialize for LiteralForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Literal::Bool(value) => serializer.serialize_bool(*value),
            Literal::Char(value) => serializer.serialize_char(*value),
            Literal::Text(text) | Literal::Variant(text) => serializer.serialize_str(text),
            Literal::Bytes(bytes) => serializer.collect_seq(bytes),
            literal @ Literal::Unsigned(value) => match u64::try_from(*value) {
                Ok(value) if value <= MAX_EXACT => serializer.serialize_u64(value),
                _ => serializer.collect_str(literal),
            },
            literal @ Literal::Signed(value) => match i64::try_from(*value) {
                Ok(value) if value.unsigned_abs() <= MAX_EXACT => serializer.serialize_i64(value),
                _ => serializer.collect_str(literal),
            },
            // As text, since readers of JSON need not keep every digit, and JSON has no infinity.
            literal => serializer.collect_str(literal),
        }
    }
}

impl<'de> Deserialize<'de> for LiteralForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LiteralVisitor)
    }
}

struct LiteralVisitor;

macro_rules! visit {
    ($($visit:ident($type:ty))*) => {$(
        fn $visit<E: de::Error>(self, value: $type) -> Result<LiteralForm, E> {
            Ok(LiteralForm(value.into()))
        }
    )*};
}

impl<'de> Visitor<'de> for LiteralVisitor {
    type Value = LiteralForm;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a default: true, false, a number, text or a sequence of bytes")
    }

    visit! {
        visit_bool(bool) visit_u64(u64) visit_i64(i64) visit_u128(u128) visit_i128(i128) visit_f32(f32) visit_f64(f64)
        visit_char(char) visit_str(&str) visit_bytes(&[u8])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<LiteralForm, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = elements.next_element::<u8>()? {
            bytes.push(byte);
        }
        Ok(LiteralForm(Literal::Bytes(bytes)))
    }
}

/// A text unless it is empty.
fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// The form of a list of parts; `None` for an empty one.
fn parts<T, F>(parts: &[T], form: impl Fn(&T) -> F) -> Option<Vec<F>> {
    (!parts.is_empty()).then(|| parts.iter().map(form).collect())
}

fn write_enum(part: &EnumBuilder) -> EnumForm {
    let mut next = Some(0);
    let mut variants = Vec::new();
    for variant in &part.variants {
        let number = variant.number.filter(|number| next != Some(*number));
        next = variant.number.and_then(|number| number.checked_add(1));
        variants.push(EnumVariantForm { name: text(&variant.name), docs: text(&variant.docs), number });
    }
    EnumForm {
        name: text(&part.name),
        docs: text(&part.docs),
        open: part.open.then_some(true),
        repr: (part.repr != Scalar::U8).then(|| part.repr.name().to_owned()),
        variants: Some(variants),
    }
}

fn write_union(part: &UnionBuilder) -> UnionForm {
    let variants = parts(&part.variants, |variant| UnionVariantForm {
        name: text(&variant.name),
        docs: text(&variant.docs),
        ty: variant.ty.clone(),
    });
    UnionForm { name: text(&part.name), docs: text(&part.docs), open: part.open.then_some(true), variants }
}

fn write_struct(part: &StructBuilder) -> StructForm {
    let fields = parts(&part.fields, |field| FieldForm {
        name: text(&field.name),
        docs: text(&field.docs),
        ty: Some(field.ty.clone()),
        default: field.default.clone().map(LiteralForm),
        since: (field.since > 1).then_some(field.since),
        rules: text(&field.rules),
    });
    StructForm {
        name: text(&part.name),
        docs: text(&part.docs),
        frozen: part.frozen.then_some(true),
        key: text(&part.key),
        fields,
    }
}

fn write(builder: &SchemaBuilder) -> SchemaForm {
    SchemaForm {
        root: text(&builder.root),
        width: (builder.width > PointerWidth::One).then(|| u8::try_from(builder.width.bytes()).unwrap_or(4)),
        lineage: builder.lineage.then_some(true),
        enums: parts(&builder.enums, write_enum),
        unions: parts(&builder.unions, write_union),
        structs: parts(&builder.structs, write_struct),
    }
}

fn wrong(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Schema, message.into())
}

/// The name of a part, which every part has.
fn named(name: Option<String>, what: &str) -> Result<String, Error> {
    name.ok_or_else(|| wrong(format!("{what} has no `name`")))
}

fn read_enum(form: EnumForm) -> Result<EnumBuilder, Error> {
    let mut part = EnumBuilder::new(&named(form.name, "an enum")?);
    part.docs(&form.docs.unwrap_or_default());
    part.open = form.open.unwrap_or(false);
    if let Some(name) = form.repr {
        let known =
            [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64].into_iter().find(|scalar| scalar.name() == name);
        let Some(repr) = known else {
            return Err(wrong("an enum is stored as u8, u16, u32 or u64").in_field(&part.name));
        };
        part.repr(repr);
    }
    for form in form.variants.unwrap_or_default() {
        let name = named(form.name, "a variant").map_err(|error| error.in_field(&part.name))?;
        part.variant(&name).docs(&form.docs.unwrap_or_default()).number = form.number;
    }
    Ok(part)
}

fn read_union(form: UnionForm) -> Result<UnionBuilder, Error> {
    let mut part = UnionBuilder::new(&named(form.name, "a union")?);
    part.docs(&form.docs.unwrap_or_default());
    part.open = form.open.unwrap_or(false);
    for form in form.variants.unwrap_or_default() {
        let name = named(form.name, "a variant").map_err(|error| error.in_field(&part.name))?;
        part.variant(&name).docs(&form.docs.unwrap_or_default()).ty = form.ty;
    }
    Ok(part)
}

fn read_struct(form: StructForm) -> Result<StructBuilder, Error> {
    let mut part = StructBuilder::new(&named(form.name, "a struct")?);
    part.docs(&form.docs.unwrap_or_default());
    part.frozen = form.frozen.unwrap_or(false);
    part.key = form.key.unwrap_or_default();
    for form in form.fields.unwrap_or_default() {
        let name = named(form.name, "a field").map_err(|error| error.in_field(&part.name))?;
        let Some(ty) = form.ty else {
            return Err(wrong("the field has no `type`").in_step(format_args!("{}.{name}", part.name)));
        };
        let field = part.field(&name, &ty);
        field.docs(&form.docs.unwrap_or_default()).since(form.since.unwrap_or(1));
        field.rules = form.rules.unwrap_or_default();
        field.default = form.default.map(|default| default.0);
    }
    Ok(part)
}

fn read(form: SchemaForm) -> Result<Schema, Error> {
    let mut builder = Schema::builder();
    builder.root = form.root.ok_or_else(|| wrong("the schema has no `root`"))?;
    if let Some(bytes) = form.width {
        let known = PointerWidth::ALL.into_iter().find(|width| width.bytes() == usize::from(bytes));
        builder.width = known.ok_or_else(|| wrong("a pointer width is 1, 2 or 4"))?;
    }
    builder.lineage = form.lineage.unwrap_or(false);
    builder.enums = form.enums.unwrap_or_default().into_iter().map(read_enum).collect::<Result<_, _>>()?;
    builder.unions = form.unions.unwrap_or_default().into_iter().map(read_union).collect::<Result<_, _>>()?;
    builder.structs = form.structs.unwrap_or_default().into_iter().map(read_struct).collect::<Result<_, _>>()?;
    builder.build()
}

/// In formats for people (JSON, YAML, TOML) a map, whose types are written as in schema text; in
/// others the bytes of [`Schema::to_bytes`].
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
/// let json = serde_json::to_string(&schema).unwrap();
/// assert_eq!(
///     json,
///     r#"{"root":"User","structs":[{"name":"User","fields":[{"name":"name","type":"string"},"#.to_owned()
///         + r#"{"name":"age","type":"u16","default":18}]}]}"#
/// );
/// let again: Schema = serde_json::from_str(&json).unwrap();
/// assert_eq!(again, schema);
/// # Ok::<(), vellum::Error>(())
/// ```
impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            write(&self.to_builder()).serialize(serializer)
        } else {
            serializer.serialize_bytes(&self.to_bytes())
        }
    }
}

/// What [`Serialize`] writes. What breaks a rule of the schema language is refused with the path of
/// the part, and so are unknown keys.
impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let form = SchemaForm::deserialize(deserializer)?;
            read(form).map_err(|error| de::Error::custom(error.to_string()))
        } else {
            deserializer.deserialize_bytes(CompactVisitor)
        }
    }
}

struct CompactVisitor;

impl Visitor<'_> for CompactVisitor {
    type Value = Schema;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a schema")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Schema, E> {
        Schema::from_bytes(bytes).map_err(|error| de::Error::custom(error.to_string()))
    }
}
