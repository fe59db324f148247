//! What a service does to a document: by path to its record, by type to its bytes, and to the plain value.

use vellum::value::Any;
use vellum::{Record, Result, Vellum, field::VariantName};

use super::types::three::{Doc, Part, Shape};
use super::types::{one, part_by, three, two};

/// Where a part lies.
#[derive(Clone, Debug)]
pub enum Place {
    Parts(usize),
    Maybe(usize),
    By(String),
    One,
    Inner,
    Grid(usize),
    Shape,
    Extra(usize),
}

impl Place {
    fn path(&self) -> String {
        match self {
            Self::Parts(index) => format!("parts[{index}]"),
            Self::Maybe(index) => format!("maybe[{index}]"),
            Self::By(key) => format!("by[{key}]"),
            Self::One => "one".into(),
            Self::Inner => "inner".into(),
            Self::Grid(index) => format!("grid[{index}]"),
            Self::Shape => "shape.Part".into(),
            Self::Extra(index) => format!("extra[{index}]"),
        }
    }

    /// The part, made if it is not there.
    fn part<'d>(&self, doc: &'d mut Doc) -> &'d mut Part {
        match self {
            Self::Parts(index) => &mut doc.parts[*index],
            Self::Maybe(index) => doc.maybe[*index].get_or_insert_default(),
            Self::By(key) => doc.by.entry(key.clone()).or_default(),
            Self::One => doc.one.get_or_insert_default(),
            Self::Inner => &mut doc.inner,
            Self::Grid(index) => &mut doc.grid[*index],
            Self::Shape => part_of(&mut doc.shape),
            Self::Extra(index) => &mut doc.extra[*index],
        }
    }
}

fn part_of(shape: &mut Shape) -> &mut Part {
    if !matches!(shape, Shape::Part(_)) {
        *shape = Shape::Part(Part::default());
    }
    let Shape::Part(part) = shape else { unreachable!() };
    part
}

/// What a union is made.
#[derive(Clone, Debug)]
pub enum Made {
    None,
    Dot(u8),
    Label(String),
    Part(String),
    Pair(String),
    Wide(u64),
}

impl Made {
    fn run(&self, record: &mut Record, path: &str, index: usize) -> Result<()> {
        let field = record.schema().field::<VariantName>(path)?;
        let path = path.replace("[]", &format!("[{index}]"));
        match self {
            Self::None if path == "shape" => record.set(&field, "None"),
            Self::None => record.set(field.at(index), "None"),
            Self::Dot(dot) => record.set(&*format!("{path}.Dot"), *dot),
            Self::Label(label) => record.set(&*format!("{path}.Label"), &**label),
            Self::Part(name) => record.set(&*format!("{path}.Part.name"), &**name),
            Self::Pair(text) => record.push(&*format!("{path}.Pair"), &**text),
            Self::Wide(wide) => record.set(&*format!("{path}.Wide"), *wide),
        }
    }

