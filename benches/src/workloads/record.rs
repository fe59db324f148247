//! What the workloads of one record have in common: a value, the forms that libraries give it, and
//! what changes in it.
//!
//! Both have a string that is read, a string and a number that updates write, and the same measures
//! of all of these. What differs is said here by constants, so that rows are made in one way
//! (`rows`, `format`, `held`, `trees`).

use super::texts;

/// The value of a workload.
pub trait Subject: Record<Self> + Edit<Self> {
    /// The number that an update writes.
    type Number: Copy + 'static;
    /// The value with its strings in the input.
    type Ref<'a>: Edit<Self>;

    /// Two numbers that an update writes alternately.
    const NUMBERS: [Self::Number; 2];
    const VARIANTS: Variants;

    /// The string that is read.
    fn text(&self) -> &str;
    /// Gives all strings another text.
    fn set_texts(&mut self, text: &str);

    /// The value with long texts beyond ASCII.
    fn with_long_texts() -> Self {
        let mut record = Self::build();
        record.set_texts(texts::LONG);
        record
    }
}

/// The variants of the measures, as they are named in every output, with the texts that updates
/// write.
pub struct Variants {
    /// The string that is read, of the value and of that with long texts.
    pub text: [&'static str; 2],
    /// The same of many records in random order.
    pub cold: Option<&'static str>,
    /// The number that is written.
    pub number: &'static str,
    /// Texts of one length.
    pub same: Option<Turns>,
    /// Texts of two lengths, in ASCII, and of the same lengths in other scripts.
    pub longer: &'static [Turns],
    /// Shorter texts in the place of that of the original.
    pub shorter: Option<Turns>,
    /// Texts of random lengths.
    pub random: &'static str,
}

/// A variant, and two texts that an update writes alternately.
pub type Turns = (&'static str, [&'static str; 2]);

/// A form of the record in memory: the workload's own type, or a library's.
pub trait Record<S>: Sized + 'static {
    /// The value of the workload from its constants.
    fn build() -> Self;
    fn of(value: &S) -> Self;
    /// Whether it is the same value; for proofs only.
    fn holds(&self, value: &S) -> bool;
}

/// A form of the record that can be changed.
pub trait Edit<S: Subject> {
    fn set_text(&mut self, text: &'static str);
    fn set_number(&mut self, number: S::Number);
}

/// What an update does to a record. Each is a type of its own, so that the operation that is timed
/// holds one of them alone.
pub trait Change<S: Subject>: Copy + 'static {
    fn apply(self, record: &mut impl Edit<S>);
}

/// Another text.
#[derive(Clone, Copy)]
pub struct Text(pub &'static str);

/// Another number.
#[derive(Clone, Copy)]
pub struct Number<N>(pub N);

impl<S: Subject> Change<S> for Text {
    fn apply(self, record: &mut impl Edit<S>) {
        record.set_text(self.0);
    }
}

impl<S: Subject> Change<S> for Number<S::Number> {
    fn apply(self, record: &mut impl Edit<S>) {
        record.set_number(self.0);
    }
}

/// A field of text, owned or not.
pub trait Assign {
    fn assign(&mut self, text: &'static str);
}

impl Assign for String {
    fn assign(&mut self, text: &'static str) {
        text.clone_into(self);
    }
}

impl Assign for &str {
    fn assign(&mut self, text: &'static str) {
        *self = text;
    }
}

/// The value with a change.
pub fn changed<S: Subject>(change: impl Change<S>) -> S {
    let mut value = S::build();
    change.apply(&mut value);
    value
}
