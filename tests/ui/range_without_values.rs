use vellum::Vellum;

#[derive(Vellum)]
struct Review {
    #[vellum(range = 5..=1)]
    stars: Option<u8>,
}

fn main() {}
