//! Rust types: from those of a schema, and as text that rustfmt would leave as it is.

use std::fmt;

use vellum::Schema;
use vellum::schema::{Scalar, Type};

use crate::config::Config;
use crate::names::TypeNames;
use crate::recursion::Recursion;
use crate::scalars;

/// The widest line of rustfmt.
pub const LINE: usize = 100;
/// The widest list of arguments that rustfmt leaves on one line.
pub const ARGUMENTS: usize = 60;
/// The longest array with a `Default` in std.
const DEFAULT_ARRAY: usize = 32;
/// The longest tuple that is a field.
const TUPLE: usize = 8;

/// What is wrong with a type that the schema does not define. Types come from the schema itself.
pub const FOREIGN: &str = "has a type of another schema";

/// Types that need no path.
const PRIMITIVES: [&str; 14] =
    ["bool", "char", "f32", "f64", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

/// A Rust type.
pub enum Rust {
    Named(String),
    /// One without a `Default`, and what its default is.
    Constant(String, String),
    Generic(String, Vec<Rust>),
    Tuple(Vec<Rust>),
    Array(Box<Rust>, usize),
}

/// What types are called, and where they are boxed.
pub struct Types<'s> {
    pub schema: &'s Schema,
    pub names: TypeNames<'s>,
    pub recursion: Recursion<'s>,
    pub config: &'s Config,
}

impl Types<'_> {
    /// The Rust type of what the struct or union `owner` has inside it; the error says why there is
    /// none.
    pub fn of(&self, owner: &str, ty: &Type, optional: bool) -> Result<Rust, String> {
        self.rust(Some((owner, optional)), ty, optional)
    }

    /// The parts of a tuple.
    pub fn parts(&self, owner: &str, tuple: &vellum::schema::Struct) -> Result<Vec<Rust>, String> {
        self.tuple(Some((owner, false)), tuple)
    }

    /// `within` is whose value has this one inside it, not on the heap, and whether it may be
    /// absent on the way.
    fn rust(&self, within: Option<(&str, bool)>, ty: &Type, optional: bool) -> Result<Rust, String> {
        let within = within.map(|(owner, absent)| (owner, absent || optional));
        let rust = match ty {
            Type::Bool => Rust::Named("bool".to_owned()),
            Type::Text(len) => Rust::Named(format!("vellum::value::FixedStr<{len}>")),
            Type::String => Rust::Named("String".to_owned()),
            Type::Bytes => Rust::generic("Vec", vec![Rust::Named("u8".to_owned())]),
            Type::Scalar(scalar) => match (scalars::type_of(*scalar)?, scalars::zero(*scalar)) {
                (name, None) => Rust::Named(name),
                (name, Some(zero)) => Rust::Constant(name, zero),
            },
            Type::Enum(id) => {
                let enumeration = self.schema.get_enum(*id).ok_or(FOREIGN)?;
                self.own(enumeration.name())
            }
            Type::Struct(id) => match self.schema.get_struct(*id).ok_or(FOREIGN)? {
                tuple if tuple.is_tuple() => Rust::Tuple(self.tuple(within, tuple)?),
                structure => self.named(within, structure.name()),
            },
            Type::Union(id) => match self.schema.get_union(*id).ok_or(FOREIGN)? {
                any if any.is_any() => Rust::Named("vellum::value::Any".to_owned()),
                union => self.named(within, union.name()),
            },
            Type::List(list) => match list.element() {
                Type::Scalar(Scalar::U8) if !list.optional() => {
                    return Err("is `list<u8>`, but a `Vec<u8>` is `bytes`; write `bytes`".to_owned());
                }
                element => Rust::generic("Vec", vec![self.rust(None, element, list.optional())?]),
            },
            Type::Map(map) => {
                let key = self.rust(None, map.key(), false)?;
                match map.value() {
                    None => Rust::generic("std::collections::BTreeSet", vec![key]),
                    Some(value) => {
                        let value = self.rust(None, value, map.optional())?;
                        Rust::generic("std::collections::BTreeMap", vec![key, value])
                    }
                }
            }
            Type::Array(array) => {
                Rust::Array(Box::new(self.rust(within, array.element(), array.optional())?), array.len())
            }
            _ => return Err("is of a type that this version does not know".to_owned()),
        };
        Ok(if optional { Rust::generic("Option", vec![rust]) } else { rust })
    }

    fn tuple(&self, within: Option<(&str, bool)>, tuple: &vellum::schema::Struct) -> Result<Vec<Rust>, String> {
        if tuple.fields().len() > TUPLE {
            return Err(format!("is or holds a tuple of more than {TUPLE} parts; make it a frozen struct"));
        }
        tuple.fields().iter().map(|part| self.rust(within, part.ty(), part.optional())).collect()
    }

    /// A type of the schema.
    fn own(&self, name: &str) -> Rust {
        Rust::Named(self.names.get(name).rust.clone())
    }

    fn named(&self, within: Option<(&str, bool)>, target: &str) -> Rust {
        let rust = self.own(target);
        match within {
            Some((owner, optional)) if self.recursion.is_boxed(owner, target, optional) => {
                Rust::generic("Box", vec![rust])
            }
            _ => rust,
        }
    }
}

impl Rust {
    fn generic(name: &str, arguments: Vec<Self>) -> Self {
        Self::Generic(name.to_owned(), arguments)
    }

