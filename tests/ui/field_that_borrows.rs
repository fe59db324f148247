use vellum::Vellum;

#[derive(Vellum)]
struct Note<'a> {
    text: &'a str,
    numbers: Option<&'a [u8]>,
}

fn main() {}
