use vellum::Vellum;

type Byte = u8;

#[derive(Vellum)]
struct Blob {
    data: Vec<Byte>,
}

mod own {
    use super::Vellum;

    #[derive(Vellum)]
    pub struct String(u32);

    #[derive(Vellum)]
    pub struct Note {
        text: String,
    }
}

fn main() {}