    /// Whether std has a `Default` for it, if there is one for the types of the schema.
    pub fn has_default(&self) -> bool {
        match self {
            Self::Array(element, len) => *len <= DEFAULT_ARRAY && element.has_default(),
            Self::Tuple(parts) => parts.iter().all(Self::has_default),
            Self::Named(_) | Self::Generic(..) => true,
            Self::Constant(..) => false,
        }
    }

    /// An expression of its default.
    pub fn default(&self, names: &TypeNames<'_>) -> String {
        match self {
            Self::Array(element, len) => match element.default(names) {
                value if element.is_copied() => format!("[{value}; {len}]"),
                value => format!("std::array::from_fn(|_| {value})"),
            },
            Self::Tuple(_) if self.has_default() => format!("{}::default()", names.default_trait()),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.default(names)).collect();
                format!("({}{})", parts.join(", "), if parts.len() == 1 { "," } else { "" })
            }
            Self::Generic(name, _) if name == "Option" => "None".to_owned(),
            Self::Generic(name, _) if name == "Box" => default_of(name, names),
            Self::Generic(name, _) => format!("{name}::new()"),
            Self::Constant(_, zero) => zero.clone(),
            Self::Named(name) => match name.as_str() {
                "bool" => "false".to_owned(),
                "char" => "'\\0'".to_owned(),
                "f32" | "f64" => "0.0".to_owned(),
                _ if self.is_copied() => "0".to_owned(),
                "String" => "String::new()".to_owned(),
                name => default_of(name.split('<').next().unwrap_or(name), names),
            },
        }
    }

    /// Whether its default is a literal, or an array of them.
    fn is_copied(&self) -> bool {
        match self {
            Self::Named(name) => PRIMITIVES.contains(&name.as_str()),
            Self::Array(element, _) => element.is_copied(),
            Self::Constant(..) => true,
            Self::Generic(..) | Self::Tuple(_) => false,
        }
    }

    /// The type at the end of a line that begins with `start` at this indent and ends with `end`.
    pub fn field(&self, start: &str, end: &str, indent: usize) -> String {
        let next = indent + 4;
        match self.line() {
            Some(line) if indent + start.len() + 1 + line.len() + end.len() <= LINE => format!("{start} {line}{end}"),
            Some(line) if next + line.len() + end.len() <= LINE => format!("{start}\n{:next$}{line}{end}", ""),
            _ => format!("{start} {}{end}", self.broken(indent)),
        }
    }

    /// The type on one line, unless it has too long a tuple for that.
    fn line(&self) -> Option<String> {
        self.fits().then(|| self.to_string())
    }

    fn fits(&self) -> bool {
        match self {
            Self::Named(_) | Self::Constant(..) => true,
            Self::Generic(_, arguments) => arguments.iter().all(Self::fits),
            // The parentheses are not counted.
            Self::Tuple(parts) => {
                parts.iter().all(Self::fits) && (parts.len() == 1 || self.to_string().len() <= ARGUMENTS + 2)
            }
            Self::Array(element, _) => element.fits(),
        }
    }

    /// The type over several lines.
    fn broken(&self, indent: usize) -> String {
        match self {
            Self::Named(name) | Self::Constant(name, _) => name.clone(),
            Self::Generic(name, arguments) => match &arguments[..] {
                [only @ Self::Tuple(_)] => format!("{name}<{}>", only.broken(indent)),
                _ => format!("{name}<{}>", column(arguments, indent)),
            },
            Self::Tuple(parts) => match &parts[..] {
                [only @ Self::Tuple(_)] => format!("({},)", only.broken(indent)),
                _ => format!("({})", column(parts, indent)),
            },
            Self::Array(element, len) => format!("[{}; {len}]", element.broken(indent)),
        }
    }
}

/// The default of a named type, where the trait may have lost its name to a type of the schema.
fn default_of(name: &str, names: &TypeNames<'_>) -> String {
    match names.default_trait() {
        "Default" => format!("{name}::default()"),
        path => format!("{path}::default()"),
    }
}

/// Each type on a line of its own.
fn column(types: &[Rust], indent: usize) -> String {
    let inner = indent + 4;
    let lines = types.iter().map(|ty| {
        let line = ty.line().filter(|line| inner + line.len() < LINE).unwrap_or_else(|| ty.broken(inner));
        format!("\n{:inner$}{line},", "")
    });
    format!("{}\n{:indent$}", lines.collect::<String>(), "")
}

/// Types between parentheses, as the fields of a variant are.
pub fn arguments(types: &[Rust], before: usize, indent: usize) -> String {
    let line = types.iter().map(Rust::to_string).collect::<Vec<_>>().join(", ");
    let is_short = types.iter().all(Rust::fits) && (line.len() <= ARGUMENTS || types.len() == 1);
    if is_short && indent + before + line.len() + 3 <= LINE {
        return format!("({line})");
    }
    format!("({})", column(types, indent))
}

impl fmt::Display for Rust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, types: &[Self]| {
            types.iter().enumerate().try_for_each(|(index, ty)| write!(f, "{}{ty}", if index > 0 { ", " } else { "" }))
        };
        match self {
            Self::Named(name) | Self::Constant(name, _) => f.write_str(name),
            Self::Generic(name, arguments) => {
                write!(f, "{name}<")?;
                list(f, arguments)?;
                f.write_str(">")
            }
            Self::Tuple(parts) => {
                f.write_str("(")?;
                list(f, parts)?;
                f.write_str(if parts.len() == 1 { ",)" } else { ")" })
            }
            Self::Array(element, len) => write!(f, "[{element}; {len}]"),
        }
    }
}
