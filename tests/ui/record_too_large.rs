use vellum::Vellum;

#[derive(Vellum)]
struct Picture {
    pixels: [u64; 8_000],
    more: [u16; 1_000],
}

fn main() {}
