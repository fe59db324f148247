//! Types of a schema as an owned tree, and the schema text they are written as.
//!
//! Definitions (structs, unions, enums) are numbered, and types name them by number, so that a type
//! may hold itself. A schema has every field of its newest revision; [`Schema::at`] leaves out what
//! an older revision does not have.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use crate::revisions::Kind;
use crate::rules::Rules;
use crate::values::Val;

/// A type without the question whether it may be absent.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Type {
    /// `bool`
    Bool,
    /// A number, or what is stored as one.
    Scalar(Scalar),
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// `string[n]`
    Text(u16),
    /// `any`
    Any,
    /// An enum of the schema.
    Enum(usize),
    /// A union of the schema.
    Union(usize),
    /// A struct of the schema, growable or frozen.
    Struct(usize),
    /// `list<T>`
    List(Box<Item>),
    /// `array<T, n>`
    Array(Box<Item>, u16),
    /// `map<K, V>`
    Map(Box<Type>, Box<Item>),
    /// `set<K>`
    Set(Box<Type>),
    /// `tuple<A, B>`
    Tuple(Vec<Item>),
}

/// A type in its place: it may be optional there.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Item {
    /// The type.
    pub ty: Type,
    /// Whether it is written with `?`.
    pub optional: bool,
}

impl Item {
    /// A type that is always there.
    pub fn new(ty: Type) -> Self {
        Self { ty, optional: false }
    }

    /// A type that may be absent.
    pub fn optional(ty: Type) -> Self {
        Self { ty, optional: true }
    }
}

/// The built-in types that are stored as one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Scalar {
    U8,
    U16,
    U32,
    U64,
    U128,
    I8,
    I16,
    I32,
    I64,
    I128,
    F32,
    F64,
    Char,
    Uuid,
    Ulid,
    Ipv4,
    Ipv6,
    Date,
    Time,
    /// In seconds, milliseconds, microseconds or nanoseconds.
    Timestamp(Unit),
    Duration,
    /// With so many digits behind the point.
    Decimal(u8),
    Decimal128(u8),
    Geo4,
    Geo8,
    Geo16,
}

/// The unit of a timestamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Unit {
    S,
    Ms,
    Us,
    Ns,
}

impl Scalar {
    /// Bytes of its slot.
    pub fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 | Self::Char | Self::Date | Self::Geo4 | Self::Ipv4 => 4,
            Self::U64
            | Self::I64
            | Self::F64
            | Self::Time
            | Self::Timestamp(_)
            | Self::Duration
            | Self::Decimal(_)
            | Self::Geo8 => 8,
            Self::U128 | Self::I128 | Self::Uuid | Self::Ulid | Self::Ipv6 | Self::Decimal128(_) | Self::Geo16 => 16,
        }
    }

    /// Whether the stored integer has a sign that its order follows.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            Self::I8
                | Self::I16
                | Self::I32
                | Self::I64
                | Self::I128
                | Self::Date
                | Self::Timestamp(_)
                | Self::Duration
                | Self::Decimal(_)
                | Self::Decimal128(_)
        )
    }

    /// Whether values can be keys of maps and sets.
    pub fn is_key(self) -> bool {
        !matches!(self, Self::F32 | Self::F64 | Self::Geo4 | Self::Geo8 | Self::Geo16)
    }

    /// Whether values sort by the bytes of the slot.
    pub fn is_bytewise(self) -> bool {
        matches!(self, Self::Uuid | Self::Ulid | Self::Ipv4 | Self::Ipv6)
    }

    /// The bytes of the slot.
    pub fn bytes(self, word: u128) -> Vec<u8> {
        word.to_le_bytes()[..self.size()].to_vec()
    }

    /// As schema text has it.
    pub fn text(self) -> String {
        match self {
            Self::U8 => "u8".into(),
            Self::U16 => "u16".into(),
            Self::U32 => "u32".into(),
            Self::U64 => "u64".into(),
            Self::U128 => "u128".into(),
            Self::I8 => "i8".into(),
            Self::I16 => "i16".into(),
            Self::I32 => "i32".into(),
            Self::I64 => "i64".into(),
            Self::I128 => "i128".into(),
            Self::F32 => "f32".into(),
            Self::F64 => "f64".into(),
            Self::Char => "char".into(),
            Self::Uuid => "uuid".into(),
            Self::Ulid => "ulid".into(),
            Self::Ipv4 => "ipv4".into(),
            Self::Ipv6 => "ipv6".into(),
            Self::Date => "date".into(),
            Self::Time => "time".into(),
            Self::Timestamp(Unit::S) => "timestamp(s)".into(),
            Self::Timestamp(Unit::Ms) => "timestamp".into(),
            Self::Timestamp(Unit::Us) => "timestamp(us)".into(),
            Self::Timestamp(Unit::Ns) => "timestamp(ns)".into(),
            Self::Duration => "duration".into(),
            Self::Decimal(scale) => format!("decimal({scale})"),
            Self::Decimal128(scale) => format!("decimal128({scale})"),
            Self::Geo4 => "geo4".into(),
            Self::Geo8 => "geo8".into(),
            Self::Geo16 => "geo16".into(),
        }
    }

    /// A word as a signed number of this width.
    pub fn signed(self, word: u128) -> i128 {
        let unused = 128 - 8 * self.size() as u32;
        (word << unused).cast_signed() >> unused
    }

    /// A number as a word of this width.
    pub fn word(self, number: i128) -> u128 {
        number.cast_unsigned() & self.mask()
    }

    /// All bits of the word.
    pub fn mask(self) -> u128 {
        u128::MAX >> (128 - 8 * self.size() as u32)
    }
}

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Field {
    /// The name.
    pub name: String,
    /// Its type.
    pub item: Item,
    /// The declared default.
    pub default: Option<Val>,
    /// The revision that added it.
    pub since: u16,
    /// What its values are like.
    pub rules: Rules,
}

