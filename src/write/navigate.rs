//! From the steps of a cursor or a path to bytes and types, through the schema. Used where the fast paths end.

use super::link::{Holder, Link, Step, Target};
use crate::error::{Error, Kind, Result};
use crate::layout::Place;
use crate::read::Buf;
use crate::read::decoder::{MAX_DEPTH, too_deep};
use crate::schema::{BYTE, Item, Schema, StructId, Type};

/// Something that names a value: a cursor's target, or a path with its keys.
pub(crate) trait Anchor {
    /// Where the value is now.
    fn spot<'s>(&self, navigator: &Navigator<'s>) -> Result<Spot<'s>>;
}

/// A value's place and type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<'s> {
    /// The record that holds the slot.
    pub(crate) holder: Holder,
    pub(crate) place: Place,
    pub(crate) ty: &'s Type,
    pub(crate) optional: bool,
    /// Whether a growable struct lies here itself, not behind a pointer: in a list element.
    pub(crate) inline: bool,
    /// How many objects above this value hold it.
    pub(crate) depth: u32,
}

/// A value that has parts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'s> {
    /// A struct's record.
    Struct { holder: Holder, id: StructId, depth: u32 },
    /// A list; its spot is the pointer slot.
    List { spot: Spot<'s>, item: &'s Item },
}

/// A buffer with its schema.
#[derive(Clone, Copy)]
pub(crate) struct Navigator<'s> {
    pub(crate) buf: Buf<'s>,
    pub(crate) schema: &'s Schema,
    pub(crate) root: Holder,
}

impl Spot<'_> {
    /// Whether the record stores the slot; if not, it is of an older revision.
    pub(crate) fn is_stored(&self, shift: u32) -> bool {
        self.place.end.at(shift) <= self.holder.size
    }

    /// Fails if the struct that should hold the value is not there: there is nothing to write to.
    pub(crate) fn check_holder(&self) -> Result<()> {
        if self.holder.pos == 0 {
            return Err(Error::new(Kind::Path, "the struct that holds the value is absent"));
        }
        Ok(())
    }

    /// Offset of the slot in the buffer.
    pub(crate) fn slot(&self, shift: u32) -> usize {
        self.holder.pos.saturating_add(self.place.slot.at(shift))
    }

    /// The place of the value itself, behind its presence bit if it has one.
    pub(crate) fn value_place(&self, schema: &Schema) -> Place {
        let has_bit = self.optional && (self.inline || !schema.is_nullable(self.ty));
        if has_bit { self.place.next_bit() } else { self.place }
    }

    /// Levels of nesting left below the value.
    pub(crate) fn levels(&self) -> u32 {
        MAX_DEPTH.saturating_sub(self.depth)
    }
}

