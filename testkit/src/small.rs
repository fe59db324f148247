//! All small types: containers in containers down to a leaf, each with values, paths and edits.
//!
//! The value under test is the field `t` of the root, between fields of known values, its siblings.

use crate::edit::{Edit, Lit};
use crate::path::{Path, Step};
use crate::types::{Enum, Field, Item, Root, Scalar, Schema, Struct, Type, Union};
use crate::values::{Slot, Val};

/// What holds an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Container {
    List,
    Array,
    /// A map with text as keys.
    Map,
    /// A map with numbers as keys.
    Table,
    Set,
    Tuple,
    /// A struct with fields of all kinds beside the element.
    Struct,
    /// A struct with one number beside the element.
    Plain,
    Frozen,
    /// The element is what the second variant holds.
    Union,
    /// The element is what the first variant holds.
    Open,
}

impl Container {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::List,
        Self::Array,
        Self::Map,
        Self::Table,
        Self::Set,
        Self::Tuple,
        Self::Struct,
        Self::Plain,
        Self::Frozen,
        Self::Union,
        Self::Open,
    ];
}

/// What lies innermost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Leaf {
    Bool,
    U8,
    U64,
    String,
    Bytes,
    Text,
    Enum,
    OpenEnum,
    Union,
    Struct,
    Frozen,
    Any,
}

impl Leaf {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Bool,
        Self::U8,
        Self::U64,
        Self::String,
        Self::Bytes,
        Self::Text,
        Self::Enum,
        Self::OpenEnum,
        Self::Union,
        Self::Struct,
        Self::Frozen,
        Self::Any,
    ];
    /// Those of the deepest types.
    pub const FEW: [Self; 4] = [Self::Bool, Self::U64, Self::String, Self::Text];

    fn is_key(self) -> bool {
        !matches!(self, Self::Text | Self::Union | Self::Struct | Self::Frozen | Self::Any)
    }

    fn default(self) -> Option<Val> {
        match self {
            Self::Bool => Some(Val::Bool(true)),
            Self::U8 => Some(Val::Word(7)),
            Self::U64 => Some(Val::Word(70_000)),
            Self::String => Some(Val::text("dflt")),
            Self::Bytes => Some(Val::Blob(vec![1, 0xFF])),
            Self::Enum | Self::OpenEnum => Some(Val::Word(5)),
            _ => None,
        }
    }
}

/// A small type.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Small {
    /// From the outermost in, each with whether it is optional.
    pub containers: Vec<(Container, bool)>,
    /// The innermost, and whether it is optional.
    pub leaf: (Leaf, bool),
    /// Whether the innermost field declares a default.
    pub default: bool,
    /// Whether the field `t` is of revision 2.
    pub since_root: bool,
    /// Whether the innermost field is of revision 2.
    pub since_leaf: bool,
}

impl Small {
    /// The containers in short.
    pub fn name(&self) -> String {
        let mark = |optional: bool| if optional { "?" } else { "" };
        let mut name: String =
            self.containers.iter().map(|(c, optional)| format!("{c:?}{}<", mark(*optional))).collect();
        name += &format!("{:?}{}", self.leaf.0, mark(self.leaf.1));
        name += &">".repeat(self.containers.len());
        if self.default {
            name += " default";
        }
        if self.since_root {
            name += " since";
        }
        if self.since_leaf {
            name += " leaf since";
        }
        name
    }

    /// The containers, without what varies in each: what faults are grouped by.
    pub fn group(&self) -> String {
        let mark = |optional: bool| if optional { "?" } else { "" };
        self.containers
            .iter()
            .map(|(container, optional)| format!("{container:?}{}", mark(*optional)))
            .collect::<Vec<_>>()
            .join(" of ")
    }
}

