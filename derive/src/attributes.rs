//! What `#[vellum(...)]` may say of a type, a field or a variant.

use crate::common;
use crate::generics::parse_text;
use crate::key::KeyPart;
use proc_macro2::Span;
use quote::format_ident;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Meta, Path, Result, Token, Type, WherePredicate,
    parse_quote,
};

use crate::rename::{Casing, Name};
use crate::rules::RuleAttributes;
use crate::upgrades::{self, Upgrade};
use crate::{own_names, types};

/// Attributes of a struct or enum.
#[derive(Default)]
pub struct TypeAttributes {
    pub rename: Option<Name>,
    pub frozen: bool,
    pub width: Option<u32>,
    pub lineage: bool,
    pub rename_all: Option<Casing>,
    pub open: bool,
    /// The bounds that take the place of those that the derive finds.
    pub bound: Option<Vec<WherePredicate>>,
    pub key: Vec<KeyPart>,
    /// Whether it is the type of Rust for one that every schema has.
    pub built_in: bool,
    /// The enum of std that the impls are for, whose variants are written out; it has the same
    /// name.
    pub remote: Option<Path>,
    /// The function that a value of a struct with one unnamed field is checked by.
    pub check: Option<Path>,
    /// Whether it has a type that says how it lies in a buffer.
    pub raw: Option<Span>,
    /// The fields that all variants have in common.
    pub common: Vec<Ident>,
    /// What the names of derived types begin with, if not with the type's.
    prefix: Option<Ident>,
    /// What its view is called, if not by the type's name.
    view: Option<Ident>,
    /// What its edit cursor is called.
    edit: Option<Ident>,
    /// The types whose buffers become this one.
    pub upgrades: Vec<Upgrade>,
}

/// Attributes of a field or a variant.
pub struct FieldAttributes {
    pub rename: Option<Name>,
    pub default: Option<Expr>,
    /// Whether the default is declared to be that of the type.
    pub own_default: bool,
    pub since: u32,
    pub since_span: Option<Span>,
    /// Whether the field is not stored.
    pub skip: bool,
    /// Why it should no longer be used.
    pub deprecated: Option<String>,
    /// What is stored for the field's type.
    pub with: Option<With>,
    /// Whether a `Cow` borrows from the buffer it is decoded of.
    pub borrow: Option<Span>,
    /// What its values must be like.
    pub rules: RuleAttributes,
    /// Whether the variant stands for all that are unknown.
    pub other: Option<Span>,
}

/// What is stored for a field, and how it is converted.
pub enum With {
    /// A type, by its conversions.
    Type(Type),
    /// A module with a type `Stored`, and functions `store` and `load`.
    Module(Path),
}

impl With {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitStr) {
            return Ok(Self::Type(parse_text(&input.parse::<LitStr>()?, Type::parse)?));
        }
        own_names::check_in(input.parse()?).map(Self::Module)
    }

    /// The type that is stored for one; of a module also what is optional or a list of that.
    pub fn stored(&self, own: &Type) -> Type {
        match self {
            Self::Type(ty) => ty.clone(),
            Self::Module(module) => types::holding(own, &parse_quote!(#module::Stored)),
        }
    }

    /// The module, if it is one.
    pub fn module(&self) -> Option<&Path> {
        match self {
            Self::Type(_) => None,
            Self::Module(module) => Some(module),
        }
    }
}

/// What attributes stand on.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Field,
    Positional,
    Variant,
}

/// What takes a value, and how that is written.
const WITH_VALUE: [(&str, &str); 11] = [
    ("try_from", "try_from = \"Type\""),
    ("check", "check = function"),
    ("rename", "rename = \"name\""),
    ("rename_all", "rename_all = \"camelCase\""),
    ("bound", "bound = \"T: Bound\""),
    ("width", "width = 2"),
    ("since", "since = 2"),
    ("with", "with = \"Type\""),
    ("max", "max = 64"),
    ("view", "view = \"UserReader\""),
    ("edit", "edit = \"UserWriter\""),
];

