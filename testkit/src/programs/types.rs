//! Types that derive `Vellum`, by chance, and what checks them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::fields::{Own, Parameter, Reads, Scope, Ty, names};
use super::{special, words};
use crate::random::Random;

pub const DERIVES: &str =
    "#[derive(::vellum::Vellum, ::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)]\n";

/// A type, and the body of what checks it.
pub struct Defined {
    pub item: String,
    pub check: String,
    pub own: Own,
}

/// The parameters of a type: as it declares them, as others give them, and what fields see.
struct Parameters {
    declared: String,
    given: String,
    wheres: String,
    seen: Vec<Parameter>,
    /// Items that they need.
    items: String,
}

/// The parameters of the type called `of`; none at times.
fn parameters(random: &mut Random, scope: &Scope, of: &str) -> Parameters {
    let mut found = Parameters {
        declared: String::new(),
        given: String::new(),
        wheres: String::new(),
        seen: vec![],
        items: String::new(),
    };
    if !random.one_in(3) {
        return found;
    }
    let (mut declared, mut given, mut taken) = (vec![], vec![], vec![of.to_owned()]);
    taken.extend(["String", "Vec", "Option", "Box"].map(ToOwned::to_owned));
    let text = |text: &str| format!("<::std::string::String as ::core::convert::From<&str>>::from({text:?})");
    for _ in 0..=random.below(2) {
        let Some(name) = words::fresh(random, words::PARAMETERS, &mut taken) else { continue };
        match random.below(6) {
            0 | 1 => {
                given.push("u32".to_owned());
                let default = if random.one_in(4) { " = u64" } else { "" };
                declared.push(format!("{name}{default}"));
                found.seen.push(Parameter { name, values: ["7".into(), "8".into()], is_plain: true });
            }
            2 => {
                given.push("::std::string::String".to_owned());
                let bound = if random.one_in(2) { ": ::core::clone::Clone" } else { "" };
                declared.push(format!("{name}{bound}"));
                found.seen.push(Parameter { name, values: [text("a"), text("b")], is_plain: false });
            }
            3 => {
                given.push("u32".to_owned());
                found.wheres = format!(" where {name}: ::core::clone::Clone + ::core::fmt::Debug");
                declared.push(name.clone());
                found.seen.push(Parameter { name, values: ["7".into(), "8".into()], is_plain: true });
            }
            4 => {
                let (model, tag) = (format!("Model{}", found.seen.len()), format!("Tag{}", found.seen.len()));
                let [model, tag] = [model, tag].map(|word| format!("{word}Of{of}"));
                let _ = writeln!(
                    found.items,
                    "/// D.\npub trait {model} {{ /// D.\n type Item: ::core::fmt::Debug + ::core::clone::Clone + ::core::cmp::PartialEq; }}\n/// D.\n{}pub struct {tag};\nimpl {model} for {tag} {{ type Item = {}; }}",
                    DERIVES.replace("::vellum::Vellum, ", ""),
                    scope.primitive("u32"),
                );
                given.push(format!("super::{tag}"));
                declared.push(format!("{name}: {model}"));
                let item =
                    if random.one_in(2) { format!("{name}::Item") } else { format!("<{name} as {model}>::Item") };
                found.seen.push(Parameter { name: item, values: ["7".into(), "8".into()], is_plain: true });
            }
            _ => {
                given.push("2".to_owned());
                declared.push(format!("const {name}: {}", scope.primitive("usize")));
                let array = format!("[{}; {name}]", scope.primitive("u16"));
                found.seen.push(Parameter { name: array, values: ["[1, 2]".into(), "[3, 4]".into()], is_plain: false });
            }
        }
    }
    // Defaults come last.
    if declared.iter().any(|one| one.contains('=')) && declared.len() > 1 {
        declared = declared.iter().map(|one| one.replace(" = u64", "")).collect();
    }
    // Constants follow types, in any order.
    if !declared.is_empty() {
        found.declared = format!("<{}>", declared.join(", "));
        found.given = format!("<{}>", given.join(", "));
    }
    found
}

/// A type called `name`.
pub fn define(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    match random.below(16) {
        0..=4 => structure(random, scope, name, vis),
        5 | 6 => tuple(random, scope, name, vis),
        7 => enumeration(random, scope, name, vis),
        8 | 9 => lent(random, scope, name, vis),
        10 => special::made(random, scope, name, vis),
        11 => special::common(random, scope, name, vis),
        12 => special::serialized(random, scope, name, vis),
        _ => union(random, scope, name, vis),
    }
}

