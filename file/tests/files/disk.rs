//! A file system in memory that counts its calls, fails at one of them, and loses what was not synced.
//!
//! What a program has written and not synced is on the disk in part: any set of the sectors that were written, in any order; and
//! of the names that were made or changed as many as a journal has kept, from the first on. A sync that says that it was done was
//! done. One that fails leaves what it was for as it was, or lost: in the memory of the system, and never on the disk.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use vellum_file::system::{FileSystem, Held, LockFailure, OpenFile};

/// Small, so that a frame has several.
const SECTOR: usize = 16;

/// What happens at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does nothing, and fails.
    Fails,
    /// As `Fails`; what a sync was for will never be on the disk.
    Loses,
    /// A write writes half of its bytes, and the next one fails.
    Short,
    /// A write writes all of its bytes, and fails.
    Wrote,
    /// It is done, but not synced, and the machine stops.
    Crash,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Create,
    Write(usize),
    SyncData,
    SyncAll,
    SetLen,
    Rename,
    Remove,
    SyncFolder,
    Read,
}

/// A part of what was not synced: it is on the disk after a crash, or not.
#[derive(Clone, Debug)]
enum Unit {
    Sector { at: usize, bytes: Vec<u8> },
    Grow(usize),
    SetLen(usize),
}

#[derive(Clone, Debug, Default)]
struct Inode {
    content: Vec<u8>,
    durable: Vec<u8>,
    waiting: Vec<Unit>,
}

#[derive(Clone, Debug)]
enum Name {
    Made(PathBuf, usize),
    Renamed(PathBuf, PathBuf),
    Removed(PathBuf),
}

#[derive(Clone, Debug, Default)]
pub struct State {
    inodes: Vec<Inode>,
    names: BTreeMap<PathBuf, usize>,
    durable_names: BTreeMap<PathBuf, usize>,
    waiting_names: Vec<Name>,
    locked: Vec<PathBuf>,
    pub calls: Vec<Call>,
    fault: Option<(usize, Fault)>,
    fails_next_write: bool,
    pub is_crashed: bool,
    /// The most bytes of all files.
    pub room: Option<usize>,
}

/// The file system; a clone is the same one.
#[derive(Clone, Default)]
pub struct Disk(Arc<Mutex<State>>);

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

fn failed() -> io::Error {
    io::Error::other("the disk failed")
}

impl State {
    /// Counts a call; whether it is to fail.
    fn call(&mut self, call: Call) -> io::Result<Option<Fault>> {
        if self.is_crashed {
            return Err(failed());
        }
        if call == Call::Read {
            return Ok(None);
        }
        let number = self.calls.len();
        self.calls.push(call);
        match self.fault.filter(|(at, _)| *at == number).map(|(_, fault)| fault) {
            Some(Fault::Fails) => Err(failed()),
            Some(fault @ (Fault::Loses | Fault::Short | Fault::Wrote)) => match (fault, call) {
                (Fault::Loses, Call::SyncAll | Call::SyncData) | (Fault::Short | Fault::Wrote, Call::Write(_)) => {
                    Ok(Some(fault))
                }
                _ => Err(failed()),
            },
            Some(Fault::Crash) => {
                self.is_crashed = true;
                Ok(Some(Fault::Crash))
            }
            None => Ok(None),
        }
    }

    fn done(&self) -> io::Result<()> {
        if self.is_crashed { Err(failed()) } else { Ok(()) }
    }

    fn used(&self) -> usize {
        self.names.values().map(|inode| self.inodes[*inode].content.len()).sum()
    }

    fn write(&mut self, inode: usize, at: usize, bytes: &[u8]) {
        let file = &mut self.inodes[inode];
        let end = at + bytes.len();
        if end > file.content.len() {
            file.content.resize(end, 0);
            file.waiting.push(Unit::Grow(end));
        }
        file.content[at..end].copy_from_slice(bytes);
        let mut start = at;
        while start < end {
            let next = ((start / SECTOR + 1) * SECTOR).min(end);
            file.waiting.push(Unit::Sector { at: start, bytes: bytes[start - at..next - at].to_vec() });
            start = next;
        }
    }

