//! The results of predicates of edit cursors.

use crate::error::Result;

/// The result of a predicate for an element: `bool`, or `Result<bool>` if it reads a field of the
/// element.
///
/// An `Err` ends the method that called the predicate, which returns the error with the element's
/// place in its path and changes nothing.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { codes: Vec<u32>, lines: Vec<Line> }
///
/// #[derive(Vellum)]
/// struct Line { id: u64, text: String }
///
/// let line = |id| Line { id, text: "ink".into() };
/// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2], lines: vec![line(7), line(9)] })?;
/// let mut log = Log::edit(&mut bytes)?;
/// assert_eq!(log.codes().position(|code| code == 2)?, Some(1));
/// assert_eq!(log.lines().position(|line| Ok(line.id()? == 9))?, Some(1));
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait Verdict {
    /// As a result.
    ///
    /// # Errors
    /// That of the predicate.
    fn verdict(self) -> Result<bool>;
}

impl Verdict for bool {
    #[inline]
    fn verdict(self) -> Result<bool> {
        Ok(self)
    }
}

impl Verdict for Result<bool> {
    #[inline]
    fn verdict(self) -> Result<bool> {
        self
    }
}
