use vellum::Vellum;

#[derive(Vellum)]
enum Kind {
    Note,
    Task,
}

#[derive(Vellum)]
#[vellum(key(id, kind))]
struct Item {
    id: uuid::Uuid,
    kind: Kind,
}

#[derive(Vellum)]
#[vellum(key(of))]
struct Generic<T> {
    of: T,
}

fn main() {
    let _ = Item::key_of("id", Kind::Note);
    let _ = Item::key_of(uuid::Uuid::nil(), 7u64);
    let _ = Generic::<u8>::key_of("text");
}
