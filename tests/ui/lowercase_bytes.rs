use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(lowercase)]
    code: Vec<u8>,
    #[vellum(range = ..=1)]
    flag: bool,
    #[vellum(uppercase)]
    pair: (String, String),
}

fn main() {}
