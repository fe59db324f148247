use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(range = 1..5)]
    stars: u8,
    #[vellum(range = ..)]
    age: u8,
    #[vellum(range = 3)]
    size: u8,
}

fn main() {}
