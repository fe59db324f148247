//! Declared defaults as Rust expressions that are constants.

use vellum::schema::{DefaultValue, Field, Scalar, Type};

use crate::names::enum_variants;
use crate::scalars;
use crate::types::{FOREIGN, Types};

/// A declared default.
pub struct Expression {
    /// What `#[vellum(default = ...)]` takes.
    pub constant: String,
    /// The value of the field's Rust type.
    pub value: String,
    /// Whether the constant is a literal without a sign.
    pub is_literal: bool,
}

impl Expression {
    fn literal(text: String) -> Self {
        Self { constant: text.clone(), value: text, is_literal: true }
    }

    fn path(text: String) -> Self {
        Self { constant: text.clone(), value: text, is_literal: false }
    }
}

/// The default that the field declares; the error says why it has no expression.
pub fn declared(types: &Types<'_>, field: &Field) -> Result<Option<Expression>, String> {
    let word = match field.default() {
        DefaultValue::Blob(text) if *field.ty() == Type::String => {
            let text = format!("{:?}", String::from_utf8_lossy(text));
            let value = format!("{text}.to_owned()");
            return Ok(Some(Expression { constant: text, value, is_literal: true }));
        }
        DefaultValue::Blob(_) => return Err("has a default of bytes, which a `Vec<u8>` cannot have yet".to_owned()),
        DefaultValue::Word(word) => *word,
        DefaultValue::Zero => 0,
        _ => return Err("has a default that this version does not know".to_owned()),
    };
    Ok(match field.ty() {
        Type::Enum(id) => {
            let enumeration = types.schema.get_enum(*id).ok_or(FOREIGN)?;
            let index = enumeration.variants().position(|(_, number)| u128::from(number) == word).unwrap_or(0);
            // The first is the enum's own default.
            if field.optional() || index == 0 {
                return Ok(None);
            }
            let variants = enum_variants(enumeration).map_err(|error| error.to_string())?;
            let ident = &types.names.get(enumeration.name()).rust;
            Some(Expression::path(format!("{ident}::{}", variants[index].rust)))
        }
        _ if word == 0 => None,
        Type::Bool => Some(Expression::literal("true".to_owned())),
        Type::Scalar(scalar) => Some(of_scalar(*scalar, word)?),
        _ => return Err("has a default that this version does not know".to_owned()),
    })
}

/// A value of a scalar; the error says why there is no expression.
pub fn of_scalar(scalar: Scalar, word: u128) -> Result<Expression, String> {
    let text = scalars::constant(scalar, word)?;
    // A literal begins with a digit or a quotation mark, the rest with a name or a sign.
    let is_literal = text.starts_with(|first: char| first.is_ascii_digit() || first == '\'');
    Ok(if is_literal { Expression::literal(text) } else { Expression::path(text) })
}
