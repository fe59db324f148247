use vellum::Vellum;

#[derive(Vellum)]
struct User {
    #[vellum(max = 2, default = "abc")]
    code: String,
    #[vellum(uppercase, default = "ab")]
    unit: String,
    #[vellum(uppercase, lowercase)]
    both: String,
}

fn main() {}
