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

    pub fn view_of_another_type(item: ItemView<'_>) -> UserView<'_> {
        UserView(item.0)
    }

    pub fn field_of_another_type(item: ItemView<'_>) -> &str {
        vellum::__private::read_field::<_, String, _>(&item.0, UserView::__0, vellum::__private::derived())
    }
}

fn promise() -> vellum::__private::Derived {
    vellum::__private::Derived(())
}

fn known() -> vellum::proved::Proven {
    loop {}
}

fn slot_of_anything<'a>(
    record: &'a vellum::__private::RecordBytes<'a>,
) -> vellum::__private::TypedSlot<'a, 'a, String, vellum::proved::Proven, true> {
    vellum::__private::TypedSlot::new(record, vellum::__private::element::<String>(), known())
}

fn record_of_anything(
    record: vellum::__private::RecordBytes<'_>,
) -> vellum::__private::RecordOf<'_, model::User, vellum::proved::Proven> {
    vellum::__private::RecordOf::new(record, known())
}

fn main() {}
