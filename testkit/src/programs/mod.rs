//! Hostile programs: derived types, and types that are generated from schemas, whose names,
//! parameters and surroundings mean something to someone else.
//!
//! A program either compiles, and its values come back as they were; or it is refused with one
//! message, which names nothing that is not its own. What does not compile without the derive is no
//! program.
//!
//! - `words`: the names
//! - `fields`: types of fields
//! - `types`: types that derive `Vellum`, with what checks them
//! - `special`: fields and types whose attributes change what is stored
//! - `schemas`: schemas, for the code generator
//! - [`compile`]: programs compiled and run, many in one crate

pub mod compile;
mod fields;
mod schemas;
mod special;
mod types;
mod words;

use std::fmt::Write;

use crate::random::Random;
use fields::Scope;

/// How many programs, of the same edition, are one crate.
pub const BATCH: u64 = 64;

/// A program: the items of a module, and the body of a function in a module of it that checks them.
#[derive(Clone)]
pub struct Program {
    /// What makes it again.
    pub seed: u64,
    /// What stands in its module.
    pub items: String,
    /// The body of the function.
    pub check: String,
    /// Whether its items are generated from a schema, so that no error of theirs is the program's.
    pub is_generated: bool,
}

/// What came of a seed.
pub enum Made {
    /// Types, with what checks them.
    Program(Program),
    /// The code generator has no types for the schema, and says why.
    Refused(String),
}

/// The program of a seed; one of four is of a schema.
pub fn program(seed: u64) -> Made {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5EED);
    if seed % 4 == 3 { schemas::program(seed, &mut random) } else { Made::Program(derived(seed, &mut random)) }
}

impl Program {
    /// The program as a module of a crate.
    pub fn module(&self) -> String {
        format!(
            "/// D.\npub mod p{} {{\n{}\n/// D.\npub mod checked {{\n#![allow(warnings)]\n/// D.\npub fn run() {{\n{}}}\n}}\n}}\n",
            self.seed, self.items, self.check
        )
    }

    /// The edition of Rust that it is written in.
    pub fn edition(&self) -> &'static str {
        ["2024", "2021", "2024", "2018"][(self.seed / BATCH % 4) as usize]
    }

    /// How many lines of that module come before what checks it.
    fn check_line(&self) -> usize {
        2 + self.items.split('\n').count()
    }

    /// The program without what checks it.
    pub fn unchecked(&self) -> String {
        format!("/// D.\npub mod p{} {{\n{}\n}}\n", self.seed, self.items)
    }

    /// The program without the derive and what checks it.
    pub fn control(&self) -> String {
        let lines = self.items.lines().filter(|line| !line.trim_start().starts_with("#[vellum"));
        let items = lines.collect::<Vec<_>>().join("\n").replace("::vellum::Vellum, ", "");
        format!("/// D.\npub mod p{} {{\n{items}\n}}\n", self.seed)
    }
}

