//! What the four kinds of values have in common: a value, the forms that libraries give it, and
//! what is read, changed and appended in it.

use std::fmt::Debug;

use super::sink::Sink;

/// A kind of value.
pub trait Kind: Edit<Self> + Clone + Debug + PartialEq + Sized + 'static {
    const NAMES: Names;
    /// What a fresh vector starts with, of a library that appends to one which it is given: room
    /// for the value in any format.
    const ROOM: usize;
    /// Two numbers that an update writes alternately.
    const NUMBERS: [Self::Number; 2];

    /// The number that an update writes.
    type Number: Copy + 'static;
    /// What is read alone.
    type Found: ?Sized + PartialEq + 'static;
    /// The value with its texts in the input; itself where it has none.
    type Lent<'a>: Edit<Self>;

    /// The value, drawn once.
    fn value() -> &'static Self;
    /// The same with so many of the elements of its list.
    fn with_len(len: usize) -> Self;
    /// The elements of its list.
    fn len(&self) -> usize;
    fn found(&self) -> &Self::Found;
    /// Hands every field to `sink`, in the order of the types.
    fn walk(&self, sink: &mut impl Sink);
}

/// The variants of the measures, as they are named in every output.
pub struct Names {
    pub whole: &'static str,
    /// Every field read where it lies, or with texts borrowed; none where no field is a text.
    pub borrowed: Option<&'static str>,
    /// What is read alone.
    pub one: &'static str,
    /// The number that is written.
    pub number: &'static str,
    /// Texts of two lengths, with the two.
    pub text: Option<(&'static str, [&'static str; 2])>,
    /// An element appended to the list.
    pub push: Option<&'static str>,
}

impl Names {
    /// All of them, in the order of the report.
    pub fn all(self) -> impl Iterator<Item = &'static str> {
        let Self { whole, borrowed, one, number, text, push } = self;
        let some = [Some(whole), borrowed, Some(one), Some(number), text.map(|(name, _)| name), push];
        some.into_iter().flatten()
    }
}

/// A form of the value that can be changed: the kind's own type, that with borrowed texts, or a
/// library's.
pub trait Edit<K: Kind> {
    fn set_number(&mut self, number: K::Number);

    /// Of kinds with [`Names::text`].
    fn set_text(&mut self, _text: &'static str) {}

    /// Appends the element that [`Kind::value`] has at this index, of kinds with [`Names::push`].
    fn push(&mut self, _index: usize) {}
}

/// What an update does to a value. Each is a type of its own, so that the operation that is timed
/// holds one of them alone.
pub trait Change<K: Kind>: Copy + 'static {
    fn apply(self, value: &mut impl Edit<K>);
}

/// Another number.
#[derive(Clone, Copy)]
pub struct Number<N>(pub N);

/// Another text.
#[derive(Clone, Copy)]
pub struct Text(pub &'static str);

/// An element more.
#[derive(Clone, Copy)]
pub struct Push(pub usize);

impl<K: Kind> Change<K> for Number<K::Number> {
    fn apply(self, value: &mut impl Edit<K>) {
        value.set_number(self.0);
    }
}

impl<K: Kind> Change<K> for Text {
    fn apply(self, value: &mut impl Edit<K>) {
        value.set_text(self.0);
    }
}

impl<K: Kind> Change<K> for Push {
    fn apply(self, value: &mut impl Edit<K>) {
        value.push(self.0);
    }
}

/// The value with a change.
pub fn changed<K: Kind>(change: impl Change<K>) -> K {
    let mut value = K::value().clone();
    change.apply(&mut value);
    value
}

/// What a change asks for, of formats that copy a value from its bytes field by field.
pub struct Asked<K: Kind> {
    pub number: Option<K::Number>,
    pub text: Option<&'static str>,
    /// The index of the element that is appended.
    pub push: Option<usize>,
}

impl<K: Kind> Asked<K> {
    pub fn by(change: impl Change<K>) -> Self {
        let mut asked = Self { number: None, text: None, push: None };
        change.apply(&mut asked);
        asked
    }
}

impl<K: Kind> Edit<K> for Asked<K> {
    fn set_number(&mut self, number: K::Number) {
        self.number = Some(number);
    }

    fn set_text(&mut self, text: &'static str) {
        self.text = Some(text);
    }

    fn push(&mut self, index: usize) {
        self.push = Some(index);
    }
}
