//! Schemas by chance: each kind of type in each other, definitions that hold themselves, rules and
//! defaults.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::check;
use crate::schema::Schema;

/// A sequence of numbers, the same for each seed.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((word ^ word >> 31) % bound as u64).unwrap()
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

const KEYS: [&str; 20] = [
    "bool",
    "u8",
    "u16",
    "u64",
    "i32",
    "i128",
    "char",
    "uuid",
    "ulid",
    "ipv4",
    "ipv6",
    "date",
    "time",
    "timestamp(us)",
    "duration",
    "decimal(2)",
    "decimal128(30)",
    "string",
    "bytes",
    "bytes[3]",
];
const OTHERS: [&str; 11] = ["u32", "u128", "i8", "i64", "f32", "f64", "geo4", "geo8", "geo16", "string[5]", "any"];
const FIELDS: [&str; 12] = [
    "u8 in 1..=5 = 3",
    "i16 in -5.. = 7",
    "string max 3",
    "string lowercase = \"é\"",
    "bytes max 2 = b\"a\"",
    "bool = true",
    "char = 'x'",
    "f32 in 0.0..=1.0",
    "string uppercase max 5",
    "u64 = 18446744073709551615",
    "date in 5.. = 5",
    "string? max 2",
];

struct Sketch {
    enums: usize,
    unions: usize,
    structs: usize,
}

impl Sketch {
    fn key(&self, dice: &mut Dice, depth: usize) -> String {
        match dice.below(10) {
            0 if self.enums > 0 => format!("E{}", dice.below(self.enums)),
            1 | 2 if depth > 0 => {
                let parts: Vec<String> = (0..=dice.below(3)).map(|_| self.key(dice, depth - 1)).collect();
                format!("tuple<{}>", parts.join(", "))
            }
            _ => dice.of(&KEYS).to_string(),
        }
    }

    fn item(&self, dice: &mut Dice, depth: usize) -> String {
        format!("{}{}", self.ty(dice, depth), if dice.below(4) == 0 { "?" } else { "" })
    }

    fn ty(&self, dice: &mut Dice, depth: usize) -> String {
        match dice.below(if depth == 0 { 8 } else { 14 }) {
            0 | 1 => dice.of(&OTHERS).to_string(),
            2 if self.enums > 0 => format!("E{}", dice.below(self.enums)),
            3 | 4 if self.unions > 0 => format!("U{}", dice.below(self.unions)),
            5 | 6 if self.structs > 0 => format!("S{}", dice.below(self.structs)),
            8 | 9 => format!("list<{}>", self.item(dice, depth - 1)),
            10 => format!("map<{}, {}>", self.key(dice, 2), self.item(dice, depth - 1)),
            11 => format!("set<{}>", self.key(dice, 2)),
            12 => format!("array<{}, {}>", self.item(dice, depth - 1), 1 + dice.below(4)),
            13 => {
                let parts: Vec<String> = (0..=dice.below(3)).map(|_| self.item(dice, depth - 1)).collect();
                format!("tuple<{}>", parts.join(", "))
            }
            _ => dice.of(&KEYS).to_string(),
        }
    }

    fn fields(&self, dice: &mut Dice, own: &str, frozen: bool) -> String {
        let field = |number: usize| {
            let ty = match dice.below(12) {
                0 if !frozen => {
                    [format!("{own}?"), format!("list<{own}>"), format!("map<u8, {own}?>")][dice.below(3)].clone()
                }
                1..=3 => dice.of(&FIELDS).to_string(),
                _ => self.item(dice, 3),
            };
            let since =
                if !frozen && dice.below(4) == 0 { format!(" since {}", 2 + dice.below(2)) } else { String::new() };
            format!("f{number}: {ty}{since}, ")
        };
        (0..=(self.structs + self.unions) % 7).map(field).collect()
    }
}

/// The text of a schema; some are not valid.
pub(super) fn text(seed: u64) -> String {
    let mut dice = Dice(seed);
    let (mut sketch, mut text) = (Sketch { enums: 0, unions: 0, structs: 0 }, String::new());
    for _ in 0..2 + dice.below(8) {
        let open = dice.of(&["", "open "]);
        match dice.below(4) {
            0 => {
                let variants: String = (0..=dice.below(4))
                    .map(|number| format!("e{number} = {}, ", number * 60 + dice.below(50)))
                    .collect();
                text +=
                    &format!("{open}enum E{}{} {{ {variants} }}\n", sketch.enums, dice.of(&["", " : u16", " : u64"]));
                sketch.enums += 1;
            }
            1 => {
                let variant = |number: usize| match dice.below(4) {
                    0 => format!("v{number}, "),
                    _ => format!("v{number}: {}, ", sketch.item(&mut dice, 2)),
                };
                let variants: String = (0..4).map(variant).collect();
                text += &format!("{open}union U{} {{ {variants} }}\n", sketch.unions);
                sketch.unions += 1;
            }
            _ => {
                let frozen = dice.below(3) == 0;
                let name = format!("S{}", sketch.structs);
                let fields = sketch.fields(&mut dice, &name, frozen);
                text += &format!("{}struct {name} {{ {fields} }}\n", if frozen { "frozen " } else { "" });
                sketch.structs += 1;
            }
        }
    }
    if dice.below(5) == 0 {
        return format!("{text}root {};", sketch.item(&mut dice, 3));
    }
    let fields = sketch.fields(&mut dice, "R", false);
    format!("{text}struct R {{ {fields} last: {} }}\nroot R;", sketch.item(&mut dice, 3))
}

/// The valid ones of so many schemas.
pub(super) fn schemas(count: u64) -> impl Iterator<Item = Schema> {
    (0..count).filter_map(|seed| Schema::parse(&text(seed)).ok())
}

#[test]
fn schemas_by_chance_are_shown_but_for_what_is_left_out() {
    const COUNT: u64 = 400;
    let (mut valid, mut whole) = (0, 0);
    for schema in schemas(COUNT) {
        valid += 1;
        whole += usize::from(check(&schema).left_out.is_empty());
    }
    assert!(valid > COUNT * 3 / 4, "{valid} of {COUNT} schemas are valid");
    assert!(whole as u64 > valid * 3 / 4, "of {whole} of {valid} schemas nothing is left out");
}
