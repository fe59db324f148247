//! What the attributes of serde beside ours say: the names and what is skipped are the same here;
//! what would make other JSON is refused.
//!
//! A derive macro is given the attributes of other derives as well. They are read once, before
//! everything else, and become attributes of ours: `#[serde(rename = "x")]` is read as
//! `#[vellum(rename = "x")]` would be, unless there is one. `attributes.md` lists them all.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, Ident, Lit, LitStr, Meta, Result, Token,
    Variant, parse_quote_spanned,
};

use crate::rename::{Casing, Name};

/// What switches all of this off, on a type, a variant or a field.
pub const IGNORE: &str = "ignore_serde";

const FORM: &str = "JSON of this crate is that of serde's default form; write without it, or `#[vellum(ignore_serde)]` for other JSON here";
const CONVERTED: &str = "serde converts the whole type; `#[vellum(try_from = \"Type\")]` converts it here, or `#[vellum(with = \"Type\")]` at each field of it; `#[vellum(ignore_serde)]` leaves it to serde";
const ONE_SIDE: &str = "a field is written and read, or neither: `#[vellum(skip)]`, or `#[vellum(ignore_serde)]` to store and show it here";
const WITH: &str = "the functions of serde are not called here; `#[vellum(with = module)]` converts what is stored, or `#[vellum(ignore_serde)]` leaves it to serde";
const FUNCTION: &str = "a default here is a constant, not a function: `#[vellum(default = 18)]`, or `#[vellum(ignore_serde)]` leaves it to serde";
const VARIANT: &str =
    "each variant is written and read here; leave it to serde's code alone by `#[vellum(ignore_serde)]`";

/// What makes other JSON of a type, and why it is refused.
const OF_TYPE: [(&str, &str); 6] = [
    ("tag", FORM),
    ("content", FORM),
    ("untagged", FORM),
    ("from", CONVERTED),
    ("try_from", CONVERTED),
    ("into", CONVERTED),
];
/// Of a variant.
const OF_VARIANT: [(&str, &str); 7] = [
    ("skip", VARIANT),
    ("skip_serializing", VARIANT),
    ("skip_deserializing", VARIANT),
    ("with", WITH),
    ("serialize_with", WITH),
    ("deserialize_with", WITH),
    ("untagged", FORM),
];
/// Of a field that has no other type for what is stored.
const OF_FIELD: [&str; 3] = ["with", "serialize_with", "deserialize_with"];

/// Makes the attributes of serde on a type, its variants and fields into ours.
pub fn translate(input: &mut DeriveInput) -> Result<()> {
    let mut errors = Errors(None);
    let is_ignored = has(&input.attrs, IGNORE);
    if !is_ignored {
        errors.add(container(input));
    }
    let inner = entries(&input.attrs);
    match &mut input.data {
        _ if is_ignored => {}
        Data::Struct(data) => {
            all_fields(&mut data.fields, &mut errors);
            if let (Some(entry), Fields::Named(fields)) = (find(&inner, "default"), &mut data.fields) {
                fields.named.iter_mut().for_each(|field| default(field, entry.span()));
            }
        }
        Data::Enum(data) => {
            let all_fields_case = value_of(&inner, "rename_all_fields");
            for variant in data.variants.iter_mut().filter(|variant| !has(&variant.attrs, IGNORE)) {
                errors.add(self::variant(variant, all_fields_case.clone()));
                all_fields(&mut variant.fields, &mut errors);
            }
        }
        Data::Union(_) => {}
    }
    errors.0.map_or(Ok(()), Err)
}

/// The mistakes found so far.
struct Errors(Option<Error>);

impl Errors {
    fn add(&mut self, result: Result<()>) {
        match (result, &mut self.0) {
            (Ok(()), _) => {}
            (Err(error), Some(errors)) => errors.combine(error),
            (Err(error), errors @ None) => *errors = Some(error),
        }
    }
}

/// The entries of each attribute of that name. What cannot be read is left to whom it is for.
fn entries_of(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let of_name = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    let parsed =
        of_name.filter_map(|attribute| attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok());
    parsed.flatten().collect()
}

fn entries(attributes: &[Attribute]) -> Vec<Meta> {
    entries_of(attributes, "serde")
}

fn find<'m>(entries: &'m [Meta], word: &str) -> Option<&'m Meta> {
    entries.iter().find(|entry| entry.path().is_ident(word))
}

