use vellum::Vellum;

struct Inner;

#[derive(Vellum)]
struct User {
    inner: Inner,
}

fn main() {}
