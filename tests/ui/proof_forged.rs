use std::marker::PhantomData;

mod model {
    use vellum::Vellum;

    #[derive(Vellum)]
    pub struct User {
        pub name: String,
    }
}

fn view_of_anything(record: vellum::__private::ProvedRecord<'_>) -> model::UserProved<'_> {
    model::UserProved(record, PhantomData)
}

fn record_of_anything(record: vellum::__private::RecordBytes<'_>) -> vellum::__private::ProvedRecord<'_> {
    vellum::__private::ProvedRecord::new(record)
}

fn main() {}
