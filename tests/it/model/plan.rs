//! Random schemas.

use std::fmt::Write;

use super::value::Value;

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % below as u64) as usize
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Bool,
    U8,
    I64,
    F32,
    Char,
    Enum,
    String,
    Bytes,
    /// `frozen struct Flat { n: u8, label: string }`
    Frozen,
    /// The growable struct of that number.
    Struct(usize),
    /// Elements, and whether they are optional.
    List(Box<Kind>, bool),
}

pub struct FieldPlan {
    pub name: String,
    pub kind: Kind,
    pub optional: bool,
    pub since: u32,
}

pub struct StructPlan {
    /// The first is `n: u8` in every struct.
    pub fields: Vec<FieldPlan>,
}

pub struct Plan {
    pub structs: Vec<StructPlan>,
}

/// The default of every string field outside lists; not of optional ones.
const DEFAULT_TEXT: &str = "unset";

impl Plan {
    pub fn random(random: &mut Random) -> Self {
        let count = 1 + random.below(3);
        let structs = (0..count).map(|index| StructPlan::random(index, count, random)).collect();
        Self { structs }
    }

    pub fn text(&self) -> String {
        let mut text = String::from("enum Fruit { apple, pear, fig } frozen struct Flat { n: u8, label: string }\n");
        for (index, structure) in self.structs.iter().enumerate() {
            let _ = write!(text, "struct S{index} {{");
            for field in &structure.fields {
                let optional = if field.optional { "?" } else { "" };
                let default = match field.kind {
                    Kind::String if !field.optional => format!(" = \"{DEFAULT_TEXT}\""),
                    Kind::I64 if !field.optional => " = -5".to_owned(),
                    Kind::Bool if !field.optional => " = true".to_owned(),
                    _ => String::new(),
                };
                let since = if field.since > 1 { format!(" since {}", field.since) } else { String::new() };
                let _ = write!(text, " {}: {}{optional}{default}{since},", field.name, name(&field.kind));
            }
            text.push_str(" }\n");
        }
        text.push_str("root S0;\n");
        text
    }

    /// The default of a value of this kind that is no field: an element, or what an optional struct begins with.
    pub fn default_of(&self, kind: &Kind) -> Value {
        match kind {
            Kind::Bool => Value::Bool(false),
            Kind::U8 | Kind::I64 | Kind::F32 | Kind::Char | Kind::Enum => Value::Number(0),
            Kind::String | Kind::Bytes => Value::Text(String::new()),
            Kind::Frozen => Value::Struct(vec![Value::Number(0), Value::Text(String::new())]),
            Kind::Struct(index) => Value::Struct(
                self.structs[*index]
                    .fields
                    .iter()
                    .map(|field| if field.optional { Value::Absent } else { self.field_default(&field.kind) })
                    .collect(),
            ),
            Kind::List(..) => Value::List(Vec::new()),
        }
    }

    fn field_default(&self, kind: &Kind) -> Value {
        match kind {
            Kind::String => Value::Text(DEFAULT_TEXT.into()),
            Kind::I64 => Value::Number(-5),
            Kind::Bool => Value::Bool(true),
            _ => self.default_of(kind),
        }
    }

    /// The default of what is at a path: a field of a growable struct may declare one.
    pub fn default_of_field(&self, kind: &Kind, path: &str) -> Value {
        let is_element = path.ends_with(']');
        if is_element || path.split('.').next_back() == Some("label") {
            self.default_of(kind)
        } else {
            self.field_default(kind)
        }
    }
}

impl StructPlan {
    fn random(index: usize, count: usize, random: &mut Random) -> Self {
        let first = FieldPlan { name: "n".into(), kind: Kind::U8, optional: false, since: 1 };
        let mut fields = vec![first];
        let mut since = 1;
        for number in 0..=random.below(7) {
            if random.below(4) == 0 {
                since += 1;
            }
            let kind = Kind::random(count, random, 0);
            // Only an optional struct may lead back to the one it is in.
            let optional = match &kind {
                Kind::Struct(inner) if *inner <= index => true,
                _ => random.below(3) == 0,
            };
            fields.push(FieldPlan { name: format!("f{number}"), kind, optional, since });
        }
        Self { fields }
    }
}

impl Kind {
    fn random(count: usize, random: &mut Random, depth: usize) -> Self {
        match random.below(if depth < 2 { 16 } else { 9 }) {
            0 => Self::Bool,
            1 => Self::U8,
            2 => Self::I64,
            3 => Self::F32,
            4 => Self::Char,
            5 => Self::Enum,
            6 | 7 => Self::String,
            8 => Self::Bytes,
            9 => Self::Frozen,
            10 | 11 => Self::Struct(random.below(count)),
            _ => {
                let element = Self::random(count, random, depth + 1);
                let optional = random.below(4) == 0;
                Self::List(Box::new(element), optional)
            }
        }
    }
}

fn name(kind: &Kind) -> String {
    match kind {
        Kind::Bool => "bool".into(),
        Kind::U8 => "u8".into(),
        Kind::I64 => "i64".into(),
        Kind::F32 => "f32".into(),
        Kind::Char => "char".into(),
        Kind::Enum => "Fruit".into(),
        Kind::String => "string".into(),
        Kind::Bytes => "bytes".into(),
        Kind::Frozen => "Flat".into(),
        Kind::Struct(index) => format!("S{index}"),
        Kind::List(element, optional) => format!("list<{}{}>", name(element), if *optional { "?" } else { "" }),
    }
}
