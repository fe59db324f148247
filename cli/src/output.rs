//! Where results go: lines on standard output, in colour on terminals; bytes to standard output or
//! a file.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};

use crate::failure::{Failure, Outcome};

/// Standard output, unbuffered writes of which are collected by the line.
#[derive(Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Writes a line to standard output.
pub fn line(line: impl Display) -> Outcome<()> {
    written(writeln!(anstream::stdout(), "{line}"))
}

/// Writes a note to standard error, where it is no part of the result.
pub fn note(line: impl Display) {
    // There is nowhere to say that nothing can be said.
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Writes out what is held back.
pub fn flush() -> Outcome<()> {
    written(io::stdout().flush())
}

/// The error of standard output.
pub fn written<T>(result: io::Result<T>) -> Outcome<T> {
    result.map_err(|error| Failure::io("write to standard output", "", &error))
}

/// Writes bytes to standard output.
pub fn bytes(bytes: &[&[u8]]) -> Outcome<()> {
    refuse_terminal()?;
    let mut out = io::stdout().lock();
    written(bytes.iter().try_for_each(|part| out.write_all(part)).and_then(|()| out.flush()))
}

/// Bytes do not go to a terminal.
pub fn refuse_terminal() -> Outcome<()> {
    if io::stdout().is_terminal() {
        let failure = Failure::misuse("the result is bytes, and standard output is a terminal");
        return Err(failure.help("name a file with `--output FILE`, or pass it on with `|`"));
    }
    Ok(())
}
