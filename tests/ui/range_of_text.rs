use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(range = 1..=5)]
    name: String,
}

fn main() {}
