use vellum::Vellum;

#[derive(Vellum)]
#[vellum(try_from = "u32", frozen)]
struct Even {
    number: u32,
}

#[derive(Vellum)]
#[vellum(try_from = "u32", into = "u32")]
struct Odd(u32);

#[derive(Vellum)]
#[vellum(try_from)]
struct Prime(u32);

fn main() {}
