//! Writes the Rust types of schemas by chance, each in a module of its own, with a test that checks values of it.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use vellum_testkit::encode::{encode, encode_at};
use vellum_testkit::random::{self, Random};
use vellum_testkit::types::{Root, Schema};

/// How many schemas there are, and how many values of each.
const ALL: u64 = 40;
const SAMPLE: u64 = 5;
const VALUES: usize = 12;

/// Why a schema may have no Rust types, as the generator's documentation says.
const REFUSED: [&str; 5] = ["without payloads", "list<u8>", "default", "tuple", "has a width"];

/// A buffer by the newest revision or an older one, at any width, and the canonical bytes of what the newest one reads in it.
fn buffers(random: &mut Random, model: &Schema) -> (Vec<u8>, Vec<u8>) {
    let number = 1 + u16::try_from(random.below(model.newest().into())).expect("a revision");
    let val = model.forget(&random::root(random, model), number);
    let written = model.at(number);
    let shown = model.project(&model.root_item().ty, &val, number);
    let width = [1, 2, 4][random.below(3)].max(written.width);
    let stored = encode_at(&written, &shown, width).unwrap_or_else(|| encode(&written, &shown));
    (stored, encode(model, &val))
}

fn main() {
    println!("cargo::rerun-if-env-changed=VELLUM_NETS");
    let count =
        if env::var("VELLUM_NETS").is_ok_and(|value| value == "full" || value == "gate") { ALL } else { SAMPLE };
    let first = env::var("GENERATED_FROM").map_or(0, |first| first.parse().expect("a number"));
    println!("cargo::rerun-if-env-changed=GENERATED_FROM");
    let mut code = String::new();
    let mut made = 0;
    for seed in first.. {
        let mut random = Random::new(seed).of_numbers();
        let model = random::schema(&mut random);
        let text = model.text();
        let types = match vellum_codegen::generate(&text) {
            Ok(types) => types,
            Err(error) if REFUSED.iter().any(|reason| error.to_string().contains(reason)) => continue,
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        };
        let root = if matches!(model.root, Root::Struct(_)) { "R" } else { "Root" };
        let pairs = (0..VALUES).map(|_| {
            let (stored, canonical) = buffers(&mut random, &model);
            format!("(&{stored:?}, &{canonical:?})")
        });
        let pairs: Vec<String> = pairs.collect();
        let _ = write!(
            code,
            "#[allow(clippy::all, clippy::pedantic, dead_code, unused_imports)]\nmod of_seed_{seed} {{\n{types}\n\
             #[test]\nfn values_are_stored_as_the_model_stores_them() {{\n    crate::check::<{root}>({text:?}, &[{}]);\n}}\n}}\n",
            pairs.join(", "),
        );
        made += 1;
        if made == count {
            break;
        }
    }
    let to = Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("types.rs");
    fs::write(to, code).expect("the types are written");
}
