use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(default = 18)]
    age: Option<u16>,
    #[vellum(default = "x")]
    names: Vec<String>,
}

fn main() {}