impl Field {
    /// A field of the first revision without declared default.
    pub fn new(name: &str, item: Item) -> Self {
        Self { name: name.into(), item, default: None, since: 1, rules: Rules::default() }
    }

    /// The same field, added by a later revision.
    #[must_use]
    pub fn since(self, since: u16) -> Self {
        Self { since, ..self }
    }

    /// The same field with a declared default.
    #[must_use]
    pub fn default(self, default: Val) -> Self {
        Self { default: Some(default), ..self }
    }
}

/// A struct.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Struct {
    /// The name.
    pub name: String,
    /// Whether it never changes, and lies inline.
    pub frozen: bool,
    /// The fields.
    pub fields: Vec<Field>,
}

/// An enum.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Enum {
    /// The name.
    pub name: String,
    /// Whether numbers without a variant are values.
    pub open: bool,
    /// Its integer: `U8`, `U16`, `U32` or `U64`.
    pub repr: Scalar,
    /// Names and numbers.
    pub variants: Vec<(String, u64)>,
    /// How many of the last ones revision 2 added.
    pub added: usize,
}

impl Enum {
    /// The name of a number; none of one without a variant.
    pub fn name_of(&self, number: u128) -> Option<&str> {
        self.variants.iter().find(|(_, known)| u128::from(*known) == number).map(|(name, _)| &**name)
    }
}

/// A variant of a union: its name and what it holds.
pub type Variant = (String, Option<Item>);

/// A union.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Union {
    /// The name.
    pub name: String,
    /// Whether a newer revision may add variants.
    pub open: bool,
    /// The variants.
    pub variants: Vec<Variant>,
    /// How many of the last ones revision 2 added.
    pub added: usize,
}

/// What the buffer holds.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Root {
    /// A struct of that number.
    Struct(usize),
    /// `any`
    Any,
    /// A value of a type that is none of these.
    Value(Item),
}

/// A whole schema.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Schema {
    /// The structs.
    pub structs: Vec<Struct>,
    /// The unions.
    pub unions: Vec<Union>,
    /// The enums.
    pub enums: Vec<Enum>,
    /// The root.
    pub root: Root,
    /// The narrowest pointers it allows, in bytes.
    pub width: usize,
    /// Who the fields and variants are whose name is one that another had, or is another than they
    /// had.
    pub identities: BTreeMap<(Kind, usize, String), String>,
}

