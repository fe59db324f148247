//! How bytes become an archived root: validated before each access, or trusted. For all workloads.

use rkyv::api::high::{HighDeserializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::seal::Seal;
use rkyv::{Archive, Deserialize, Portable};

use super::OWN_BYTES;

/// What can be validated and read.
pub trait Archived: Portable + for<'a> CheckBytes<HighValidator<'a, Error>> {}

impl<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>> Archived for T {}

/// How bytes become an archived root.
pub trait Access: 'static {
    const CHECKS: bool;

    fn root<T: Archived>(bytes: &[u8]) -> &T;
    fn root_mut<T: Archived>(bytes: &mut [u8]) -> Seal<'_, T>;
    fn owned<T: Archive>(bytes: &[u8]) -> T
    where
        T::Archived: Archived + Deserialize<T, HighDeserializer<Error>>;
}

/// Validates all before each access.
pub struct Validated;

impl Access for Validated {
    const CHECKS: bool = true;

    fn root<T: Archived>(bytes: &[u8]) -> &T {
        rkyv::access::<_, Error>(bytes).expect(OWN_BYTES)
    }

    fn root_mut<T: Archived>(bytes: &mut [u8]) -> Seal<'_, T> {
        rkyv::access_mut::<_, Error>(bytes).expect(OWN_BYTES)
    }

    fn owned<T: Archive>(bytes: &[u8]) -> T
    where
        T::Archived: Archived + Deserialize<T, HighDeserializer<Error>>,
    {
        rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
    }
}

/// Trusts the bytes.
pub struct Unchecked;

// SAFETY of all three: the rows pass only whole aligned buffers that this process archived from a
// value of the type, or that a `Seal` has changed since.
impl Access for Unchecked {
    const CHECKS: bool = false;

    fn root<T: Archived>(bytes: &[u8]) -> &T {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked(bytes) }
    }

    fn root_mut<T: Archived>(bytes: &mut [u8]) -> Seal<'_, T> {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked_mut(bytes) }
    }

    fn owned<T: Archive>(bytes: &[u8]) -> T
    where
        T::Archived: Archived + Deserialize<T, HighDeserializer<Error>>,
    {
        // SAFETY: see above.
        unsafe { rkyv::from_bytes_unchecked::<_, Error>(bytes) }.expect(OWN_BYTES)
    }
}

/// Writes a text over one of the same length.
pub fn overwrite(text: Seal<'_, str>, new: &str) {
    // SAFETY: the bytes become those of another text.
    unsafe { text.unseal().as_bytes_mut() }.copy_from_slice(new.as_bytes());
}