/// Calls `item` for each entry of each `#[vellum(...)]`; what is given twice, or without its value,
/// is an error.
pub fn each(attributes: &[Attribute], mut item: impl FnMut(ParseNestedMeta<'_>) -> Result<()>) -> Result<()> {
    let mut seen: Vec<Ident> = Vec::new();
    let mut checked = |meta: ParseNestedMeta<'_>| {
        if let Some(word) = meta.path.get_ident() {
            if seen.contains(word) {
                return Err(Error::new(word.span(), format!("`{word}` is given twice")));
            }
            seen.push(word.clone());
        }
        // Read before.
        if meta.path.is_ident(crate::serde::IGNORE) {
            return Ok(());
        }
        item(meta)
    };
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("vellum"))
        .try_for_each(|attribute| attribute.parse_nested_meta(&mut checked))
}

/// The value of an entry, which has to have one.
pub fn value<'m>(meta: &'m ParseNestedMeta<'_>) -> Result<ParseStream<'m>> {
    if meta.input.peek(Token![=]) {
        return meta.value();
    }
    let example = WITH_VALUE.iter().find(|(word, _)| meta.path.is_ident(word));
    Err(match example {
        Some((word, example)) => meta.error(format!("`{word}` takes a value: `{example}`")),
        None => meta.error("expected a value: `= ...`"),
    })
}

/// Words of other derives, and what does here what they do there.
const HABITS: [(&str, &str); 8] = [
    (
        "alias",
        "buffers have no names in them, so a field is renamed without one; `rename` keeps its name in the schema",
    ),
    ("flatten", "a struct within another is a field of it, which `frozen` makes lie inline"),
    ("skip_serializing_if", "an absent `Option`, and what is its default, take no bytes as it is"),
    ("skip_serializing", "`skip` leaves a field out on either side"),
    ("skip_deserializing", "`skip` leaves a field out on either side"),
    ("serialize_with", "`with = module` has functions for either side, `store` and `load`"),
    ("deserialize_with", "`with = module` has functions for either side, `store` and `load`"),
    (
        "deny_unknown_fields",
        "keys that are not known are an error where JSON is read, unless that is told to skip them",
    ),
];

/// Says what is not known here, and what is.
fn unknown(meta: &ParseNestedMeta<'_>, on: &str, expected: &str) -> Error {
    let habit = HABITS.iter().find(|(word, _)| meta.path.is_ident(word));
    if let Some((word, instead)) = habit {
        return meta.error(format!("{on} takes no `{word}`: {instead}"));
    }
    match meta.path.get_ident() {
        Some(word) => meta.error(format!("{on} takes no `{word}`: expected {expected}")),
        None => meta.error(format!("expected {expected}")),
    }
}

/// The text that an entry has as its value.
pub fn text(meta: &ParseNestedMeta<'_>) -> Result<LitStr> {
    value(meta)?.parse()
}

impl TypeAttributes {
    pub fn of_struct(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if found.common(&meta)? || found.cursor_name(&meta)? {
                // Read.
            } else if meta.path.is_ident("frozen") {
                found.frozen = true;
            } else if meta.path.is_ident("width") {
                let width: LitInt = value(&meta)?.parse()?;
                match width.base10_parse()? {
                    bytes @ (1 | 2 | 4) => found.width = Some(bytes),
                    _ => return Err(Error::new(width.span(), "a pointer width is 1, 2 or 4")),
                }
            } else if meta.path.is_ident("lineage") {
                found.lineage = true;
            } else if meta.path.is_ident("raw") {
                found.raw = Some(meta.path.span());
            } else if meta.path.is_ident("key") {
                found.key = KeyPart::parse_all(&meta)?;
            } else {
                return Err(unknown(
                    &meta,
                    "a struct",
                    "`frozen`, `raw`, `key`, `rename`, `rename_all`, `prefix`, `view`, `edit`, `width`, `lineage`, `bound`, `upgrades_from`, `try_from` or `ignore_serde`",
                ));
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// What a variant with named fields says of the struct they are.
    pub fn of_variant(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if meta.path.is_ident("frozen") {
                found.frozen = true;
            } else if meta.path.is_ident("rename_all") {
                found.rename_all = Some(Casing::of(&text(&meta)?)?);
            } else if meta.path.is_ident("prefix") {
                found.cursor_name(&meta)?;
            } else if meta.input.peek(Token![=]) {
                // Read with the variant's other attributes.
                let _: Expr = meta.value()?.parse()?;
            }
            Ok(())
        })?;
        Ok(found)
    }

