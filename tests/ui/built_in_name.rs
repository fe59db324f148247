use vellum::Vellum;

#[derive(Vellum)]
#[vellum(rename = "string")]
struct User {
    name: String,
}

#[allow(non_camel_case_types)]
#[derive(Vellum)]
enum date {
    Today,
}

fn main() {}
