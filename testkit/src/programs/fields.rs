//! Types of fields by chance: as they are written, with two values of each, and how a getter's
//! value is compared with one.

use super::words;
use crate::random::Random;

/// What of a field is compared, beyond the whole value.
#[derive(Clone, Copy, PartialEq)]
pub enum Reads {
    /// The value itself.
    Plain,
    Text,
    OptionalText,
    Bytes,
    List,
    /// Nothing: the getter is called.
    Call,
    /// Nothing, as there is no getter.
    Nothing,
}

/// A type of a field.
#[derive(Clone)]
pub struct Ty {
    pub text: String,
    /// Two values, as a module of the type's module writes them.
    pub values: [String; 2],
    pub reads: Reads,
}

/// A type that fields may have, which the program defined before.
#[derive(Clone)]
pub struct Own {
    pub text: String,
    pub values: [String; 2],
}

/// A parameter of the type that has the field: its name, and the values of what it stands for.
#[derive(Clone)]
pub struct Parameter {
    pub name: String,
    pub values: [String; 2],
    /// Of what reads plain.
    pub is_plain: bool,
}

/// What a program's types are written with.
pub struct Scope {
    /// Names that do not mean what the prelude says.
    pub shadowed: Vec<String>,
    pub has_prelude: bool,
    pub own: Vec<Own>,
}

const PATHS: [(&str, &str); 9] = [
    ("String", "::std::string::String"),
    ("Vec", "::std::vec::Vec"),
    ("Option", "::std::option::Option"),
    ("Box", "::std::boxed::Box"),
    ("Rc", "::std::rc::Rc"),
    ("Arc", "::std::sync::Arc"),
    ("Cow", "::std::borrow::Cow"),
    ("BTreeMap", "::std::collections::BTreeMap"),
    ("BTreeSet", "::std::collections::BTreeSet"),
];

impl Scope {
    /// A type of std, by its name if that is the prelude's.
    pub fn std(&self, random: &mut Random, name: &str) -> String {
        let path = PATHS.iter().find(|(known, _)| *known == name).map_or(name, |(_, path)| path);
        let is_known = self.has_prelude && ["String", "Vec", "Option", "Box"].contains(&name);
        let is_free = is_known && !self.shadowed.iter().any(|known| known == name);
        if is_free && !random.one_in(4) { name.to_owned() } else { path.to_owned() }
    }

    /// The types of the program as another place of it names them, by one of these paths; not those
    /// with arguments that a module of its own does not see.
    pub fn seen_by(&self, random: &mut Random, paths: [&str; 2], is_module: bool) -> Self {
        let seen = self.own.iter().filter(|own| !is_module || !own.text.contains("Tag")).map(|own| {
            let path = paths[usize::from(random.one_in(4))];
            Own { text: format!("{path}{}", own.text), values: own.values.clone() }
        });
        Self { own: seen.collect(), shadowed: self.shadowed.clone(), has_prelude: self.has_prelude }
    }

    /// A primitive type.
    pub fn primitive(&self, name: &str) -> String {
        let is_shadowed = self.shadowed.iter().any(|known| known == name);
        if is_shadowed { format!("::core::primitive::{name}") } else { name.to_owned() }
    }

    /// A type by chance.
    pub fn ty(&self, random: &mut Random, parameters: &[Parameter]) -> Ty {
        match random.below(if parameters.is_empty() { 17 } else { 26 }) {
            drawn @ 0..16 => self.of_std(random, drawn),
            16 if self.own.is_empty() => self.of_std(random, 0),
            16 => self.of_own(random),
            drawn => {
                let parameter = &parameters[random.below(parameters.len())];
                self.of_parameter(random, parameter, drawn)
            }
        }
    }

    /// A type of std by chance, which compares with its values where it is read.
    pub fn plain(&self, random: &mut Random) -> Ty {
        let drawn = random.below(12);
        self.of_std(random, drawn)
    }