/// A struct with named fields.
fn structure(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let mut parameters = parameters(random, scope, name);
    let of = name;
    let (mut fields, mut given): (Vec<(String, Ty)>, BTreeMap<String, String>) = (Vec::new(), BTreeMap::new());
    let count = random.below(5);
    let mut named = names(random, count);
    if random.one_in(5) && named.len() > 1 {
        named[0] = format!("set_{}", named[1].trim_start_matches("r#"));
    }
    named.dedup();
    for name in named {
        if random.one_in(5) {
            let special = special::field(random, scope, of, fields.len());
            given.insert(name.clone(), special.attribute);
            parameters.items += &special.items;
            fields.push((name, special.ty));
        } else {
            fields.push((name, scope.ty(random, &parameters.seen)));
        }
    }
    // A parameter that no field mentions is an error of its own.
    for (index, parameter) in parameters.seen.iter().enumerate() {
        let of = Ty { text: parameter.name.clone(), values: parameter.values.clone(), reads: Reads::Call };
        fields.push((format!("given_{index}"), of));
    }
    let mut attributes = String::new();
    if random.one_in(6) {
        attributes += "#[vellum(frozen)]\n";
    }
    if random.one_in(6) {
        attributes += "#[vellum(rename_all = \"camelCase\")]\n";
    } else if random.one_in(8) {
        attributes += "#[vellum(view = \"Reader\", edit = \"Writer\")]\n";
    }
    let sorts = |ty: &Ty| matches!(ty.reads, Reads::Plain | Reads::Text) && !ty.text.contains("Option");
    let sorted: Vec<&(String, Ty)> = fields.iter().filter(|(_, ty)| sorts(ty)).take(1 + random.below(3)).collect();
    let mut key_of = String::new();
    if !sorted.is_empty() && random.one_in(4) && !attributes.contains("rename") {
        let parts: Vec<String> = sorted
            .iter()
            .map(|(field, _)| format!("{}{}", field.trim_start_matches("r#"), ["", " desc"][random.below(2)]))
            .collect();
        let _ = writeln!(attributes, "#[vellum(key({}))]", parts.join(", "));
        let set: Vec<String> = sorted
            .iter()
            .map(|(field, ty)| format!("{}one.{field}", if ty.reads == Reads::Text { "&*" } else { "" }))
            .collect();
        key_of = set.join(", ");
    }
    let mut since = false;
    let lines = fields.iter().map(|(field, ty)| {
        let attribute = match random.below(12) {
            _ if given.contains_key(field) => {
                let with = &given[field];
                format!("{with}{}", if since && !with.contains("skip") { "#[vellum(since = 2)]\n" } else { "" })
            }
            0 => format!("#[vellum(rename = \"{}_renamed\")]\n", field.trim_start_matches("r#")),
            1 if !attributes.contains("frozen") => {
                since = true;
                "#[vellum(since = 2)]\n".to_owned()
            }
            2 => "#[vellum(default)]\n".to_owned(),
            _ if since => "#[vellum(since = 2)]\n".to_owned(),
            _ => String::new(),
        };
        format!("/// D.\n{attribute}pub {field}: {},\n", ty.text)
    });
    let body: String = if attributes.contains("key") {
        let attribute = |field: &String| given.get(field).cloned().unwrap_or_default();
        fields.iter().map(|(field, ty)| format!("/// D.\n{}pub {field}: {},\n", attribute(field), ty.text)).collect()
    } else {
        lines.collect()
    };
    let mut item = format!(
        "{}/// D.\n{DERIVES}{attributes}{vis}struct {name}{}{} {{\n{body}}}\n",
        parameters.items, parameters.declared, parameters.wheres
    );
    if parameters.declared.is_empty() && attributes.is_empty() && !body.contains("#[") && random.one_in(4) {
        item = by_macro(name, vis, &fields);
    }
    let value = |index: usize| {
        let values = fields.iter().map(|(field, ty)| format!("{field}: {}", ty.values[index])).collect::<Vec<_>>();
        format!("super::{name} {{ {} }}", values.join(", "))
    };
    let full = format!("super::{name}{}", parameters.given);
    let mut check = check_struct(&full, &value(0), &fields);
    if !key_of.is_empty() {
        let _ = writeln!(check, "<{full}>::key_of({key_of}).expect(\"a key\");");
    }
    let text = format!("{name}{}", parameters.given.replace("super::", ""));
    Defined { item, check, own: Own { text: in_scope(scope, &text), values: [value(0), value(1)] } }
}

