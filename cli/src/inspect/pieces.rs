//! A buffer as pieces that follow each other: what the crate tells of it, and the gaps.

use std::collections::HashMap;

use vellum::Schema;
use vellum::extent::{Extent, Role};
use vellum::schema::Type;

use super::words;
use crate::failure::{Failure, Outcome};
use crate::file::document::Document;

/// What a piece is, as classes of a page and names in JSON have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Header,
    Value,
    Key,
    Bit,
    Pointer,
    Head,
    Unused,
    Newer,
    Fault,
    Free,
    Unclaimed,
}

impl Kind {
    pub const ALL: [Self; 11] = [
        Self::Header,
        Self::Value,
        Self::Key,
        Self::Bit,
        Self::Pointer,
        Self::Head,
        Self::Unused,
        Self::Newer,
        Self::Fault,
        Self::Free,
        Self::Unclaimed,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Value => "value",
            Self::Key => "key",
            Self::Bit => "bit",
            Self::Pointer => "pointer",
            Self::Head => "head",
            Self::Unused => "unused",
            Self::Newer => "newer",
            Self::Fault => "fault",
            Self::Free => "free",
            Self::Unclaimed => "unclaimed",
        }
    }
}

/// Some bytes, and what they stand for.
#[derive(Debug)]
pub struct Piece {
    pub start: usize,
    pub len: usize,
    pub kind: Kind,
    /// The value in the tree that it belongs to.
    pub node: usize,
    /// Whether it belongs to the key of that value.
    pub is_key: bool,
    /// Its type as schema text: a number of a text in [`Pieces::types`]. The first is empty.
    pub ty: usize,
    /// Where a pointer leads.
    pub to: Option<usize>,
    /// What is said of it.
    pub text: String,
}

/// A value in the tree.
#[derive(Debug)]
pub struct Node {
    pub path: String,
    /// The number of the value around; the root's is its own.
    pub parent: usize,
    /// Its type as schema text; a number of a text in [`Pieces::types`].
    pub ty: usize,
    /// What it is, if it has no parts.
    pub value: String,
}

/// All pieces of a buffer in the order of their offsets, and the tree of its values.
#[derive(Debug)]
pub struct Pieces {
    pub pieces: Vec<Piece>,
    pub nodes: Vec<Node>,
    pub types: Vec<String>,
    pub has_faults: bool,
}

impl Pieces {
    /// Takes a buffer apart.
    pub fn of(document: &Document) -> Outcome<Self> {
        let view = document.view()?;
        let mut found = Finder::new(&document.schema, document.buffer());
        view.extents(&mut |extent| found.take(extent)).map_err(|error| document.failure(&error))?;
        if u32::try_from(document.buffer().len()).is_err() {
            return Err(Failure::new("limit", "the file is longer than a buffer can be").at_file(document.name()));
        }
        Ok(found.finish(view.as_bytes(), document.buffer()))
    }

    /// The type of a piece.
    pub fn type_of(&self, piece: &Piece) -> &str {
        self.types.get(piece.ty).map_or("", |text| text)
    }

    /// The path of a value.
    pub fn path_of(&self, node: usize) -> &str {
        self.nodes.get(node).map_or("", |node| &*node.path)
    }
}

/// The pieces so far.
struct Finder<'s> {
    schema: &'s Schema,
    buffer: &'s [u8],
    pieces: Pieces,
    numbers: HashMap<String, usize>,
    types: HashMap<String, usize>,
}

impl<'s> Finder<'s> {
    fn new(schema: &'s Schema, buffer: &'s [u8]) -> Self {
        let root = Node { path: String::new(), parent: 0, ty: 1, value: String::new() };
        let root_type = crate::schema::check::root_text(schema);
        let pieces =
            Pieces { pieces: Vec::new(), nodes: vec![root], types: vec![String::new(), root_type], has_faults: false };
        Self { schema, buffer, pieces, numbers: HashMap::new(), types: HashMap::new() }
    }

    fn take(&mut self, extent: &Extent<'_>) {
        let node = self.node(extent.path, extent.parent);
        let kind = kind_of(extent);
        self.pieces.has_faults |= kind == Kind::Fault;
        let bytes = self.buffer.get(extent.range.clone()).unwrap_or_default();
        let text = words::of_extent(extent, bytes);
        let ty = extent.ty.map_or(0, |ty| self.type_number(ty));
        self.describe(node, extent, ty, &text);
        let to = match extent.role {
            Role::Pointer(to) if to > 0 => Some(to),
            _ => None,
        };
        let (start, len, is_key) = (extent.range.start, extent.range.len(), extent.is_key);
        self.pieces.pieces.push(Piece { start, len, kind, node, is_key, ty, to, text });
    }