/// The variants of `any`.
static ANY: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let scalar = |scalar| Some(Item::new(Type::Scalar(scalar)));
    let list = Type::List(Box::new(Item::new(Type::Any)));
    let map = Type::Map(Box::new(Type::String), Box::new(Item::new(Type::Any)));
    vec![
        ("null".into(), None),
        ("bool".into(), Some(Item::new(Type::Bool))),
        ("i8".into(), scalar(Scalar::I8)),
        ("i16".into(), scalar(Scalar::I16)),
        ("i32".into(), scalar(Scalar::I32)),
        ("i64".into(), scalar(Scalar::I64)),
        ("u64".into(), scalar(Scalar::U64)),
        ("f64".into(), scalar(Scalar::F64)),
        ("string".into(), Some(Item::new(Type::String))),
        ("bytes".into(), Some(Item::new(Type::Bytes))),
        ("list".into(), Some(Item::new(list))),
        ("map".into(), Some(Item::new(map))),
    ]
});

impl Schema {
    /// A schema without definitions.
    pub fn new(root: Root, width: usize) -> Self {
        Self { structs: Vec::new(), unions: Vec::new(), enums: Vec::new(), root, width, identities: BTreeMap::new() }
    }

    /// The variants of a union or of `any`.
    pub fn variants(&self, ty: &Type) -> Option<&[Variant]> {
        match ty {
            Type::Union(id) => Some(&self.unions[*id].variants),
            Type::Any => Some(&ANY),
            _ => None,
        }
    }

    /// The root as an item.
    pub fn root_item(&self) -> Item {
        match &self.root {
            Root::Struct(id) => Item::new(Type::Struct(*id)),
            Root::Any => Item::new(Type::Any),
            Root::Value(item) => item.clone(),
        }
    }

    /// Whether the type is a struct that lies behind a pointer as a field.
    pub fn is_growable(&self, ty: &Type) -> bool {
        matches!(ty, Type::Struct(id) if !self.structs[*id].frozen)
    }

    /// Whether a null pointer tells that a value of the type is absent.
    pub fn is_nullable(&self, ty: &Type) -> bool {
        matches!(ty, Type::String | Type::Bytes | Type::List(_) | Type::Map(..) | Type::Set(_)) || self.is_growable(ty)
    }

    /// The schema as the revision of that number has it.
    #[must_use]
    pub fn at(&self, revision: u16) -> Self {
        let mut schema = self.clone();
        for structure in &mut schema.structs {
            structure.fields.retain(|field| field.since <= revision);
        }
        if revision < 2 {
            for union in &mut schema.unions {
                union.variants.truncate(union.variants.len() - std::mem::take(&mut union.added));
            }
            for definition in &mut schema.enums {
                definition.variants.truncate(definition.variants.len() - std::mem::take(&mut definition.added));
            }
        }
        schema
    }

    /// The number of the newest revision.
    pub fn newest(&self) -> u16 {
        let of_fields = self.structs.iter().flat_map(|structure| &structure.fields).map(|field| field.since);
        let has_added = self.unions.iter().any(|union| union.added > 0) || self.enums.iter().any(|def| def.added > 0);
        of_fields.max().unwrap_or(1).max(if has_added { 2 } else { 1 })
    }

