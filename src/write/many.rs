//! Plans for edits of many elements at once: which are removed, and in which order they are sorted.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::error::Result;

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

/// The indices of values in sorted order; the sort is stable.
///
/// This merges runs of indices that are sorted, ever longer ones. std's sort may panic if the
/// comparison is not a total order; this one then returns some order.
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
            // Adjacent runs are in order already.
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