/// A struct that a macro writes, with its name and the types of its fields as fragments.
fn by_macro(name: &str, vis: &str, fields: &[(String, Ty)]) -> String {
    let given: String = fields.iter().map(|(field, ty)| format!("{field}: {}, ", ty.text)).collect();
    format!(
        "macro_rules! made_{of} {{\n($name:ident, $($field:ident: $ty:ty,)*) => {{\n/// D.\n{DERIVES}{vis}struct $name {{\n\
         $(/// D.\npub $field: $ty,)*\n}}\n}};\n}}\nmade_{of}!({name}, {given});\n",
        of = name.to_lowercase().trim_start_matches('_'),
    )
}

/// The arguments of another type, as the module itself names them.
fn in_scope(scope: &Scope, text: &str) -> String {
    if scope.shadowed.iter().any(|known| known == "u32") {
        text.replace("<u32", "<::core::primitive::u32")
    } else {
        text.to_owned()
    }
}

fn tuple(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let parameters = parameters(random, scope, name);
    let mut parts: Vec<Ty> = (0..=random.below(3)).map(|_| scope.ty(random, &parameters.seen)).collect();
    for parameter in &parameters.seen {
        parts.push(Ty { text: parameter.name.clone(), values: parameter.values.clone(), reads: Reads::Call });
    }
    let texts: Vec<String> = parts.iter().map(|part| format!("pub {}", part.text)).collect();
    let (mut extra, mut attributes) = (String::new(), String::new());
    if parts.len() == 1
        && parts[0].reads == Reads::Plain
        && parameters.seen.is_empty()
        && !parts[0].text.contains("Option")
        && random.one_in(3)
    {
        let admit = format!("admit_{}", name.to_lowercase());
        let _ = writeln!(attributes, "#[vellum(check = {admit})]");
        let _ = writeln!(
            extra,
            "fn {admit}(_: &{}) -> ::core::result::Result<(), ::std::string::String> {{ ::core::result::Result::Ok(()) }}",
            parts[0].text
        );
    }
    let item = format!(
        "{}{extra}/// D.\n{DERIVES}{attributes}{vis}struct {name}{}({}){};\n",
        parameters.items,
        parameters.declared,
        texts.join(", "),
        parameters.wheres
    );
    let value = |index: usize| {
        let values: Vec<String> = parts.iter().map(|part| part.values[index].clone()).collect();
        format!("super::{name}({})", values.join(", "))
    };
    let full = format!("super::{name}{}", parameters.given);
    let text = in_scope(scope, &format!("{name}{}", parameters.given.replace("super::", "")));
    Defined {
        item,
        check: check_value(&full, [&value(0), &value(1)], ""),
        own: Own { text, values: [value(0), value(1)] },
    }
}

fn enumeration(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let mut taken = Vec::new();
    let variants: Vec<String> =
        (0..2 + random.below(4)).filter_map(|_| words::fresh(random, words::VARIANTS, &mut taken)).collect();
    let body: String = variants.iter().map(|variant| format!("/// D.\n{variant},\n")).collect();
    let repr = if random.one_in(3) { "#[repr(u16)]\n" } else { "" };
    let (repr, body) = match random.below(5) {
        0 => (
            format!("{repr}#[vellum(open)]\n"),
            format!(
                "{body}/// D.\n#[vellum(other)]\nBeyond({}),\n",
                scope.primitive(if repr.is_empty() { "u8" } else { "u16" })
            ),
        ),
        _ => (repr.to_owned(), body),
    };
    let item = format!("/// D.\n{DERIVES}{repr}{vis}enum {name} {{\n{body}}}\n");
    let value = |variant: &String| format!("super::{name}::{variant}");
    let values = [value(&variants[0]), value(&variants[variants.len() - 1])];
    let check = check_value(&format!("super::{name}"), [&values[0], &values[1]], "");
    Defined { item, check, own: Own { text: name.to_owned(), values } }
}

