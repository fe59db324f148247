use vellum::Vellum;

#[derive(Vellum)]
#[vellum(deny_unknown_fields)]
struct User {
    name: String,
}

#[derive(Vellum)]
struct Post {
    #[vellum(alias = "caption")]
    title: String,
}

#[derive(Vellum)]
struct Entry {
    #[vellum(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

fn main() {}
