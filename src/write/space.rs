//! What the bytes of a buffer are used for.

use core::fmt;
use core::ops::Range;

use super::session::SchemaSource;
use super::session::Session;
use super::slack::{fair_slack, slack_after};
use super::storage::Storage;
use crate::error::Result;
use crate::read::navigate::Navigator;
use crate::read::walk::visit_all;

/// What the bytes of a buffer are used for: [`space`](crate::space::space) and
/// [`Record::space`](crate::Record::space) make it.
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
    /// Free bytes behind objects, up to an eighth of the size of each: room to grow into.
    pub slack: usize,
    /// All other free bytes. When there are too many, an edit lays the buffer out anew.
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
