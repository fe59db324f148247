//! Doc comments: of the schema, and of what is derived.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// The doc comment, lines separated by `\n`.
pub fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => doc_text(&meta.value),
        _ => None,
    });
    let lines: Vec<String> = lines
        .flat_map(|text| text.split('\n').map(ToOwned::to_owned).collect::<Vec<_>>())
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// The text of a doc comment: a literal, or what `concat!` and `stringify!` make of literals, as
/// macros write them. A derive sees attributes before the compiler expands what is in them, so the
/// text of another macro, such as `include_str!`, is not known.
fn doc_text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) => Some(text.value()),
            Lit::Char(c) => Some(c.value().to_string()),
            Lit::Bool(value) => Some(value.value().to_string()),
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Float(number) => Some(number.base10_digits().to_owned()),
            _ => None,
        },
        Expr::Group(group) => doc_text(&group.expr),
        Expr::Macro(call) if call.mac.path.segments.last()?.ident == "stringify" => Some(call.mac.tokens.to_string()),
        Expr::Macro(call) if call.mac.path.segments.last()?.ident == "concat" => {
            let parts = call.mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).ok()?;
            parts.iter().map(doc_text).collect()
        }
        _ => None,
    }
}

/// The doc comment of an item that may be deprecated, which is its last line then.
pub fn docs_with(attributes: &[Attribute], deprecated: Option<&str>) -> String {
    let docs = docs(attributes);
    let Some(note) = deprecated else { return docs };
    let note = if note.is_empty() { "Deprecated.".to_owned() } else { format!("Deprecated: {note}") };
    if docs.is_empty() { note } else { format!("{docs}\n\n{note}") }
}
