//! Schemas by chance whose names meet in the code that is generated from them.

use std::fmt::Write;

use super::{Made, Program, words};
use crate::random::Random;

/// A type of a field: built in, or one of the schema's.
fn ty(random: &mut Random, own: &[String]) -> String {
    let base = match random.below(9) {
        0 => "u8".to_owned(),
        1 => "u32".to_owned(),
        2 => "string".to_owned(),
        3 => "bytes".to_owned(),
        4 => "list<u16>".to_owned(),
        5 => "map<string, u32>".to_owned(),
        _ if own.is_empty() => "i64".to_owned(),
        6 => own[random.below(own.len())].clone(),
        7 => format!("list<{}>", own[random.below(own.len())]),
        _ => format!("tuple<u8, {}>", own[random.below(own.len())]),
    };
    if random.one_in(5) { format!("{base}?") } else { base }
}

/// Names of fields or variants.
fn names(random: &mut Random, least: usize) -> Vec<String> {
    let mut taken = Vec::new();
    (0..least + random.below(5)).filter_map(|_| words::fresh(random, words::SCHEMA, &mut taken)).collect()
}

/// The text of a schema.
pub fn schema(random: &mut Random) -> String {
    let (mut text, mut taken, mut own, mut enums) = (String::new(), Vec::new(), Vec::<String>::new(), Vec::new());
    for _ in 0..2 + random.below(5) {
        let Some(name) = words::fresh(random, words::SCHEMA, &mut taken) else { continue };
        match random.below(4) {
            0 => {
                let variants = names(random, 1);
                let open = if random.one_in(3) { "open " } else { "" };
                let _ = writeln!(text, "{open}enum {name} {{ {} }}", variants.join(", "));
                enums.push((name.clone(), variants));
            }
            1 => {
                let variants: Vec<String> = names(random, 1)
                    .into_iter()
                    .enumerate()
                    .map(|(index, variant)| {
                        if index > 0 && random.one_in(3) { variant } else { format!("{variant}: {}", ty(random, &own)) }
                    })
                    .collect();
                let open = if random.one_in(3) { "open " } else { "" };
                let _ = writeln!(text, "{open}union {name} {{ {} }}", variants.join(", "));
            }
            _ => {
                let frozen = if random.one_in(5) { "frozen " } else { "" };
                structure(random, &mut text, (frozen, &name), &own, &enums);
            }
        }
        own.push(name);
    }
    structure(random, &mut text, ("", "Top"), &own, &enums);
    text += if random.one_in(5) { "root list<Top>;\n" } else { "root Top;\n" };
    text
}

fn structure(
    random: &mut Random,
    text: &mut String,
    (frozen, name): (&str, &str),
    own: &[String],
    enums: &[(String, Vec<String>)],
) {
    let mut fields: Vec<String> =
        names(random, 1).into_iter().map(|field| format!("{field}: {}", ty(random, own))).collect();
    if let Some((of, variants)) = enums.first()
        && random.one_in(2)
    {
        fields.push(format!("chosen: {of} = {}", variants[random.below(variants.len())]));
    }
    let _ = writeln!(text, "{frozen}struct {name} {{ {} }}", fields.join(", "));
}

/// The program of a schema's types.
pub fn program(seed: u64, random: &mut Random) -> Made {
    let text = loop {
        let text = schema(random);
        if vellum::Schema::parse(&text).is_ok() {
            break text;
        }
    };
    let code = match vellum_codegen::generate(&text) {
        Ok(code) => code,
        Err(error) => return Made::Refused(error.to_string()),
    };
    let is_list = text.contains("root list");
    let root = if is_list { "super::TopRoot" } else { "super::Top" };
    // The alias has the first free name.
    let alias = code.lines().find_map(|line| line.strip_prefix("pub type ")).and_then(|line| line.split(' ').next());
    let root = alias.map_or(root.to_owned(), |alias| format!("super::{alias}"));
    let check = format!(
        "type Of = {root};\nlet schema = ::vellum::Schema::parse({text:?}).expect(\"a schema\");\n\
         let mut record = ::vellum::Record::new(&schema);\nrecord.compact().expect(\"compact\");\n\
         let one: Of = ::core::default::Default::default();\n\
         let bytes = ::vellum::to_vec(&one).expect(\"to_vec\");\n\
         ::std::assert!(::vellum::from_slice::<Of>(&bytes).expect(\"from_slice\") == one);\n\
         <Of as ::vellum::Vellum>::prove(&bytes).map(|_| ()).expect(\"access\");\n\
         ::std::assert!(bytes == record.into_storage(), \"the default is no empty record\");\n"
    );
    let items = format!("#![allow(missing_docs, dead_code, nonstandard_style)]\n/*\n{text}*/\n{code}");
    Made::Program(Program { seed, items, check, is_generated: true })
}
