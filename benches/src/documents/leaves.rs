//! What a reader of every leaf makes of a document: a sum that no value can be left out of.

use serde_json::Value;

/// Counts and sums that do not depend on the order of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leaves {
    pub nulls: u64,
    /// Each bool counts one, and each that is true another.
    pub bools: u64,
    pub integers: i64,
    /// The sum of the bits of all floats.
    pub floats: u64,
    /// Bytes of text and of keys, and the sum of their last bytes.
    pub text: u64,
    pub last: u64,
}

impl Leaves {
    #[inline]
    pub fn null(&mut self) {
        self.nulls += 1;
    }

    #[inline]
    pub fn bool(&mut self, value: bool) {
        self.bools += 1 + u64::from(value);
    }

    #[inline]
    pub fn integer(&mut self, value: i64) {
        self.integers = self.integers.wrapping_add(value);
    }

    #[inline]
    pub fn float(&mut self, value: f64) {
        self.floats = self.floats.wrapping_add(value.to_bits());
    }

    #[inline]
    pub fn text(&mut self, text: &str) {
        self.text += text.len() as u64;
        self.last += u64::from(text.as_bytes().last().copied().unwrap_or(0));
    }

    /// Those of a parsed tree.
    pub fn of(value: &Value) -> Self {
        let mut leaves = Self::default();
        leaves.add(value);
        leaves
    }

    fn add(&mut self, value: &Value) {
        match value {
            Value::Null => self.null(),
            Value::Bool(value) => self.bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(integer) => self.integer(integer),
                None => self.float(number.as_f64().expect("no document has an integer beyond i64")),
            },
            Value::String(text) => self.text(text),
            Value::Array(values) => values.iter().for_each(|value| self.add(value)),
            Value::Object(entries) => {
                for (key, value) in entries {
                    self.text(key);
                    self.add(value);
                }
            }
        }
    }
}
