use vellum::{Vellum, key::MapKey};

#[derive(Vellum)]
struct Point {
    x: u8,
}

fn keyed<K: MapKey>() {}

fn main() {
    keyed::<vellum::value::Decimal<2>>();
    keyed::<vellum::value::Uuid>();
    keyed::<vellum::value::Date>();
    keyed::<vellum::value::Timestamp>();
    keyed::<core::net::Ipv4Addr>();
    keyed::<Point>();
}
