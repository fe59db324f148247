//! Edits of proved buffers, and what is read between them.

use std::collections::BTreeMap;

use vellum::{
    ErrorKind, Result, Vellum,
    cursor::AsSession,
    proved::{Proved, ProvedEdit},
};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct User {
    name: String,
    age: u16,
    tags: Vec<String>,
    #[vellum(range = 1..=5, default = 1)]
    stars: u8,
}

#[derive(Vellum, Debug, PartialEq)]
enum Message {
    Leave,
    Say(String),
}

/// A struct with a field of the method's name.
#[derive(Vellum, Debug, PartialEq, Default)]
struct Claim {
    proved: u32,
}

fn user() -> User {
    User { name: "Ada".into(), age: 36, tags: vec![], stars: 1 }
}

#[test]
fn a_proved_view_of_an_edit_shows_each_edit_before() {
    let mut user = Proved::<Vec<u8>, User>::new(vellum::to_vec(&user()).unwrap()).unwrap();
    let mut edit = user.edit().unwrap();
    for number in 0..200u16 {
        let next = edit.proved().age() + 1;
        edit.set_age(next).unwrap();
        edit.name().push_str("x").unwrap();
        edit.tags().push(&"t".repeat(usize::from(number % 7))).unwrap();
        let view = edit.proved();
        assert_eq!((view.age(), view.name().len()), (37 + number, 4 + usize::from(number)));
        assert_eq!(view.tags().len(), usize::from(number) + 1);
        if number % 50 == 49 {
            edit.tags().truncate(usize::from(number) / 2).unwrap();
            edit.tags().extend(std::iter::repeat_n("", usize::from(number) + 1 - usize::from(number) / 2)).unwrap();
        }
    }
    assert_eq!(edit.set_stars(6).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(edit.proved().stars(), 1);
    assert_eq!(user.get().age(), 236);
    User::prove(user.as_bytes()).unwrap();
}

#[test]
fn a_helper_takes_a_proved_edit_as_any_other() {
    fn rename(user: &mut UserEdit<'_, impl AsSession>, name: &str) -> Result<()> {
        user.set_name(name)
    }

    fn older<'e, S: AsSession>(edit: &mut UserEdit<'e, S>) -> Result<()>
    where
        UserEdit<'e, S>: ProvedEdit<Root = User>,
    {
        edit.set_age(edit.proved().age() + 1)
    }

    let mut bytes = vellum::to_vec(&user()).unwrap();
    let mut fixed = Proved::<&mut [u8], User>::new(&mut bytes).unwrap();
    let mut edit = fixed.edit().unwrap();
    rename(&mut edit, "Bob").unwrap();
    older(&mut edit).unwrap();
    assert_eq!(edit.set_name(&"long".repeat(50)).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!((edit.proved().name(), edit.proved().age()), ("Bob", 37));
}

#[test]
fn the_cursor_of_a_field_named_proved_is_reached() {
    let mut claim = Proved::<_, Claim>::new(vellum::to_vec(&Claim { proved: 7 }).unwrap()).unwrap();
    let mut edit = claim.edit().unwrap();
    assert_eq!(edit.proved().unwrap(), 7);
    edit.set_proved(8).unwrap();
    assert_eq!(ProvedEdit::proved(&edit).proved(), 8);
}

#[test]
fn what_is_no_struct_is_edited_with_its_proof() {
    let mut words = Proved::<_, Vec<String>>::new(vellum::to_vec(&vec!["one".to_owned()]).unwrap()).unwrap();
    let mut edit = words.edit().unwrap();
    edit.cursor().push("two").unwrap();
    assert!(edit.proved().iter().eq(["one", "two"]));
    edit.set(&["three".to_owned()]).unwrap();
    assert!(edit.proved().iter().eq(["three"]));
    assert!(words.get().iter().eq(["three"]));

    let mut message = Proved::<_, Message>::new(vellum::to_vec(&Message::Leave).unwrap()).unwrap();
    let mut edit = message.edit().unwrap();
    edit.cursor().set_say("hello").unwrap();
    assert!(matches!(edit.proved(), MessageRef::Say("hello")));
    assert_eq!(vellum::from_slice::<Message>(message.as_bytes()).unwrap(), Message::Say("hello".into()));

    let scores = BTreeMap::from([("chess".to_owned(), 7u32)]);
    let mut scores = Proved::<_, BTreeMap<String, u32>>::new(vellum::to_vec(&scores).unwrap()).unwrap();
    scores.edit().unwrap().cursor().insert("go", 9).unwrap();
    assert_eq!(scores.get().get("go"), Some(9));
}
