use vellum::Vellum;

#[derive(Vellum)]
#[vellum(frozen, raw)]
struct Named {
    id: u32,
    is_on: bool,
}

#[derive(Vellum)]
#[vellum(raw)]
struct Pair(u32, Vec<u32>);

#[derive(Vellum)]
#[vellum(frozen, raw)]
struct Ruled {
    #[vellum(range = 0..=5)]
    stars: u8,
}

#[derive(Vellum)]
#[vellum(raw)]
struct Growable {
    id: u32,
}

#[derive(Vellum)]
#[vellum(frozen, raw)]
struct Declared {
    #[vellum(default = 7)]
    id: u32,
}

#[derive(Vellum)]
#[vellum(frozen, raw)]
struct Of<T> {
    value: T,
}

fn main() {
    let bytes = vellum::to_vec(&Flags { all: vec![true] }).unwrap();
    Flags::peek(&bytes).unwrap().all().unwrap().as_slice().unwrap();
}

#[derive(Vellum)]
struct Flags {
    all: Vec<bool>,
}
