use vellum::Vellum;

#[derive(Vellum)]
#[vellum(rename_all = "Title Case")]
struct User {
    name: String,
}

#[derive(Vellum)]
#[vellum(rename_all = "kebab-case")]
enum Fruit {
    RedApples,
}

fn main() {}
