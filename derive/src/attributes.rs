//! What `#[vellum(...)]` may say of a type, a field or a variant.

use crate::key::KeyPart;
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, Expr, ExprLit, Lit, LitInt, LitStr, Meta, Result};

/// Attributes of a struct or enum.
#[derive(Default)]
pub struct TypeAttributes {
    pub rename: Option<String>,
    pub frozen: bool,
    pub width: Option<u32>,
    pub key: Vec<KeyPart>,
}

/// Attributes of a field.
pub struct FieldAttributes {
    pub rename: Option<String>,
    pub default: Option<Expr>,
    pub since: u32,
    pub since_span: Option<Span>,
}

/// Calls `item` for each entry of each `#[vellum(...)]`.
fn each(attributes: &[Attribute], mut item: impl FnMut(ParseNestedMeta<'_>) -> Result<()>) -> Result<()> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("vellum"))
        .try_for_each(|attribute| attribute.parse_nested_meta(&mut item))
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}

impl TypeAttributes {
    pub fn of_struct(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if meta.path.is_ident("rename") {
                found.rename = Some(text(&meta)?);
            } else if meta.path.is_ident("frozen") {
                found.frozen = true;
            } else if meta.path.is_ident("width") {
                let width: LitInt = meta.value()?.parse()?;
                match width.base10_parse()? {
                    bytes @ (1 | 2 | 4) => found.width = Some(bytes),
                    _ => return Err(Error::new(width.span(), "a pointer width is 1, 2 or 4")),
                }
            } else if meta.path.is_ident("key") {
                found.key = KeyPart::parse_all(&meta)?;
            } else {
                return Err(meta.error("expected `frozen`, `key`, `rename` or `width`"));
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
            } else {
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
            if !meta.path.is_ident("rename") {
                return Err(meta.error("expected `rename`"));
            }
            found.rename = Some(text(&meta)?);
            Ok(())
        })?;
        Ok(found)
    }
}

impl FieldAttributes {
    pub fn of(attributes: &[Attribute]) -> Result<Self> {
        Self::read(attributes, false)
    }

    pub fn of_variant(attributes: &[Attribute]) -> Result<Self> {
        Self::read(attributes, true)
    }

    fn read(attributes: &[Attribute], is_variant: bool) -> Result<Self> {
        let mut found = Self { rename: None, default: None, since: 1, since_span: None };
        each(attributes, |meta| {
            if meta.path.is_ident("rename") {
                found.rename = Some(text(&meta)?);
            } else if meta.path.is_ident("default") {
                found.default = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("since") {
                let since: LitInt = meta.value()?.parse()?;
                found.since = since.base10_parse::<u16>()?.into();
                found.since_span = Some(since.span());
                if found.since == 0 {
                    return Err(Error::new(since.span(), "the first revision is 1"));
                }
            } else if meta.path.is_ident("frozen") && is_variant {
                // Read with the struct that the variant's fields are.
            } else {
                return Err(meta.error("expected `since`, `default` or `rename`"));
            }
            Ok(())
        })?;
        Ok(found)
    }
}

/// The doc comment, lines separated by `\n`.
pub fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines
        .flat_map(|text| text.split('\n').map(ToOwned::to_owned).collect::<Vec<_>>())
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned())
        .collect();
    lines.join("\n")
}
