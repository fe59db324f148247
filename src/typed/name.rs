//! Names of the instantiations of generic types in a schema: `PageOfUser` of `Page<User>`.

use alloc::format;
use alloc::string::String;
use core::any::type_name;
use core::fmt::Display;

use super::Value;
use super::plan::type_of;
use crate::schema::{DraftType, named};

/// The part of an instantiation's name that stands for a stored type.
///
/// The type need not be in the schema yet, and may contain the type that is named after it.
#[must_use]
pub fn name_of<T: Value>() -> String {
    of_draft(&named(const { &type_of::<T>() }), T::SHAPE.optional)
}

/// The name of a Rust type that may not be the type of a field.
#[must_use]
pub fn rust_name_of<T: ?Sized>() -> String {
    let path = type_name::<T>();
    let path = path.split('<').next().unwrap_or(path);
    words(path.rsplit("::").next().unwrap_or(path))
}

/// The value of a constant as a part of a name.
pub fn name_of_constant(value: &dyn Display) -> String {
    words(&format!("{value}").replace('-', "Minus"))
}

/// The name of an instantiation.
#[must_use]
pub fn name_of_instance(base: &str, parts: &[String]) -> String {
    format!("{base}Of{}", parts.join("And"))
}

fn of_draft(ty: &DraftType, optional: bool) -> String {
    let name = match ty {
        DraftType::Bool => String::from("Bool"),
        DraftType::Text(len) => format!("TextOf{len}"),
        DraftType::String => String::from("String"),
        DraftType::Bytes => String::from("Bytes"),
        DraftType::Scalar(scalar) => words(&format!("{scalar}")),
        DraftType::Named(name) => words(name),
        DraftType::List(element, optional) => format!("ListOf{}", of_draft(element, *optional)),
        DraftType::Map(key, None) => format!("SetOf{}", of_draft(key, false)),
        DraftType::Map(key, Some((value, optional))) => {
            format!("MapOf{}To{}", of_draft(key, false), of_draft(value, *optional))
        }
        DraftType::Array(element, optional, count) => format!("{count}Times{}", of_draft(element, *optional)),
    };
    if optional { format!("Maybe{name}") } else { name }
}

/// The words of a text in camel case.
fn words(text: &str) -> String {
    let mut name = String::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        name.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(chars.as_str());
    }
    name
}
