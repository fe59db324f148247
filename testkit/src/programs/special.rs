//! Fields and types whose attributes change what is stored for them, with the items that they need.

use std::fmt::Write;

use super::fields::{Own, Reads, Scope, Ty, names};
use super::types::{DERIVES, Defined, check_struct, check_value};
use super::words;
use crate::random::Random;

/// A field with its attribute, and what the attribute names.
pub struct Special {
    pub attribute: String,
    pub ty: Ty,
    pub items: String,
}

const DEFAULT: &str = "::core::default::Default::default()";

fn text(text: &str) -> String {
    format!("<::std::string::String as ::core::convert::From<&str>>::from({text:?})")
}

/// A field of the type called `of`, which is the one of that number in it.
pub fn field(random: &mut Random, scope: &Scope, of: &str, number: usize) -> Special {
    let of_type = |attribute: &str, text: String, [one, other]: [&str; 2], reads| Special {
        attribute: format!("#[vellum({attribute})]\n"),
        ty: Ty { text, values: [one.into(), other.into()], reads },
        items: String::new(),
    };
    let (one, other) = (text("one"), text("another text"));
    match random.below(12) {
        0 => of_type("skip", scope.primitive("u32"), [DEFAULT, DEFAULT], Reads::Nothing),
        1 => of_type("skip", scope.std(random, "String"), [DEFAULT, DEFAULT], Reads::Nothing),
        2 => of_type("default = 70", scope.primitive("u32"), ["70", "71"], Reads::Plain),
        3 => of_type("default = \"one\"", scope.std(random, "String"), [&one, &other], Reads::Text),
        4 => of_type("range = 1..=9, default = 2", scope.primitive("u8"), ["7", "9"], Reads::Plain),
        5 => of_type("max = 40, lowercase", scope.std(random, "String"), [&one, &other], Reads::Text),
        6 => {
            let name = format!("{}_of_{}_{number}", words::one(random, words::VALUES), of.to_lowercase());
            let attribute = format!("default = {}{name}", ["", "self::"][random.below(2)]);
            let items = format!("/// D.\npub const {name}: {} = -5;\n", scope.primitive("i64"));
            Special { items, ..of_type(&attribute, scope.primitive("i64"), ["-5", "6"], Reads::Plain) }
        }
        _ => converted(random, scope, of, number),
    }
}

/// A field that is stored as a number.
fn converted(random: &mut Random, scope: &Scope, of: &str, number: usize) -> Special {
    let own = format!("Kept{number}Of{of}");
    let word = scope.primitive("u64");
    let mut items = format!(
        "/// D.\n#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)]\npub struct {own}(pub {word});\n"
    );
    let from = format!("impl ::core::convert::From<&{own}> for {word} {{ fn from(it: &{own}) -> Self {{ it.0 }} }}\n");
    let module = words::one(random, words::VALUES);
    let is_module = match random.below(3) {
        0 => {
            items += &from;
            let _ = writeln!(
                items,
                "impl ::core::convert::From<{word}> for {own} {{ fn from(it: {word}) -> Self {{ Self(it) }} }}"
            );
            false
        }
        1 => {
            items += &from;
            let _ = writeln!(
                items,
                "impl ::core::convert::TryFrom<{word}> for {own} {{ type Error = ::std::string::String; \
                 fn try_from(it: {word}) -> ::core::result::Result<Self, Self::Error> {{ ::core::result::Result::Ok(Self(it)) }} }}"
            );
            false
        }
        _ => {
            let result = |of: &str| format!("::core::result::Result<{of}, ::std::string::String>");
            let _ = writeln!(
                items,
                "/// D.\npub mod {module} {{\n/// D.\npub type Stored = ::core::primitive::u64;\n/// D.\n\
                 pub fn store(it: &super::{own}) -> {} {{ ::core::result::Result::Ok(it.0) }}\n/// D.\n\
                 pub fn load(it: Stored) -> {} {{ ::core::result::Result::Ok(super::{own}(it)) }}\n}}",
                result("Stored"),
                result(&format!("super::{own}")),
            );
            true
        }
    };
    let [one, other] = [7, 8].map(|value| format!("super::{own}({value})"));
    let (of_own, of_word, values) = match random.below(4) {
        0 => {
            let option = scope.std(random, "Option");
            let some = format!("::std::option::Option::Some({one})");
            (format!("{option}<{own}>"), format!("{option}<{word}>"), [some, "::std::option::Option::None".into()])
        }
        1 => {
            let list = scope.std(random, "Vec");
            (
                format!("{list}<{own}>"),
                format!("{list}<{word}>"),
                [format!("::std::vec![{one}, {other}]"), "::std::vec![]".into()],
            )
        }
        2 => {
            let (map, key) = (scope.std(random, "BTreeMap"), scope.std(random, "String"));
            let values = [format!("::core::convert::From::from([({}, {one})])", text("a")), format!("{map}::new()")];
            (format!("{map}<{key}, {own}>"), format!("{map}<{key}, {word}>"), values)
        }
        _ => (own, word, [one, other]),
    };
    let attribute = if is_module { format!("with = {module}") } else { format!("with = {of_word:?}") };
    Special {
        attribute: format!("#[vellum({attribute})]\n"),
        ty: Ty { text: of_own, values, reads: Reads::Call },
        items,
    }
}

