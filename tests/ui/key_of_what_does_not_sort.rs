use vellum::Vellum;

#[derive(Vellum)]
#[vellum(key(at))]
struct Place {
    at: vellum::value::Geo8,
}

#[derive(Vellum)]
#[vellum(key(id, tags))]
struct Tagged {
    id: u32,
    tags: Vec<String>,
}

fn main() {}
