//! The parameters that derived code has besides those of the type, and what must not be called so.
//!
//! A type of such a name would mean the parameter within derived code. It is refused with a
//! message; were it not, signatures would not be those of the code in them.

use quote::ToTokens;
use syn::{DeriveInput, Error, Ident, Result, Type};

use crate::types::names;

const OWN_NAMES: [&str; 6] = ["__B", "__E", "__N", "__R", "__S", "__W"];

fn found(tokens: &impl ToTokens) -> Option<&'static str> {
    OWN_NAMES.into_iter().find(|name| names(tokens.to_token_stream(), &[name]))
}

/// Refuses a type that is called so, or has parameters or bounds that name one.
pub fn check(input: &DeriveInput) -> Result<()> {
    check_name(&input.ident)?;
    input.generics.params.iter().try_for_each(|param| check_in(param).map(|_| ()))?;
    let mut clauses = input.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    clauses.try_for_each(|clause| check_in(clause).map(|_| ()))
}

/// Refuses the name of a type, the user's or a derived one.
pub fn check_name(ident: &Ident) -> Result<()> {
    check_in(ident).map(|_| ())
}

/// The path or bound, unless it names one.
pub fn check_in<T: ToTokens>(tokens: T) -> Result<T> {
    match found(&tokens) {
        Some(name) => {
            let why = format!("derived code has a parameter `{name}` of its own; this needs another name");
            Err(Error::new_spanned(tokens, why))
        }
        None => Ok(tokens),
    }
}

/// Refuses the type of a field that names one.
pub fn check_type(ty: &Type) -> Result<()> {
    match found(ty) {
        Some(name) => {
            let why = format!("derived code has a parameter `{name}` of its own; give the type an alias");
            Err(Error::new_spanned(ty, why))
        }
        None => Ok(()),
    }
}
