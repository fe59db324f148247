use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(rename = "full name")]
    name: String,
}

fn main() {}
