//! Values from one record to another.

use super::{AsRecord, Locate, Record};
use crate::error::Result;
use crate::whole::check_same;
use crate::write::Storage;

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets a field to what a field of another record holds, with everything behind it; both are
    /// given by handles or paths. An absent value makes the field absent, or its default.
    ///
    /// The types have to be the same, in one schema or in two: fields and variants of the same
    /// names in the same order, with the same defaults. Where both are optional, absence is copied;
    /// how the value lies in either buffer does not matter, so an element of a list can become a
    /// field, and the other way round.
    ///
    /// A value with parts is laid out twice: to learn its length, and where it will lie. Where
    /// something on the way has to be made first, this buffer is copied once, to go back to if the
    /// edit fails.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse(
    ///     "struct Phone { number: string, notes: list<string> }
    ///      struct User { main: Phone, others: list<Phone> }
    ///      root User;",
    /// )?;
    /// let (mut ada, mut bob) = (Record::new(&schema), Record::new(&schema));
    /// ada.push_default("others")?;
    /// ada.set("others[0].number", "123")?;
    /// ada.push("others[0].notes", "at home")?;
    /// bob.copy_from("main", &ada, "others[0]")?;
    /// assert_eq!(bob.get::<str>("main.notes[0]")?, "at home");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`ErrorKind::Type`](crate::ErrorKind::Type) if the types differ,
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the value holds data of a newer schema
    /// revision, [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the value would
    /// be nested too deep here. The bytes are then unchanged.
    pub fn copy_from<L: Locate, M: Locate>(&mut self, address: L, other: &impl AsRecord, from: M) -> Result<()> {
        let other = other.as_record()?;
        let (to, from) = (address.locate(self.schema(), false)?, from.locate(other.schema(), false)?);
        let (ty, of_other) = (self.type_at(&to)?, other.type_at(&from)?);
        check_same((self.schema(), ty), (other.schema(), of_other))?;
        match other.part(&from)? {
            Some(part) => self.put_whole(&to, &part),
            None => self.clear(&to),
        }
    }
}
