use vellum::Vellum;

struct Cache;

#[derive(Vellum)]
struct User {
    #[vellum(skip)]
    cache: Cache,
    #[vellum(skip, since = 2)]
    name: String,
}

#[derive(Vellum)]
struct Other {
    #[vellum(skip)]
    cache: Cache,
    name: String,
}

fn main() {}
