//! A naive encoder: a value of a type as canonical bytes, written from docs/format.md alone.
//!
//! Each part of a value becomes a `Node`: its bytes, and for each pointer in them the object behind
//! it. Laying a node out is then one rule: an object is followed by the objects behind its own
//! pointers, in the order of the slots.

use crate::types::{Item, Root, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// Bytes with pointers that are not filled in yet.
#[derive(Default)]
struct Node {
    bytes: Vec<u8>,
    /// Where pointers lie, and what they lead to.
    pointers: Vec<(usize, Node)>,
}

impl Node {
    fn of(bytes: Vec<u8>) -> Self {
        Self { bytes, pointers: Vec::new() }
    }

    /// Another node right behind this one.
    fn append(&mut self, other: Node) {
        let start = self.bytes.len();
        self.bytes.extend(other.bytes);
        self.pointers.extend(other.pointers.into_iter().map(|(at, node)| (start + at, node)));
    }
}

/// A varint in its shortest form.
pub fn varint(value: usize) -> Vec<u8> {
    match value {
        0..0x80 => vec![value as u8],
        0x80..0x4000 => vec![0x80 | (value >> 8) as u8, value as u8],
        0x4000..0x2000_0000 => {
            vec![0xC0 | (value >> 24) as u8, (value >> 16) as u8, (value >> 8) as u8, value as u8]
        }
        _ => {
            let mut bytes = vec![0xE0];
            bytes.extend((value as u32).to_be_bytes());
            bytes
        }
    }
}

/// The canonical bytes of a value.
pub fn encode(schema: &Schema, val: &Val) -> Vec<u8> {
    [1, 2, 4]
        .into_iter()
        .filter(|width| *width >= schema.width)
        .find_map(|width| encode_at(schema, val, width))
        .expect("the value fits the widest pointers")
}

/// The same with pointers of that width; none if the buffer would be too long for them.
pub fn encode_at(schema: &Schema, val: &Val, width: usize) -> Option<Vec<u8>> {
    let encoder = Encoder { schema, width };
    let root = match schema.root {
        Root::Struct(_) => encoder.record(&schema.parts(&schema.root_item().ty)?, val),
        Root::Any | Root::Value(_) => encoder.record(&[Slot::of(&schema.root_item())], &Val::Record(vec![val.clone()])),
    };
    let mut out = vec![0x20 | width.trailing_zeros() as u8];
    out.extend(varint(root.bytes.len()));
    encoder.place(&root, &mut out);
    let longest = [0xFF, 0xFFFF, 0xFFFF_FFFF][width.trailing_zeros() as usize];
    (out.len() <= longest).then_some(out)
}

struct Encoder<'s> {
    schema: &'s Schema,
    width: usize,
}

