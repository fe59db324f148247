//! A whole value of `any` as a tree, read in one pass.

use alloc::vec::Vec;

use super::cursor::{ListRef, MapRef, ValueRef};
use super::document::{Decoder, DocumentCheck, VisitEntries};
use super::union::PayloadIn;
use super::walk::Check;
use super::{Buf, Elements};
use crate::error::{Error, ErrorKind, Result, internal_error};
use crate::limits::Meter;
use crate::schema::{MIXED, MapEntry, Schema, Type, held};

/// A value of `any` with all values in it. Texts and bytes are borrowed from the buffer.
///
/// [`ValueRef::to_tree`] makes it in one pass over the buffer, which checks every byte. An owned
/// value without a lifetime is [`Any`](crate::value::Any).
///
/// ```
/// use vellum::{Record, Schema, dynamic::Tree};
///
/// let schema = Schema::parse("root any;")?;
/// let mut record = Record::new(&schema);
/// record.set("name", "Ada")?;
/// record.push("tags", "math")?;
/// let tree = record.value()?.to_tree()?;
/// assert_eq!(tree.get("name").and_then(Tree::as_str), Some("Ada"));
/// assert_eq!(tree.get("tags"), Some(&Tree::List(vec![Tree::String("math")])));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(alias("serde_json::Value", "DOM"))]
pub enum Tree<'a> {
    /// No value.
    #[default]
    Null,
    /// A bool.
    Bool(bool),
    /// An integer of at most `i64::MAX`.
    Signed(i64),
    /// An integer above the range of `i64`.
    Unsigned(u64),
    /// A float.
    F64(f64),
    /// Text.
    String(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A list.
    List(Vec<Self>),
    /// A map: keys and values, by ascending keys.
    Map(Vec<(&'a str, Self)>),
}

impl<'a> Tree<'a> {
    /// The value of a key, if it is a map with that key. This is a binary search.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let map = self.as_map()?;
        let index = map.binary_search_by_key(&key, |(key, _)| key).ok()?;
        map.get(index).map(|(_, value)| value)
    }

    /// The text, if it is text.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The integer, if it is one of at most `i64::MAX`.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Signed(value) = self { Some(*value) } else { None }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// Keys and values, if it is a map.
    #[must_use]
    pub fn as_map(&self) -> Option<&[(&'a str, Self)]> {
        if let Self::Map(map) = self { Some(map) } else { None }
    }
}

impl<'a> ValueRef<'a> {
    /// The value with all values in it, if it is one of `any`: a [`Tree`], in one pass.
    ///
    /// # Errors
    /// [`ErrorKind::Type`] for a value that no `any` holds, as a struct or a date.
    /// [`ErrorKind::Corrupt`] for invalid bytes. [`ErrorKind::Limit`] beyond the
    /// [limits](crate::Limits) of the schema, and if the tree would take much more memory than the
    /// buffer.
    pub fn to_tree(self) -> Result<Tree<'a>> {
        Ok(match self {
            Self::Null => Tree::Null,
            Self::Bool(value) => Tree::Bool(value),
            Self::Signed(value) => Tree::Signed(value),
            Self::Unsigned(value) => Tree::Unsigned(value),
            Self::F64(value) => Tree::F64(value),
            Self::String(text) => Tree::String(text),
            Self::Bytes(bytes) => Tree::Bytes(bytes),
            Self::List(list) => return list.to_tree(),
            Self::Map(map) => return map.to_tree(),
            _ => return Err(no_tree()),
        })
    }
}

/// The error for a value that no `any` holds.
#[cold]
fn no_tree() -> Error {
    Error::new(ErrorKind::Type, "only a value of `any` is read as a tree")
}

impl<'a> ListRef<'a> {
    fn to_tree(self) -> Result<Tree<'a>> {
        let union = match (self.packed, &self.item.ty) {
            (Some(id), _) => id,
            (None, Type::Union(id)) if !self.item.optional => *id,
            _ => return Err(no_tree()),
        };
        let entry = self.schema.entries_of_any(union).filter(|_| self.schema.union(union).is_any());
        let entry = entry.ok_or_else(no_tree)?;
        let build = |check: &mut DocumentCheck<'a>| {
            // An array is no object of its own.
            if !self.is_array {
                check.decoder.pay(self.elements.bytes.len())?;
                check.decoder.enter().ok()?;
            }
            check.tree_elements(self.elements)
        };
        tree(self.buf, self.schema, entry, build, || self.check_object())
    }
}

impl<'a> MapRef<'a> {
    fn to_tree(self) -> Result<Tree<'a>> {
        let build = |check: &mut DocumentCheck<'a>| check.tree_map(self.object);
        tree(self.buf, self.schema, self.entry, build, || self.check(Check::Whole))
    }
}

