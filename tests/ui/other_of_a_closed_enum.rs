use vellum::Vellum;

#[derive(Vellum)]
enum Fruit {
    Apples,
    #[vellum(other)]
    Unknown(u8),
}

#[derive(Vellum)]
#[vellum(open)]
enum Colour {
    #[vellum(other)]
    Unknown(u8),
    Red,
}

fn main() {}
