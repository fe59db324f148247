use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(range = ..=500)]
    age: u8,
}

fn main() {}
