use vellum::Vellum;

#[derive(Vellum)]
#[vellum(rename_all = "camelCase")]
struct User {
    first_name: String,
    #[vellum(rename = "firstName")]
    other: String,
}

#[derive(Vellum)]
#[vellum(rename_all = "lowercase")]
enum Fruit {
    RedApples,
    Redapples,
}

#[derive(Vellum)]
enum Contact {
    None,
    Email(String),
    #[vellum(rename = "Email")]
    Mail(String),
}

fn main() {}
