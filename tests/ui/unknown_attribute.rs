use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(optional)]
    name: String,
}

#[derive(Vellum)]
enum Fruit {
    #[vellum(default)]
    Apples,
}

#[derive(Vellum)]
enum Contact {
    None,
    Email(#[vellum(rename = "mail")] String),
}

fn main() {}
