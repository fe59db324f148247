use vellum::Vellum;

#[derive(Vellum)]
#[vellum(key(org, idd desc))]
struct User {
    org: u32,
    id: u64,
}

fn main() {}