    pub fn of_enum(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if found.common(&meta)? || found.cursor_name(&meta)? {
                // Read.
            } else if meta.path.is_ident("open") {
                found.open = true;
            } else if meta.path.is_ident("common") {
                found.common = common::parse(&meta)?;
            } else if meta.path.is_ident("built_in") {
                found.built_in = true;
            } else if meta.path.is_ident("remote") {
                found.remote = Some(value(&meta)?.parse()?);
            } else {
                return Err(unknown(
                    &meta,
                    "an enum",
                    "`open`, `common`, `rename`, `rename_all`, `prefix`, `view`, `edit`, `bound`, `upgrades_from`, `try_from` or `ignore_serde`",
                ));
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// What a struct says that is stored as its fields without names are.
    pub fn of_tuple(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if meta.path.is_ident("raw") {
                found.raw = Some(meta.path.span());
                return Ok(());
            }
            if meta.path.is_ident("check") {
                found.check = Some(own_names::check_in(value(&meta)?.parse()?)?);
                return Ok(());
            }
            if meta.path.is_ident("bound") && found.common(&meta)? {
                return Ok(());
            }
            Err(meta.error(
                "a struct of unnamed fields is stored as those fields; it takes only `bound`, `check`, `raw` and `try_from`",
            ))
        })?;
        Ok(found)
    }

    /// The type's name in the schema.
    pub fn name(&self, ident: &Ident) -> Result<String> {
        if self.built_in {
            return Ok(ident.to_string().to_lowercase());
        }
        Name::of_type(self.rename.as_ref(), ident)
    }

    /// The name of another type that is derived for the one of that name.
    pub fn derived_name(&self, ident: &Ident, kind: &str) -> Ident {
        format_ident!("{}{kind}", self.prefix.as_ref().unwrap_or(ident))
    }

    /// The name of the struct that the fields of a variant are, if the variant gives it.
    pub fn own_prefix(&self) -> Option<&Ident> {
        self.prefix.as_ref()
    }

    /// The names of the view and of the edit cursor.
    pub fn cursor_names(&self, ident: &Ident) -> [Ident; 2] {
        let named = |given: &Option<Ident>, kind| given.clone().unwrap_or_else(|| self.derived_name(ident, kind));
        [named(&self.view, "View"), named(&self.edit, "Edit")]
    }

    /// The first name that is given to a cursor, where there is none.
    pub fn needless_name(&self) -> Option<&Ident> {
        self.view.as_ref().or(self.edit.as_ref()).or(self.prefix.as_ref())
    }

    /// Reads the names of cursors.
    fn cursor_name(&mut self, meta: &ParseNestedMeta<'_>) -> Result<bool> {
        let name = if meta.path.is_ident("view") {
            &mut self.view
        } else if meta.path.is_ident("edit") {
            &mut self.edit
        } else if meta.path.is_ident("prefix") {
            &mut self.prefix
        } else {
            return Ok(false);
        };
        let given = text(meta)?;
        let ident: Ident = given.parse().map_err(|_| Error::new(given.span(), "this is no name of a type"))?;
        own_names::check_name(&ident)?;
        *name = Some(ident);
        Ok(true)
    }