/// The tree that a function builds, of values of an `any` with such maps. If it builds none, the
/// general walk finds the reason, unless the fault was noted.
fn tree<'a>(
    buf: Buf<'a>,
    schema: &Schema,
    entry: &MapEntry,
    build: impl FnOnce(&mut DocumentCheck<'a>) -> Option<Tree<'a>>,
    walk: impl FnOnce() -> Result<()>,
) -> Result<Tree<'a>> {
    let mut check = DocumentCheck::new(schema, entry, Decoder::new(buf)).ok_or_else(no_tree)?;
    let Some(tree) = build(&mut check) else {
        walk()?;
        return Err(check.fault.unwrap_or_else(internal_error));
    };
    Meter::new(schema.limits(), buf.bytes.len()).spend(check.cost)?;
    Ok(tree)
}

impl<'a> DocumentCheck<'a> {
    #[inline(always)]
    fn tree(&mut self, slot: &'a [u8]) -> Option<Tree<'a>> {
        let (tag, payload) = self.tag(slot)?;
        self.tree_of(tag, payload, PayloadIn::Slot)
    }

    #[inline(always)]
    fn tree_of(&mut self, tag: u8, payload: &'a [u8], lies: PayloadIn) -> Option<Tree<'a>> {
        match tag {
            held::NULL => Some(Tree::Null),
            held::STRING => {
                let text = self.blob(payload)?;
                self.text(text).map(Tree::String)
            }
            held::BYTES => self.blob(payload).map(Tree::Bytes),
            held::LIST => self.tree_list(self.object(payload)?),
            held::MAP => self.tree_map(self.object(payload)?),
            _ => number(tag, self.number(tag, payload, lies)?),
        }
    }

    #[inline(always)]
    fn text(&mut self, content: &'a [u8]) -> Option<&'a str> {
        match self.decoder.buf.text(content) {
            Ok(text) => Some(text),
            Err(error) => {
                self.fault = Some(error);
                None
            }
        }
    }

    /// Counts values, which may be larger than their bytes account for.
    fn make<T>(&mut self, count: usize) -> Option<()> {
        let made = self.decoder.make::<T>(count);
        made.map_err(|error| self.fault = Some(error)).ok()
    }

    #[inline(never)]
    fn tree_list(&mut self, object: &'a [u8]) -> Option<Tree<'a>> {
        if object.is_empty() {
            return Some(Tree::List(Vec::new()));
        }
        let elements = self.elements(object)?;
        self.decoder.enter().ok()?;
        let tree = self.tree_elements(elements)?;
        self.decoder.leave();
        Some(tree)
    }

    fn tree_elements(&mut self, elements: Elements<'a>) -> Option<Tree<'a>> {
        let Elements { count, stride, bytes, tag } = elements;
        self.make::<Tree<'_>>(count)?;
        let mut list = Vec::with_capacity(count);
        for element in bytes.chunks_exact(stride.max(1)) {
            list.push(match tag {
                MIXED => self.tree(element)?,
                _ => self.tree_of(tag, element, PayloadIn::Element)?,
            });
        }
        Some(Tree::List(list))
    }

    #[inline(never)]
    fn tree_map(&mut self, object: &'a [u8]) -> Option<Tree<'a>> {
        let mut map = Vec::new();
        if !object.is_empty() {
            self.entries(object, &mut map)?;
        }
        Some(Tree::Map(map))
    }
}

impl<'a> VisitEntries<'a> for Vec<(&'a str, Tree<'a>)> {
    #[inline(always)]
    fn run(&mut self, check: &mut DocumentCheck<'a>, count: usize) -> Option<()> {
        check.make::<(&str, Tree<'_>)>(count)?;
        self.reserve_exact(count);
        Some(())
    }

    #[inline(always)]
    fn entry(&mut self, check: &mut DocumentCheck<'a>, key: &'a [u8], value: &'a [u8]) -> Option<()> {
        let key = check.text(key)?;
        self.push((key, check.tree(value)?));
        Some(())
    }
}

/// A bool or a number of its bytes; missing ones are zero.
#[inline(always)]
fn number<'a>(tag: u8, bytes: &[u8]) -> Option<Tree<'a>> {
    let word = match bytes.first_chunk() {
        Some(word) => u64::from_le_bytes(*word),
        None => bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    // Of the integer's size, with its sign.
    let signed = |bits: u32| (word << bits).cast_signed() >> bits;
    Some(match tag {
        held::BOOL => Tree::Bool(word & 1 != 0),
        held::I8 => Tree::Signed(signed(56)),
        held::I16 => Tree::Signed(signed(48)),
        held::I32 => Tree::Signed(signed(32)),
        held::I64 => Tree::Signed(word.cast_signed()),
        held::U64 => Tree::Unsigned(word),
        held::F64 => Tree::F64(f64::from_bits(word)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::Tree;
    use crate::dynamic::ValueRef;
    use crate::read::walk::Check;
    use crate::{Record, Result, Schema};

    /// The tree, value by value.
    fn naive(value: ValueRef<'_>, levels: u32) -> Result<Tree<'_>> {
        let Some(levels) = levels.checked_sub(1) else { return Err(super::no_tree()) };
        Ok(match value {
            ValueRef::List(list) => {
                Tree::List(list.iter().map(|value| naive(value?, levels)).collect::<Result<Vec<_>>>()?)
            }
            ValueRef::Map(map) => {
                let entries = map.iter().map(|entry| {
                    let (ValueRef::String(key), value) = entry? else { panic!("a key is text") };
                    Ok((key, naive(value, levels)?))
                });
                Tree::Map(entries.collect::<Result<Vec<_>>>()?)
            }
            value => value.to_tree()?,
        })
    }

    fn documents() -> Vec<Vec<u8>> {
        let schema = Schema::parse("root any;").unwrap();
        let mut record = Record::new(&schema);
        record.set("a", "x").unwrap();
        record.set("b.c", 7i64).unwrap();
        let mut documents = alloc::vec![record.into_storage()];
        #[cfg(feature = "json")]
        {
            let text = r#"{"a": [1, -2.5, "x", null, 0.0, [[], [1, 70000]], -1, 18446744073709551615, -70000],
                "b": {"": true, "c": 5000000000, "k": "größe"}, "l": [{"p": 1}, {"p": 0.5, "q": "long enough to be behind it"}],
                "s": ["a", "", "b"], "t": [true, false], "w": [0.0, 1.5], "x": [-1, -2], "y": [-300, 3], "z": {}}"#;
            for text in [text, r#"[{"a": 1}, {"a": 2}]"#, "[]", "[1, 2, 3]", r#"["größe", "b"]"#, "5", "{}"] {
                documents.push(schema.from_json(text).unwrap().into_storage());
            }
            // A map in blocks, and wider pointers.
            let many: Vec<_> = (0..400).map(|n| alloc::format!("\"key {n}\": [{n}, \"{n}\"]")).collect();
            documents.push(schema.from_json(&alloc::format!("{{{}}}", many.join(","))).unwrap().into_storage());
        }
        documents
    }

    #[test]
    fn the_tree_is_that_of_the_values_one_by_one_on_any_bytes() {
        let schema = Schema::parse("root any;").unwrap();
        for bytes in documents() {
            let step = 1 + bytes.len() / 150;
            for at in (0..bytes.len()).step_by(step) {
                for byte in [bytes[at], 0, 1, 2, 7, 8, 9, 10, 11, 12, 0x7F, 0x80, 0xFF, bytes[at] ^ 1] {
                    let mut bytes = bytes.clone();
                    bytes[at] = byte;
                    let Ok(view) = schema.peek(&bytes) else { continue };
                    let (Ok(root), Ok(value)) = (view.root(), view.value()) else { continue };
                    let checked = root.check(Check::Whole);
                    let expected = checked.clone().and_then(|()| naive(value, 100));
                    match (value.to_tree(), &expected) {
                        (Ok(tree), Ok(expected)) => assert!(same(&tree, expected), "{byte} at {at}: {tree:?}"),
                        (Err(error), Err(expected)) => {
                            assert_eq!(error.kind(), expected.kind(), "{byte} at {at}: {error} {expected}");
                        }
                        (tree, expected) => panic!("{byte} at {at}: {tree:?} {expected:?}"),
                    }
                }
            }
        }
    }

    /// Equal, with floats by their bits.
    fn same(one: &Tree<'_>, other: &Tree<'_>) -> bool {
        alloc::format!("{one:?}") == alloc::format!("{other:?}")
    }

    /// As deep as values can be, also in an array, which is no level of its own.
    #[cfg(feature = "json")]
    #[test]
    fn the_deepest_values_have_a_tree() {
        let deep = |levels: usize| alloc::format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for (schema, json) in [("root any;", deep(64)), ("root array<any, 2>;", alloc::format!("[{}, 1]", deep(64)))] {
            let schema = Schema::parse(schema).unwrap();
            let record = schema.from_json(&json).unwrap();
            let value = record.value().unwrap();
            assert!(same(&value.to_tree().unwrap(), &naive(value, 100).unwrap()));
        }
    }

    #[test]
    fn values_of_other_types_have_no_tree() {
        let schema =
            Schema::parse("struct User { names: list<string>, scores: map<string, u8>, at: date } root User;").unwrap();
        let mut record = Record::new(&schema);
        record.push("names", "Ada").unwrap();
        record.set("scores[a]", 1u8).unwrap();
        let root = record.root().unwrap();
        assert!(ValueRef::Struct(root).to_tree().unwrap_err().to_string().contains("only a value of `any`"));
        for field in ["names", "scores", "at"] {
            let error = root.get(field).unwrap().to_tree().unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::Type, "{field}");
        }
    }

    #[test]
    fn keys_are_found_and_kinds_are_told_apart() {
        let tree = Tree::Map(alloc::vec![("a", Tree::Signed(-1)), ("b", Tree::List(alloc::vec![Tree::String("x")]))]);
        assert_eq!(tree.get("a").and_then(Tree::as_i64), Some(-1));
        assert_eq!(tree.get("b").and_then(Tree::as_list).map(<[_]>::len), Some(1));
        assert_eq!((tree.get("c"), tree.as_str(), Tree::Null.get("a")), (None, None, None));
    }
}
