//! Leaves: what is read and set as a whole, and text.

use vellum::value::FixedStr;
use vellum::{List, Result, Storage, Vellum, proved::Checked};

use crate::node::{Did, Node, changed};

/// An enum whose first variant is not 0.
#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u16)]
pub enum Fruit {
    Apples = 500,
    Pears = 2,
    Plums,
}

/// A type whose cursor is its value: its one edit is to read it.
macro_rules! leaf {
    ($type:ty, $name:literal, $samples:expr, $numbered:expr, $refused:expr, |$view:ident| $read:expr, |$list:ident| $read_list:expr) => {
        impl Node for $type {
            type Previous = Self;

            fn type_name() -> String {
                $name.into()
            }

            fn previous(&self) -> Self {
                *self
            }

            fn from_previous(previous: &Self) -> Self {
                *previous
            }

            fn sample(number: usize) -> Self {
                let samples: [Self; 4] = $samples;
                samples[number]
            }

            fn refused() -> Option<Self::Set<'static>> {
                $refused
            }

            fn numbered(number: usize) -> Self {
                let numbered: fn(usize) -> Self = $numbered;
                numbered(number)
            }

            fn key_of_view(view: &Self::Get<'_, vellum::proved::Checked>) -> String {
                format!("{view:?}")
            }

            fn key(&self) -> String {
                format!("{self:?}")
            }

            fn read($view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
                $read
            }

            fn read_list($list: Self::GetList<'_, vellum::proved::Checked>) -> Result<Vec<Self>> {
                $read_list
            }

            fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
                field
            }

            fn edits() -> usize {
                1
            }

            fn edit_name(_: usize) -> String {
                " read".into()
            }

            fn act<'a, S: Storage + 'a>(cursor: Self::Cursor<'a, S>, _: usize) -> Result<Did> {
                Ok(Did::read(cursor))
            }

            fn mirror(&mut self, _: usize) -> Did {
                Did::read(self)
            }
        }
    };
}

leaf!(
    bool,
    "bool",
    [false, true, false, true],
    |number| <Self as Node>::sample(number % 4),
    None,
    |view| Ok(view),
    |list| list.iter().collect()
);
leaf!(u8, "u8", [0, 7, 1, 255], |number| u8::try_from(number).unwrap_or_default(), None, |view| Ok(view), |list| Ok(
    list.to_vec()
));
leaf!(u64, "u64", [0, 0x0102_0304_0506_0708, 1, u64::MAX], |number| number as u64, None, |view| Ok(view), |list| list
    .iter()
    .collect());
leaf!(
    Fruit,
    "Fruit",
    [Self::Apples, Self::Pears, Self::Apples, Self::Plums],
    |number| <Self as Node>::sample(number % 4),
    None,
    |view| Ok(view),
    |list| list.iter().collect()
);
leaf!(
    FixedStr<4>,
    "FixedStr<4>",
    ["", "ab", "", "full"].map(|text| Self::try_from(text).unwrap_or_default()),
    |number| <Self as Node>::sample(number % 4),
    Some("too long"),
    |view| Self::try_from(view),
    |list| list.iter().map(|text| Self::try_from(text?)).collect()
);

leaf!(
    FixedStr<1000>,
    "FixedStr<1000>",
    ["", "one", "", "two"].map(|text| Self::try_from(text).unwrap_or_default()),
    |number| <Self as Node>::sample(number % 4),
    None,
    |view| Self::try_from(view),
    |list| list.iter().map(|text| Self::try_from(text?)).collect()
);

const TEXT_EDITS: [&str; 13] = [
    "read",
    "set \"\"",
    "set \"été\"",
    "set 40 bytes",
    "push_str \" end\"",
    "push 'é'",
    "insert_str(0, \"at \")",
    "splice(0..len, \"x\")",
    "splice(100.., \"x\")",
    "truncate(1)",
    "clear",
    "take",
    "set 300 bytes",
];

impl Node for String {
    type Previous = Self;

    fn type_name() -> String {
        "String".into()
    }

    fn previous(&self) -> Self {
        self.clone()
    }

    fn from_previous(previous: &Self) -> Self {
        previous.clone()
    }

    fn sample(number: usize) -> Self {
        ["", "one", "two words", "a text that takes a moment longer"][number].into()
    }

    fn numbered(number: usize) -> Self {
        format!("key {number}")
    }

    fn key_of_view(view: &&str) -> String {
        format!("{view:?}")
    }

    fn key(&self) -> String {
        format!("{self:?}")
    }

    fn read(view: &str) -> Result<Self> {
        Ok(view.into())
    }

    fn read_list(list: List<'_, Self, Checked>) -> Result<Vec<Self>> {
        list.iter().map(|text| text.map(Into::into)).collect()
    }

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        TEXT_EDITS.len()
    }

    fn edit_name(edit: usize) -> String {
        format!(".{}", TEXT_EDITS[edit])
    }

    fn act<'a, S: Storage + 'a>(mut text: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        changed(match edit {
            0 => return Ok(Did::read((text.get()?, text.len()?, text.is_empty()?))),
            1 => text.set(""),
            2 => text.set("été"),
            3 => text.set(&"long".repeat(10)),
            4 => text.push_str(" end"),
            5 => text.push('é'),
            6 => text.insert_str(0, "at "),
            7 => text.splice(.., "x"),
            8 => text.splice(100.., "x"),
            9 => text.truncate(1),
            10 => text.clear(),
            11 => return changed(text.take()),
            _ => text.set(&"long".repeat(75)),
        })
    }

    fn mirror(&mut self, edit: usize) -> Did {
        match edit {
            0 => return Did::read((self.as_str(), self.len(), self.is_empty())),
            1 => *self = String::new(),
            2 => *self = "été".into(),
            3 => *self = "long".repeat(10),
            4 => self.push_str(" end"),
            5 => self.push('é'),
            6 => self.insert_str(0, "at "),
            7 => *self = "x".into(),
            9 if self.is_char_boundary(1) => self.truncate(1),
            9 if self.is_empty() => {}
            8 if self.is_char_boundary(100) => self.replace_range(100.., "x"),
            8 | 9 => return Did::Refused,
            10 => self.clear(),
            11 => return Did::changed(std::mem::take(self)),
            _ => *self = "long".repeat(75),
        }
        Did::changed(())
    }
}
