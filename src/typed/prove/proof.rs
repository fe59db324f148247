//! From bytes to a proved view.

use super::proven::Proven;
use super::prover::Prover;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::Buf;
use crate::read::record::RecordBytes;
use crate::schema::MIXED;
use crate::typed::root_record::{Root, get_root};
use crate::typed::roots::{schema_of, verify};
use crate::typed::slot::RecordOf;
use crate::typed::{Reading, Value};
use crate::wire::width::{PointerWidth, StaticWidth, with_width};

/// Proves a buffer of a derived type, and gives its proved view.
///
/// # Errors
/// As [`Vellum::access`].
#[doc(hidden)]
#[inline]
pub fn access<T: Value>(bytes: &[u8]) -> Result<T::Proved<'_>> {
    prove::<T>(bytes).map(view::<T>)
}

/// The proved root record of a buffer.
#[inline]
pub(super) fn prove<T: Value>(bytes: &[u8]) -> Result<RecordOf<'_, T, Proven>> {
    let Ok((buf, root)) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage) else {
        return Err(refused::<T>(bytes, Proof::Invalid));
    };
    let width = PointerWidth::from(buf.width);
    match with_width!(width, W => prove_root::<T, W>(buf.with_width(W {}), root)) {
        Proof::Valid if schema_of::<T>().is_sound() => {
            Ok(RecordOf::new(RecordBytes::new(buf, root), Proven { is_unchanged: true }))
        }
        proof => Err(refused::<T>(bytes, proof)),
    }
}

/// The result of a proof.
#[derive(Clone, Copy, PartialEq)]
enum Proof {
    Valid,
    Invalid,
    /// The type has no value for data of a newer revision.
    Unreadable,
    /// The Rust type cannot hold a value.
    BeyondType,
}

/// The proved view of a root record.
#[inline(always)]
pub(super) fn view<T: Value>(root: RecordOf<'_, T, Proven>) -> T::Proved<'_> {
    Proven::of(get_root::<T, Proven>(root.record(), root.known()))
}

fn prove_root<T: Value, W: StaticWidth>(buf: Buf<'_, W>, root: &[u8]) -> Proof {
    let is_reached = buf.bytes.len() as u64 <= W::MAX_LEN;
    let mut prover = Prover::new(buf);
    if is_reached && prove_record::<T, W>(&mut prover, root).is_some() {
        return Proof::Valid;
    }
    match prover {
        Prover { is_unreadable: true, .. } => Proof::Unreadable,
        Prover { is_beyond_type: true, .. } => Proof::BeyondType,
        _ => Proof::Invalid,
    }
}

/// Proves the root record: that of a struct, or one whose only field is a value of any other type.
#[inline(always)]
fn prove_record<T: Value, W: StaticWidth>(prover: &mut Prover<'_, W>, root: &[u8]) -> Option<()> {
    if const { Root::<T>::IS_STRUCT } {
        return prover.element::<T>(root, MIXED);
    }
    prover.alone::<T>(root)
}

/// Why a buffer is refused: the error of the walk over the schema.
#[cold]
#[inline(never)]
fn refused<T: Value>(bytes: &[u8], proof: Proof) -> Error {
    match (verify::<T>(bytes), proof) {
        (Err(error), _) => error,
        (Ok(_), Proof::Unreadable) => Error::fixed(&FixedError(
            ErrorKind::Newer,
            "a value is of a variant of a newer schema revision, which the type has no value for",
        )),
        (Ok(_), Proof::BeyondType) => Error::fixed(&FixedError(
            ErrorKind::Type,
            "a stored value is beyond what the Rust type of its field can hold; its getter says which",
        )),
        (Ok(_), Proof::Valid | Proof::Invalid) => internal_error(),
    }
}