/// All small types with so many containers in each other.
pub fn all(levels: usize) -> Vec<Small> {
    let mut types = Vec::new();
    let leaves: &[Leaf] = if levels > 2 { &Leaf::FEW } else { &Leaf::ALL };
    for chain in chains(levels) {
        for optionals in 0..1u32 << (levels + 1) {
            let is_optional = |number: usize| optionals >> number & 1 == 1;
            let containers: Vec<(Container, bool)> =
                chain.iter().enumerate().map(|(number, container)| (*container, is_optional(number))).collect();
            for leaf in leaves {
                let leaf_optional = is_optional(levels);
                let holder = chain.last().copied();
                if holder == Some(Container::Set) && (leaf_optional || !leaf.is_key()) {
                    continue;
                }
                let is_named = matches!(holder, None | Some(Container::Struct | Container::Plain | Container::Frozen));
                let defaults = is_named && !leaf_optional && leaf.default().is_some();
                let revisions = matches!(holder, Some(Container::Struct | Container::Plain));
                for default in [false, true] {
                    for (since_root, since_leaf) in [(false, false), (true, false), (false, true), (true, true)] {
                        if (default && !defaults) || (since_leaf && !revisions) || (since_root && levels > 2) {
                            continue;
                        }
                        let leaf = (*leaf, leaf_optional);
                        types.push(Small { containers: containers.clone(), leaf, default, since_root, since_leaf });
                    }
                }
            }
        }
    }
    types
}

/// All rows of so many containers; a set holds none.
fn chains(levels: usize) -> Vec<Vec<Container>> {
    let mut chains = vec![Vec::new()];
    for _ in 0..levels {
        let longer = |chain: &Vec<Container>| -> Vec<Vec<Container>> {
            if chain.last() == Some(&Container::Set) {
                return Vec::new();
            }
            Container::ALL.iter().map(|container| [&chain[..], &[*container]].concat()).collect()
        };
        chains = chains.iter().flat_map(longer).collect();
    }
    chains
}

/// Where in the root the value under test is.
pub const FIELD: usize = 3;

/// The schema of a small type.
pub fn schema(small: &Small) -> Schema {
    let mut schema =
        Schema { structs: Vec::new(), unions: Vec::new(), enums: Vec::new(), root: Root::Struct(0), width: 1 };
    let scalar = |scalar| Item::new(Type::Scalar(scalar));
    let mut item = leaf(&mut schema, small);
    for (number, (container, optional)) in small.containers.iter().enumerate().rev() {
        let is_innermost = number + 1 == small.containers.len();
        let mut field = Field::new("e", item.clone());
        if is_innermost {
            field.default = small.leaf.0.default().filter(|_| small.default);
            field.since = 1 + u16::from(small.since_leaf);
        }
        let text = Item::new(Type::String);
        let ty = match container {
            Container::List => Type::List(Box::new(item)),
            Container::Array => Type::Array(Box::new(item), 2),
            Container::Map => Type::Map(Box::new(Type::String), Box::new(item)),
            Container::Table => Type::Map(Box::new(Type::Scalar(Scalar::U16)), Box::new(item)),
            Container::Set => Type::Set(Box::new(item.ty)),
            Container::Tuple => Type::Tuple(vec![scalar(Scalar::U8), item, text]),
            Container::Struct | Container::Plain | Container::Frozen => {
                let fields = if *container == Container::Plain {
                    vec![Field::new("x", scalar(Scalar::U8)), field]
                } else {
                    vec![
                        Field::new("b", Item::new(Type::Bool)),
                        Field::new("x", scalar(Scalar::U8)),
                        field,
                        Field::new("y", text),
                        Field::new("o", Item::optional(Type::Scalar(Scalar::U8))),
                    ]
                };
                let name = format!("S{number}");
                schema.structs.push(Struct { name, frozen: *container == Container::Frozen, fields });
                Type::Struct(schema.structs.len() - 1)
            }
            Container::Union | Container::Open => {
                let mut variants = vec![("n".into(), None), ("a".into(), Some(item)), ("b".into(), Some(text))];
                if *container == Container::Open {
                    variants.swap(0, 1);
                }
                let name = format!("U{number}");
                schema.unions.push(Union { name, open: *container == Container::Open, variants });
                Type::Union(schema.unions.len() - 1)
            }
        };
        item = Item { ty, optional: *optional };
    }
    let mut field = Field::new("t", item);
    if small.containers.is_empty() {
        field.default = small.leaf.0.default().filter(|_| small.default);
    }
    field.since = 1 + u16::from(small.since_root);
    let fields = vec![
        Field::new("b0", Item::new(Type::Bool)),
        Field::new("n0", scalar(Scalar::U16)),
        Field::new("s0", Item::new(Type::String)),
        field,
        Field::new("o1", Item::optional(Type::Scalar(Scalar::U8))),
        Field::new("b1", Item::new(Type::Bool)).default(Val::Bool(true)),
        Field::new("s1", Item::new(Type::String)).default(Val::text("s")),
        Field::new("n2", scalar(Scalar::U16)).since(2),
        Field::new("s2", Item::new(Type::String)).since(2),
    ];
    schema.structs.push(Struct { name: "R".into(), frozen: false, fields });
    schema.root = Root::Struct(schema.structs.len() - 1);
    schema
}

