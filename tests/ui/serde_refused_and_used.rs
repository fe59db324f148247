//! What is refused is told once, and nothing of what needs the impls.
use serde::Serialize;
use vellum::Vellum;

#[derive(Vellum, Serialize)]
struct User {
    #[serde(flatten)]
    home: Home,
    #[serde(skip_serializing)]
    password: String,
}

#[derive(Vellum, Serialize)]
#[serde(transparent)]
struct Home {
    city: String,
}

fn main() {
    let user = User { home: Home { city: String::new() }, password: String::new() };
    let mut bytes = vellum::to_vec(&user).unwrap();
    User::edit(&mut bytes).unwrap().home().set_city("London").unwrap();
    let _ = User::peek(&bytes).unwrap().home().unwrap().city();
    let _: User = vellum::from_slice(&bytes).unwrap();
}
