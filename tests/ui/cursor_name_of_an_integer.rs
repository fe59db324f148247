use vellum::Vellum;

#[derive(Vellum)]
#[vellum(view = "Colour")]
enum Fruit {
    Apples,
    Pears,
}

#[derive(Vellum)]
#[vellum(edit = "not a name")]
struct User {
    name: String,
}

fn main() {}
