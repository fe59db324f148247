use vellum::Vellum;

#[derive(Vellum)]
enum Message {
    Join { name: String },
    Leave,
}

fn main() {
    let _ = vellum::to_vec(&Message::Join { name: "Ada".into() });
    let _ = vellum::to_vec(&Message::Leave);
}
