use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(range = 1..=5)]
    stars: u8,
    #[vellum(range = 1..=5, default = 7)]
    more: u8,
}

fn main() {}
