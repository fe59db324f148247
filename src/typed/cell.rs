//! The schemas of derived types, each made when it is first needed, and the names of instantiations
//! of generic types in a schema: `PageOfUser` of `Page<User>`.
//!
//! The static that holds one lies in a function of the type. If the type is generic, all its
//! instantiations share that function's static, so it is a list then: an instantiation is
//! identified by the function that makes its schema, since a type that borrows has no `TypeId`. The
//! compiler may duplicate that function; the schemas of the copies are equal and share one
//! identity, so that handles of one are valid for all.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::any::type_name;
use core::fmt::Display;

use once_cell::race::OnceBox;

use super::Value;
use super::plan::{is_sound, type_of};
use super::root::Root;
use crate::schema::{Draft, DraftType, Schema, draft_of, named};

/// The schema of a draft that derived types make.
#[inline]
pub(super) fn built(draft: Draft) -> Schema {
    // The derive checks the rules that it can see at compile time; an error of other rules is
    // returned when the schema is used.
    Schema::from_draft(draft).unwrap_or_else(Schema::without_fields)
}

/// The schema of a type.
fn schema<T: Value>() -> Schema {
    let mut draft = draft_of(const { &type_of::<T>() }, T::SHAPE.optional);
    draft.guarded |= const { T::PLAN.guards };
    draft.min_width = const { Root::<T>::PLAN }.min_width();
    if const { Root::<T>::PLAN.lineage_len() > 0 } {
        draft.lineage = Some(Schema::known_lineage);
    }
    let schema = built(draft);
    debug_assert_eq!(schema.check().is_ok(), is_sound::<T>(), "{}", type_name::<T>());
    debug_assert!(schema.check().is_err() || schema.root_ends() == Root::<T>::ENDS, "{}", type_name::<T>());
    schema
}

/// Holds the schema of a derived type.
pub struct SchemaCell(OnceBox<Schema>);

impl SchemaCell {
    /// An empty cell.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self(OnceBox::new())
    }

    /// The schema of `T`.
    pub fn get<T: Value>(&self) -> &Schema {
        self.0.get_or_init(|| Box::new(schema::<T>().leak()))
    }
}

/// Holds the schemas of the instantiations of a generic type.
pub struct SchemaCells(OnceBox<Instance>);

struct Instance {
    make: fn() -> Schema,
    name: &'static str,
    schema: Schema,
    next: SchemaCells,
}

impl SchemaCells {
    /// No schemas.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self(OnceBox::new())
    }

    /// The schema of `T`.
    pub fn get<T: Value>(&self) -> &Schema {
        self.find(schema::<T>, type_name::<T>())
    }

    /// The schema that a function makes, of a type of that name.
    #[inline]
    pub(super) fn find(&self, make: fn() -> Schema, name: &'static str) -> &Schema {
        let mut cells = self;
        loop {
            let append = || {
                let schema = make();
                let is_copy = |entry: &&Instance| entry.name == name && entry.schema == schema;
                let mut entries = core::iter::successors(self.0.get(), |entry| entry.next.0.get());
                let copy = entries.find(is_copy).map(|entry| entry.schema.clone());
                let schema = copy.unwrap_or_else(|| schema.leak());
                Box::new(Instance { make, name, schema, next: Self::new() })
            };
            let entry = cells.0.get_or_init(append);
            if core::ptr::fn_addr_eq(entry.make, make) {
                return &entry.schema;
            }
            cells = &entry.next;
        }
    }
}

// The names of instantiations.

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

#[inline]
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
