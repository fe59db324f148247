use vellum::Vellum;

#[derive(Vellum)]
#[vellum(open)]
enum Fruit {
    Apples,
    #[vellum(other)]
    Unknown,
}

fn main() {}
