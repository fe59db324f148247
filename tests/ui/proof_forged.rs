mod model {
    use vellum::Vellum;

    #[derive(Vellum)]
    pub struct User {
        pub name: String,
        pub age: u16,
    }

    #[derive(Vellum)]
    pub struct Item {
        pub price: u64,
    }

    pub fn view_of_another_type(item: ItemProved<'_>) -> UserProved<'_> {
        UserProved(item.0)
    }

    pub fn field_of_another_type(item: ItemProved<'_>) -> &str {
        let slot = vellum::__private::proved(&item.0, &UserView::__0.at, vellum::__private::derived());
        <String as vellum::Prove>::held(slot)
    }
}

fn promise() -> vellum::__private::Derived {
    vellum::__private::Derived(())
}

fn slot_of_anything<'a>(
    record: &'a vellum::__private::ProvedOf<'a, model::User>,
) -> vellum::__private::ProvedSlot<'a, 'a, String> {
    vellum::__private::proved(record, vellum::__private::at::alone::<String>(), promise())
}

fn record_of_anything(record: vellum::__private::RecordBytes<'_>) -> vellum::__private::ProvedOf<'_, model::User> {
    vellum::__private::ProvedOf::new(record)
}

fn main() {}
