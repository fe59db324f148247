//! The frames of a file, one after the other, and the search for proof that one was durable.

use std::io;

use crate::layout::{FRAME, FrameHead, is_frame};
use crate::system::{OpenFile, read_full};

/// How much is read at once.
const WINDOW: u64 = 256 * 1024;

/// The bytes of a file that is read from its start to its end.
pub(crate) struct Window {
    file: Box<dyn OpenFile>,
    /// Its length when it was opened; what was appended since is not read.
    len: u64,
    at: u64,
    bytes: Vec<u8>,
}

impl Window {
    pub(crate) fn new(file: Box<dyn OpenFile>) -> io::Result<Self> {
        let len = file.len()?;
        Ok(Self { file, len, at: 0, bytes: Vec::new() })
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn into_file(self) -> Box<dyn OpenFile> {
        self.file
    }

    /// Reads into memory of the caller's; says how many bytes there were.
    pub(crate) fn read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        read_full(&mut *self.file, offset, into)
    }

    /// Bytes at an offset; `None` if the file ends before them.
    pub(crate) fn get(&mut self, offset: u64, count: u64) -> io::Result<Option<&[u8]>> {
        let end = offset.saturating_add(count);
        if end > self.len {
            return Ok(None);
        }
        let held = self.at.saturating_add(self.bytes.len() as u64);
        if offset < self.at || end > held {
            self.fill(offset, count)?;
        }
        let start = offset.saturating_sub(self.at);
        let range = usize::try_from(start).ok().zip(usize::try_from(start.saturating_add(count)).ok());
        Ok(range.and_then(|(start, end)| self.bytes.get(start..end)))
    }

    fn fill(&mut self, offset: u64, count: u64) -> io::Result<()> {
        let count = count.max(WINDOW).min(self.len.saturating_sub(offset));
        let count = usize::try_from(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.at = offset;
        self.bytes.resize(count, 0);
        let found = read_full(&mut *self.file, offset, &mut self.bytes)?;
        self.bytes.truncate(found);
        Ok(())
    }

    /// Forgets what is in memory, so that it is read again.
    fn forget(&mut self) {
        self.bytes.clear();
    }
}

/// The frames of a file.
pub(crate) struct Frames {
    pub(crate) window: Window,
    id: u64,
    /// Where the next frame begins.
    pub(crate) offset: u64,
    /// The number of the last frame that was read.
    pub(crate) sequence: u64,
    /// Where it begins, and its checksum.
    pub(crate) last: Option<(u64, u64)>,
}

/// What ends the frames of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The end of the file.
    Here,
    /// Bytes that are no frame, of which nothing tells that they were durable.
    Torn,
    /// Bytes that are no frame, in the place of one that was durable.
    Damaged,
}

impl Frames {
    pub(crate) fn new(window: Window, id: u64, offset: u64, sequence: u64) -> Self {
        Self { window, id, offset, sequence, last: None }
    }

    /// The head and the patch of the next frame; `None` if there is no valid one.
    pub(crate) fn next(&mut self) -> io::Result<Option<(FrameHead, &[u8])>> {
        let Some(head) = self.window.get(self.offset, FRAME as u64)?.and_then(FrameHead::read) else {
            return Ok(None);
        };
        if Some(head.sequence) != self.sequence.checked_add(1) || head.durable >= head.sequence {
            return Ok(None);
        }
        let len = u64::from(head.len).saturating_add(FRAME as u64);
        let (offset, id) = (self.offset, self.id);
        let Some(frame) = self.window.get(offset, len)? else { return Ok(None) };
        if !is_frame(id, frame) {
            return Ok(None);
        }
        self.offset = offset.saturating_add(len);
        self.sequence = head.sequence;
        self.last = Some((offset, head.checksum));
        Ok(Some((head, frame.get(FRAME..).unwrap_or_default())))
    }

    /// Whether a frame that was read before is still there.
    pub(crate) fn has(&mut self, (at, checksum): (u64, u64)) -> io::Result<bool> {
        Ok(self.window.get(at, 8)?.is_some_and(|bytes| bytes == checksum.to_le_bytes()))
    }

    /// What ended the frames. Another process may be writing: if there is a valid frame now, there
    /// is no end, and the answer is `None`.
    pub(crate) fn ended(&mut self) -> io::Result<Option<Ended>> {
        if self.offset >= self.window.len {
            return Ok(Some(Ended::Here));
        }
        let bad = self.sequence.saturating_add(1);
        if !self.was_durable(bad)? {
            return Ok(Some(Ended::Torn));
        }
        // The frame was written before the one that tells of it.
        self.window.forget();
        let (offset, sequence, last) = (self.offset, self.sequence, self.last);
        let is_there = self.next()?.is_some();
        (self.offset, self.sequence, self.last) = (offset, sequence, last);
        Ok(if is_there { None } else { Some(Ended::Damaged) })
    }

    /// Whether a later frame of this file says that an edit was durable.
    ///
    /// A frame can begin at any byte, as the length of the bad one may be damaged. Time is in
    /// proportion to the file: bytes that are made to look like many frames are taken for damage.
    fn was_durable(&mut self, edit: u64) -> io::Result<bool> {
        let len = self.window.len;
        let mut at = self.offset;
        let mut budget = len.saturating_mul(4).saturating_add(1 << 20);
        loop {
            let count = WINDOW.min(len.saturating_sub(at));
            if count < FRAME as u64 {
                return Ok(false);
            }
            let Some(bytes) = self.window.get(at, count)? else { return Ok(false) };
            let most = edit.saturating_add(len.div_ceil(FRAME as u64));
            let found = bytes.windows(FRAME).enumerate().find_map(|(index, bytes)| {
                let head = FrameHead::read(bytes)?;
                let tells = head.durable >= edit && head.durable < head.sequence && head.sequence <= most;
                tells.then_some((index as u64, head))
            });
            let Some((index, head)) = found else {
                // The last bytes may be the start of a frame.
                at = at.saturating_add(count.saturating_sub(FRAME as u64)).saturating_add(1);
                continue;
            };
            at = at.saturating_add(index);
            let frame_len = u64::from(head.len).saturating_add(FRAME as u64);
            let id = self.id;
            if let Some(frame) = self.window.get(at, frame_len)? {
                if is_frame(id, frame) {
                    return Ok(true);
                }
                let Some(left) = budget.checked_sub(frame_len) else { return Ok(true) };
                budget = left;
            }
            at = at.saturating_add(1);
        }
    }
}