/// Whether our attributes have a word. Not all of them are such that they could be read as entries.
fn has(attributes: &[Attribute], word: &str) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("vellum")) {
        // What is wrong with an attribute is told where it is read.
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident(word);
            // A value, or what is in parentheses, up to the next entry.
            while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
                meta.input.parse::<proc_macro2::TokenTree>()?;
            }
            Ok(())
        });
    }
    found
}

fn refuse(entry: &Meta, why: &str) -> Error {
    let word = entry.path().get_ident().map(Ident::to_string).unwrap_or_default();
    Error::new(entry.span(), format!("`{word}` of serde: {why}"))
}

fn refuse_any(entries: &[Meta], refused: &[(&str, &str)]) -> Result<()> {
    let mut errors = Errors(None);
    for (word, why) in refused {
        if let Some(entry) = find(entries, word) {
            errors.add(Err(refuse(entry, why)));
        }
    }
    errors.0.map_or(Ok(()), Err)
}

/// The text of `word = "text"`, and of `word(serialize = "text", deserialize = "text")` where both
/// are the same.
fn text_of(entry: &Meta) -> Option<LitStr> {
    let literal = |value: &Expr| match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    };
    match entry {
        Meta::NameValue(meta) => literal(&meta.value),
        Meta::List(list) => {
            let sides = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
            let sides: Vec<Meta> = sides.into_iter().collect();
            let side = |word| match find(&sides, word) {
                Some(Meta::NameValue(meta)) => literal(&meta.value),
                _ => None,
            };
            let (written, read) = (side("serialize")?, side("deserialize")?);
            (written.value() == read.value()).then_some(written)
        }
        Meta::Path(_) => None,
    }
}

fn value_of(entries: &[Meta], word: &str) -> Option<(Meta, Option<LitStr>)> {
    find(entries, word).map(|entry| (entry.clone(), text_of(entry)))
}