fn leaf(schema: &mut Schema, small: &Small) -> Item {
    let (leaf, optional) = small.leaf;
    let byte = || Item::new(Type::Scalar(Scalar::U8));
    let ty = match leaf {
        Leaf::Bool => Type::Bool,
        Leaf::U8 => Type::Scalar(Scalar::U8),
        Leaf::U64 => Type::Scalar(Scalar::U64),
        Leaf::String => Type::String,
        Leaf::Bytes => Type::Bytes,
        Leaf::Text => Type::Text(3),
        Leaf::Any => Type::Any,
        Leaf::Enum | Leaf::OpenEnum => {
            let variants = vec![("p".into(), 3), ("q".into(), 5), ("r".into(), 1)];
            let open = leaf == Leaf::OpenEnum;
            let repr = if open { Scalar::U16 } else { Scalar::U8 };
            schema.enums.push(Enum { name: "E".into(), open, repr, variants });
            Type::Enum(0)
        }
        Leaf::Union => {
            let variants = vec![
                ("none".into(), None),
                ("flag".into(), Some(Item::new(Type::Bool))),
                ("wide".into(), Some(Item::new(Type::Scalar(Scalar::U32)))),
                ("text".into(), Some(Item::optional(Type::String))),
            ];
            schema.unions.push(Union { name: "L".into(), open: false, variants });
            Type::Union(schema.unions.len() - 1)
        }
        Leaf::Struct | Leaf::Frozen => {
            let fields = vec![Field::new("u", byte()), Field::new("v", Item::new(Type::String))];
            schema.structs.push(Struct { name: "L".into(), frozen: leaf == Leaf::Frozen, fields });
            Type::Struct(schema.structs.len() - 1)
        }
    };
    Item { ty, optional }
}

/// How much of a value is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Everything has its default.
    Empty,
    /// What is optional is there, lists have elements, with defaults.
    Defaults,
    /// Nothing has its default.
    Full,
    /// The same with other variants and lengths, and absent elements.
    Other,
}

impl Fill {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Defaults, Self::Full, Self::Other];
}

/// A value of the root: the siblings have known values, and the value under test is as full as asked.
pub fn root(schema: &Schema, fill: Fill) -> Val {
    let Some(id) = schema.root_struct() else { return sample(schema, Slot::of(&schema.root_item()), fill, 0) };
    let fields = schema.structs[id].fields.iter().enumerate();
    Val::Record(
        fields
            .map(|(number, field)| {
                let of_field = if number == FIELD { fill } else { Fill::Full };
                sample(schema, Slot::field(field), of_field, number)
            })
            .collect(),
    )
}

