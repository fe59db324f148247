//! Statistics of space: how many bytes of a buffer are used, and for which purpose.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use core::ops::Range;

use super::room::{fair_slack, slack_after};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use crate::error::Result;
use crate::read::navigate::Navigator;
use crate::read::walk::{Trail, visit_all, visit_named};

/// The uses of the bytes of a buffer: [`space`](crate::space::space) and
/// [`Record::space`](crate::Record::space) return it.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Note { text: string } root Note;")?);
/// record.set("text", "a text")?;
/// let space = record.space()?;
/// assert_eq!((space.len, space.live, space.waste), (10, 10, 0));
/// assert_eq!(space.to_string(), "10 bytes: 10 live, 0 slack, 0 waste");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Space {
    /// Bytes of the whole buffer: the sum of the others.
    pub len: usize,
    /// Bytes of the header, the root record and all objects.
    pub live: usize,
    /// Free bytes after objects, up to an eighth of the size of each: room to grow.
    pub slack: usize,
    /// All other free bytes. When there are too many, an edit lays the buffer out again.
    pub waste: usize,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes: {} live, {} slack, {} waste", self.len, self.live, self.slack, self.waste)
    }
}

/// A storage that is only read.
pub(crate) struct ReadOnly<'b>(pub(crate) &'b [u8]);

impl Storage for ReadOnly<'_> {
    fn bytes(&self) -> &[u8] {
        self.0
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut []
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        Err(crate::Error::full(len, self.0.len()))
    }

    fn resize(&mut self, _len: usize) {}

    fn replace(&mut self, _content: alloc::vec::Vec<u8>, len: usize) -> Result<()> {
        self.reserve(len)
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    pub(crate) fn space(&self) -> Result<Space> {
        measure(&self.navigator())
    }
}

/// Visits every object of the buffer.
pub(crate) fn measure(navigator: &Navigator<'_>) -> Result<Space> {
    let bytes = navigator.buf.bytes;
    let (mut live, mut slack) = (navigator.buf.floor, 0usize);
    visit_all(navigator, &mut |range: Range<usize>| {
        let len = range.len();
        live = live.saturating_add(len);
        slack = slack.saturating_add(slack_after(bytes, range.end, fair_slack(len)));
    })?;
    let waste = bytes.len().saturating_sub(live).saturating_sub(slack);
    Ok(Space { len: bytes.len(), live, slack, waste })
}

// The space of each field.

/// Bytes of the objects of a field: a row of [`SpaceByField`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldSpace {
    /// The field, such as `users[].name` for the names of all users; the empty path is the header
    /// with the root record.
    pub path: String,
    /// Number of objects: strings, lists, records behind pointers, and so on.
    pub objects: usize,
    /// Bytes of these objects, without those counted in the rows below.
    pub live: usize,
    /// Free bytes after them, up to an eighth of the size of each.
    pub slack: usize,
}

/// The uses of the bytes of a buffer, field by field:
/// [`space_by_field`](crate::space::space_by_field) and
/// [`Record::space_by_field`](crate::Record::space_by_field) return it. Displayed, it is a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceByField {
    rows: Vec<FieldSpace>,
    total: Space,
}

impl SpaceByField {
    /// The rows, each before those of the fields in its field. No byte is counted twice: together
    /// the rows have all live bytes and all slack.
    #[must_use]
    pub fn rows(&self) -> &[FieldSpace] {
        &self.rows
    }

    /// The whole buffer, as [`space`](crate::space::space) has it.
    #[must_use]
    pub fn total(&self) -> Space {
        self.total
    }
}

impl fmt::Display for SpaceByField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>10} {:>10} {:>10}  field", "objects", "live", "slack")?;
        for FieldSpace { path, objects, live, slack } in &self.rows {
            let path = if path.is_empty() { "(header and root)" } else { path };
            writeln!(f, "{objects:>10} {live:>10} {slack:>10}  {path}")?;
        }
        write!(f, "{}", self.total)
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    pub(crate) fn space_by_field(&self, depth: usize) -> Result<SpaceByField> {
        let navigator = self.navigator();
        let (bytes, floor) = (navigator.buf.bytes, navigator.buf.floor);
        let space = FieldSpace { path: String::new(), objects: 1, live: floor, slack: 0 };
        let root = SpaceRow { name: None, space, parts: Vec::new() };
        let rows = RefCell::new(Rows { all: vec![root], trail: Vec::new(), depth });
        visit_named(
            &navigator,
            &mut |range| {
                let len = range.len();
                rows.borrow_mut().add(len, slack_after(bytes, range.end, fair_slack(len)));
            },
            Some(&rows),
        )?;
        let rows = rows.into_inner().in_order();
        let sum = |of: fn(&FieldSpace) -> usize| rows.iter().map(of).fold(0, usize::saturating_add);
        let (live, slack) = (sum(|row| row.live), sum(|row| row.slack));
        let waste = bytes.len().saturating_sub(live).saturating_sub(slack);
        Ok(SpaceByField { total: Space { len: bytes.len(), live, slack, waste }, rows })
    }
}

/// A row with the rows one step below it.
struct SpaceRow {
    name: Option<String>,
    space: FieldSpace,
    parts: Vec<usize>,
}

/// The rows so far, and the position of the walk.
struct Rows {
    /// The first is the root's.
    all: Vec<SpaceRow>,
    /// The rows on the path, without the root; below the greatest depth the last row is repeated.
    trail: Vec<usize>,
    depth: usize,
}

impl Rows {
    fn add(&mut self, len: usize, slack: usize) {
        let row = self.trail.last().copied().unwrap_or(0);
        if let Some(SpaceRow { space, .. }) = self.all.get_mut(row) {
            space.objects = space.objects.saturating_add(1);
            space.live = space.live.saturating_add(len);
            space.slack = space.slack.saturating_add(slack);
        }
    }

    /// The row of a step below a row.
    fn part(&mut self, row: usize, name: Option<&str>) -> usize {
        let Some(above) = self.all.get(row) else { return row };
        let is_named = |part: &&usize| self.all.get(**part).is_some_and(|part| part.name.as_deref() == name);
        if let Some(known) = above.parts.iter().find(is_named) {
            return *known;
        }
        let mut path = above.space.path.clone();
        if name.is_some() && !path.is_empty() {
            path.push('.');
        }
        path.push_str(name.unwrap_or("[]"));
        let new = self.all.len();
        let space = FieldSpace { path, objects: 0, live: 0, slack: 0 };
        self.all.push(SpaceRow { name: name.map(String::from), space, parts: Vec::new() });
        if let Some(above) = self.all.get_mut(row) {
            above.parts.push(new);
        }
        new
    }

    /// The rows that have objects, each before those below it.
    fn in_order(self) -> Vec<FieldSpace> {
        let mut ordered = Vec::new();
        let mut next = vec![0];
        while let Some(row) = next.pop().and_then(|row| self.all.get(row)) {
            next.extend(row.parts.iter().rev());
            if row.space.objects > 0 {
                ordered.push(row.space.clone());
            }
        }
        ordered
    }
}

impl Trail for RefCell<Rows> {
    fn enter(&self, name: Option<&str>) {
        let mut rows = self.borrow_mut();
        let above = rows.trail.last().copied().unwrap_or(0);
        if name == Some("") {
            // A root that is not a struct has an empty name.
            rows.trail.push(above);
            rows.depth = rows.depth.saturating_add(1);
            return;
        }
        let row = if rows.trail.len() < rows.depth { rows.part(above, name) } else { above };
        rows.trail.push(row);
    }

    fn leave(&self) {
        self.borrow_mut().trail.pop();
    }
}
