use vellum::Vellum;

#[derive(Vellum)]
#[repr(u8)]
enum Contact {
    None = 1,
    Email(String) = 2,
}

#[derive(Vellum)]
enum Empty {}

fn main() {}
