use vellum::Vellum;

#[derive(Vellum)]
#[vellum(rename_all)]
struct Named {
    name: String,
}

#[derive(Vellum)]
#[vellum(width)]
struct Wide {
    name: String,
}

#[derive(Vellum)]
#[vellum(key)]
struct Sorted {
    name: String,
}

#[derive(Vellum)]
struct User {
    #[vellum(rename)]
    name: String,
    #[vellum(since)]
    age: u16,
    #[vellum(default)]
    score: u16,
    #[vellum(with)]
    limit: u64,
    #[vellum(max)]
    slug: String,
    #[vellum(range)]
    stars: u8,
}

fn main() {}