    fn sync_names(&mut self) {
        for name in std::mem::take(&mut self.waiting_names) {
            apply_name(&mut self.durable_names, &name);
        }
    }

    /// How many parts of what was not synced there are.
    pub fn waiting(&self) -> (usize, usize) {
        (self.inodes.iter().map(|inode| inode.waiting.len()).sum(), self.waiting_names.len())
    }

    /// The disk after a crash: with the parts of which `keeps` says so by their number, and so many names.
    pub fn after_crash(&self, keeps: &dyn Fn(usize) -> bool, names: usize) -> Disk {
        let mut number = 0;
        let mut inodes = Vec::new();
        for inode in &self.inodes {
            let mut content = inode.durable.clone();
            for unit in &inode.waiting {
                if keeps(number) {
                    apply_unit(&mut content, unit);
                }
                number += 1;
            }
            inodes.push(Inode { durable: content.clone(), content, waiting: Vec::new() });
        }
        let mut durable_names = self.durable_names.clone();
        self.waiting_names.iter().take(names).for_each(|name| apply_name(&mut durable_names, name));
        let names = durable_names.clone();
        Disk(Arc::new(Mutex::new(Self { inodes, names, durable_names, ..Self::default() })))
    }

    /// The disk as the next process finds it if this one ends and the machine does not.
    pub fn after_exit(&self) -> Disk {
        let state = Self {
            locked: Vec::new(),
            calls: Vec::new(),
            fault: None,
            fails_next_write: false,
            is_crashed: false,
            ..self.clone()
        };
        Disk(Arc::new(Mutex::new(state)))
    }
}

fn apply_unit(content: &mut Vec<u8>, unit: &Unit) {
    match unit {
        Unit::Sector { at, bytes } => {
            let end = at + bytes.len();
            if end > content.len() {
                content.resize(end, 0);
            }
            content[*at..end].copy_from_slice(bytes);
        }
        Unit::Grow(len) => content.resize((*len).max(content.len()), 0),
        Unit::SetLen(len) => content.resize(*len, 0),
    }
}

fn apply_name(names: &mut BTreeMap<PathBuf, usize>, name: &Name) {
    match name {
        Name::Made(path, inode) => {
            names.insert(path.clone(), *inode);
        }
        Name::Renamed(from, to) => {
            if let Some(inode) = names.remove(from) {
                names.insert(to.clone(), inode);
            }
        }
        Name::Removed(path) => {
            names.remove(path);
        }
    }
}

impl Disk {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Fails at a call, which is counted from 0.
    pub fn fail_at(&self, call: usize, fault: Fault) {
        self.state().fault = Some((call, fault));
    }

    pub fn system(&self) -> Arc<dyn FileSystem> {
        Arc::new(self.clone())
    }

    pub fn content(&self, path: &Path) -> Vec<u8> {
        let state = self.state();
        state.inodes[state.names[path]].content.clone()
    }

    /// Replaces the bytes of a file, which are on the disk.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let mut state = self.state();
        let inode = state.inodes.len();
        state.inodes.push(Inode { content: bytes.to_vec(), durable: bytes.to_vec(), waiting: Vec::new() });
        state.names.insert(path.to_owned(), inode);
        state.durable_names.insert(path.to_owned(), inode);
    }
}

