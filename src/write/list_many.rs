//! Edits of many elements of a list at once.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::found::TypedList;
use super::list::ListEdit;
use super::storage::Storage;
use super::unions::extend_unions;
use super::value::{elements_heap_len, write_elements};
use crate::error::Result;
use crate::typed::Value;
use crate::typed::encode::refused;

/// The runs of indices below `len` for which `keep` is false.
pub(crate) fn runs_without(len: usize, mut keep: impl FnMut(usize) -> Result<bool>) -> Result<Vec<Range<usize>>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for index in 0..len {
        if keep(index)? {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == index => run.end = index.saturating_add(1),
            _ => runs.push(index..index.saturating_add(1)),
        }
    }
    Ok(runs)
}

/// The indices of values in their order; equal ones keep theirs.
///
/// This merges runs of indices that are sorted, ever longer ones. std's sort may panic where a caller's comparison contradicts
/// itself; then the order here is some order.
pub(crate) fn order_of<V>(values: Vec<V>, mut compare: impl FnMut(&V, &V) -> Ordering) -> Vec<usize> {
    let mut is_after = |a: &usize, b: &usize| match (values.get(*a), values.get(*b)) {
        (Some(a), Some(b)) => compare(a, b) == Ordering::Greater,
        _ => false,
    };
    let mut order: Vec<usize> = (0..values.len()).collect();
    let mut merged = Vec::with_capacity(order.len());
    let mut len = 1usize;
    while len < order.len() {
        for pair in order.chunks(len.saturating_mul(2)) {
            let (mut a, mut b) = pair.split_at_checked(len).unwrap_or((pair, &[]));
            // Two runs that follow each other are one already.
            let is_sorted = !matches!((a.last(), b.first()), (Some(last), Some(first)) if is_after(last, first));
            while let (false, Some((first, rest_of_a)), Some((second, rest_of_b))) =
                (is_sorted, a.split_first(), b.split_first())
            {
                if is_after(first, second) {
                    merged.push(*second);
                    b = rest_of_b;
                } else {
                    merged.push(*first);
                    a = rest_of_a;
                }
            }
            merged.extend_from_slice(a);
            merged.extend_from_slice(b);
        }
        core::mem::swap(&mut order, &mut merged);
        merged.clear();
        len = len.saturating_mul(2);
    }
    order
}

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// Appends elements. If one cannot be appended, those before it stay.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![1] })?;
    /// Log::edit(&mut bytes)?.codes().extend([2, 3])?;
    /// assert_eq!(Log::view(&bytes)?.codes()?.len(), 3);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::push`].
    pub fn extend<'v>(&mut self, values: impl IntoIterator<Item = T::Set<'v>>) -> Result<()>
    where
        T: 'v,
    {
        values.into_iter().try_for_each(|value| self.push(value))
    }

    /// Appends owned elements, all of them or none.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct File { content: Vec<u8> }
    /// let mut bytes = vellum::to_vec(&File { content: vec![1] })?;
    /// File::edit(&mut bytes)?.content().extend_from_slice(&[2, 3])?;
    /// assert_eq!(File::view(&bytes)?.content()?, [1, 2, 3]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::push`]; the list is then unchanged.
    pub fn extend_from_slice(&mut self, values: &[T]) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        self.room = None;
        self.check_len(values.len())?;
        let len = self.len()?;
        let heap = |width, levels| elements_heap_len(values, width, levels);
        let result = self.session.write_whole::<T, _>(&self.link, |session| {
            if T::PACKS {
                return extend_unions(session, &self.link, len, values);
            }
            let gap = session.insert(&TypedList::<T>::new(&self.link), len, values.len(), &heap)?;
            write_elements(session, &gap, values)?;
            session.settle();
            Ok(())
        });
        result.map_err(|error| refused::<Vec<T>>(&values, error))
    }

    /// Keeps the elements for which `keep` is true, in one pass over the list.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: (0..10).collect() })?;
    /// Log::edit(&mut bytes)?.codes().retain(|code| code % 3 == 0)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [0, 3, 6, 9]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`]; the list is then unchanged.
    pub fn retain(&mut self, mut keep: impl FnMut(T::Get<'_>) -> bool) -> Result<()> {
        let runs = runs_without(self.len()?, |index| self.get(index).map(&mut keep))?;
        self.room = None;
        if runs.is_empty() { Ok(()) } else { self.session.remove_runs(&TypedList::<T>::new(&self.link), &runs) }
    }

    /// Sorts the elements, keeping the order of equal ones. What they point to stays where it is.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let mut bytes = vellum::to_vec(&Log { lines: vec!["b".into(), "a".into()] })?;
    /// Log::edit(&mut bytes)?.lines().sort_by(|a, b| a.cmp(b))?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.lines, ["a", "b"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`]; the list is then unchanged.
    pub fn sort_by(&mut self, compare: impl FnMut(&T::Get<'_>, &T::Get<'_>) -> Ordering) -> Result<()> {
        let values = (0..self.len()?).map(|index| self.get(index)).collect::<Result<Vec<_>>>()?;
        let order = order_of(values, compare);
        self.session.reorder(&self.link, &order)
    }

    /// Shortens the list to `len` elements; a shorter one stays as it is.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().truncate(1)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [4]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`].
    pub fn truncate(&mut self, len: usize) -> Result<()> {
        self.room = None;
        match self.len()?.checked_sub(len) {
            Some(surplus) => self.session.remove(&TypedList::<T>::new(&self.link), len, surplus),
            None => Ok(()),
        }
    }

    /// Removes all elements.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().clear()?;
    /// assert!(Log::view(&bytes)?.codes()?.is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`].
    pub fn clear(&mut self) -> Result<()> {
        self.truncate(0)
    }
}
