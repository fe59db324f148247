use vellum::Vellum;

#[derive(Vellum)]
#[vellum(frozen)]
struct Node {
    next: Option<Box<Node>>,
}

#[derive(Vellum)]
#[vellum(frozen)]
struct Pair {
    both: (u8, [Box<Pair>; 2]),
}

fn main() {}
