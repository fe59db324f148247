use vellum::Vellum;

#[derive(Vellum)]
struct Name(String);

#[derive(Vellum)]
struct User {
    #[vellum(max = 64)]
    name: Name,
    #[vellum(range = ..=5)]
    nick: Name,
}

fn main() {}
