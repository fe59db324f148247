use vellum::Vellum;

fn adult() -> u16 {
    18
}

#[derive(Vellum)]
struct User {
    #[vellum(default = "adult")]
    age: u16,
    #[vellum(default = "adult")]
    is_adult: bool,
    #[vellum(default = "adult")]
    name: String,
}

fn main() {
    let _ = adult();
}
