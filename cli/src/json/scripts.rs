//! JSON for readers whose numbers are all floats of 64 bits, as those of JavaScript are: integers
//! that would be rounded there are text.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// The greatest integer below which a float has every integer.
const MOST: u64 = (1 << 53) - 1;

/// Writes as another formatter does, but for large integers.
pub struct ForScripts<F> {
    inner: F,
    /// A key that is a number is written within quotation marks already.
    is_in_text: bool,
}

impl<F> ForScripts<F> {
    /// Writes what is no large integer as a formatter does.
    pub fn of(inner: F) -> Self {
        Self { inner, is_in_text: false }
    }
}

macro_rules! integers {
    ($($name:ident: $type:ty, $is_large:expr;)*) => {$(
        fn $name<W: Write + ?Sized>(&mut self, writer: &mut W, value: $type) -> io::Result<()> {
            let is_large: fn($type) -> bool = $is_large;
            if is_large(value) && !self.is_in_text {
                return write!(writer, "\"{value}\"");
            }
            self.inner.$name(writer, value)
        }
    )*};
}

macro_rules! passed_on {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {$(
        fn $name<W: Write + ?Sized>(&mut self, writer: &mut W $(, $arg: $type)*) -> io::Result<()> {
            self.inner.$name(writer $(, $arg)*)
        }
    )*};
}

impl<F: Formatter> Formatter for ForScripts<F> {
    integers! {
        write_i64: i64, |value| value.unsigned_abs() > MOST;
        write_u64: u64, |value| value > MOST;
        write_i128: i128, |value| value.unsigned_abs() > u128::from(MOST);
        write_u128: u128, |value| value > u128::from(MOST);
    }

    fn begin_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.is_in_text = true;
        self.inner.begin_string(writer)
    }

    fn end_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.is_in_text = false;
        self.inner.end_string(writer)
    }

    passed_on! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}
