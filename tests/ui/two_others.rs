use vellum::Vellum;

#[derive(Vellum)]
#[vellum(open)]
enum Fruit {
    Apples,
    #[vellum(other)]
    Unknown(u8),
    #[vellum(other)]
    Another(u8),
}

#[derive(Vellum)]
#[vellum(open)]
enum Contact {
    Email(String),
    #[vellum(other)]
    Unknown,
    #[vellum(other)]
    Another,
}

fn main() {}
