use vellum::Vellum;

#[derive(Vellum)]
struct User {
    age: Option<Option<u16>>,
    names: Vec<Option<Option<String>>>,
}

fn main() {}
