//! Names in the schema: what `rename_all` makes of Rust's, and which names there are.
//!
//! The rules are those of serde: fields are taken to be in `snake_case`, variants in `PascalCase`.

use std::collections::HashSet;

use proc_macro2::Span;
use syn::{Error, Ident, LitStr, Result};

/// A way to write names of several words.
#[derive(Clone, Copy)]
pub enum Casing {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
}

impl Casing {
    /// The casing of that name, as `rename_all` takes it.
    pub fn of(literal: &LitStr) -> Result<Self> {
        Ok(match literal.value().as_str() {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" | "SCREAMING-KEBAB-CASE" => {
                return Err(Error::new(literal.span(), "a name in a schema has no `-`; there is `snake_case`"));
            }
            _ => {
                return Err(Error::new(
                    literal.span(),
                    "expected `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case` or `SCREAMING_SNAKE_CASE`",
                ));
            }
        })
    }

    fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_uppercase(),
            Self::Pascal => name.split('_').map(|word| with_first(word, char::to_uppercase)).collect(),
            Self::Camel => with_first(&Self::Pascal.field(name), char::to_lowercase),
        }
    }

    fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
            Self::Camel => with_first(name, char::to_lowercase),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_uppercase(),
        }
    }
}

/// The word with its first character changed.
fn with_first<I: Iterator<Item = char>>(word: &str, change: impl Fn(char) -> I) -> String {
    let mut chars = word.chars();
    chars.next().map(change).into_iter().flatten().chain(chars).collect()
}

/// A name in `PascalCase` as one in `snake_case`.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// The identifier without `r#`.
pub fn unraw(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// A name in the schema, and where it comes from.
#[derive(Clone)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

macro_rules! built_in {
    (
        plain { $($section:ident { $($variant:ident ($name:literal | $($_a:tt)*);)* })* }
        timestamps { $($unit:ident ($timestamp:literal | $($_b:tt)*);)* }
        decimals { $($decimal:ident ($decimal_name:literal | $($_c:tt)*);)* }
    ) => {
        /// The names that no type of a schema can have, as they are built in.
        const BUILT_IN: &[&str] = &[
            "any", "array", "bool", "bytes", "list", "map", "set", "string", "tuple",
            $($($name,)*)* $($timestamp,)* $($decimal_name,)*
        ];
    };
}
vellum_scalars::for_each_scalar!(built_in);

impl Name {
    /// The name of a type.
    pub fn of_type(given: Option<&Self>, ident: &Ident) -> Result<String> {
        let name = given.cloned().unwrap_or_else(|| Self { text: unraw(ident), span: ident.span() });
        if BUILT_IN.contains(&name.text.as_str()) {
            return Err(Error::new(
                name.span,
                format!("`{}` is built into schemas; `rename` gives another name", name.text),
            ));
        }
        Ok(name.text)
    }

    /// The name that `rename` gives.
    pub fn given(literal: &LitStr) -> Result<Self> {
        let text = literal.value();
        let is_inner = |c: char| c.is_alphanumeric() || c == '_';
        let is_name = text.chars().all(is_inner) && text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name {
            return Ok(Self { text, span: literal.span() });
        }
        Err(Error::new(literal.span(), "a name in a schema has letters, digits and `_`, and begins with no digit"))
    }

    pub fn of_field(given: Option<Self>, ident: &Ident, casing: Option<Casing>) -> Self {
        let text = || casing.map_or_else(|| unraw(ident), |casing| casing.field(&unraw(ident)));
        given.unwrap_or_else(|| Self { text: text(), span: ident.span() })
    }

    pub fn of_variant(given: Option<Self>, ident: &Ident, casing: Option<Casing>) -> Self {
        let text = || casing.map_or_else(|| unraw(ident), |casing| casing.variant(&unraw(ident)));
        given.unwrap_or_else(|| Self { text: text(), span: ident.span() })
    }
}

/// Refuses the second of two equal names.
pub fn check_distinct<'n>(names: impl Iterator<Item = &'n Name>, what: &str) -> Result<()> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name.text.as_str()) {
            return Err(Error::new(name.span, format!("there is another {what} `{}` in the schema", name.text)));
        }
    }
    Ok(())
}
