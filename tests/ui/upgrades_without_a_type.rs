use vellum::Vellum;

#[derive(Vellum)]
struct Old {
    count: u32,
}

fn of_old<T>(_: Old) -> Result<T, String> {
    Err("never called".into())
}

#[derive(Vellum)]
#[vellum(upgrades_from)]
struct Bare {
    count: u64,
}

#[derive(Vellum)]
#[vellum(upgrades_from())]
struct Empty {
    count: u64,
}

#[derive(Vellum)]
#[vellum(upgrades_from = Old)]
struct Assigned {
    count: u64,
}

#[derive(Vellum)]
#[vellum(upgrades_from(Old = of_old))]
struct WithParameter<T> {
    count: T,
}

#[derive(Vellum)]
#[vellum(upgrades_from(Old = of_old))]
enum Units {
    One,
    Two,
}

fn main() {}
