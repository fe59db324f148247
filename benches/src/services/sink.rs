//! Reading a value field by field, for formats that are read where they lie.
//!
//! One walk over the fields serves both ends: timed, it gives all it finds to the optimiser's black
//! box; untimed, it writes a transcript, which has to be that of the original.

use std::hint::black_box;

use rkyv::rend::{f32_le, f64_le, i16_le, i32_le, u16_le, u32_le, u64_le};

/// What takes the fields in their order.
pub trait Sink {
    fn text(&mut self, text: &str);
    /// A number, by its bits, the length of a list, or the case of an enum.
    fn word(&mut self, word: u64);

    #[inline(always)]
    fn number(&mut self, number: impl Plain) {
        self.word(number.bits());
    }

    /// That an optional text is there; the text follows.
    #[inline(always)]
    fn present(&mut self) {
        self.word(1);
    }
}

/// The sink of a timed walk.
pub struct BlackBox;

impl Sink for BlackBox {
    #[inline(always)]
    fn text(&mut self, text: &str) {
        black_box(text);
    }

    #[inline(always)]
    fn word(&mut self, word: u64) {
        black_box(word);
    }
}

/// The sink of a proof.
#[derive(Default, PartialEq)]
pub struct Transcript(Vec<Leaf>);

#[derive(PartialEq)]
enum Leaf {
    Text(String),
    Word(u64),
}

impl Sink for Transcript {
    fn text(&mut self, text: &str) {
        self.0.push(Leaf::Text(text.to_owned()));
    }

    fn word(&mut self, word: u64) {
        self.0.push(Leaf::Word(word));
    }
}

/// The same without marks of texts that are there, for walks that follow a schema alone.
#[derive(Default)]
pub struct Unmarked(Transcript);

impl Sink for Unmarked {
    fn text(&mut self, text: &str) {
        self.0.text(text);
    }

    fn word(&mut self, word: u64) {
        self.0.word(word);
    }

    fn present(&mut self) {}
}

impl Unmarked {
    pub fn of(walk: impl FnOnce(&mut Self)) -> Transcript {
        let mut sink = Self::default();
        walk(&mut sink);
        sink.0
    }
}

impl Transcript {
    pub fn of(walk: impl FnOnce(&mut Self)) -> Self {
        let mut sink = Self::default();
        walk(&mut sink);
        sink
    }
}

/// A number as any library gives it.
pub trait Plain: Copy {
    fn bits(self) -> u64;
}

macro_rules! plain {
    ($($Number:ty: |$number:ident| $bits:expr;)*) => {
        $(impl Plain for $Number {
            #[inline(always)]
            fn bits(self) -> u64 {
                let $number = self;
                $bits
            }
        })*
    };
}
plain! {
    bool: |flag| flag.into();
    u8: |number| number.into();
    u16: |number| number.into();
    u32: |number| number.into();
    u64: |number| number;
    i8: |number| number as u64;
    i16: |number| number as u64;
    i32: |number| number as u64;
    f32: |number| number.to_bits().into();
    f64: |number| number.to_bits();
    u16_le: |number| number.to_native().bits();
    u32_le: |number| number.to_native().bits();
    u64_le: |number| number.to_native().bits();
    i16_le: |number| number.to_native().bits();
    i32_le: |number| number.to_native().bits();
    f32_le: |number| number.to_native().bits();
    f64_le: |number| number.to_native().bits();
}
