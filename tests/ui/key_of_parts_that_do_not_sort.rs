use vellum::Vellum;

#[derive(Vellum)]
#[vellum(frozen)]
struct Span {
    from: u32,
    notes: Vec<Span>,
}

#[derive(Vellum)]
#[vellum(key(span))]
struct Booking {
    span: Span,
}

#[derive(Vellum)]
#[vellum(key(at))]
struct Note {
    at: (u32, Option<Vec<String>>),
}

fn main() {}