/// A struct that borrows.
fn lent(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let lifetime = words::one(random, words::LIFETIMES);
    let parameters = parameters(random, scope, name);
    let (str, byte) = (scope.primitive("str"), scope.primitive("u8"));
    let field = |name: &str, attribute: &str, text: String, [one, other]: [&str; 2], reads| {
        (name.to_owned(), attribute.to_owned(), Ty { text, values: [one.into(), other.into()], reads })
    };
    let mut drawn = vec![field("lent", "", format!("&{lifetime} {str}"), ["\"a\"", "\"bc\""], Reads::Plain)];
    for index in 0..random.below(3) {
        let name = format!("lent_{index}");
        let cow = scope.std(random, "Cow");
        let cows = ["::std::borrow::Cow::Borrowed(\"a\")", "::std::borrow::Cow::Borrowed(\"\")"];
        let blobs = ["::std::borrow::Cow::Borrowed(&[1, 2])", "::std::borrow::Cow::Borrowed(&[])"];
        let maybe = ["::std::option::Option::Some(\"a\")", "::std::option::Option::None"];
        drawn.push(match random.below(5) {
            0 => field(&name, "#[vellum(borrow)]\n", format!("{cow}<{lifetime}, {str}>"), cows, Reads::Call),
            1 => field(&name, "", format!("{cow}<{lifetime}, {str}>"), cows, Reads::Call),
            2 => field(&name, "#[vellum(borrow)]\n", format!("{cow}<{lifetime}, [{byte}]>"), blobs, Reads::Call),
            3 => field(&name, "", format!("&{lifetime} [{byte}]"), ["&[1, 2]", "&[]"], Reads::Call),
            _ => {
                let of = format!("{}<&{lifetime} {str}>", scope.std(random, "Option"));
                field(&name, "", of, maybe, Reads::Plain)
            }
        });
    }
    drawn.push(("more".to_owned(), String::new(), scope.ty(random, &parameters.seen)));
    for (index, parameter) in parameters.seen.iter().enumerate() {
        let of = Ty { text: parameter.name.clone(), values: parameter.values.clone(), reads: Reads::Call };
        drawn.push((format!("given_{index}"), String::new(), of));
    }
    let body: String =
        drawn.iter().map(|(field, attribute, ty)| format!("/// D.\n{attribute}pub {field}: {},\n", ty.text)).collect();
    let with_lifetime = |lifetime: &str, others: &str| match others.strip_prefix('<') {
        Some(others) => format!("<{lifetime}, {others}"),
        None => format!("<{lifetime}>"),
    };
    let item = format!(
        "{}/// D.\n{DERIVES}{vis}struct {name}{}{} {{\n{body}}}\n",
        parameters.items,
        with_lifetime(lifetime, &parameters.declared),
        parameters.wheres
    );
    let value = |index: usize| {
        let values: Vec<String> = drawn.iter().map(|(field, _, ty)| format!("{field}: {}", ty.values[index])).collect();
        format!("super::{name} {{ {} }}", values.join(", "))
    };
    let fields: Vec<(String, Ty)> = drawn.iter().map(|(field, _, ty)| (field.clone(), ty.clone())).collect();
    let full = format!("super::{name}{}", with_lifetime("'_", &parameters.given));
    let check = check_struct(&full, &value(0), &fields);
    // It is no field of others, which would have a lifetime then.
    Defined { item, check, own: Own { text: String::new(), values: [value(0), value(1)] } }
}

/// An enum whose variants have payloads.
fn union(random: &mut Random, scope: &Scope, name: &str, vis: &str) -> Defined {
    let parameters = parameters(random, scope, name);
    let (mut taken, mut body, mut values) = (Vec::new(), String::new(), Vec::new());
    let count = 2 + random.below(4);
    for index in 0..count {
        let Some(variant) = words::fresh(random, words::VARIANTS, &mut taken) else { continue };
        let path = format!("super::{name}::{variant}");
        match random.below(if index + 1 == count { 2 } else { 4 }) {
            0 => {
                let field_names = {
                    let count = 1 + random.below(2);
                    names(random, count)
                };
                let fields: Vec<(String, Ty)> =
                    field_names.into_iter().map(|field| (field, scope.ty(random, &parameters.seen))).collect();
                let of = fields.iter().map(|(field, ty)| format!("/// D.\n{field}: {}", ty.text)).collect::<Vec<_>>();
                let _ = writeln!(body, "/// D.\n{variant} {{ {} }},", of.join(", "));
                for value in 0..2 {
                    let of =
                        fields.iter().map(|(field, ty)| format!("{field}: {}", ty.values[value])).collect::<Vec<_>>();
                    values.push(format!("{path} {{ {} }}", of.join(", ")));
                }
            }
            1 | 2 => {
                let parts: Vec<Ty> = (0..=random.below(2)).map(|_| scope.ty(random, &parameters.seen)).collect();
                let of = parts.iter().map(|part| part.text.clone()).collect::<Vec<_>>();
                let _ = writeln!(body, "/// D.\n{variant}({}),", of.join(", "));
                for value in 0..2 {
                    let of = parts.iter().map(|part| part.values[value].clone()).collect::<Vec<_>>();
                    values.push(format!("{path}({})", of.join(", ")));
                }
            }
            _ => {
                let _ = writeln!(body, "/// D.\n{variant},");
                values.push(path);
            }
        }
    }
    for (index, parameter) in parameters.seen.iter().enumerate() {
        let _ = writeln!(body, "/// D.\nGiven{index}({}),", parameter.name);
        values.push(format!("super::{name}::Given{index}({})", parameter.values[0]));
    }
    let item = format!(
        "{}/// D.\n{DERIVES}{vis}enum {name}{}{} {{\n{body}}}\n",
        parameters.items, parameters.declared, parameters.wheres
    );
    let full = format!("super::{name}{}", parameters.given);
    let (one, other) = (values[0].clone(), values[values.len() - 1].clone());
    let edits = "{ let mut edit = <Of as ::vellum::Vellum>::edit(&mut edited).expect(\"edit\"); edit.cursor().set(&other).expect(\"set\"); }\n\
                 ::std::assert!(::vellum::from_slice::<Of>(&edited).expect(\"edited\") == other);\n\
                 <Of as ::vellum::Vellum>::peek(&edited).expect(\"view\").get().map(|_| ()).expect(\"get\");\n";
    let mut check = check_value(&full, [&one, &other], edits);
    for value in &values {
        let _ = writeln!(
            check,
            "{{ let one: Of = {value}; ::std::assert!(::vellum::from_slice::<Of>(&::vellum::to_vec(&one).expect(\"a variant\")).expect(\"a variant\") == one); }}"
        );
    }
    let text = in_scope(scope, &format!("{name}{}", parameters.given.replace("super::", "")));
    Defined { item, check, own: Own { text, values: [one, other] } }
}