impl<'s> Navigator<'s> {
    /// The root struct.
    pub(crate) fn root(&self) -> Node<'s> {
        Node::Struct { holder: self.root, id: self.schema.root_id(), depth: 0 }
    }

    /// The bytes of a record.
    pub(crate) fn bytes(&self, holder: Holder) -> &'s [u8] {
        crate::wire::slice(self.buf.bytes, holder.pos, holder.size).unwrap_or(&[])
    }

    /// Offset of the end of the buffer's part `object`, which reaches to the end.
    pub(crate) fn position(&self, object: &[u8]) -> usize {
        self.buf.bytes.len().saturating_sub(object.len())
    }

    /// The value one step below a node.
    pub(crate) fn step(&self, node: Node<'s>, step: Step) -> Result<Spot<'s>> {
        match (node, step) {
            (Node::Struct { holder, id, depth }, Step::Field(index)) => {
                let Some(field) = self.schema.structure(id).fields().get(usize::from(index)) else {
                    return Err(Error::new(Kind::Path, "no such field"));
                };
                let (place, ty, optional) = (*field.place(), field.ty(), field.optional());
                Ok(Spot { holder, place, ty, optional, inline: false, depth })
            }
            (Node::List { spot, item }, Step::Element(index)) => {
                let (elements, _) = self.elements(&spot, item)?;
                let Some(pos) = elements.start_of(index) else {
                    return Err(crate::typed::list::no_element(index, elements.count));
                };
                let holder = Holder { pos, size: elements.stride };
                Ok(Spot {
                    holder,
                    place: item.place,
                    ty: &item.ty,
                    optional: item.optional,
                    inline: item.growable,
                    depth: spot.depth.saturating_add(1),
                })
            }
            _ => Err(Error::new(Kind::Path, "an index needs a list, and a name needs a struct")),
        }
    }

    /// The struct or list at a spot.
    pub(crate) fn enter(&self, spot: Spot<'s>) -> Result<Node<'s>> {
        if spot.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let shift = self.buf.shift();
        match spot.ty {
            Type::List(list) => Ok(Node::List { spot, item: &list.0 }),
            Type::Bytes => Ok(Node::List { spot, item: &BYTE }),
            Type::Struct(id) => {
                let structure = self.schema.structure(*id);
                let pos = spot.slot(shift);
                if spot.inline {
                    let size = spot.holder.size.saturating_sub(spot.place.slot.at(shift));
                    return Ok(Node::Struct { holder: Holder { pos, size }, id: *id, depth: spot.depth });
                }
                if structure.is_frozen() {
                    let size = if spot.is_stored(shift) { structure.size().at(shift) } else { 0 };
                    return Ok(Node::Struct { holder: Holder { pos, size }, id: *id, depth: spot.depth });
                }
                let depth = spot.depth.saturating_add(1);
                let holder = match self.buf.follow(self.bytes(spot.holder), spot.place.slot)? {
                    Some(object) => {
                        let record = self.buf.record(object, structure.ends())?;
                        Holder { pos: self.buf.position(record), size: record.len() }
                    }
                    None => Holder::default(),
                };
                Ok(Node::Struct { holder, id: *id, depth })
            }
            _ => Err(Error::new(Kind::Path, "this field has no parts")),
        }
    }

    /// The elements of the list at a spot, and the offset of its object (0 for none).
    pub(crate) fn elements(&self, spot: &Spot<'s>, item: &Item) -> Result<(Run, usize)> {
        let shift = self.buf.shift();
        let Some(object) = self.buf.follow(self.bytes(spot.holder), spot.place.slot)? else {
            return Ok((Run { start: 0, count: 0, stride: item.size.at(shift), is_stored: false }, 0));
        };
        let elements = self.item_elements(object, item)?;
        let start = self.buf.position(elements.bytes);
        Ok((Run { start, count: elements.count, stride: elements.stride, is_stored: true }, self.position(object)))
    }

    /// The elements of a list object.
    pub(crate) fn item_elements(&self, object: &'s [u8], item: &Item) -> Result<crate::read::Elements<'s>> {
        match item.ty {
            Type::Struct(id) if item.growable => {
                self.buf.strided(object, self.schema.structure(id).ends(), usize::from(item.optional))
            }
            _ => self.buf.elements(object, item.size.at(self.buf.shift())),
        }
    }
}

/// Where the elements of a list lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) start: usize,
    pub(crate) count: usize,
    pub(crate) stride: usize,
    /// Whether there is an object at all.
    pub(crate) is_stored: bool,
}

impl Run {
    /// Offset of the element `index`.
    pub(crate) fn start_of(&self, index: usize) -> Option<usize> {
        (index < self.count).then(|| self.start.saturating_add(index.saturating_mul(self.stride)))
    }

    /// Offset after the last element.
    pub(crate) fn end(&self) -> usize {
        self.start.saturating_add(self.count.saturating_mul(self.stride))
    }
}

impl Link<'_> {
    /// The struct or list at this cursor.
    pub(super) fn node<'s>(&self, navigator: &Navigator<'s>) -> Result<Node<'s>> {
        match self.parent {
            None => Ok(navigator.root()),
            Some(parent) => navigator.enter(navigator.step(parent.node(navigator)?, self.step)?),
        }
    }
}

impl Anchor for Target<'_> {
    fn spot<'s>(&self, navigator: &Navigator<'s>) -> Result<Spot<'s>> {
        navigator.step(self.parent.node(navigator)?, self.step)
    }
}

/// A list cursor as the list it stands for.
impl Anchor for Link<'_> {
    fn spot<'s>(&self, navigator: &Navigator<'s>) -> Result<Spot<'s>> {
        match self.node(navigator)? {
            Node::List { spot, .. } => Ok(spot),
            Node::Struct { .. } => Err(Error::new(Kind::Path, "not a list")),
        }
    }
}
