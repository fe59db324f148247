use vellum::Vellum;

macro_rules! text {
    () => { String };
}

#[derive(Vellum)]
struct OfMacro {
    text: text!(),
}

#[derive(Vellum)]
struct OfSelf {
    next: Option<Box<Self>>,
}

#[derive(Vellum)]
enum OfVariant {
    Next { next: Vec<Self> },
}

struct __W;

#[derive(Vellum)]
struct OfWidth {
    widths: Vec<__W>,
}

fn main() {}
