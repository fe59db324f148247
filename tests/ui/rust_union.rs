use vellum::Vellum;

#[derive(Vellum)]
union Bits {
    float: f32,
    word: u32,
}

fn main() {}