    fn model(&self, shape: &mut Shape) {
        match self {
            Self::None => *shape = Shape::None,
            Self::Dot(dot) => *shape = Shape::Dot(*dot),
            Self::Label(label) => *shape = Shape::Label(label.clone()),
            Self::Part(name) => part_of(shape).name.clone_from(name),
            Self::Pair(text) => match shape {
                Shape::Pair(list) => list.push(text.clone()),
                _ => *shape = Shape::Pair(vec![text.clone()]),
            },
            Self::Wide(wide) => *shape = Shape::Wide(*wide),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Op {
    Title(String),
    Count(u32),
    Name(Place, String),
    Note(Place, String),
    PushTag(Place, String),
    Kin(Place, u8, String),
    Flag(Place),
    Replace(Place, Part),
    PushPart,
    RemovePart(usize),
    TruncateParts(usize),
    SwapParts(usize, usize),
    PushMaybe,
    ClearMaybe(usize),
    RemoveMaybe(usize),
    RemoveBy(String),
    ClearBy,
    ClearOne,
    ClearInner,
    Shape(Made),
    PushShape(&'static str),
    RemoveShape(usize),
    SetShape(usize, Made),
    ClearShapes,
    Free(String),
    PushNum(u32),
    TruncateNums(usize),
    AddKey(String),
    RemoveKey(String),
    Pair(u8, String),
    PushExtra,
    RemoveExtra(usize),
    Last(String),
    Compact,
}

impl Op {
    /// By path, as a service of a revision.
    pub fn run(&self, record: &mut Record, revision: usize) -> Result<()> {
        let field = |place: &Place, name: &str| format!("{}.{name}", place.path());
        match self {
            Self::Title(text) => record.set("title", &**text),
            Self::Count(count) => record.set("count", *count),
            Self::Name(place, text) => record.set(&*field(place, "name"), &**text),
            Self::Note(place, text) => record.set(&*field(place, "note"), &**text),
            Self::PushTag(place, text) => record.push(&*field(place, "tags"), &**text),
            Self::Kin(place, key, text) => record.set(&*field(place, &format!("kin[{key}]")), &**text),
            Self::Flag(place) => record.set(&*field(place, "flag"), true),
            Self::Replace(place, part) => {
                let donor = match revision {
                    1 => vellum::to_vec(&one::Doc { one: Some(part.into()), ..one::Doc::default() })?,
                    2 => vellum::to_vec(&two::Doc { one: Some(part.into()), ..two::Doc::default() })?,
                    _ => vellum::to_vec(&Doc { one: Some(part.clone()), ..Doc::default() })?,
                };
                let donor = Record::open(record.schema(), donor)?;
                record.copy_from(&*place.path(), &donor, "one")
            }
            Self::PushPart => record.push_default("parts"),
            Self::RemovePart(index) => record.remove(&*format!("parts[{index}]")),
            Self::TruncateParts(len) => record.truncate("parts", *len),
            Self::SwapParts(a, b) => record.swap("parts", *a, *b),
            Self::PushMaybe => record.push_default("maybe"),
            Self::ClearMaybe(index) => record.clear(&*format!("maybe[{index}]")),
            Self::RemoveMaybe(index) => record.remove(&*format!("maybe[{index}]")),
            Self::RemoveBy(key) => record.remove(&*format!("by[{key}]")),
            Self::ClearBy => record.clear("by"),
            Self::ClearOne => record.clear("one"),
            Self::ClearInner => record.clear("inner"),
            Self::Shape(made) => made.run(record, "shape", 0),
            Self::PushShape(variant) => {
                let field = record.schema().field::<VariantName>("shapes[]")?;
                record.push(&field, *variant)
            }
            Self::RemoveShape(index) => record.remove(&*format!("shapes[{index}]")),
            Self::SetShape(index, made) => made.run(record, "shapes[]", *index),
            Self::ClearShapes => record.clear("shapes"),
            Self::Free(text) => record.set("free.$string", &**text),
            Self::PushNum(num) => record.push("nums", *num),
            Self::TruncateNums(len) => record.truncate("nums", *len),
            Self::AddKey(key) => record.add_key("keys", &**key).map(drop),
            Self::RemoveKey(key) => record.remove(&*format!("keys[{key}]")),
            Self::Pair(number, text) => {
                let donor = Doc { pair: (*number, text.clone()), ..Doc::default() };
                record.copy_from("pair", &Record::open(Doc::schema(), vellum::to_vec(&donor)?)?, "pair")
            }
            Self::PushExtra => record.push_default("extra"),
            Self::RemoveExtra(index) => record.remove(&*format!("extra[{index}]")),
            Self::Last(text) => record.set("last.$string", &**text),
            Self::Compact => record.compact(),
        }
    }

    /// Of the plain value.
    pub fn model(&self, doc: &mut Doc, revision: usize) {
        match self {
            Self::Title(text) => doc.title.clone_from(text),
            Self::Count(count) => doc.count = *count,
            Self::Name(place, text) => place.part(doc).name.clone_from(text),
            Self::Note(place, text) => place.part(doc).note.clone_from(text),
            Self::PushTag(place, text) => place.part(doc).tags.push(text.clone()),
            Self::Kin(place, key, text) => drop(place.part(doc).kin.insert(*key, text.clone())),
            Self::Flag(place) => place.part(doc).flag = true,
            Self::Replace(place, part) => *place.part(doc) = part_by(revision, part),
            Self::PushPart => doc.parts.push(Part::default()),
            Self::RemovePart(index) => drop(doc.parts.remove(*index)),
            Self::TruncateParts(len) => doc.parts.truncate(*len),
            Self::SwapParts(a, b) => doc.parts.swap(*a, *b),
            Self::PushMaybe => doc.maybe.push(None),
            Self::ClearMaybe(index) => doc.maybe[*index] = None,
            Self::RemoveMaybe(index) => drop(doc.maybe.remove(*index)),
            Self::RemoveBy(key) => drop(doc.by.remove(key)),
            Self::ClearBy => doc.by.clear(),
            Self::ClearOne => doc.one = None,
            Self::ClearInner => doc.inner = Part::default(),
            Self::Shape(made) => made.model(&mut doc.shape),
            Self::PushShape(variant) => doc.shapes.push(match *variant {
                "Dot" => Shape::Dot(0),
                "Label" => Shape::Label(String::new()),
                "Part" => Shape::Part(Part::default()),
                "Pair" => Shape::Pair(Vec::new()),
                "Wide" => Shape::Wide(0),
                _ => Shape::None,
            }),
            Self::RemoveShape(index) => drop(doc.shapes.remove(*index)),
            Self::SetShape(index, made) => made.model(&mut doc.shapes[*index]),
            Self::ClearShapes => doc.shapes.clear(),
            Self::Free(text) => doc.free = Any::from(&**text),
            Self::PushNum(num) => doc.nums.push(*num),
            Self::TruncateNums(len) => doc.nums.truncate(*len),
            Self::AddKey(key) => drop(doc.keys.insert(key.clone())),
            Self::RemoveKey(key) => drop(doc.keys.remove(key)),
            Self::Pair(number, text) => doc.pair = (*number, text.clone()),
            Self::PushExtra => doc.extra.push(Part::default()),
            Self::RemoveExtra(index) => drop(doc.extra.remove(*index)),
            Self::Last(text) => doc.last = Any::from(&**text),
            Self::Compact => {}
        }
    }

    /// By type, as a service of a revision; `None` for what is done by path alone.
    pub fn run_typed(&self, bytes: &mut Vec<u8>, revision: usize) -> Option<Result<()>> {
        match revision {
            1 => typed_one(self, bytes),
            2 => typed_two(self, bytes),
            _ => typed_three(self, bytes),
        }
    }

    /// The name of what is done.
    pub fn name(&self) -> String {
        format!("{self:?}").split(['(', ' ']).next().unwrap_or_default().to_owned()
    }
}

macro_rules! typed {
    ($($name:ident: $revision:ident;)*) => { $(
        fn $name(op: &Op, bytes: &mut Vec<u8>) -> Option<Result<()>> {
            if matches!(op, Op::Compact) {
                return Some(<$revision::Doc>::compact(bytes));
            }
            let mut edit = $revision::Doc::edit(bytes).unwrap();
            Some(match op {
                Op::Title(text) => edit.set_title(text),
                Op::Count(count) => edit.set_count(*count),
                Op::Name(Place::Parts(index), text) => edit.parts().at(*index).and_then(|mut part| part.set_name(text)),
                Op::Name(Place::Inner, text) => edit.inner().set_name(text),
                Op::Name(Place::Grid(index), text) => edit.grid().at(*index).and_then(|mut part| part.set_name(text)),
                Op::Replace(Place::Parts(index), part) => edit.parts().set(*index, &part.into()),
                Op::Replace(Place::Maybe(index), part) => edit.maybe().set(*index, Some(&part.into())),
                Op::Replace(Place::By(key), part) => edit.by().insert(&**key, &part.into()).map(drop),
                Op::Replace(Place::One, part) => edit.set_one(Some(&part.into())),
                Op::Replace(Place::Inner, part) => edit.set_inner(&part.into()),
                Op::Replace(Place::Grid(index), part) => edit.grid().set(*index, &part.into()),
                Op::PushPart => edit.parts().push(&$revision::Part::default()),
                Op::RemovePart(index) => edit.parts().remove(*index),
                Op::TruncateParts(len) => edit.parts().truncate(*len),
                Op::RemoveMaybe(index) => edit.maybe().remove(*index),
                Op::ClearMaybe(index) => edit.maybe().set(*index, None),
                Op::RemoveBy(key) => edit.by().remove(&**key).map(drop),
                Op::ClearBy => edit.by().clear(),
                Op::ClearOne => edit.set_one(None),
                Op::Shape(Made::None) => edit.shape().set(&$revision::Shape::None),
                Op::Shape(Made::Dot(dot)) => edit.shape().set_dot(*dot),
                Op::Shape(Made::Label(label)) => edit.shape().set_label(label),
                Op::RemoveShape(index) => edit.shapes().remove(*index),
                Op::SetShape(index, Made::Label(label)) => {
                    edit.shapes().set(*index, &$revision::Shape::Label(label.clone()))
                }
                Op::PushNum(num) => edit.nums().push(*num),
                Op::Pair(number, text) => edit.set_pair((*number, text)),
                _ => return None,
            })
        }
    )* };
}

typed! {
    typed_one: one;
    typed_two: two;
    typed_three: three;
}
