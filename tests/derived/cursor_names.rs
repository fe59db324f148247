//! Names that are given to the view and the edit cursor of a type.

use vellum::{Result, Vellum, cursor::AsSession, proved::Checked};

/// Types of the user's that have the names which the derive would take.
#[derive(Debug, PartialEq)]
struct UserView(u8);
#[derive(Debug, PartialEq)]
struct ContactEdit(u8);

#[derive(Vellum)]
#[vellum(view = "UserReader", edit = "UserWriter")]
struct User {
    name: String,
    contact: Contact,
}

#[derive(Vellum)]
#[vellum(view = "ContactReader", edit = "ContactWriter")]
enum Contact {
    None,
    Email(String),
    Post { city: String },
}

#[derive(Vellum)]
#[vellum(edit = "PairOf")]
struct Pair<T: Default + Clone> {
    first: T,
}

fn name<'a>(user: &UserReader<'a, Checked>) -> Result<&'a str> {
    user.name()
}

fn write(user: &mut UserWriter<'_, impl AsSession>) -> Result<()> {
    user.set_name("Grace")?;
    let mut contact: ContactWriter<'_, _> = user.contact();
    contact.set_email("grace@example.org")
}

#[test]
fn a_view_and_an_edit_cursor_have_the_names_that_the_type_gives_them() -> Result<()> {
    let mut bytes = vellum::to_vec(&User { name: "Ada".into(), contact: Contact::None })?;
    write(&mut User::edit(&mut bytes)?)?;
    let view: UserReader<'_, Checked> = User::peek(&bytes)?;
    assert_eq!(name(&view)?, "Grace");
    let contact: ContactReader<'_, Checked> = view.contact()?;
    assert!(matches!(contact.get()?, ContactRef::Email("grace@example.org")));
    assert_eq!((UserView(1), ContactEdit(2)), (UserView(1), ContactEdit(2)));
    Ok(())
}

#[test]
fn one_name_is_given_and_the_other_is_that_of_the_type() -> Result<()> {
    let mut bytes = vellum::to_vec(&Pair { first: 7_u32 })?;
    let mut pair: PairOf<'_, u32> = Pair::<u32>::edit(&mut bytes)?;
    pair.set_first(8)?;
    let view: PairView<'_, u32, Checked> = Pair::peek(&bytes)?;
    assert_eq!(view.first()?, 8);
    Ok(())
}

#[test]
fn the_struct_of_a_variant_keeps_its_names() -> Result<()> {
    let user = User { name: "Ada".into(), contact: Contact::Post { city: "Paris".into() } };
    let bytes = vellum::to_vec(&user)?;
    let ContactRef::Post(post) = User::peek(&bytes)?.contact()?.get()? else { panic!("it is a letter") };
    let post: ContactPostView<'_, Checked> = post;
    assert_eq!(post.city()?, "Paris");
    Ok(())
}
