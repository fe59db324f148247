//! A piece of a buffer, and what its bytes are.

use core::ops::Range;

use crate::error::Error;
use crate::read::cursor::ValueRef;
use crate::schema::Type;

/// A piece of a buffer: some bytes that stand for one thing.
///
/// ```
/// use vellum::Schema;
/// use vellum::extent::Role;
///
/// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
/// let bytes = [0x20, 3, 36, 0, 5, 3, b'A', b'd', b'a'];
/// let mut lines = Vec::new();
/// schema.view(&bytes)?.extents(&mut |extent| {
///     lines.push(format!("{:?} {:?} {}", extent.range, extent.role, extent.path));
/// })?;
/// assert_eq!(
///     lines,
///     [
///         "0..1 Flags ", "1..2 RootSize ", "4..5 Pointer(5) name", "5..6 Head name", "6..9 Value name", "2..4 Value age",
///     ]
/// );
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extent<'e> {
    /// Where it lies in the buffer.
    pub range: Range<usize>,
    /// What its bytes are.
    pub role: Role,
    /// The value that it belongs to, as [`Record::get`](crate::Record::get) takes it; of a key that
    /// of its entry. Empty for the root and what stands before it.
    pub path: &'e str,
    /// How many bytes at the start of the path are that of the value around.
    pub parent: usize,
    /// Whether it belongs to the key of an entry.
    pub is_key: bool,
    /// The type of the value, if it is of one.
    pub ty: Option<&'e Type>,
    /// The value, if the bytes are one that has no parts, or elements of a list that have none.
    pub value: Option<ValueRef<'e>>,
}

/// What the bytes of an [`Extent`] are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The first byte: version, pointer width, and what stands before the root record.
    Flags,
    /// The end of a workspace, and what it counts.
    Workspace,
    /// The extension block.
    Extension,
    /// The size of the root record.
    RootSize,
    /// A value in a slot; the text or the bytes of an object.
    Value,
    /// A bool that is this bit of the byte.
    Bit(u32),
    /// This bit of the byte says whether a value is there.
    Presence(u32),
    /// The slot of a value that is absent.
    Absent,
    /// A pointer to the object at that offset; 0 is none.
    Pointer(usize),
    /// The variant of a union, in its slot.
    Tag,
    /// What stands before the content of an object: its length, size or count, and what else it
    /// has there. The type is that of the value; of a block of a map there is none.
    Head,
    /// Elements of a list or an array that are numbers, bools or variants of an enum.
    Elements,
    /// The pointers from a map to its blocks.
    Directory,
    /// Bytes that mean nothing, and are zero.
    Unused,
    /// What only a newer revision of the schema knows.
    Newer,
    /// Bytes that are not what the schema says; what is behind them is not looked at.
    Fault(Error),
}