/// A value as full as asked; the seed makes neighbours differ.
pub fn sample(schema: &Schema, slot: Slot<'_>, fill: Fill, seed: usize) -> Val {
    if fill == Fill::Empty || (fill == Fill::Other && slot.item.optional && seed % 3 == 1) {
        return schema.default_of(slot);
    }
    let ty = &slot.item.ty;
    let has_content = fill != Fill::Defaults;
    let number = (seed % 40 + if fill == Fill::Other { 100 } else { 11 }) as u128;
    match ty {
        Type::List(item) => {
            let count = if fill == Fill::Defaults { 1 } else { 2 + usize::from(fill == Fill::Other) };
            Val::List((0..count).map(|number| sample(schema, Slot::of(item), fill, seed * 3 + number)).collect())
        }
        Type::Array(item, len) => Val::List(
            (0..usize::from(*len)).map(|number| sample(schema, Slot::of(item), fill, seed * 3 + number)).collect(),
        ),
        Type::Map(key, item) => {
            let keys = keys(key, fill);
            let value = |number| sample(schema, Slot::of(item), fill, seed * 3 + number);
            Val::Map(keys.into_iter().enumerate().map(|(number, key)| (key, value(number))).collect())
        }
        Type::Set(key) => Val::Set(keys(key, fill)),
        Type::Struct(_) | Type::Tuple(_) => {
            let parts = schema.parts(ty).unwrap_or_default().into_iter().enumerate();
            Val::Record(parts.map(|(number, part)| sample(schema, part, fill, seed * 3 + number)).collect())
        }
        Type::Union(_) | Type::Any => {
            let count = schema.variants(ty).unwrap_or_default().len();
            let tag = match (fill, ty) {
                (Fill::Defaults, _) => 0,
                (Fill::Full, Type::Any) => 8,
                (Fill::Other, Type::Any) => [3, 9, 1, 7][seed % 4],
                // One variant in all elements of a list.
                (Fill::Full, _) => {
                    let largest = |tag: &usize| schema.payload(ty, *tag).is_some_and(|item| item.ty != Type::String);
                    (0..count).rev().find(largest).unwrap_or(1)
                }
                _ => seed % count,
            };
            let payload = match schema.payload(ty, tag) {
                Some(item) => sample(schema, Slot::of(item), fill, seed * 3),
                None => Val::Unit,
            };
            Val::Union(tag, Box::new(payload))
        }
        _ if !has_content => schema.present_default(slot),
        Type::Bool => Val::Bool(schema.present_default(slot) != Val::Bool(true)),
        Type::Scalar(scalar) => Val::Word(number * 0x0101_0101_0101_0101 & scalar.mask()),
        Type::Enum(id) => {
            let variants = &schema.enums[*id].variants;
            let default = schema.present_default(slot);
            let number = variants[(1 + seed) % variants.len()].1;
            let other = Val::Word(number.into());
            if other == default { Val::Word(variants[(2 + seed) % variants.len()].1.into()) } else { other }
        }
        Type::String => Val::text(&format!("text {number}")),
        Type::Bytes => Val::Blob(vec![number as u8, 0, 0xFF]),
        Type::Text(_) => Val::text(&format!("{}", number % 100)),
    }
}

/// Keys of a type, in their order.
fn keys(ty: &Type, fill: Fill) -> Vec<Val> {
    let count = if fill == Fill::Defaults { 1 } else { 2 };
    (0..count).map(|number| key(ty, number)).collect()
}

/// A key of a type: the first are in samples, the others are not.
pub fn key(ty: &Type, number: usize) -> Val {
    match ty {
        Type::Bool => Val::Bool(number % 2 == 1),
        Type::Scalar(_) => Val::Word([3, 5, 4, 9][number]),
        Type::Enum(_) => Val::Word([1, 5, 3, 3][number]),
        Type::Bytes => Val::Blob(vec![[0, 7, 5, 9][number]; 2]),
        _ => Val::text(["b", "dd", "c", "e\"]"][number]),
    }
}

