use vellum::Vellum;

#[derive(Vellum)]
struct Nine(u8, u8, u8, u8, u8, u8, u8, u8, u8);

#[derive(Vellum)]
struct None();

#[derive(Vellum)]
#[vellum(frozen)]
struct Point(f32, f32);

fn main() {}
