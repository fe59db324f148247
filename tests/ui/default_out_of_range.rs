use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(default = 300)]
    age: u8,
}

fn main() {}