impl FileSystem for Disk {
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.state().names.contains_key(path))
    }

    fn open(&self, path: &Path, _writes: bool) -> io::Result<Box<dyn OpenFile>> {
        let state = self.state();
        state.done()?;
        let inode = *state.names.get(path).ok_or(ErrorKind::NotFound)?;
        Ok(Box::new(Opened { disk: self.clone(), inode, at: 0 }))
    }

    fn create(&self, path: &Path, _like: Option<&Path>) -> io::Result<Box<dyn OpenFile>> {
        let mut state = self.state();
        state.call(Call::Create)?;
        let inode = state.inodes.len();
        state.inodes.push(Inode::default());
        state.names.insert(path.to_owned(), inode);
        state.waiting_names.push(Name::Made(path.to_owned(), inode));
        state.done()?;
        Ok(Box::new(Opened { disk: self.clone(), inode, at: 0 }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.call(Call::Rename)?;
        let name = Name::Renamed(from.to_owned(), to.to_owned());
        apply_name(&mut state.names, &name);
        state.waiting_names.push(name);
        state.done()
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.call(Call::Remove)?;
        let name = Name::Removed(path.to_owned());
        apply_name(&mut state.names, &name);
        state.waiting_names.push(name);
        state.done()
    }

    fn sync_folder(&self, _of: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.call(Call::SyncFolder)?;
        state.done()?;
        state.sync_names();
        Ok(())
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Held>, LockFailure> {
        let mut state = self.state();
        if state.locked.iter().any(|locked| locked == path) {
            return Err(LockFailure::Held(Some("the test".into())));
        }
        state.locked.push(path.to_owned());
        Ok(Box::new(Lock(self.clone(), path.to_owned())))
    }
}

struct Lock(Disk, PathBuf);

impl Held for Lock {}

impl Drop for Lock {
    fn drop(&mut self) {
        self.0.state().locked.retain(|path| *path != self.1);
    }
}

struct Opened {
    disk: Disk,
    inode: usize,
    at: usize,
}

impl Opened {
    fn sync(&mut self, call: Call) -> io::Result<()> {
        let mut state = self.disk.state();
        let fault = state.call(call)?;
        state.done()?;
        let inode = &mut state.inodes[self.inode];
        if fault == Some(Fault::Loses) {
            inode.waiting.retain(|unit| matches!(unit, Unit::SetLen(_) | Unit::Grow(_)));
            return Err(failed());
        }
        for unit in std::mem::take(&mut inode.waiting) {
            apply_unit(&mut inode.durable, &unit);
        }
        Ok(())
    }
}

impl OpenFile for Opened {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk.state().inodes[self.inode].content.len() as u64)
    }

    fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        state.call(Call::Read)?;
        let content = &state.inodes[self.inode].content;
        let rest = content.get(offset as usize..).unwrap_or_default();
        // Never all at once.
        let count = rest.len().min(into.len()).min(1000);
        into[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }

    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.at = offset as usize;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        if std::mem::take(&mut state.fails_next_write) {
            return Err(ErrorKind::StorageFull.into());
        }
        let fault = state.call(Call::Write(bytes.len()))?;
        let mut count = bytes.len();
        if fault == Some(Fault::Short) {
            count = bytes.len() / 2;
            state.fails_next_write = true;
        }
        if fault == Some(Fault::Wrote) {
            state.write(self.inode, self.at, bytes);
            return Err(failed());
        }
        if let Some(room) = state.room {
            let grows = (self.at + count).saturating_sub(state.inodes[self.inode].content.len());
            let left = room.saturating_sub(state.used());
            count -= grows.saturating_sub(left).min(count);
            if count == 0 {
                return Err(ErrorKind::StorageFull.into());
            }
        }
        state.write(self.inode, self.at, &bytes[..count]);
        self.at += count;
        state.done()?;
        Ok(count)
    }

    fn sync_data(&mut self) -> io::Result<()> {
        self.sync(Call::SyncData)
    }

    fn sync_all(&mut self) -> io::Result<()> {
        self.sync(Call::SyncAll)
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        state.call(Call::SetLen)?;
        let inode = &mut state.inodes[self.inode];
        inode.content.resize(len as usize, 0);
        inode.waiting.push(Unit::SetLen(len as usize));
        state.done()
    }
}
