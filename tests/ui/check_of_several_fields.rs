use vellum::Vellum;

#[derive(Vellum)]
#[vellum(check = is_range)]
struct Range(u32, u32);

fn is_range(_: &(u32, u32)) -> Result<(), String> {
    Ok(())
}

#[derive(Vellum)]
#[vellum(check = is_even)]
struct Even {
    number: u32,
}

fn is_even(_: &u32) -> Result<(), String> {
    Ok(())
}

fn main() {}
