use vellum::Vellum;

struct Point(f32, f32);

fn root<T: Vellum>() {}

fn main() {
    root::<Point>();
}
