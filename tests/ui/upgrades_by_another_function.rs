use vellum::Vellum;

#[derive(Vellum)]
struct Old {
    count: u32,
}

struct Plain;

#[derive(Vellum)]
#[vellum(upgrades_from(Old))]
struct NoConversion {
    count: u64,
}

#[derive(Vellum)]
#[vellum(upgrades_from(Old = of_number))]
struct OfNumber {
    count: u64,
}

fn of_number(count: u32) -> Result<OfNumber, String> {
    Ok(OfNumber { count: count.into() })
}

#[derive(Vellum)]
#[vellum(upgrades_from(Plain = of_plain))]
struct OfPlain {
    count: u64,
}

fn of_plain(_: Plain) -> Result<OfPlain, String> {
    Ok(OfPlain { count: 0 })
}

#[derive(Vellum)]
#[vellum(upgrades_from(Old = gives_itself))]
struct NoResult {
    count: u64,
}

fn gives_itself(old: Old) -> NoResult {
    NoResult { count: old.count.into() }
}

fn main() {}
