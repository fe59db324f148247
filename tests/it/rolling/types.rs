//! Three revisions of one type, with every kind of field, and what each of them sees of a value of the newest.

/// What all revisions of the document have, as the first of them declares it.
macro_rules! revision {
    ($name:ident, part { $($part:tt)* }, shape { $($shape:tt)* }, doc { $($doc:tt)* }) => {
        pub mod $name {
            use std::collections::{BTreeMap, BTreeSet};

            use vellum::Vellum;
            use vellum::value::Any;

            #[derive(Vellum, Clone, Debug, Default, PartialEq)]
            pub struct Part {
                pub id: u16,
                pub name: String,
                $($part)*
            }

            #[derive(Vellum, Clone, Debug, Default, PartialEq)]
            #[vellum(open)]
            pub enum Shape {
                #[default]
                None,
                Dot(u8),
                Label(String),
                Part(Part),
                $($shape)*
                #[vellum(other)]
                Unknown,
            }

            #[derive(Vellum, Clone, Debug, Default, PartialEq)]
            pub struct Doc {
                pub title: String,
                pub count: u32,
                pub parts: Vec<Part>,
                pub maybe: Vec<Option<Part>>,
                pub by: BTreeMap<String, Part>,
                pub one: Option<Part>,
                pub inner: Part,
                pub shape: Shape,
                pub shapes: Vec<Shape>,
                pub free: Any,
                pub nums: Vec<u32>,
                pub keys: BTreeSet<String>,
                pub pair: (u8, String),
                pub grid: [Part; 2],
                $($doc)*
            }
        }
    };
}

revision!(one, part {}, shape {}, doc {});
revision!(
    two,
    part {
        #[vellum(since = 2)]
        pub note: String,
        #[vellum(since = 2)]
        pub tags: Vec<String>,
    },
    shape {
        Pair(Vec<String>),
    },
    doc {
        #[vellum(since = 2)]
        pub extra: Vec<Part>,
    }
);
revision!(
    three,
    part {
        #[vellum(since = 2)]
        pub note: String,
        #[vellum(since = 2)]
        pub tags: Vec<String>,
        #[vellum(since = 3)]
        pub kin: BTreeMap<u8, String>,
        #[vellum(since = 3)]
        pub flag: bool,
    },
    shape {
        Pair(Vec<String>),
        Wide(u64),
    },
    doc {
        #[vellum(since = 2)]
        pub extra: Vec<Part>,
        #[vellum(since = 3)]
        pub last: Any,
    }
);

/// What an older revision sees of a value, and what a newer one sees of what the older wrote.
macro_rules! seen {
    ($from:ident -> $to:ident, part { $($part:ident),* }, shape { $($tag:ident),* }, doc |$doc:ident| { $($field:ident: $value:expr),* }) => {
        impl From<&$from::Part> for $to::Part {
            #[allow(clippy::needless_update)]
            fn from(part: &$from::Part) -> Self {
                Self { id: part.id, name: part.name.clone(), $($part: part.$part.clone(),)* ..Self::default() }
            }
        }

        impl From<&$from::Shape> for $to::Shape {
            #[allow(unreachable_patterns)]
            fn from(shape: &$from::Shape) -> Self {
                match shape {
                    $from::Shape::None => Self::None,
                    $from::Shape::Dot(dot) => Self::Dot(*dot),
                    $from::Shape::Label(label) => Self::Label(label.clone()),
                    $from::Shape::Part(part) => Self::Part(part.into()),
                    $($from::Shape::$tag(payload) => Self::$tag(payload.clone()),)*
                    _ => Self::Unknown,
                }
            }
        }

        impl From<&$from::Doc> for $to::Doc {
            #[allow(clippy::needless_update)]
            fn from($doc: &$from::Doc) -> Self {
                Self {
                    title: $doc.title.clone(),
                    count: $doc.count,
                    parts: $doc.parts.iter().map(Into::into).collect(),
                    maybe: $doc.maybe.iter().map(|part| part.as_ref().map(Into::into)).collect(),
                    by: $doc.by.iter().map(|(key, part)| (key.clone(), part.into())).collect(),
                    one: $doc.one.as_ref().map(Into::into),
                    inner: (&$doc.inner).into(),
                    shape: (&$doc.shape).into(),
                    shapes: $doc.shapes.iter().map(Into::into).collect(),
                    free: $doc.free.clone(),
                    nums: $doc.nums.clone(),
                    keys: $doc.keys.clone(),
                    pair: $doc.pair.clone(),
                    grid: [(&$doc.grid[0]).into(), (&$doc.grid[1]).into()],
                    $($field: $value,)*
                    ..Self::default()
                }
            }
        }
    };
}

seen!(three -> one, part {}, shape {}, doc |doc| {});
seen!(three -> two, part { note, tags }, shape { Pair }, doc |doc| { extra: doc.extra.iter().map(Into::into).collect() });
seen!(one -> three, part {}, shape {}, doc |doc| {});
seen!(two -> three, part { note, tags }, shape { Pair }, doc |doc| { extra: doc.extra.iter().map(Into::into).collect() });

impl From<&three::Part> for three::Part {
    fn from(part: &three::Part) -> Self {
        part.clone()
    }
}

/// The part that a service of a revision writes where it is given one of the newest.
pub fn part_by(revision: usize, part: &three::Part) -> three::Part {
    match revision {
        1 => (&one::Part::from(part)).into(),
        2 => (&two::Part::from(part)).into(),
        _ => part.clone(),
    }
}

/// A document as a service of a revision writes it.
pub fn doc_by(revision: usize, doc: &three::Doc) -> three::Doc {
    match revision {
        1 => (&one::Doc::from(doc)).into(),
        2 => (&two::Doc::from(doc)).into(),
        _ => doc.clone(),
    }
}
