use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(since = 0)]
    name: String,
}

#[derive(Vellum)]
enum Contact {
    None,
    Post {
        #[vellum(since = 0)]
        street: String,
    },
}

fn main() {}
