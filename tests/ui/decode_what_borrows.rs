use vellum::Vellum;

#[derive(Vellum)]
struct Note<'a> {
    text: &'a str,
    lines: Vec<&'a str>,
}

#[derive(Vellum)]
struct Batch<'a> {
    numbers: &'a [u32],
}

fn outlives() -> Note<'static> {
    let bytes = Vec::new();
    vellum::from_slice(&bytes).unwrap()
}

fn take(bytes: &mut Vec<u8>) -> &str {
    let mut edit = Note::edit(bytes).unwrap();
    edit.lines().pop().unwrap().unwrap()
}

fn generic<T: Vellum>(bytes: &[u8]) -> T {
    vellum::from_slice(bytes).unwrap()
}

fn main() {
    let _: Batch<'_> = vellum::from_slice(&[]).unwrap();
}