impl Encoder<'_> {
    /// Writes a node, and behind it what it points to.
    fn place(&self, node: &Node, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(&node.bytes);
        let mut pointers: Vec<&(usize, Node)> = node.pointers.iter().collect();
        pointers.sort_by_key(|(at, _)| *at);
        for (at, object) in pointers {
            let target = out.len().to_le_bytes();
            out[start + at..][..self.width].copy_from_slice(&target[..self.width]);
            self.place(object, out);
        }
    }

    /// A record of the fields that lie in it.
    fn record(&self, slots: &[Slot<'_>], val: &Val) -> Node {
        let Val::Record(fields) = val else { panic!("{val:?} is no record") };
        assert_eq!(slots.len(), fields.len(), "a value for each field");
        let mut revisions: Vec<u16> = slots.iter().map(|slot| slot.since).filter(|since| *since > 1).collect();
        revisions.push(1);
        revisions.sort_unstable();
        revisions.dedup();
        let mut record = Node::default();
        for revision in revisions {
            let of_region: Vec<(&Slot<'_>, &Val)> =
                slots.iter().zip(fields).filter(|(slot, _)| slot.since == revision).collect();
            let mut bits = Vec::new();
            let (mut plain, mut pointing) = (Node::default(), Node::default());
            for (slot, field) in of_region {
                let (of_field, node) = self.slot(*slot, field);
                bits.extend(of_field);
                if self.has_pointers(&slot.item.ty) { pointing.append(node) } else { plain.append(node) }
            }
            record.append(plain);
            record.append(Node::of(bitmap(&bits)));
            record.append(pointing);
            if revision == 1 && record.bytes.is_empty() {
                record.bytes.push(0);
            }
        }
        record
    }

    /// Whether a slot of the type holds a pointer, or counts as if it did.
    fn has_pointers(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => false,
            Type::String | Type::Bytes | Type::List(_) | Type::Map(..) | Type::Set(_) => true,
            Type::Any | Type::Union(_) => true,
            Type::Array(item, _) => self.has_pointers(&item.ty),
            Type::Struct(_) | Type::Tuple(_) => {
                self.schema.is_growable(ty)
                    || self.schema.parts(ty).unwrap_or_default().iter().any(|part| self.has_pointers(&part.item.ty))
            }
        }
    }

    /// The bits of a value, and its slot.
    fn slot(&self, slot: Slot<'_>, val: &Val) -> (Vec<bool>, Node) {
        let (schema, item) = (self.schema, slot.item);
        let mut bits = Vec::new();
        if item.optional && !schema.is_nullable(&item.ty) {
            bits.push(!val.is_absent());
        }
        if val.is_absent() {
            assert!(item.optional, "only what is optional can be absent");
            if item.ty == Type::Bool {
                bits.push(false);
            }
            let present = Item::new(item.ty.clone());
            let size = self.slot(Slot::of(&present), &schema.default_of(Slot::of(&present))).1.bytes.len();
            return (bits, Node::of(vec![0; size]));
        }
        let node = match (&item.ty, val) {
            (Type::Bool, Val::Bool(value)) => {
                bits.push(*value != (schema.present_default(slot) == Val::Bool(true)));
                Node::default()
            }
            (Type::Scalar(_) | Type::Enum(_), Val::Word(word)) => {
                let Val::Word(default) = schema.present_default(slot) else { panic!("a default of another type") };
                let size = self.word(&item.ty).expect("a word").size();
                Node::of((word ^ default).to_le_bytes()[..size].to_vec())
            }
            (Type::Text(len), Val::Blob(content)) => {
                let mut bytes = content.clone();
                bytes.resize(usize::from(*len), 0);
                Node::of(bytes)
            }
            (Type::Any | Type::Union(_), Val::Union(tag, payload)) => self.union(&item.ty, *tag, payload),
            (Type::Array(element, len), Val::List(elements)) => {
                assert_eq!(usize::from(*len), elements.len(), "as many elements as the array has");
                let mut node = Node::default();
                elements.iter().for_each(|val| node.append(self.alone(element, val)));
                node
            }
            (Type::Struct(_) | Type::Tuple(_), _) if !schema.is_growable(&item.ty) => {
                self.record(&schema.parts(&item.ty).unwrap_or_default(), val)
            }
            _ => {
                let mut node = Node::of(vec![0; self.width]);
                if item.optional || *val != schema.present_default(slot) {
                    node.pointers.push((0, self.object(&item.ty, val)));
                }
                node
            }
        };
        (bits, node)
    }

    /// The scalar that a number or enum is stored as.
    fn word(&self, ty: &Type) -> Option<Scalar> {
        match ty {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Enum(id) => Some(self.schema.enums[*id].repr),
            _ => None,
        }
    }

    /// A record of one field: an element of an array, a part of an entry, a payload.
    fn alone(&self, item: &Item, val: &Val) -> Node {
        let (bits, slot) = self.slot(Slot::of(item), val);
        let mut parts = [slot, Node::of(bitmap(&bits))];
        if self.has_pointers(&item.ty) {
            parts.reverse();
        }
        let mut node = Node::default();
        parts.into_iter().for_each(|part| node.append(part));
        node
    }

    /// An element of a list, or a value of a map: a growable struct lies inline.
    fn element(&self, item: &Item, val: &Val) -> Node {
        if !self.schema.is_growable(&item.ty) {
            return self.alone(item, val);
        }
        let parts = self.schema.parts(&item.ty).unwrap_or_default();
        let mut node = Node::default();
        if item.optional {
            node.bytes.push(u8::from(!val.is_absent()));
        }
        if val.is_absent() {
            let record = self.record(&parts, &self.schema.present_default(Slot::of(item)));
            node.bytes.extend(vec![0; record.bytes.len()]);
        } else {
            node.append(self.record(&parts, val));
        }
        node
    }

    /// The size of an element.
    fn stride(&self, item: &Item) -> usize {
        self.element(item, &self.schema.default_of(Slot::of(item))).bytes.len()
    }

    /// A union's tag and payload.
    fn union(&self, ty: &Type, tag: usize, payload: &Val) -> Node {
        let mut node = Node::of(vec![tag as u8]);
        let rest = match self.schema.payload(ty, tag) {
            None => Node::default(),
            Some(item) if self.schema.is_nullable(&item.ty) => self.slot(Slot::of(item), payload).1,
            Some(Item { ty: Type::Bool, optional: false }) => Node::of(vec![u8::from(*payload == Val::Bool(true))]),
            Some(item) if !item.optional && self.word(&item.ty).is_some_and(|word| word.size() <= self.width) => {
                self.slot(Slot::of(item), payload).1
            }
            Some(item) => {
                let mut pointer = Node::of(vec![0; self.width]);
                if *payload != self.schema.default_of(Slot::of(item)) {
                    pointer.pointers.push((0, sized(self.alone(item, payload))));
                }
                pointer
            }
        };
        node.append(rest);
        node.bytes.resize(1 + self.width, 0);
        node
    }

    /// What lies behind the pointer of a field.
    fn object(&self, ty: &Type, val: &Val) -> Node {
        match (ty, val) {
            (Type::String | Type::Bytes, Val::Blob(content)) => {
                let mut bytes = varint(content.len());
                bytes.extend(content);
                Node::of(bytes)
            }
            (Type::Struct(_), _) => sized(self.record(&self.schema.parts(ty).unwrap_or_default(), val)),
            (Type::List(item), Val::List(elements)) => self.list(item, elements),
            (Type::Map(key, value), Val::Map(entries)) => {
                let entries: Vec<(&Val, Option<&Val>)> =
                    entries.iter().map(|(key, value)| (key, Some(value))).collect();
                self.map(key, Some(value), &entries)
            }
            (Type::Set(key), Val::Set(keys)) => {
                let entries: Vec<(&Val, Option<&Val>)> = keys.iter().map(|key| (key, None)).collect();
                self.map(key, None, &entries)
            }
            _ => panic!("{val:?} is no value of {ty:?}"),
        }
    }

    fn list(&self, item: &Item, elements: &[Val]) -> Node {
        let mut node = Node::of(varint(elements.len()));
        if matches!(item.ty, Type::Any | Type::Union(_)) && !item.optional {
            return self.unions(&item.ty, elements);
        }
        if self.schema.is_growable(&item.ty) {
            node.bytes.extend(varint(self.stride(item)));
        }
        elements.iter().for_each(|val| node.append(self.element(item, val)));
        node
    }

    /// A list of unions: packed if all elements have one variant.
    fn unions(&self, ty: &Type, elements: &[Val]) -> Node {
        let mut node = Node::of(varint(elements.len()));
        let tags: Vec<usize> = elements
            .iter()
            .map(|val| match val {
                Val::Union(tag, _) => *tag,
                _ => panic!("{val:?} is no union"),
            })
            .collect();
        let common = tags.first().filter(|first| tags.iter().all(|tag| tag == *first));
        let Some(tag) = common else {
            node.bytes.push(0xFF);
            elements.iter().for_each(|val| node.append(self.alone(&Item::new(ty.clone()), val)));
            return node;
        };
        node.bytes.push(*tag as u8);
        let Some(item) = self.schema.payload(ty, *tag) else {
            node.bytes.extend(vec![0; elements.len()]);
            return node;
        };
        if self.schema.is_growable(&item.ty) {
            node.bytes.extend(varint(self.stride(item)));
        }
        for val in elements {
            let Val::Union(_, payload) = val else { unreachable!("checked above") };
            node.append(self.element(item, payload));
        }
        node
    }

    fn map(&self, key: &Type, value: Option<&Item>, entries: &[(&Val, Option<&Val>)]) -> Node {
        let key = Item::new(key.clone());
        let entry = |encoder: &Self, val: &Val, of_value: Option<&Val>| {
            let mut node = encoder.alone(&key, val);
            if let (Some(item), Some(val)) = (value, of_value) {
                node.append(encoder.element(item, val));
            }
            node
        };
        let size = |encoder: &Self| {
            let default = value.map(|item| encoder.schema.default_of(Slot::of(item)));
            entry(encoder, &encoder.schema.default_of(Slot::of(&key)), default.as_ref()).bytes.len()
        };
        let run = |entries: &[(&Val, Option<&Val>)]| {
            let mut node = Node::default();
            if value.is_some_and(|item| self.schema.is_growable(&item.ty)) {
                node.bytes.extend(varint(size(self)));
            }
            entries.iter().for_each(|(key, value)| node.append(entry(self, key, *value)));
            node
        };
        let capacity = (8192 / size(&Encoder { schema: self.schema, width: 4 })).max(8);
        if entries.len() <= capacity {
            let mut node = Node::of(varint(entries.len() * 2));
            node.append(run(entries));
            return node;
        }
        let blocks: Vec<&[(&Val, Option<&Val>)]> = entries.chunks(capacity - capacity / 4).collect();
        let mut node = Node::of(varint(entries.len() * 2 + 1));
        node.bytes.extend(varint(blocks.len()));
        for block in blocks {
            let mut object = Node::of(varint(block.len()));
            object.append(run(block));
            node.pointers.push((node.bytes.len(), object));
            node.bytes.extend(vec![0; self.width]);
        }
        node
    }
}

/// A record with its size before it.
fn sized(record: Node) -> Node {
    let mut node = Node::of(varint(record.bytes.len()));
    node.append(record);
    node
}

fn bitmap(bits: &[bool]) -> Vec<u8> {
    bits.chunks(8).map(|byte| byte.iter().enumerate().map(|(n, bit)| u8::from(*bit) << n).sum()).collect()
}
