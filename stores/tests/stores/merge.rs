//! Records and patches joined, without a store.

use proptest::prelude::*;
use vellum::{ErrorKind, Vellum};
use vellum_stores::PatchMerge;

use crate::common::{User, bytes, edit, foreign, history, newer, refused, user, visits};

fn merge() -> PatchMerge {
    PatchMerge::of::<User>().unwrap()
}

fn slices(patches: &[Vec<u8>]) -> Vec<&[u8]> {
    patches.iter().map(Vec::as_slice).collect()
}

fn decoded(bytes: &[u8]) -> User {
    vellum::from_slice(bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whichever neighbours are joined first.
    #[test]
    fn operands_fold_to_the_same_record_however_they_are_grouped(
        edits in prop::collection::vec(edit(), 0..12),
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
    ) {
        let (start, patches, end) = history(&edits);
        let patches = slices(&patches);
        let merge = merge();
        let (one, other) = (first.index(patches.len() + 1), second.index(patches.len() + 1));
        let (one, other) = (one.min(other), one.max(other));

        let at_once = merge.fold(Some(&start), &patches).unwrap();
        let base = merge.fold(Some(&start), &patches[..one]).unwrap();
        let middle = merge.fold(None, &patches[one..other]).unwrap();
        let last = merge.fold(None, &patches[other..]).unwrap();
        let right = merge.fold(None, &[&middle, &last]).unwrap();
        let left = merge.fold(Some(&base), &[&middle]).unwrap();
        for made in [at_once, merge.fold(Some(&left), &[&last]).unwrap(), merge.fold(Some(&base), &[&right]).unwrap()] {
            prop_assert_eq!(decoded(&made), end.clone());
        }
    }

    /// Bytes of any kind are joined or refused.
    #[test]
    fn no_bytes_make_it_panic(base in prop::option::of(any::<Vec<u8>>()), mut operand in any::<Vec<u8>>(), is_patch in any::<bool>()) {
        if is_patch {
            operand.splice(0..0, visits(7)[..6].iter().copied());
        }
        let merge = merge();
        let _ = merge.check(&operand);
        let _ = merge.record(&operand);
        let _ = merge.fold(base.as_deref(), &[&operand, &visits(1)]);
    }
}

#[test]
fn a_whole_record_takes_the_place_of_all_before_it() {
    let (old, new) = (bytes(&user(7, 1)), bytes(&user(7, 2)));
    // What is replaced is not looked at, so that a record heals a key whose patches are damaged.
    let made = merge().fold(Some(&old), &[&foreign(), &new, &visits(9)]).unwrap().into_owned();
    assert_eq!(decoded(&made), User { visits: 9, ..user(7, 2) });
    assert_eq!(merge().fold(Some(&old), &[&new]).unwrap(), new);
}

#[test]
fn patches_without_a_record_stay_a_patch_until_they_are_read() {
    let joined = merge().fold(None, &[&visits(1), &visits(2)]).unwrap().into_owned();
    assert_eq!(joined, visits(2));
    assert_eq!(decoded(&merge().record(&joined).unwrap()), User { visits: 2, ..User::default() });
    let joined = merge().fold(Some(&joined), &[&visits(3)]).unwrap().into_owned();
    assert_eq!(joined, visits(3));
}

#[test]
fn what_is_refused_is_named() {
    let record = bytes(&user(7, 1));
    for (what, patch, kind) in refused() {
        assert_eq!(merge().check(&patch).unwrap_err().kind(), kind, "{what}");
        if kind == ErrorKind::Newer {
            continue; // It is kept for programs that know it.
        }
        let error = merge().fold(Some(&record), &[&visits(1), &patch, &visits(2)]).unwrap_err();
        assert_eq!((error.error().kind(), error.operand()), (kind, 1), "{what}: {error}");
        let error = merge().fold(None, &[&patch]).unwrap_err();
        assert_eq!((error.error().kind(), error.operand()), (kind, 0), "{what}: {error}");
    }
    let error = merge().fold(None, &[&visits(1), b"neither"]).unwrap_err();
    assert!(error.to_string().starts_with("operand 2 of 2: corrupt buffer"), "{error}");
}

#[test]
fn what_a_newer_revision_wrote_is_joined_by_older_programs() {
    let joined = merge().fold(None, &[&visits(1), &newer()]).unwrap().into_owned();
    let merge = PatchMerge::of::<crate::common::NewerUser>().unwrap();
    let record = merge.record(&joined).unwrap();
    let user: crate::common::NewerUser = vellum::from_slice(&record).unwrap();
    assert_eq!((user.visits, user.email.as_deref()), (1, Some("ada@example.org")));
}

/// An error would keep a store from opening its log again.
#[test]
fn a_patch_that_cannot_be_made_is_kept_with_its_record() {
    let (merge, eight, nine) = (merge(), visits(8), visits(9));
    let start = bytes(&user(7, 1));
    let remove = crate::common::patch(&start, |record| User::edit(record)?.tags().remove(0));
    let other = bytes(&User { tags: vec!["other".into()], ..user(7, 1) });
    let kept = merge.fold(Some(&other), &[&remove]).unwrap().into_owned();
    assert_eq!(merge.record(&kept).unwrap_err().kind(), ErrorKind::Conflict);

    // Later operands are kept with it, however they are grouped, and so is what is no record.
    let more = merge.fold(Some(&kept), &[&nine]).unwrap().into_owned();
    assert_eq!(merge.fold(Some(&other), &[&remove, &nine]).unwrap(), more);
    assert_eq!(merge.fold(None, &[&kept, &nine]).unwrap(), more);
    assert_eq!(merge.record(&more).unwrap_err().kind(), ErrorKind::Conflict);
    let no_record = merge.fold(Some(b"no record"), &[&nine]).unwrap().into_owned();
    assert!(merge.record(&no_record).is_err());
    for kept in [kept, more, no_record] {
        assert!(merge.check(&kept).is_err());
        assert_eq!(merge.fold(Some(&kept), &[&start]).unwrap(), start);
        let made = merge.fold(Some(&kept), &[&start, &eight]).unwrap();
        assert_eq!(decoded(&made), User { visits: 8, ..user(7, 1) });
    }
}

#[test]
fn a_patch_of_a_newer_revision_is_made_by_the_first_program_that_knows_it() {
    let (start, later, nine) = (bytes(&user(7, 1)), newer(), visits(9));
    let kept = merge().fold(Some(&start), &[&later, &nine]).unwrap();
    assert_eq!(merge().record(&kept).unwrap_err().kind(), ErrorKind::Newer);
    let newer = PatchMerge::of::<crate::common::NewerUser>().unwrap();
    for record in [newer.record(&kept).unwrap(), newer.fold(Some(&kept), &[&nine]).unwrap()] {
        let user: crate::common::NewerUser = vellum::from_slice(&record).unwrap();
        assert_eq!((user.visits, user.email.as_deref()), (9, Some("ada@example.org")));
    }
}