    fn of_std(&self, random: &mut Random, drawn: usize) -> Ty {
        let ty = |text: String, one: &str, other: &str, reads| Ty { text, values: [one.into(), other.into()], reads };
        let text = |text: &str| format!("<::std::string::String as ::core::convert::From<&str>>::from({text:?})");
        match drawn {
            0 => ty(self.primitive("u8"), "7", "8", Reads::Plain),
            1 => ty(self.primitive("u32"), "70_000", "0", Reads::Plain),
            2 => ty(self.primitive("i64"), "-7", "8", Reads::Plain),
            3 => ty(self.primitive("bool"), "true", "false", Reads::Plain),
            4 => ty(self.primitive("char"), "'x'", "'é'", Reads::Plain),
            5 => ty(self.primitive("f64"), "1.5", "-2.0", Reads::Plain),
            6 => ty(self.std(random, "String"), &text("one"), &text("another text"), Reads::Text),
            7 => {
                let of = format!("{}<{}>", self.std(random, "Vec"), self.primitive("u8"));
                ty(of, "::std::vec![1, 2]", "::std::vec![]", Reads::Bytes)
            }
            8 => {
                let of = format!("{}<{}>", self.std(random, "Vec"), self.primitive("u32"));
                ty(of, "::std::vec![1, 2]", "::std::vec![3]", Reads::List)
            }
            9 => {
                let of = format!("{}<{}>", self.std(random, "Vec"), self.std(random, "String"));
                ty(of, &format!("::std::vec![{}]", text("a")), "::std::vec![]", Reads::List)
            }
            10 => {
                let of = format!("{}<{}>", self.std(random, "Option"), self.primitive("u32"));
                ty(of, "::std::option::Option::Some(7)", "::std::option::Option::None", Reads::Plain)
            }
            11 => {
                let of = format!("{}<{}>", self.std(random, "Option"), self.std(random, "String"));
                let some = format!("::std::option::Option::Some({})", text("maybe"));
                ty(of, &some, "::std::option::Option::None", Reads::OptionalText)
            }
            12 => {
                let of = format!("({}, {})", self.primitive("u32"), self.std(random, "String"));
                ty(of, &format!("(7, {})", text("a")), &format!("(8, {})", text("bc")), Reads::Call)
            }
            13 => ty(format!("[{}; 2]", self.primitive("u16")), "[1, 2]", "[3, 4]", Reads::Call),
            14 => {
                let of = format!(
                    "{}<{}, {}>",
                    self.std(random, "BTreeMap"),
                    self.std(random, "String"),
                    self.primitive("u32")
                );
                let map = format!("::core::convert::From::from([({}, 7)])", text("a"));
                ty(of, &map, "::std::collections::BTreeMap::new()", Reads::Call)
            }
            _ => {
                let of = format!("{}<{}>", self.std(random, "Box"), self.primitive("u32"));
                ty(of, "::std::boxed::Box::new(7)", "::std::boxed::Box::new(8)", Reads::Call)
            }
        }
    }

    /// A type of the program's, or what holds one.
    fn of_own(&self, random: &mut Random) -> Ty {
        let Own { text, values } = self.own[random.below(self.own.len())].clone();
        let [one, other] = &values;
        let (text, values) = match random.below(4) {
            0 => {
                let some = format!("::std::option::Option::Some({one})");
                (format!("{}<{text}>", self.std(random, "Option")), [some, "::std::option::Option::None".into()])
            }
            1 => {
                let list = format!("::std::vec![{one}, {other}]");
                (format!("{}<{text}>", self.std(random, "Vec")), [list, "::std::vec![]".into()])
            }
            2 => {
                let [one, other] = [one, other].map(|value| format!("(7, {value})"));
                (format!("({}, {text})", self.primitive("u8")), [one, other])
            }
            _ => (text, values),
        };
        Ty { text, values, reads: Reads::Call }
    }

    /// A parameter, or what holds it.
    fn of_parameter(&self, random: &mut Random, parameter: &Parameter, drawn: usize) -> Ty {
        let Parameter { name, values: [one, other], is_plain } = parameter.clone();
        let plain = if is_plain { Reads::Plain } else { Reads::Call };
        let (text, values, reads) = match drawn {
            17..=19 => (name, [one, other], plain),
            20 => {
                let list = format!("::std::vec![{one}, {other}]");
                (format!("{}<{name}>", self.std(random, "Vec")), [list, "::std::vec![]".into()], Reads::Call)
            }
            21 => {
                let some = format!("::std::option::Option::Some({one})");
                let of = format!("{}<{name}>", self.std(random, "Option"));
                (of, [some, "::std::option::Option::None".into()], plain)
            }
            22 => {
                let of = format!("({}, {name})", self.primitive("u8"));
                (of, [one, other].map(|value| format!("(7, {value})")), Reads::Call)
            }
            23 => {
                (format!("({name}, {name})"), [format!("({one}, {other})"), format!("({other}, {one})")], Reads::Call)
            }
            24 => {
                let of = format!("({}, {name})", self.std(random, "String"));
                let pair =
                    |value| format!("(<::std::string::String as ::core::convert::From<&str>>::from(\"p\"), {value})");
                (of, [one, other].map(pair), Reads::Call)
            }
            _ => (format!("[{name}; 2]"), [format!("[{one}, {other}]"), format!("[{other}, {one}]")], Reads::Call),
        };
        Ty { text, values, reads }
    }
}

/// Names of fields that are all different.
pub fn names(random: &mut Random, count: usize) -> Vec<String> {
    let mut taken = Vec::new();
    (0..count).filter_map(|_| words::fresh(random, words::FIELDS, &mut taken)).collect()
}
