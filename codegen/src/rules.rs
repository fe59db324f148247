//! Rules of a field as what `#[vellum(...)]` takes.

use vellum::schema::{Field, Type};

use crate::defaults::of_scalar;
use crate::scalars::grouped;

/// The entries of a field's rules; the error says why there are none.
pub fn rules(field: &Field) -> Result<Vec<String>, String> {
    let rules = field.rules();
    let mut entries = Vec::new();
    let end = |word: Option<u128>| match (word, field.ty()) {
        (None, _) => Ok(String::new()),
        (Some(word), Type::Scalar(scalar)) => of_scalar(*scalar, word).map(|end| end.constant),
        _ => Err("has a rule that this version does not know".to_owned()),
    };
    if rules.min().is_some() || rules.max().is_some() {
        let inclusive = if rules.max().is_some() { "=" } else { "" };
        entries.push(format!("range = {}..{inclusive}{}", end(rules.min())?, end(rules.max())?));
    }
    entries.extend(rules.max_len().map(|max| format!("max = {}", grouped(&max.to_string(), 3))));
    entries.extend(rules.is_lowercase().then(|| "lowercase".to_owned()));
    entries.extend(rules.is_uppercase().then(|| "uppercase".to_owned()));
    Ok(entries)
}