    /// The number of the value at a path, whose start is the path of the value around.
    fn node(&mut self, path: &str, parent: usize) -> usize {
        if path.is_empty() {
            return 0;
        }
        if let Some(number) = self.numbers.get(path) {
            return *number;
        }
        let above = path.get(..parent).unwrap_or_default();
        let parent = match self.numbers.get(above) {
            Some(number) => *number,
            // A value without bytes of its own, such as an element that is a record.
            None => self.node(above, words::parent_of(above)),
        };
        let number = self.pieces.nodes.len();
        self.pieces.nodes.push(Node { path: path.to_owned(), parent, ty: 0, value: String::new() });
        self.numbers.insert(path.to_owned(), number);
        number
    }

    /// Notes the type and the value of a node.
    fn describe(&mut self, node: usize, extent: &Extent<'_>, ty: usize, text: &str) {
        let is_of_value = !extent.is_key && !matches!(extent.role, Role::Head);
        let is_value = matches!(
            extent.role,
            Role::Value | Role::Bit(_) | Role::Absent | Role::Pointer(0) | Role::Elements | Role::Tag | Role::Fault(_)
        );
        let is_set = extent.is_key && is_value;
        let Some(node) = self.pieces.nodes.get_mut(node) else { return };
        if node.ty == 0 && is_of_value && !matches!(extent.role, Role::Elements) {
            node.ty = ty;
        }
        if (is_of_value && is_value) || (is_set && node.value.is_empty()) {
            text.clone_into(&mut node.value);
        }
    }

    fn type_number(&mut self, ty: &Type) -> usize {
        let text = self.schema.type_text(ty);
        if let Some(number) = self.types.get(&text) {
            return *number;
        }
        let number = self.pieces.types.len();
        self.pieces.types.push(text.clone());
        self.types.insert(text, number);
        number
    }

    /// Sorts the pieces, and fills the gaps.
    fn finish(self, content: &[u8], memory: &[u8]) -> Pieces {
        let Pieces { mut pieces, nodes, types, has_faults } = self.pieces;
        // Pieces of one byte, which are its bits, stay in their order.
        pieces.sort_by_key(|piece| piece.start);
        let (mut all, mut end) = (Vec::with_capacity(pieces.len()), 0);
        for piece in pieces {
            fill(&mut all, content, end..piece.start);
            end = end.max(piece.start + piece.len);
            all.push(piece);
        }
        fill(&mut all, content, end..content.len());
        if memory.len() > content.len() {
            let (start, len) = (content.len(), memory.len() - content.len());
            let text = "memory of the workspace that is not used yet".to_owned();
            all.push(Piece { start, len, kind: Kind::Free, node: 0, is_key: false, ty: 0, to: None, text });
        }
        Pieces { pieces: all, nodes, types, has_faults }
    }
}

/// The pieces of a gap: free space, and what belongs to nothing.
fn fill(pieces: &mut Vec<Piece>, content: &[u8], gap: std::ops::Range<usize>) {
    let Some(bytes) = content.get(gap.clone()) else { return };
    let is_used = |byte: &u8| *byte != 0xFF;
    let first = bytes.iter().position(is_used).unwrap_or(bytes.len());
    let last = bytes.iter().rposition(is_used).map_or(first, |last| last + 1);
    let mut put = |range: std::ops::Range<usize>, kind, text: &str| {
        if !range.is_empty() {
            let (start, len) = (gap.start + range.start, range.len());
            pieces.push(Piece { start, len, kind, node: 0, is_key: false, ty: 0, to: None, text: text.to_owned() });
        }
    };
    put(0..first, Kind::Free, "free");
    put(first..last, Kind::Unclaimed, "belongs to nothing that this schema knows");
    put(last..bytes.len(), Kind::Free, "free");
}

fn kind_of(extent: &Extent<'_>) -> Kind {
    match extent.role {
        Role::Flags | Role::Workspace | Role::Extension | Role::RootSize => Kind::Header,
        Role::Fault(_) => Kind::Fault,
        Role::Pointer(_) | Role::Directory => Kind::Pointer,
        Role::Head => Kind::Head,
        Role::Unused => Kind::Unused,
        Role::Newer => Kind::Newer,
        _ if extent.is_key => Kind::Key,
        Role::Bit(_) | Role::Presence(_) => Kind::Bit,
        _ => Kind::Value,
    }
}
