//! The derived path from end to end: encode, read one field, edit in place, decode.

use vellum::Vellum;

/// A user of some service.
#[derive(Vellum, Debug)]
struct User {
    name: String,
    #[vellum(default = 18)]
    age: u16,
    home: Option<Place>,
    tags: Vec<String>,
    /// Added by the second revision: buffers of the first still open.
    #[vellum(since = 2)]
    email: Option<String>,
}

#[derive(Vellum, Debug, Clone, Copy)]
#[vellum(frozen)]
struct Place {
    lat: f64,
    lon: f64,
}

fn main() -> vellum::Result<()> {
    let user = User {
        name: "Ada".into(),
        age: 36,
        home: Some(Place { lat: 51.5, lon: -0.1 }),
        tags: vec!["math".into()],
        email: None,
    };
    let mut bytes = vellum::to_vec(&user)?;
    println!("{} bytes: {bytes:02x?}", bytes.len());

    let view = User::peek(&bytes)?;
    println!("{} is {}, and has {} tag", view.name()?, view.age()?, view.tags()?.len());

    let mut edit = User::edit(&mut bytes)?;
    edit.set_age(37)?;
    edit.set_name("Ada Lovelace")?;
    edit.set_email(Some("ada@example.org"))?;
    edit.tags().push("engines")?;
    if let Some(mut home) = edit.home()? {
        home.set_lat(52.0)?;
    }
    println!("{} bytes after the edits: {:?}", bytes.len(), User::peek(&bytes)?);

    User::compact(&mut bytes)?;
    let user: User = vellum::from_slice(&bytes)?;
    println!("{} bytes compacted: {user:?}", bytes.len());
    println!("\nThe schema of these bytes:\n{}", User::schema());
    Ok(())
}