/// Paths into an item, down to its leaves.
pub fn paths(schema: &Schema, item: &Item, depth: usize) -> Vec<Path> {
    let mut found = vec![Vec::new()];
    let mut within = |step: Step, item: &Item| {
        for rest in paths(schema, item, depth + 1) {
            found.push([&[step.clone()][..], &rest].concat());
        }
    };
    match &item.ty {
        Type::List(element) | Type::Array(element, _) => {
            for index in [0, 1] {
                within(Step::Index(index), element);
            }
            found.push(vec![Step::Index(7)]);
        }
        Type::Map(of_keys, value) => {
            for number in [0, 2] {
                within(Step::Key(key(of_keys, number)), value);
            }
        }
        Type::Set(of_keys) => found.extend([0, 2].map(|number| vec![Step::Key(key(of_keys, number))])),
        ty @ (Type::Struct(_) | Type::Tuple(_)) => {
            for (number, part) in schema.parts(ty).unwrap_or_default().into_iter().enumerate() {
                within(Step::Field(number), part.item);
            }
        }
        ty @ Type::Union(_) => {
            for (tag, (_, payload)) in schema.variants(ty).unwrap_or_default().iter().enumerate() {
                if let Some(payload) = payload {
                    within(Step::Variant(tag), payload);
                }
            }
        }
        Type::Any => {
            let deeper: &[Path] = &[
                vec![Step::Variant(5)],
                vec![Step::Variant(8)],
                vec![Step::Variant(10)],
                vec![Step::Variant(10), Step::Index(0)],
                vec![Step::Variant(11)],
                vec![Step::Variant(11), Step::Key(Val::text("b"))],
            ];
            found.extend_from_slice(deeper);
        }
        _ => {}
    }
    found
}

/// All edits of what a path leads to, whatever state it is in.
pub fn edits(schema: &Schema, root: &Item, path: &Path) -> Vec<Edit> {
    let mut edits = Vec::new();
    let Some(slot) = schema.slot_at(root, path) else {
        // An element of a set.
        return vec![Edit::Remove(path.clone())];
    };
    let at = || path.clone();
    let ty = &slot.item.ty;
    edits.extend(literals(schema, slot.item).into_iter().map(|lit| Edit::Set(at(), lit)));
    edits.push(Edit::Clear(at()));
    if matches!(ty, Type::Bool | Type::Scalar(Scalar::U8 | Scalar::U16 | Scalar::U64) | Type::String | Type::Text(_))
        || matches!(ty, Type::Bytes | Type::Enum(_) | Type::Union(_))
    {
        edits.push(Edit::Take(at()));
    }
    match ty {
        Type::String | Type::Text(_) => splices(&mut edits, path, |text| Lit::Text(text.into())),
        Type::Bytes => splices(&mut edits, path, |text| Lit::Bytes(text.as_bytes().to_vec())),
        Type::Any => {
            edits.push(Edit::Append(at(), Lit::Text("+".into())));
            edits.push(Edit::Append(at(), Lit::Bytes(vec![1])));
        }
        Type::List(item) => {
            let lits = literals(schema, item);
            edits.extend(lits.iter().map(|lit| Edit::Push(at(), lit.clone())));
            if let Some(lit) = lits.first() {
                edits.push(Edit::Extend(at(), vec![lit.clone(), lit.clone()]));
            }
            edits.push(Edit::PushDefault(at()));
            for lit in &lits {
                for index in [0, 1, 7] {
                    let element = [&path[..], &[Step::Index(index)]].concat();
                    edits.push(Edit::Insert(element, lit.clone()));
                }
            }
            if !matches!(item.ty, Type::List(_) | Type::Array(..) | Type::Map(..) | Type::Set(_) | Type::Any)
                && !matches!(item.ty, Type::Struct(_) | Type::Tuple(_))
            {
                edits.push(Edit::Pop(at()));
            }
            edits.extend([0, 1].map(|len| Edit::Truncate(at(), len)));
            edits.push(Edit::Swap(at(), 0, 1));
            edits.push(Edit::MakeList(at()));
        }
        Type::Array(..) => edits.extend([Edit::Swap(at(), 0, 1), Edit::PushDefault(at())]),
        Type::Map(of_keys, _) | Type::Set(of_keys) => {
            edits.extend([0, 2].map(|number| Edit::AddKey(at(), key(of_keys, number))));
        }
        Type::Struct(_) | Type::Tuple(_) => edits.push(Edit::Make(at())),
        _ => {}
    }
    if matches!(path.last(), Some(Step::Index(_) | Step::Key(_))) {
        edits.push(Edit::Remove(at()));
    }
    for fill in [Fill::Defaults, Fill::Full, Fill::Other] {
        edits.push(Edit::SetSerde(at(), sample(schema, slot, fill, 5)));
    }
    edits.push(Edit::SetSerde(at(), Val::Absent));
    for fill in [Fill::Empty, Fill::Full] {
        let other = self::root(schema, fill);
        edits.push(Edit::CopyFrom(at(), other, at()));
    }
    edits
}

