use vellum::Vellum;

const FEWEST: u32 = 1;

#[derive(Vellum)]
struct Stars(u8);

#[derive(Vellum)]
struct User {
    #[vellum(range = 1..=5)]
    stars: Stars,
    #[vellum(range = 1..=5, default = 7)]
    more: u8,
    #[vellum(range = FEWEST..)]
    most: u32,
}

fn main() {}