/// A type that is made of another, which is stored.
pub fn made(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let base = scope.ty(random, &[]);
    let is_text = base.reads == Reads::Text;
    let (stored, lent) = if is_text {
        (
            base.text.clone(),
            format!(
                "impl<'l> ::core::convert::From<&'l {name}> for &'l {} {{ fn from(it: &'l {name}) -> Self {{ &it.kept }} }}",
                scope.primitive("str")
            ),
        )
    } else {
        let (word, of) = (scope.primitive("u32"), scope.primitive("u32"));
        (word, format!("impl ::core::convert::From<&{name}> for {of} {{ fn from(it: &{name}) -> Self {{ it.kept }} }}"))
    };
    let values = if is_text { base.values } else { ["7".to_owned(), "8".to_owned()] };
    let item = format!(
        "/// D.\n{DERIVES}#[vellum(try_from = {stored:?})]\n{vis}struct {name} {{\n/// D.\npub kept: {stored},\n}}\n{lent}\n\
         impl ::core::convert::TryFrom<{stored}> for {name} {{ type Error = ::std::string::String; \
         fn try_from(kept: {stored}) -> ::core::result::Result<Self, Self::Error> {{ ::core::result::Result::Ok(Self {{ kept }}) }} }}\n"
    );
    let values = values.map(|value| format!("super::{name} {{ kept: {value} }}"));
    Defined {
        item,
        check: check_value(&format!("super::{name}"), [&values[0], &values[1]], ""),
        own: Own { text: name.to_owned(), values },
    }
}

/// An enum whose variants have a field in common.
pub fn common(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let mut shared = names(random, 1);
    let shared = shared.pop().unwrap_or_else(|| "x".to_owned());
    let ty = scope.ty(random, &[]);
    let (mut taken, mut body, mut values) = (Vec::new(), String::new(), Vec::new());
    for _ in 0..2 + random.below(2) {
        let Some(variant) = words::fresh(random, words::VARIANTS, &mut taken) else { continue };
        let other = names(random, 1).pop().filter(|name| *name != shared);
        let more = other.map(|other| (other, scope.ty(random, &[])));
        let field = more.as_ref().map(|(other, ty)| format!("/// D.\n{other}: {}, ", ty.text)).unwrap_or_default();
        let _ = writeln!(body, "/// D.\n{variant} {{ {field}/// D.\n{shared}: {} }},", ty.text);
        let value = more.map(|(other, ty)| format!("{other}: {}, ", ty.values[0])).unwrap_or_default();
        values.push(format!("super::{name}::{variant} {{ {value}{shared}: {} }}", ty.values[0]));
    }
    let item = format!("/// D.\n{DERIVES}#[vellum(common({shared}))]\n{vis}enum {name} {{\n{body}}}\n");
    let (one, other) = (values[0].clone(), values[values.len() - 1].clone());
    let check = check_value(
        &format!("super::{name}"),
        [&one, &other],
        &format!(
            "let view = <Of as ::vellum::Vellum>::peek(&edited).expect(\"view\"); let _ = (&view).{shared}().expect(\"what all have\");\n"
        ),
    );
    Defined { item, check, own: Own { text: name.to_owned(), values: [one, other] } }
}

/// A struct with attributes of serde's, which its derive takes, too.
pub fn serialized(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let count = 1 + random.below(4);
    let mut fields: Vec<(String, Ty)> = Vec::new();
    let mut body = String::new();
    for field in names(random, count) {
        let mut ty = scope.plain(random);
        let plain = field.trim_start_matches("r#").to_owned();
        let attribute = match random.below(7) {
            0 => format!("#[serde(rename = \"{plain}_renamed\")]\n"),
            1 => "#[serde(default)]\n".to_owned(),
            2 => {
                ty.values = [DEFAULT.to_owned(), DEFAULT.to_owned()];
                ty.reads = Reads::Nothing;
                "#[serde(skip)]\n".to_owned()
            }
            3 => format!("#[serde(alias = \"{plain}_too\")]\n"),
            4 => "#[serde(skip_serializing_if = \"::core::option::Option::is_none\")]\n#[vellum(ignore_serde)]\n"
                .to_owned(),
            _ => String::new(),
        };
        let is_optional = ty.text.contains("Option<");
        let attribute = if attribute.contains("is_none") && !is_optional { String::new() } else { attribute };
        let _ = write!(body, "/// D.\n{attribute}pub {field}: {},\n", ty.text);
        fields.push((field, ty));
    }
    let all = ["", "", "#[serde(rename_all = \"camelCase\")]\n", "#[serde(deny_unknown_fields)]\n"][random.below(4)];
    let derives = DERIVES.replace("::vellum::Vellum, ", "::vellum::Vellum, ::serde::Serialize, ::serde::Deserialize, ");
    let item = format!("/// D.\n{derives}{all}{vis}struct {name} {{\n{body}}}\n");
    let value = |index: usize| {
        let values = fields.iter().map(|(field, ty)| format!("{field}: {}", ty.values[index])).collect::<Vec<_>>();
        format!("super::{name} {{ {} }}", values.join(", "))
    };
    let check = check_struct(&format!("super::{name}"), &value(0), &fields);
    Defined { item, check, own: Own { text: name.to_owned(), values: [value(0), value(1)] } }
}
