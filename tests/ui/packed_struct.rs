use vellum::Vellum;

#[derive(Vellum)]
#[repr(packed)]
struct Bytes {
    one: u8,
    two: bool,
}

#[derive(Vellum)]
#[repr(C, packed(2))]
#[vellum(frozen)]
struct Numbers {
    one: u8,
    two: u32,
}

#[derive(Vellum)]
#[repr(packed)]
struct Pair(u8, u32);

fn main() {}
