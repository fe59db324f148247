//! What bytes are used for that are only lent: of this revision of the type, the one before it, and
//! the one behind it.

use vellum::space::{SpaceByField, space, space_by_field};
use vellum::{ErrorKind, Record, Vellum};

mod first {
    #[derive(vellum::Vellum)]
    pub struct User {
        pub name: String,
        pub tags: Vec<String>,
    }
}

mod second {
    #[derive(vellum::Vellum)]
    pub struct User {
        pub name: String,
        pub tags: Vec<String>,
        #[vellum(since = 2)]
        pub mail: Option<String>,
        #[vellum(since = 2)]
        pub homes: Vec<Home>,
    }

    #[derive(vellum::Vellum)]
    pub struct Home {
        pub city: String,
    }
}

fn old_bytes() -> Vec<u8> {
    vellum::to_vec(&first::User { name: "Ada".into(), tags: vec!["math".into(), "logic".into()] }).unwrap()
}

fn rows(space: &SpaceByField) -> Vec<(&str, usize, usize)> {
    space.rows().iter().map(|of| (of.path.as_str(), of.objects, of.live)).collect()
}

/// Every way to ask tells the same, and adds up.
fn told<T: Vellum>(bytes: &[u8]) -> SpaceByField {
    let told = space_by_field::<T>(bytes, 9).unwrap();
    assert_eq!(told.total(), space::<T>(bytes).unwrap());
    assert_eq!(told.total().len, bytes.len());
    let of_rows: usize = told.rows().iter().map(|row| row.live + row.slack).sum();
    assert_eq!(of_rows + told.total().waste, bytes.len());
    let view = T::schema().peek(bytes).unwrap();
    assert_eq!((view.space().unwrap(), view.space_by_field(9).unwrap()), (told.total(), told.clone()));
    let record = Record::open(T::schema(), bytes.to_vec()).unwrap();
    assert_eq!(record.space_by_field(9).unwrap(), told);
    told
}

#[test]
fn a_buffer_of_the_previous_revision_is_told_by_its_own_fields() {
    let bytes = old_bytes();
    let lent: &[u8] = &bytes;
    let (by_old, by_new) = (told::<first::User>(lent), told::<second::User>(lent));
    assert_eq!(rows(&by_old), [("", 1, 4), ("name", 1, 4), ("tags", 1, 3), ("tags[]", 2, 11)]);
    assert_eq!(by_new, by_old);
}

#[test]
fn what_an_edit_frees_and_adds_is_told_of_the_revision_that_it_leaves() {
    let mut bytes = old_bytes();
    let mut edit = second::User::edit(&mut bytes).unwrap();
    edit.tags().remove(0).unwrap();
    edit.set_mail(Some("ada@example.org")).unwrap();
    edit.homes().push(&second::Home { city: "London".into() }).unwrap();
    let new = told::<second::User>(&bytes);
    let paths: Vec<_> = rows(&new).into_iter().map(|(path, objects, _)| (path, objects)).collect();
    // The records of a list lie in it, and are no objects of their own.
    let expected = [("", 1), ("name", 1), ("tags", 1), ("tags[]", 1), ("mail", 1), ("homes", 1), ("homes[].city", 1)];
    assert_eq!(paths, expected);
    // Objects that a revision does not know cannot be told from free bytes.
    for error in [
        space::<first::User>(&bytes).unwrap_err(),
        space_by_field::<first::User>(&bytes, 1).unwrap_err(),
        first::User::schema().peek(&bytes).unwrap().space_by_field(1).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Newer);
    }
}
