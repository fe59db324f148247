use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(max = 64)]
    age: u8,
    #[vellum(max = 64)]
    tags: Vec<String>,
}

fn main() {}
