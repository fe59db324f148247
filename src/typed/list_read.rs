//! Reading through the edit cursor of a list: its view, and searches.

use super::list::Iter;
use super::list_edit::ListEdit;
use super::verdict::Verdict;
use super::{Checked, List, Value};
use crate::error::Result;
use crate::layout::Size;
use crate::write::Storage;

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// A view of the list, as from the getter of a view.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32>, file: Vec<u8> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9], file: vec![1, 2] })?;
    /// let mut log = Log::edit(&mut bytes)?;
    /// assert_eq!(log.codes().view()?.get(1)?, 2);
    /// assert_eq!(log.file().view()?, [1, 2]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the list's bytes are invalid.
    pub fn view(&self) -> Result<T::GetList<'_, Checked>> {
        self.list().map(T::GetList::from)
    }

    /// Iterates over the elements, and checks each one when it is reached.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// let mut log = Log::edit(&mut bytes)?;
    /// let mut codes = log.codes();
    /// let sum = codes.iter()?.sum::<vellum::Result<u32>>()?;
    /// codes.push(sum)?;
    /// assert_eq!(codes.get(3)?, 15);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::view`].
    pub fn iter(&self) -> Result<Iter<'_, T>> {
        Ok(self.list()?.iter())
    }

    /// The index of the first element for which `matches` is true. The predicate returns a `bool`,
    /// or a `Result<bool>` if it reads a field of a struct.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Line { id: u64, text: String }
    /// # #[derive(Vellum)] struct Order { lines: Vec<Line> }
    /// # let line = |id| Line { id, text: "ink".into() };
    /// # let mut bytes = vellum::to_vec(&Order { lines: vec![line(7), line(9)] })?;
    /// let mut order = Order::edit(&mut bytes)?;
    /// let mut lines = order.lines();
    /// if let Some(index) = lines.position(|line| Ok(line.id()? == 7))? {
    ///     lines.remove(index)?;
    /// }
    /// assert_eq!(lines.position(|line| Ok(line.id()? == 7))?, None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::view`] and [`ListEdit::get`]; the error of the predicate.
    pub fn position<R: Verdict>(&self, mut matches: impl FnMut(T::Get<'_, Checked>) -> R) -> Result<Option<usize>> {
        let list = self.list()?;
        for (index, element) in list.iter().enumerate() {
            if matches(element?).verdict().map_err(|error| error.in_element(index))? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn list(&self) -> Result<List<'_, T>> {
        let slot = self.link.holder(self.session).and_then(|holder| self.session.record(holder));
        self.link.named(self.session, slot.and_then(|slot| List::behind(&slot, Size::ZERO, Checked)))
    }
}
