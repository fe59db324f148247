struct Elsewhere;

fn main() {
    let _ = vellum::to_vec(&vec![Elsewhere]);
}
