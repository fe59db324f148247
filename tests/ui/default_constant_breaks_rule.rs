use vellum::Vellum;

const NAME: &str = "Skin";

#[derive(Vellum)]
struct Long {
    #[vellum(max = 3, default = NAME)]
    name: String,
}

#[derive(Vellum)]
struct Upper {
    #[vellum(lowercase, default = NAME)]
    name: String,
}

fn main() {}
