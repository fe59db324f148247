use std::borrow::Cow;
use std::collections::BTreeMap;
use vellum::Vellum;

#[derive(Vellum)]
struct Text {
    text: &'static str,
}

#[derive(Vellum)]
struct Bytes {
    bytes: Option<&'static [u8]>,
    names: BTreeMap<u8, Vec<&'static str>>,
    pair: (u8, [&'static str; 2]),
    #[vellum(borrow)]
    lent: Cow<'static, str>,
    owned: Cow<'static, str>,
}

#[derive(Vellum)]
enum Event {
    None,
    Named(&'static str),
    Moved { to: Box<&'static str> },
}

fn main() {}
