//! All small types: containers in containers down to a leaf.
//!
//! The value under test is the field `t` of the root, between fields of known values, its siblings.

use crate::types::{Enum, Field, Item, Root, Scalar, Schema, Struct, Type, Union};
use crate::values::Val;

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
    /// A map with tuples of bytes and text as keys.
    Pairs,
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
    pub const ALL: [Self; 12] = [
        Self::List,
        Self::Array,
        Self::Map,
        Self::Table,
        Self::Pairs,
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

    /// Whether the type is of those that are made in storage that is short: with few leaves where
    /// there are two containers.
    pub fn is_for_storage(&self) -> bool {
        self.containers.len() < 2 || Leaf::FEW.contains(&self.leaf.0)
    }

    /// Whether no other type differs from this one in revisions alone, and has later ones: all of
    /// them are of the same canonical bytes.
    pub fn is_newest(&self) -> bool {
        let has_revisions = matches!(self.containers.last(), Some((Container::Struct | Container::Plain, _)));
        self.since_root && (self.since_leaf || !has_revisions)
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

/// All small types with so many containers in each other. Of three and more, each with one choice
/// of what is optional, all choices in turn.
pub fn all(levels: usize) -> Vec<Small> {
    let mut types = Vec::new();
    let is_deep = levels > 2;
    let leaves: &[Leaf] = if is_deep { &Leaf::FEW } else { &Leaf::ALL };
    let choices = 1u32 << (levels + 1);
    for (of_chain, chain) in chains(levels).into_iter().enumerate() {
        let holder = chain.last().copied();
        for (of_leaf, leaf) in leaves.iter().enumerate() {
            let turn = (of_chain * 5 + of_leaf * 7) as u32 % choices;
            for optionals in if is_deep { turn..turn + 1 } else { 0..choices } {
                // The element of a set is always there.
                let optionals =
                    if holder == Some(Container::Set) && is_deep { optionals & !(1 << levels) } else { optionals };
                let is_optional = |number: usize| optionals >> number & 1 == 1;
                let containers: Vec<(Container, bool)> =
                    chain.iter().enumerate().map(|(number, container)| (*container, is_optional(number))).collect();
                let leaf_optional = is_optional(levels);
                if holder == Some(Container::Set) && (leaf_optional || !leaf.is_key()) {
                    continue;
                }
                let is_named = matches!(holder, None | Some(Container::Struct | Container::Plain | Container::Frozen));
                let defaults = is_named && !leaf_optional && leaf.default().is_some();
                let revisions = matches!(holder, Some(Container::Struct | Container::Plain));
                for default in [false, true] {
                    for (since_root, since_leaf) in [(false, false), (true, false), (false, true), (true, true)] {
                        if (default && !defaults) || (since_leaf && !revisions) || (since_root && is_deep) {
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
    let mut schema = Schema::new(Root::Struct(0), 1);
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
            Container::Pairs => {
                let key = vec![Item::new(Type::Array(Box::new(scalar(Scalar::U8)), 2)), text];
                Type::Map(Box::new(Type::Tuple(key)), Box::new(item))
            }
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
                schema.unions.push(Union { name, open: *container == Container::Open, variants, added: 0 });
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
            schema.enums.push(Enum { name: "E".into(), open, repr, variants, added: 0 });
            Type::Enum(0)
        }
        Leaf::Union => {
            let variants = vec![
                ("none".into(), None),
                ("flag".into(), Some(Item::new(Type::Bool))),
                ("wide".into(), Some(Item::new(Type::Scalar(Scalar::U32)))),
                ("text".into(), Some(Item::optional(Type::String))),
            ];
            schema.unions.push(Union { name: "L".into(), open: false, variants, added: 0 });
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
