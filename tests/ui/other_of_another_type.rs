use vellum::Vellum;

#[derive(Vellum)]
#[vellum(open)]
#[repr(u8)]
enum Fruit {
    Apples,
    #[vellum(other)]
    Unknown(u16),
}

#[derive(Vellum)]
#[vellum(open)]
enum Contact {
    Email(String),
    #[vellum(other)]
    Unknown(String),
}

fn main() {}
