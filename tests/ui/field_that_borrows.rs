use std::borrow::Cow;

use vellum::Vellum;

#[derive(Vellum)]
struct Note<'a> {
    text: &'a mut str,
    #[vellum(borrow)]
    numbers: Cow<'a, [u32]>,
    #[vellum(borrow)]
    name: &'a str,
}

fn main() {}
