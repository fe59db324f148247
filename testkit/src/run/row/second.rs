//! Steps of a row by derived types, in the same buffer.

use vellum::Record;

use super::{Place, Row, Step};
use crate::encode::encode;
use crate::memory::Memory;
use crate::perform::hex;
use crate::random::Random;
use crate::read::read;
use crate::run::Failed;

/// Another way to read and edit the same buffers: derived types.
pub trait Second {
    /// Takes over what a buffer holds.
    ///
    /// # Errors
    /// How the ways to read it disagree.
    fn read(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// Chooses what [`Second::edit`] does, as the newest revision or an older one; one edit that
    /// happens as a whole, or several. Gives a name of it.
    fn choose(&mut self, random: &mut Random, by_older: bool, one: bool) -> String;

    /// Makes what was chosen, of what was taken over as well.
    ///
    /// # Errors
    /// What came other than expected.
    fn edit(&mut self, memory: &mut Memory) -> Result<Edited, String>;
}

/// What came of an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edited {
    /// The value may be another.
    Made,
    /// It was refused, rightly, or there was nothing to do.
    Not,
    /// There is no room.
    Full,
}

impl Row<'_> {
    /// A step by derived types.
    pub(super) fn step_of_second(&mut self, random: &mut Random, step: &mut Step) -> Result<bool, Failed> {
        let Some(second) = self.second.take() else { return Ok(true) };
        let growths = if random.one_in(4) { random.below(4) } else { usize::MAX };
        let by_older = random.one_in(4);
        let text = second.choose(random, by_older, growths != usize::MAX || self.place != Place::Vector);
        step.name = "a derived edit";
        step.text = format!("{text} (by derived types, growing {growths} times, {:?})", self.place);
        self.draw(if by_older { "steps of an older derived type" } else { "steps of derived types" });
        let mut memory = self.take_memory()?;
        self.allowance.set(growths);
        let mut edited = second.edit(&mut memory);
        self.allowance.set(usize::MAX);
        if let Ok(Edited::Full) = edited {
            self.draw("steps that find no room at first");
            let now: &[u8] = memory.as_ref();
            if now != step.before {
                return Err(("Err changed the bytes", format!("they are now {}", hex(now))));
            }
            if self.place != Place::Vector {
                step.before = encode(self.newest(), &self.val);
                (memory, self.place) = (Memory::of_allowance(&step.before, &self.allowance), Place::Vector);
            }
            edited = second.edit(&mut memory);
        }
        self.second = Some(second);
        self.at = 0;
        self.open_in(self.place, memory)?;
        match edited {
            Ok(Edited::Made) => {
                self.may_have_unclaimed |= by_older;
                self.is_bounded &= !by_older;
                // How wide numbers are in `any` is not read, and the memory is kept where there are
                // none.
                let record = Record::open(self.runner.pair.schema, self.record.as_bytes());
                let val = record.map_err(|error| error.to_string()).and_then(|record| read(self.newest(), &record));
                self.val = val.map_err(|error| ("not read", format!("{error}; the bytes are now {}", self.hex())))?;
                if self.runner.text.contains("any") {
                    self.val = self.value_as_read()?;
                }
                self.check_row()?;
                self.read_by_second()?;
                Ok(false)
            }
            Ok(_) if self.record.as_bytes() == step.before => Ok(true),
            Ok(_) => Err(("Err changed the bytes", format!("they are now {}", self.hex()))),
            Err(error) => Err(("a derived edit", format!("{error}; the bytes are now {}", self.hex()))),
        }
    }

    /// Has derived types read the buffer, and compare.
    pub(super) fn read_by_second(&mut self) -> Result<(), Failed> {
        let bytes = self.record.as_bytes();
        let read = self.second.as_mut().map_or(Ok(()), |second| second.read(bytes));
        read.map_err(|error| ("derived types read another value", format!("{error}; the bytes are now {}", hex(bytes))))
    }
}
