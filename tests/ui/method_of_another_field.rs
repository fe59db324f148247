use vellum::Vellum;

#[derive(Vellum)]
struct Flags {
    x: bool,
    set_x: bool,
    r#type: u8,
    clear_type: u8,
}

fn main() {}
