//! An input as a source of choices: what is left of it always gives one, so that every input means something.

use arbitrary::Unstructured;
use vellum_testkit::memory::Memory;

/// Choices out of bytes; zeros where they end.
pub struct Input<'a>(Unstructured<'a>);

impl<'a> Input<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or(0)
    }

    pub fn word(&mut self) -> u128 {
        self.0.arbitrary().unwrap_or(0)
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.int_in_range(0..=count.saturating_sub(1)).unwrap_or(0)
    }

    /// Whether one of `count` cases is met.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Bytes of the input itself, short ones most often.
    pub fn bytes(&mut self) -> &'a [u8] {
        let len = match self.byte() {
            byte @ 0..=199 => usize::from(byte % 20),
            byte => usize::from(byte - 190) * 4,
        };
        self.0.bytes(len.min(self.0.len())).unwrap_or(&[])
    }

    /// Text: what of the input is text, or one of chosen length.
    pub fn text(&mut self) -> String {
        if self.one_in(3) {
            let len = self.of(&[0, 1, 7, 31, 130, 300]);
            let letter = char::from(b'a' + self.byte() % 26);
            return std::iter::repeat_n(letter, len).collect();
        }
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// Memory that holds the bytes: it grows, or is a slice, or refuses its n-th growth.
    pub fn memory(&mut self, bytes: &[u8]) -> Memory {
        match self.below(4) {
            0 => Memory::fixed(bytes, bytes.len()),
            1 => Memory::rationed(bytes, usize::from(self.byte() % 4)),
            _ => Memory::rationed(bytes, usize::MAX),
        }
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        let len = self.0.len();
        self.0.bytes(len).unwrap_or(&[])
    }

    /// An input of its own, whose length the input says.
    pub fn part(&mut self) -> Input<'a> {
        let len = usize::from(self.byte()).min(self.0.len());
        Input::new(self.0.bytes(len).unwrap_or(&[]))
    }
}
