//! Schemas that an input chooses, as text.

use std::fmt::Write as _;

use crate::input::Input;

/// What a schema has of definitions.
struct Grammar<'i, 'a> {
    input: &'i mut Input<'a>,
    structs: usize,
    frozen: usize,
    unions: usize,
}

/// Types without parts, those of short text first, where zeros lead.
const PLAIN: [&str; 32] = [
    "u8",
    "string",
    "bool",
    "u64",
    "bytes",
    "string[4]",
    "E",
    "any",
    "u16",
    "i32",
    "f64",
    "char",
    "u128",
    "i8",
    "uuid",
    "date",
    "bytes[3]",
    "O",
    "i16",
    "u32",
    "i64",
    "i128",
    "f32",
    "ulid",
    "time",
    "timestamp",
    "timestamp(ns)",
    "duration",
    "decimal(2)",
    "decimal128(20)",
    "geo4",
    "geo8",
];
const KEYS: [&str; 14] =
    ["string", "u8", "bytes", "bool", "E", "char", "i64", "u128", "uuid", "date", "O", "i8", "u32", "timestamp"];
/// Declared defaults, each with its type.
const DEFAULTS: [&str; 10] = [
    "u8 = 5",
    "string = \"text\"",
    "bool = true",
    "i32 = -1",
    "f64 = 0.5",
    "E = y",
    "char = 'x'",
    "bytes = b\"\\x01\"",
    "u64 = 77",
    "decimal(2) = 1.50",
];

/// The text of a schema.
pub fn schema(input: &mut Input<'_>) -> String {
    let (structs, frozen, unions) = (1 + input.below(3), input.below(3), input.below(3));
    let mut grammar = Grammar { input, structs, frozen, unions };
    let mut text = String::from("enum E { x = 3, y = 1 } open enum O: u16 { a, b }\n");
    for index in 0..frozen {
        // A frozen struct holds those before it only, so none lies inline in itself.
        grammar.frozen = index;
        let fields = grammar.fields(3, false);
        let _ = writeln!(text, "frozen struct F{index} {{ {fields} }}");
    }
    grammar.frozen = frozen;
    for index in 0..unions {
        let open = if grammar.input.one_in(2) { "open " } else { "" };
        let variants = 1 + grammar.input.below(4);
        // Of the first variant only plain values: its default may not contain the union.
        let first = PLAIN[grammar.input.below(PLAIN.len())];
        let _ = write!(text, "{open}union U{index} {{ v0: {first}");
        for variant in 1..variants {
            let ty = grammar.item(2);
            let _ = write!(text, ", v{variant}: {ty}");
        }
        text.push_str(", nothing }\n");
    }
    for index in 0..structs {
        let fields = grammar.fields(5, true);
        let _ = writeln!(text, "struct S{index} {{ {fields} }}");
    }
    text.push_str("root S0;");
    text
}

impl Grammar<'_, '_> {
    fn fields(&mut self, most: usize, grows: bool) -> String {
        let count = 1 + self.input.below(most);
        let fields: Vec<String> = (0..count)
            .map(|index| {
                let since = if grows && self.input.one_in(4) {
                    format!(" since {}", 1 + self.input.below(3))
                } else {
                    String::new()
                };
                if self.input.one_in(6) {
                    return format!("f{index}: {}{since}", self.input.of(&DEFAULTS));
                }
                format!("f{index}: {}{since}", self.item(3))
            })
            .collect();
        fields.join(", ")
    }

    /// A type, perhaps an optional one.
    fn item(&mut self, depth: u32) -> String {
        let ty = self.ty(depth);
        if self.input.one_in(3) { ty + "?" } else { ty }
    }

    fn ty(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 4 } else { 14 };
        match self.input.below(kinds) {
            // A struct whose default holds itself is refused, and then the input means nothing.
            4 if self.input.one_in(2) => format!("S{}", self.input.below(self.structs)),
            4 => format!("list<S{}>", self.input.below(self.structs)),
            5 => format!("map<{}, S{}?>", self.input.of(&KEYS), self.input.below(self.structs)),
            6 if self.frozen > 0 => format!("F{}", self.input.below(self.frozen)),
            7 if self.unions > 0 => format!("U{}", self.input.below(self.unions)),
            8 | 9 => format!("list<{}>", self.item(depth - 1)),
            10 => format!("array<{}, {}>", self.item(depth - 1), 1 + self.input.below(3)),
            11 => format!("map<{}, {}>", self.input.of(&KEYS), self.item(depth - 1)),
            12 => format!("set<{}>", self.input.of(&KEYS)),
            13 => format!("tuple<{}, {}>", self.item(depth - 1), self.item(depth - 1)),
            _ => self.input.of(&PLAIN).to_owned(),
        }
    }
}
