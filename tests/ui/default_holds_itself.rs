use vellum::Vellum;

#[derive(Vellum)]
struct Node {
    next: Box<Node>,
}

fn main() {}
