//! What is said of a piece of a buffer.

use std::fmt::Write as _;

use vellum::dynamic::ValueRef;
use vellum::extent::{Extent, Role};
use vellum::schema::Type;

use crate::failure::bare_message;

/// Of a longer text, no more is said.
const MOST: usize = 60;
/// Of more elements, no more are listed.
const ELEMENTS: usize = 12;

/// What is said of a piece, whose bytes these are.
pub fn of_extent(extent: &Extent<'_>, bytes: &[u8]) -> String {
    let value = || extent.value.as_ref().map(of_value).unwrap_or_default();
    match &extent.role {
        Role::Flags => of_flags(bytes.first().copied().unwrap_or_default()),
        Role::Workspace => of_workspace(bytes),
        Role::Extension => "extension block".to_owned(),
        Role::RootSize => format!("root record of {} bytes", varint(bytes).unwrap_or_default()),
        Role::Bit(bit) => format!("{} (bit {bit})", value()),
        Role::Presence(bit) => {
            let is_there = matches!(extent.value, Some(ValueRef::Bool(true)));
            format!("{} (bit {bit})", if is_there { "there" } else { "absent" })
        }
        Role::Absent => "absent".to_owned(),
        Role::Pointer(0) => match value() {
            value if value.is_empty() => "null: empty, or its default".to_owned(),
            value => format!("null: {value}"),
        },
        Role::Pointer(to) => format!("-> {to:#x}"),
        Role::Tag => match &extent.value {
            Some(ValueRef::Union(union)) if union.is_known() => format!("variant `{}`", union.name()),
            Some(_) => format!("unknown variant {}", bytes.first().copied().unwrap_or_default()),
            None => format!("any: {}", of_any(bytes.first().copied().unwrap_or_default())),
        },
        Role::Head => of_head(extent.ty, bytes),
        Role::Directory => "pointers to the blocks of the map".to_owned(),
        Role::Unused => "zero, without a meaning".to_owned(),
        Role::Newer => "known to a newer revision of the schema alone".to_owned(),
        Role::Fault(error) => bare_message(error),
        _ => value(),
    }
}

/// A value as text, not longer than some characters.
pub fn of_value(value: &ValueRef<'_>) -> String {
    match value {
        ValueRef::String(text) => quoted(text),
        ValueRef::Bytes(bytes) => hex(bytes),
        ValueRef::Enum("", number) => number.to_string(),
        ValueRef::Enum(name, _) => (*name).to_owned(),
        ValueRef::Bool(value) => value.to_string(),
        ValueRef::Absent => "absent".to_owned(),
        ValueRef::Null => "null".to_owned(),
        ValueRef::List(list) => {
            let mut text = String::from("[");
            for (number, element) in list.iter().take(ELEMENTS).enumerate() {
                let element = element.map_or_else(|_| "?".to_owned(), |element| of_value(&element));
                // A String takes it.
                let _ = write!(text, "{}{element}", if number == 0 { "" } else { ", " });
            }
            if list.len() > ELEMENTS {
                let _ = write!(text, ", ... {} in all", list.len());
            }
            text + "]"
        }
        ValueRef::Union(union) => union.name().to_owned(),
        ValueRef::Struct(_) | ValueRef::Map(_) => String::new(),
        // Dates and the like, as JSON has them.
        value => serde_json::to_string(value).map_or_else(|_| "?".to_owned(), |text| text.trim_matches('"').to_owned()),
    }
}

fn quoted(text: &str) -> String {
    if text.chars().count() <= MOST {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{start:?}... {} bytes in all", text.len())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = bytes.iter().take(MOST / 3).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    if bytes.len() > MOST / 3 {
        // A String takes it.
        let _ = write!(text, " ... {} bytes in all", bytes.len());
    }
    text
}

fn of_flags(flags: u8) -> String {
    let width = 1 << (flags & 3);
    let mut text = format!("version {}, pointers of {width} byte{}", flags >> 5, if width == 1 { "" } else { "s" });
    if flags & 0b1000 != 0 {
        text += ", a workspace";
    }
    if flags & 0b1_0000 != 0 {
        text += ", with an extension block";
    }
    text
}

fn of_workspace(bytes: &[u8]) -> String {
    // The first word is the flags with three zeros, of which the flags are told apart.
    let word = |number: usize| {
        let bytes = bytes.get(number * 4 - 1..number * 4 + 3)?;
        bytes.try_into().ok().map(u32::from_le_bytes)
    };
    let [end, free, seq] = [1, 2, 3].map(|number| word(number).unwrap_or_default());
    format!("ends at {end:#x}, {free} bytes freed, edit {seq}")
}

fn of_any(tag: u8) -> String {
    const NAMES: [&str; 12] =
        ["null", "bool", "i8", "i16", "i32", "i64", "u64", "f64", "string", "bytes", "list", "map"];
    NAMES.get(usize::from(tag)).map_or_else(|| format!("tag {tag}"), |name| (*name).to_owned())
}

/// What stands before the content of an object.
fn of_head(ty: Option<&Type>, bytes: &[u8]) -> String {
    let number = varint(bytes).unwrap_or_default();
    match ty {
        Some(Type::String | Type::Bytes) => format!("length {number}"),
        Some(Type::List(_)) => format!("{number} element{}", plural(number)),
        Some(Type::Map(_)) if number & 1 == 1 => format!("{} entries, in blocks", number >> 1),
        Some(Type::Map(_)) => format!("{} entr{}", number >> 1, if number >> 1 == 1 { "y" } else { "ies" }),
        Some(_) => format!("record of {number} byte{}", plural(number)),
        None => format!("block of {number} entries"),
    }
}

fn plural(number: u32) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// The number at the start of some bytes, as the format writes it.
fn varint(bytes: &[u8]) -> Option<u32> {
    let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    match bytes.first()? {
        first @ 0..0x80 => Some(u32::from(*first)),
        0x80..0xC0 => bytes.get(..2)?.try_into().ok().map(|two| u32::from(u16::from_be_bytes(two) & 0x3FFF)),
        0xC0..0xE0 => word(0).map(|word| word & 0x1FFF_FFFF),
        0xE0 => word(1),
        _ => None,
    }
}

/// How many bytes at the start of a path are that of the value around it.
pub fn parent_of(path: &str) -> usize {
    if path.ends_with("\"]") {
        // A key in quotation marks, in which others are escaped: the bracket before it.
        let mut start = path.len();
        for (at, _) in path.match_indices("[\"") {
            let key = path.get(at + 2..path.len() - 2).unwrap_or_default();
            if !key.contains("\"]") {
                start = at;
                break;
            }
        }
        return start.min(path.len() - 1);
    }
    path.rfind(['.', '[']).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{parent_of, varint};

    #[test]
    fn numbers_of_all_lengths() {
        assert_eq!(varint(&[0x7F]), Some(127));
        assert_eq!(varint(&[0x80, 0x80]), Some(128));
        assert_eq!(varint(&[0xC0, 0, 0x40, 0]), Some(16_384));
        assert_eq!(varint(&[0xE0, 0x40, 0, 0, 0]), Some(1 << 30));
        assert_eq!(varint(&[]), None);
    }

    #[test]
    fn the_value_around_is_before_the_last_step() {
        assert_eq!(parent_of("home.city"), 4);
        assert_eq!(parent_of("tags[3]"), 4);
        assert_eq!(parent_of(r#"votes["a.b[c"]"#), 5);
        assert_eq!(parent_of("name"), 0);
    }
}
