use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(default = "eighteen")]
    age: u16,
}

fn main() {}
