use vellum::Vellum;

#[derive(Vellum)]
#[vellum(width = 3)]
struct User {
    name: String,
}

fn main() {}
