use vellum::Vellum;

#[derive(Vellum)]
#[vellum(frozen)]
struct Point {
    x: f32,
    #[vellum(since = 2)]
    y: f32,
}

fn main() {}