/// Edits of the whole record.
pub fn whole(schema: &Schema) -> Vec<Edit> {
    let values = Fill::ALL.map(|fill| self::root(schema, fill));
    values.iter().cloned().map(Edit::Apply).chain(values.iter().cloned().map(Edit::Merge)).collect()
}

fn splices(edits: &mut Vec<Edit>, path: &Path, lit: impl Fn(&str) -> Lit) {
    edits.push(Edit::Append(path.clone(), lit("")));
    edits.push(Edit::Append(path.clone(), lit("+")));
    edits.push(Edit::Append(path.clone(), lit(&"long ".repeat(10))));
    for (range, text) in [(0..0, "<"), (0..1, ""), (1..2, "middle"), (0..90, "x")] {
        edits.push(Edit::Splice(path.clone(), range, lit(text)));
    }
}

/// Literals to set a value to: good ones, and ones to refuse.
fn literals(schema: &Schema, item: &Item) -> Vec<Lit> {
    match &item.ty {
        Type::Bool => vec![Lit::Bool(true), Lit::Bool(false), Lit::Word(Scalar::U8, 1)],
        Type::Scalar(scalar) => {
            let default = if *scalar == Scalar::U64 { 70_000 } else { 7 };
            let mut lits = vec![Lit::Word(*scalar, 0x42), Lit::Word(*scalar, 0), Lit::Word(*scalar, default)];
            lits.push(Lit::Text("7".into()));
            lits
        }
        Type::String => ["new", "", "dflt", &"long ".repeat(60)]
            .map(|text| Lit::Text(text.into()))
            .into_iter()
            .chain([Lit::Bytes(vec![b'x'])])
            .collect(),
        Type::Bytes => [&[9, 8][..], &[], &[7; 300]]
            .map(|content| Lit::Bytes(content.to_vec()))
            .into_iter()
            .chain([Lit::Text("x".into())])
            .collect(),
        Type::Text(_) => ["ab", "", "xyz", "four", "a\0"].map(|text| Lit::Text(text.into())).into(),
        Type::Enum(id) => {
            let repr = schema.enums[*id].repr;
            let mut lits: Vec<Lit> = ["r", "p", "q", "none"].map(|name| Lit::Variant(name.into())).into();
            lits.extend([Lit::Word(repr, 5), Lit::Word(repr, 77)]);
            lits
        }
        ty @ Type::Union(_) => {
            let names = schema.variants(ty).unwrap_or_default().iter().map(|(name, _)| name.clone());
            let mut lits: Vec<Lit> = names.map(Lit::Variant).collect();
            lits.push(Lit::Variant("unknown".into()));
            lits
        }
        Type::Any => vec![
            Lit::Bool(true),
            Lit::Word(Scalar::I32, 300),
            Lit::Word(Scalar::U64, u64::MAX.into()),
            Lit::Word(Scalar::F64, 1.5f64.to_bits().into()),
            Lit::Text("new".into()),
            Lit::Text(String::new()),
            Lit::Bytes(vec![4, 5]),
            Lit::Variant("null".into()),
            Lit::Variant("list".into()),
        ],
        _ => Vec::new(),
    }
}