/// Both values come back, and one can be replaced.
pub fn check_value(of: &str, [one, other]: [&str; 2], edits: &str) -> String {
    format!(
        "type Of = {of};\nlet one: Of = {one};\nlet other: Of = {other};\nlet bytes = ::vellum::to_vec(&one).expect(\"to_vec\");\n\
         ::std::assert!(::vellum::from_slice::<Of>(&bytes).expect(\"from_slice\") == one);\n\
         <Of as ::vellum::Vellum>::prove(&bytes).map(|_| ()).expect(\"access\");\nlet mut edited = bytes.to_vec();\n\
         ::std::assert!(::vellum::from_slice::<Of>(&::vellum::to_vec(&other).expect(\"other\")).expect(\"other\") == other);\n\
         {edits}let _ = &mut edited;\n"
    )
}

/// Its fields are read, checked and proved, and set.
pub fn check_struct(of: &str, one: &str, fields: &[(String, Ty)]) -> String {
    let mut text = format!(
        "let one: {of} = {one};\nlet bytes = ::vellum::to_vec(&one).expect(\"to_vec\");\n\
         ::std::assert!(::vellum::from_slice::<{of}>(&bytes).expect(\"from_slice\") == one);\n\
         let view = <{of} as ::vellum::Vellum>::peek(&bytes).expect(\"view\");\n\
         let proved = <{of} as ::vellum::Vellum>::prove(&bytes).expect(\"access\");\nlet _ = (&view, &proved);\n"
    );
    for (field, ty) in fields {
        for (of, unwrap) in [("view", ".expect(\"a getter\")"), ("proved", "")] {
            let got = format!("(&{of}).{field}(){unwrap}");
            let _ = match ty.reads {
                Reads::Plain => writeln!(text, "::std::assert!({got} == one.{field});"),
                Reads::Text => writeln!(text, "::std::assert!({got} == one.{field}.as_str());"),
                Reads::OptionalText => writeln!(text, "::std::assert!({got} == one.{field}.as_deref());"),
                Reads::Bytes => writeln!(text, "::std::assert!({got} == one.{field}.as_slice());"),
                Reads::List => writeln!(text, "::std::assert!({got}.len() == one.{field}.len());"),
                Reads::Call => writeln!(text, "let _ = {got};"),
                Reads::Nothing => Ok(()),
            };
        }
    }
    for (field, ty) in fields {
        let to = match ty.reads {
            Reads::Plain => "other",
            Reads::Text => "other.as_str()",
            Reads::OptionalText => "other.as_deref()",
            Reads::Bytes | Reads::List => "&other",
            Reads::Call | Reads::Nothing => continue,
        };
        let setter = format!("set_{}", field.trim_start_matches("r#"));
        let _ = writeln!(
            text,
            "{{ let mut edited = bytes.to_vec(); let mut changed = ::core::clone::Clone::clone(&one); changed.{field} = {value};\n\
             let other = {value}; {{ let mut edit = <{of} as ::vellum::Vellum>::edit(&mut edited).expect(\"edit\"); edit.{setter}({to}).expect(\"set\"); }}\n\
             changed.{field} = other; ::std::assert!(::vellum::from_slice::<{of}>(&edited).expect(\"edited\") == changed, \"set {field}\"); }}",
            value = ty.values[1],
        );
    }
    text
}
