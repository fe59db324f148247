use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(default = 'c')]
    age: u16,
}

fn main() {}
