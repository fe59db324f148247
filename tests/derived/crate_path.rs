//! Types of a program that reaches the crate by another path.

mod library {
    pub use vellum as stored;
}

#[derive(library::stored::Vellum, Debug, Default, PartialEq)]
#[vellum(crate = crate::crate_path::library::stored)]
struct Order {
    id: u64,
    #[vellum(max = 9)]
    note: String,
    state: State,
    items: Vec<Option<Item>>,
}

#[derive(library::stored::Vellum, Debug, Default, PartialEq)]
#[vellum(crate = "crate::crate_path::library::stored")]
enum State {
    #[default]
    Open,
    Sent {
        by: String,
    },
}

#[derive(library::stored::Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen, crate = crate::crate_path::library::stored)]
struct Item {
    count: u16,
}

#[test]
fn a_type_is_derived_by_another_path_of_the_crate() {
    use library::stored::Vellum;

    let order = Order { id: 7, items: vec![None, Some(Item { count: 2 })], ..Order::default() };
    let mut bytes = library::stored::to_vec(&order).unwrap();
    Order::edit(&mut bytes).unwrap().state().set_sent(StateSentSet { by: "post" }).unwrap();
    let order = Order::prove(&bytes).unwrap();
    assert!(matches!(order.state(), StateRef::Sent(sent) if sent.by() == "post"));
    assert_eq!(order.items().get(1).flatten().map(|item| item.count()), Some(2));
}