    /// A type as schema text has it.
    pub fn type_text(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "bool".into(),
            Type::Scalar(scalar) => scalar.text(),
            Type::String => "string".into(),
            Type::Bytes => "bytes".into(),
            Type::Text(len) => format!("string[{len}]"),
            Type::Any => "any".into(),
            Type::Enum(id) => self.enums[*id].name.clone(),
            Type::Union(id) => self.unions[*id].name.clone(),
            Type::Struct(id) => self.structs[*id].name.clone(),
            Type::List(item) => format!("list<{}>", self.item_text(item)),
            Type::Array(item, len) => format!("array<{}, {len}>", self.item_text(item)),
            Type::Map(key, value) => format!("map<{}, {}>", self.type_text(key), self.item_text(value)),
            Type::Set(key) => format!("set<{}>", self.type_text(key)),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.item_text(part)).collect();
                format!("tuple<{}>", parts.join(", "))
            }
        }
    }

    /// The same with its question mark.
    pub fn item_text(&self, item: &Item) -> String {
        let text = self.type_text(&item.ty);
        if item.optional { text + "?" } else { text }
    }

    /// The schema as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for definition in &self.enums {
            let open = if definition.open { "open " } else { "" };
            let variants: Vec<String> =
                definition.variants.iter().map(|(name, number)| format!("{name} = {number}")).collect();
            let repr = definition.repr.text();
            let _ = writeln!(text, "{open}enum {}: {repr} {{ {} }}", definition.name, variants.join(", "));
        }
        for union in &self.unions {
            let open = if union.open { "open " } else { "" };
            let variants: Vec<String> = union
                .variants
                .iter()
                .map(|(name, item)| match item {
                    Some(item) => format!("{name}: {}", self.item_text(item)),
                    None => name.clone(),
                })
                .collect();
            let _ = writeln!(text, "{open}union {} {{ {} }}", union.name, variants.join(", "));
        }
        for structure in &self.structs {
            let frozen = if structure.frozen { "frozen " } else { "" };
            let fields: Vec<String> = structure.fields.iter().map(|field| self.field_text(field)).collect();
            let _ = writeln!(text, "{frozen}struct {} {{ {} }}", structure.name, fields.join(", "));
        }
        let root = self.item_text(&self.root_item());
        let width = if self.width > 1 { format!(" width {}", self.width) } else { String::new() };
        let _ = writeln!(text, "root {root}{width};");
        text
    }

    fn field_text(&self, field: &Field) -> String {
        let mut text = format!("{}: {}", field.name, self.item_text(&field.item));
        text.push_str(&field.rules.text(self, &field.item.ty));
        if let Some(default) = &field.default {
            let _ = write!(text, " = {}", self.literal(&field.item.ty, default));
        }
        if field.since > 1 {
            let _ = write!(text, " since {}", field.since);
        }
        text
    }

    /// A default, or an end of a range, as schema text has it.
    pub(crate) fn literal(&self, ty: &Type, default: &Val) -> String {
        match (ty, default) {
            (_, Val::Bool(value)) => value.to_string(),
            (Type::Enum(id), Val::Word(word)) => self.enums[*id].name_of(*word).unwrap_or_default().into(),
            (Type::Scalar(Scalar::Char), Val::Word(word)) => {
                format!("'\\u{{{word:x}}}'")
            }
            (Type::Scalar(Scalar::F32), Val::Word(word)) => format!("{:?}", f32::from_bits(*word as u32)),
            (Type::Scalar(Scalar::F64), Val::Word(word)) => format!("{:?}", f64::from_bits(*word as u64)),
            (Type::Scalar(scalar @ (Scalar::Decimal(scale) | Scalar::Decimal128(scale))), Val::Word(word)) => {
                decimal(scalar.signed(*word), usize::from(*scale))
            }
            (Type::Scalar(Scalar::Ipv4), Val::Word(word)) => {
                format!("\"{}\"", std::net::Ipv4Addr::from((*word as u32).to_le_bytes()))
            }
            (Type::Scalar(Scalar::Ipv6), Val::Word(word)) => {
                format!("\"{}\"", std::net::Ipv6Addr::from(word.to_le_bytes()))
            }
            (Type::Scalar(scalar), Val::Word(word)) if scalar.is_signed() => scalar.signed(*word).to_string(),
            (_, Val::Word(word)) => word.to_string(),
            (Type::Bytes, Val::Blob(content)) => {
                let bytes: String = content.iter().map(|byte| format!("\\x{byte:02X}")).collect();
                format!("b\"{bytes}\"")
            }
            (_, Val::Blob(content)) => {
                let text = std::str::from_utf8(content).expect("text");
                let chars: String = text.chars().map(|c| format!("\\u{{{:x}}}", u32::from(c))).collect();
                format!("\"{chars}\"")
            }
            _ => unreachable!("no literal"),
        }
    }
}

/// A decimal number as it is usually written.
pub fn decimal(mantissa: i128, scale: usize) -> String {
    let digits = format!("{:0>width$}", mantissa.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if mantissa < 0 { "-" } else { "" };
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}
