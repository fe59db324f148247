use vellum::Vellum;

#[derive(Vellum)]
#[repr(i32)]
enum Fruit {
    Apples,
    Pears,
}

#[derive(Vellum)]
enum Colour {
    Red = 300,
}

fn main() {}