/// A program of types that derive `Vellum`.
fn derived(seed: u64, random: &mut Random) -> Program {
    let mut taken: Vec<String> = Vec::new();
    let mut items = String::from("#![allow(nonstandard_style, dead_code, unused_macros)]\n");
    let lints = [
        "#![deny(warnings)]\n",
        "#![deny(missing_docs)]\n",
        "#![forbid(unsafe_code)]\n",
        "#![deny(unused_qualifications, trivial_casts, unreachable_pub, single_use_lifetimes)]\n",
        "#![deny(elided_lifetimes_in_paths, unused_lifetimes, explicit_outlives_requirements)]\n",
        "#![deny(unused_results, let_underscore_drop, missing_debug_implementations)]\n",
        "#![deny(keyword_idents, let_underscore, rust_2018_idioms, unused_mut, unused_variables, unused_parens)]\n",
        "#![deny(rust_2021_compatibility, rust_2024_compatibility, refining_impl_trait, unsafe_op_in_unsafe_fn)]\n",
        "#![deny(ambiguous_negative_literals, deprecated_in_future, ffi_unwind_calls, meta_variable_misuse, unit_bindings)]\n",
        "#![deny(absolute_paths_not_starting_with_crate, redundant_imports, redundant_lifetimes, trivial_numeric_casts)]\n",
        "#![deny(unused_extern_crates, unused_import_braces, unused_macro_rules)]\n",
        "#![deny(macro_use_extern_crate, missing_unsafe_on_extern, non_ascii_idents)]\n",
        "#![deny(deref_into_dyn_supertrait, impl_trait_overcaptures, impl_trait_redundant_captures)]\n",
    ];
    if random.one_in(3) {
        items += lints[random.below(lints.len())];
    }
    let has_prelude = !random.one_in(6);
    if !has_prelude {
        items += "#![no_implicit_prelude]\n";
    }
    for _ in 0..random.below(4) {
        if let Some(name) = words::fresh(random, words::TYPES, &mut taken) {
            items += &surrounding_type(random, &name);
        }
    }
    let mut scope = Scope { shadowed: taken.clone(), has_prelude, own: Vec::new() };
    let root = format!("crate::p{seed}::");
    let within = format!("pub(in crate::p{seed}) ");
    let vis = ["pub ", "pub ", "pub(crate) ", "pub(super) ", "", &within][random.below(6)];
    let mut names: Vec<String> = Vec::new();
    for index in 0..=random.below(3) {
        let name = match words::fresh(random, words::TYPES, &mut taken) {
            Some(name) if random.one_in(2) => name,
            _ => ["Ab", "AbC", "Item"][index].to_owned(),
        };
        scope.shadowed.push(name.clone());
        names.push(name);
    }
    let mut check = String::new();
    for (index, name) in names.iter().enumerate() {
        let module = random.one_in(5).then(|| format!("within_{index}"));
        let from = if module.is_some() { ["super::", &root] } else { [["", "self::"][random.below(2)], &root] };
        let seen = scope.seen_by(random, from, module.is_some());
        // What the module of a type keeps for itself, no other module names.
        let vis = if module.is_some() && ["", "pub(super) "].contains(&vis) { "pub(crate) " } else { vis };
        let defined = types::define(random, &seen, name, vis);
        items += &match &module {
            Some(module) => format!(
                "/// D.\npub mod {module} {{\n{}}}\n#[allow(unused_imports, unreachable_pub)]\nuse {module}::*;\n",
                defined.item
            ),
            None => defined.item,
        };
        let _ = write!(check, "{{\n{}}}\n", defined.check);
        if !defined.own.text.is_empty() {
            scope.own.push(defined.own);
        }
    }
    for _ in 0..random.below(3) {
        if let Some(name) = words::fresh(random, words::VALUES, &mut taken) {
            items += &surrounding_value(random, &name, &scope);
        }
    }
    if random.one_in(5) {
        items += &blanket(random, &scope);
    }
    if random.one_in(8) {
        let name = ["vec", "assert", "matches", "panic", "concat", "stringify", "unreachable"][random.below(7)];
        let _ = writeln!(
            items,
            "macro_rules! {name} {{ ($($t:tt)*) => {{ ::core::compile_error!(\"a macro of the program\") }}; }}"
        );
    }
    Program { seed, items, check, is_generated: false }
}

/// A type or trait of the program's that is no derived one.
fn surrounding_type(random: &mut Random, name: &str) -> String {
    match random.below(5) {
        0 => format!("/// D.\n#[derive(::core::fmt::Debug)]\npub struct {name};\n"),
        1 => format!("/// D.\n#[derive(::core::fmt::Debug)]\npub struct {name} {{}}\n"),
        2 => format!("/// D.\npub trait {name} {{}}\n"),
        3 => format!("/// D.\npub type {name} = ();\n"),
        _ => format!(
            "/// D.\n#[derive(::core::fmt::Debug)]\npub enum {name} {{ /// D.\n Some, /// D.\n None, /// D.\n Ok, /// D.\n Err }}\n"
        ),
    }
}

/// A constant or function of the program's.
fn surrounding_value(random: &mut Random, name: &str, scope: &Scope) -> String {
    let (byte, bytes) = (scope.primitive("u8"), format!("&[{}]", scope.primitive("u8")));
    match random.below(5) {
        0 => format!("/// D.\npub const {name}: {bytes} = b\"x\";\n"),
        1 => format!("/// D.\npub const {name}: {byte} = 3;\n"),
        2 => format!("/// D.\npub static {name}: {byte} = 3;\n"),
        3 => format!("/// D.\npub fn {name}() {{}}\n"),
        _ => format!("/// D.\n#[derive(::core::fmt::Debug)]\npub struct {name};\n"),
    }
}

/// A trait of every type.
fn blanket(random: &mut Random, scope: &Scope) -> String {
    const METHODS: [&str; 16] = [
        "set", "get", "clone", "into", "as_set", "take", "clear", "view", "len", "push", "iter", "session", "in_field",
        "decode", "map", "since",
    ];
    let methods: String = (0..=random.below(3))
        .map(|_| METHODS[random.below(METHODS.len())])
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .map(|method| format!("/// D.\nfn {method}(&self) -> {byte} {{ 0 }}\n", byte = scope.primitive("u8")))
        .collect();
    format!("/// D.\npub trait Blanket {{\n{methods}}}\nimpl<Any: ?::core::marker::Sized> Blanket for Any {{}}\n")
}