/// The name that serde gives, if ours does not; in both it is one for what is written and what is
/// read.
fn rename(attributes: &mut Vec<Attribute>, entries: &[Meta]) -> Result<()> {
    let Some((entry, name)) = value_of(entries, "rename").filter(|_| !has(attributes, "rename")) else { return Ok(()) };
    let Some(name) = name else {
        let why = "a name here is the same where it is written and where it is read; `#[vellum(rename = \"name\")]` gives it, or \
                   `#[vellum(ignore_serde)]` leaves it to serde";
        return Err(refuse(&entry, why));
    };
    if Name::given(&name).is_err() {
        let why = "a name here has letters, digits and `_`, and begins with no digit; `#[vellum(rename = \"name\")]` gives another one";
        return Err(refuse(&entry, why));
    }
    let span = name.span();
    attributes.push(parse_quote_spanned!(span=> #[vellum(rename = #name)]));
    Ok(())
}

/// The casing that serde gives, if ours does not.
fn rename_all(attributes: &mut Vec<Attribute>, given: Option<(Meta, Option<LitStr>)>) -> Result<()> {
    let Some((entry, casing)) = given.filter(|_| !has(attributes, "rename_all")) else { return Ok(()) };
    let Some(casing) = casing else {
        let why = "a name here is the same where it is written and where it is read; `#[vellum(rename_all = \"camelCase\")]` gives it, or \
                   `#[vellum(ignore_serde)]` leaves it to serde";
        return Err(refuse(&entry, why));
    };
    if Casing::of(&casing).is_err() {
        let why = "a name here has no `-`; `#[vellum(rename_all = \"snake_case\")]` gives other names, or `#[vellum(ignore_serde)]` leaves it to serde";
        // What is no casing at all, serde tells.
        return if casing.value().contains('-') || casing.value().contains("KEBAB") {
            Err(refuse(&entry, why))
        } else {
            Ok(())
        };
    }
    let span = casing.span();
    attributes.push(parse_quote_spanned!(span=> #[vellum(rename_all = #casing)]));
    Ok(())
}

fn container(input: &mut DeriveInput) -> Result<()> {
    let entries = entries(&input.attrs);
    let mut errors = Errors(None);
    errors.add(refuse_any(&entries, &OF_TYPE));
    if let Some(entry @ Meta::NameValue(_)) = find(&entries, "default") {
        errors.add(Err(refuse(entry, FUNCTION)));
    }
    let is_named = match &input.data {
        Data::Struct(data) => {
            if let (Some(entry), Fields::Named(_)) = (find(&entries, "transparent"), &data.fields) {
                let why = "a struct with named fields is an object in JSON here; one with an unnamed field is written as that field, or \
                           `#[vellum(ignore_serde)]` leaves it to serde";
                errors.add(Err(refuse(entry, why)));
            }
            matches!(data.fields, Fields::Named(_))
        }
        _ => true,
    };
    if is_named {
        errors.add(rename_all(&mut input.attrs, value_of(&entries, "rename_all")));
    }
    errors.0.map_or(Ok(()), Err)
}

fn variant(variant: &mut Variant, all_fields_case: Option<(Meta, Option<LitStr>)>) -> Result<()> {
    let entries = entries(&variant.attrs);
    let mut errors = Errors(None);
    errors.add(refuse_any(&entries, &OF_VARIANT));
    if matches!(variant.fields, Fields::Named(_)) {
        errors.add(rename_all(&mut variant.attrs, value_of(&entries, "rename_all").or(all_fields_case)));
    }
    if !has(&variant.attrs, "other") {
        errors.add(rename(&mut variant.attrs, &entries));
    }
    errors.0.map_or(Ok(()), Err)
}

fn all_fields(fields: &mut Fields, errors: &mut Errors) {
    let (count, is_named) = (fields.len(), matches!(fields, Fields::Named(_)));
    let mut skips: Vec<Span> = Vec::new();
    for field in fields.iter_mut() {
        if has(&field.attrs, IGNORE) {
            continue;
        }
        let (is_skipped, entries) = (has(&field.attrs, "skip"), entries(&field.attrs));
        if let (Some(entry), false) = (find(&entries, "skip"), is_skipped) {
            skips.push(entry.span());
        }
        errors.add(self::field(field, &entries, is_named));
    }
    // Serde writes an array of one.
    if let (Some(span), false, true) = (skips.first(), is_named, count > 1 && skips.len().saturating_add(1) == count) {
        let why = "`skip` of serde leaves one field, which serde writes as an array of one, and this crate as itself; `#[vellum(skip)]` says so";
        errors.add(Err(Error::new(*span, why)));
    }
}

fn field(field: &mut Field, entries: &[Meta], is_named: bool) -> Result<()> {
    if has(&field.attrs, "skip") {
        return Ok(());
    }
    let default = find(entries, "default").filter(|entry| matches!(entry, Meta::NameValue(_)));
    if let Some(skip) = find(entries, "skip") {
        if let Some(entry) = default {
            let why = "a skipped field has its type's `Default` here; `#[vellum(skip)]` says that this will do";
            return Err(refuse(entry, why));
        }
        let span = skip.span();
        field.attrs.push(parse_quote_spanned!(span=> #[vellum(skip)]));
        return Ok(());
    }
    let mut errors = Errors(None);
    for word in ["skip_serializing", "skip_deserializing"] {
        if let Some(entry) = find(entries, word) {
            errors.add(Err(refuse(entry, ONE_SIDE)));
        }
    }
    if let Some(entry) = find(entries, "flatten") {
        let why = "a struct in another is a field of it here, with a key of its own in JSON; `#[vellum(ignore_serde)]` says that it may be";
        errors.add(Err(refuse(entry, why)));
    }
    if !has(&field.attrs, "with") {
        for entry in OF_FIELD.iter().filter_map(|word| find(entries, word)) {
            errors.add(Err(refuse(entry, WITH)));
        }
    }
    if let (Some(entry), true, false) = (default, is_named, has(&field.attrs, "default")) {
        errors.add(Err(refuse(entry, FUNCTION)));
    }
    if is_named {
        errors.add(rename(&mut field.attrs, entries));
        if let Some(entry @ Meta::Path(_)) = find(entries, "default") {
            self::default(field, entry.span());
        }
    }
    errors.0.map_or(Ok(()), Err)
}

/// Lets a field be left out of JSON, where ours do not say what it then is.
fn default(field: &mut Field, span: Span) {
    if !["default", "skip", IGNORE].iter().any(|word| has(&field.attrs, word)) {
        field.attrs.push(parse_quote_spanned!(span=> #[vellum(default)]));
    }
}
