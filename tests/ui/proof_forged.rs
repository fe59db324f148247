use vellum::Vellum;

mod model {
    use vellum::Vellum;

    #[derive(Vellum)]
    pub struct User {
        pub name: String,
    }
}

fn main() {
    let bytes = [0x20, 1, 9];
    let view = model::User::view(&bytes).unwrap();
    let _ = model::UserProved(view, std::marker::PhantomData);
    let _ = vellum::__private::ProvedRecord::new(&bytes);
    let _: vellum::Proved<&[u8], model::User> = vellum::Proved { bytes: &bytes, marker: std::marker::PhantomData };
}
