use vellum::Vellum;

#[derive(Vellum)]
enum Sum {
    Add(Box<Sum>, Box<Sum>),
    Number(f64),
}

#[derive(Vellum)]
enum Named {
    Nested { of: [Box<Named>; 2] },
    Number(f64),
}

fn main() {}