    /// Reads what structs and enums have in common.
    fn common(&mut self, meta: &ParseNestedMeta<'_>) -> Result<bool> {
        if meta.path.is_ident("rename") {
            self.rename = Some(Name::given(&text(meta)?)?);
        } else if meta.path.is_ident("rename_all") {
            self.rename_all = Some(Casing::of(&text(meta)?)?);
        } else if meta.path.is_ident("bound") {
            let bounds = parse_text(&text(meta)?, Punctuated::<WherePredicate, Token![,]>::parse_terminated)?;
            self.bound = Some(own_names::check_in(bounds)?.into_iter().collect());
        } else if meta.path.is_ident("upgrades_from") {
            self.upgrades = upgrades::parse(meta)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}

impl FieldAttributes {
    pub fn of(attributes: &[Attribute]) -> Result<Self> {
        Self::read(attributes, Place::Field)
    }

    /// Of a field without a name.
    pub fn of_positional(attributes: &[Attribute]) -> Result<Self> {
        Self::read(attributes, Place::Positional)
    }

    pub fn of_variant(attributes: &[Attribute]) -> Result<Self> {
        Self::read(attributes, Place::Variant)
    }

    fn read(attributes: &[Attribute], place: Place) -> Result<Self> {
        let mut found = Self {
            rename: None,
            default: None,
            own_default: false,
            since: 1,
            since_span: None,
            skip: false,
            deprecated: deprecated(attributes),
            with: None,
            borrow: None,
            rules: RuleAttributes::default(),
            other: None,
        };
        let mut stored = None;
        each(attributes, |meta| {
            if !meta.path.is_ident("skip") {
                stored = Some(meta.path.span());
            }
            if meta.path.is_ident("rename") && place != Place::Positional {
                found.rename = Some(Name::given(&text(&meta)?)?);
            } else if meta.path.is_ident("default") && place == Place::Field {
                if meta.input.peek(Token![=]) {
                    found.default = Some(value(&meta)?.parse()?);
                } else {
                    found.own_default = true;
                }
            } else if meta.path.is_ident("since") && place == Place::Field {
                let since: LitInt = value(&meta)?.parse()?;
                found.since = since.base10_parse::<u16>()?.into();
                found.since_span = Some(since.span());
                if found.since == 0 {
                    return Err(Error::new(since.span(), "the first revision is 1"));
                }
            } else if meta.path.is_ident("skip") && place != Place::Variant {
                found.skip = true;
            } else if meta.path.is_ident("deprecated") && place == Place::Field {
                let has_note = meta.input.peek(Token![=]);
                found.deprecated = Some(if has_note { text(&meta)?.value() } else { String::new() });
            } else if place == Place::Field && found.rules.read(&meta)? {
                // Read.
            } else if meta.path.is_ident("with") && place != Place::Variant {
                found.with = Some(With::parse(value(&meta)?)?);
            } else if meta.path.is_ident("borrow") && place == Place::Field {
                found.borrow = Some(meta.path.span());
            } else if meta.path.is_ident("other") && place == Place::Variant {
                found.other = Some(meta.path.span());
            } else if ["frozen", "rename_all", "prefix"].iter().any(|word| meta.path.is_ident(word))
                && place == Place::Variant
            {
                // Read with the struct that the variant's fields are.
                if meta.input.peek(Token![=]) {
                    let _: Expr = meta.value()?.parse()?;
                }
            } else {
                return Err(match place {
                    Place::Field => unknown(
                        &meta,
                        "a field",
                        "`since`, `default`, `rename`, `skip`, `deprecated`, `with`, `borrow`, or a rule: `range`, `max`, `lowercase` \
                         or `uppercase`",
                    ),
                    Place::Positional => meta.error("a field without a name takes only `skip` or `with`"),
                    Place::Variant => unknown(
                        &meta,
                        "a variant",
                        "`rename`, `other`, or of the fields `frozen`, `rename_all` or `prefix`",
                    ),
                });
            }
            Ok(())
        })?;
        match stored {
            Some(span) if found.skip => Err(Error::new(span, "this field is skipped, so nothing of it is stored")),
            _ => Ok(found),
        }
    }
}

/// Refuses a struct whose fields cannot be lent, as derived code does.
pub fn check_unpacked(attributes: &[Attribute]) -> Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let Meta::List(list) = &attribute.meta else { continue };
        // Rust itself says what is wrong with others.
        let Ok(entries) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else { continue };
        if let Some(packed) = entries.iter().find(|entry| entry.path().is_ident("packed")) {
            let why = "Rust forbids references to fields of a packed struct, which derived code takes; a buffer has no bytes between \
                       fields, whatever the struct has in memory, so write without it";
            return Err(Error::new_spanned(packed, why));
        }
    }
    Ok(())
}

/// What Rust's own `#[deprecated]` says.
fn deprecated(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("deprecated"))?;
    let mut note = String::new();
    let literal = |value: &Expr| match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.value(),
        _ => String::new(),
    };
    match &attribute.meta {
        Meta::NameValue(meta) => note = literal(&meta.value),
        Meta::List(_) => {
            // Rust itself says what is wrong with it.
            let _ = attribute.parse_nested_meta(|meta| {
                let value: Expr = meta.value()?.parse()?;
                if meta.path.is_ident("note") {
                    note = literal(&value);
                }
                Ok(())
            });
        }
        Meta::Path(_) => {}
    }
    Some(note)
}
