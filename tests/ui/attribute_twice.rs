use vellum::Vellum;

#[derive(Vellum)]
#[vellum(width = 2, width = 4)]
struct Wide {
    name: String,
}

#[derive(Vellum)]
struct User {
    #[vellum(since = 2, since = 3)]
    name: String,
    #[vellum(default = 1)]
    #[vellum(default = 2)]
    age: u16,
}

fn main() {}
