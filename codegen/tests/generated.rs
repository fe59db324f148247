//! Generated types in use: they describe the schema they came from, and their bytes are those of run-time records.

use std::collections::{BTreeMap, BTreeSet};

use vellum::value::{Date, Decimal, Timestamp, Uuid};
use vellum::{Record, Schema, Vellum, field::VariantName, schema::PointerWidth};

macro_rules! generated {
    ($($module:ident, $text:ident, $file:literal;)*) => {$(
        // What the schemas below ask for, to see that it can be had.
        #[allow(dead_code, clippy::default_trait_access, clippy::type_complexity, clippy::zero_sized_map_values)]
        mod $module {
            include!(concat!("golden/", $file, ".rs"));
        }
        const $text: &str = include_str!(concat!("golden/", $file));
    )*};
}
generated! {
    anything, ANYTHING, "anything.vlm";
    names, NAMES, "names.vlm";
    recursive, RECURSIVE, "recursive.vlm";
    root, ROOT, "root.vlm";
    rules, RULES, "rules.vlm";
    scalars, SCALARS, "scalars.vlm";
    shop, SHOP, "shop.vlm";
}

/// The derived schema is the parsed one, and the default value a record that was never set.
#[track_caller]
fn check<T: Vellum + vellum::DecodeOwned + Default>(text: &str) {
    let schema = Schema::parse(text).unwrap();
    assert_eq!(T::schema(), &schema, "{}\n{schema}", T::schema());
    let mut record = Record::new(&schema);
    record.compact().unwrap();
    assert_eq!(vellum::to_vec(&T::default()).unwrap(), record.into_storage());
}

#[test]
fn the_derived_schema_is_the_one_of_the_text_and_the_default_value_is_an_empty_record() {
    check::<anything::Event>(ANYTHING);
    check::<names::User2>(NAMES);
    check::<recursive::Tree>(RECURSIVE);
    check::<rules::Item>(RULES);
    check::<scalars::Scalars>(SCALARS);
    check::<shop::Order>(SHOP);
}

#[test]
fn a_root_that_is_no_struct_is_an_alias_of_its_type() {
    let schema = Schema::parse(ROOT).unwrap();
    assert_eq!(root::Root2::schema(), &schema);
    let value = root::Root2::from([(7, Some(root::Root::Text("x".into()))), (8, None)]);
    let mut record = Record::new(&schema);
    record.set("[7].text", "x").unwrap();
    record.add_key("", 8u16).unwrap();
    record.compact().unwrap();
    assert_eq!(vellum::to_vec(&value).unwrap(), record.into_storage());
}

#[test]
fn defaults_are_those_of_the_schema() {
    let scalars = scalars::Scalars::default();
    let schema = Schema::parse(SCALARS).unwrap();
    let record = Record::new(&schema);
    assert_eq!(scalars.h, record.get::<i32>("h").unwrap());
    assert_eq!(scalars.text, record.get::<str>("text").unwrap());
    assert_eq!(scalars.id, record.get::<Uuid>("id").unwrap());
    assert_eq!(scalars.price, record.get::<Decimal<2>>("price").unwrap());
    assert_eq!(record.get::<VariantName>("small").unwrap().to_string(), "next");
    assert_eq!(scalars.small, scalars::Small::Next);
    assert_eq!(vellum::from_slice::<scalars::Scalars>(record.as_bytes()).unwrap(), scalars);
}

fn order() -> shop::Order {
    use shop::{Address, Card, Customer, Line, Order, Payment, Spot, State};
    let home = Address { street: "Elm".into(), spot: Some(Spot { lat: 52.5, lon: 13.4 }), ..Address::default() };
    let friend = Customer { name: "Grace".into(), ..Customer::default() };
    let card = Card { holder: "Ada".into(), number: "42".into(), expires: Some(Date(20_000)) };
    Order {
        customer: Customer {
            id: Uuid([7; 16]),
            name: "Ada".into(),
            nick: None,
            home: home.clone(),
            others: BTreeMap::from([("work".into(), Address { zip: ['1', '0', '1', '1', '5'], ..home })]),
            tags: BTreeSet::from(["b".into(), "a".into()]),
            invited_by: Some(Box::new(friend)),
            since: Timestamp(1_700_000_000_000),
        },
        state: State::Shipped,
        lines: vec![Line::default(), Line { article: 5, count: 3, price: Decimal(1999), note: Some("fragile".into()) }],
        payment: Payment::Split(Decimal(5), vec![Payment::Cash, Payment::Card(card), Payment::Transfer("DE".into())]),
        photo: vec![0, 255],
        stars: vec![Some(5), None],
        urgent: true,
        rates: BTreeMap::from([
            (("EUR".into(), State::Paid), Decimal(150)),
            (("EUR".into(), State::Open), Decimal(-1)),
        ]),
        seals: BTreeSet::from([[7; 8], *b"unbroken"]),
    }
}

#[test]
fn a_value_round_trips_at_every_width() {
    for width in PointerWidth::ALL {
        let bytes = vellum::to_vec_with_width(&order(), width).unwrap();
        assert_eq!(vellum::from_slice::<shop::Order>(&bytes).unwrap(), order());
    }
    // The schema's floor.
    assert_eq!(shop::Order::schema().min_width(), PointerWidth::Two);
    // The width is in the two lowest bits of the header.
    assert_eq!(vellum::to_vec(&order()).unwrap()[0] & 3, 1);
}

#[test]
fn a_run_time_record_of_the_text_has_the_same_bytes() -> vellum::Result<()> {
    let schema = Schema::parse(SHOP)?;
    let mut record = Record::new(&schema);
    record.set("customer.id", Uuid([7; 16]))?;
    record.set("customer.name", "Ada")?;
    record.set("customer.home.street", "Elm")?;
    record.set("customer.home.spot.lat", 52.5)?;
    record.set("customer.home.spot.lon", 13.4)?;
    record.set("customer.invited_by.name", "Grace")?;
    record.set("customer.since", Timestamp(1_700_000_000_000))?;
    record.set(&schema.field::<VariantName>("state")?, "shipped")?;
    record.push_default("lines")?;
    record.push_default("lines")?;
    record.set("lines[1].article", 5u64)?;
    record.set("lines[1].count", 3u32)?;
    record.set("lines[1].price", Decimal::<2>(1999))?;
    record.set("lines[1].note", "fragile")?;
    record.set("photo", [0u8, 255].as_slice())?;
    record.push("stars", 5u8)?;
    record.push_default("stars")?;
    record.set("urgent", true)?;
    record.set(r#"rates[["EUR","paid"]]"#, Decimal::<2>(150))?;
    record.set(r#"rates[["EUR","open"]]"#, Decimal::<2>(-1))?;
    record.add_key("seals", b"unbroken")?;
    record.add_key("seals", &[7u8; 8])?;

    // Maps and unions have no paths.
    let mut value = order();
    (value.customer.others, value.customer.tags) = (BTreeMap::new(), BTreeSet::new());
    value.payment = shop::Payment::None;
    let bytes = vellum::to_vec(&value)?;
    assert_eq!(Record::open(&schema, &*bytes)?.get::<str>("lines[1].note")?, "fragile");
    assert_eq!(vellum::from_slice::<shop::Order>(record.as_bytes())?, value);
    record.compact()?;
    assert_eq!(record.as_bytes(), bytes);
    Ok(())
}

#[test]
fn recursive_values_round_trip_and_are_edited_in_place() {
    use recursive::{Binary, Call, Expr, Fixed, House, Leaf, Person, Tree};
    let two = || Expr::Literal(2.0);
    let call = Call { name: "max".into(), arguments: vec![two(), Expr::Text(None)], parent: None };
    let tree = Tree {
        root: Expr::Add(Box::new(Binary {
            left: Expr::Negate(Box::new(two())),
            right: Expr::Pair(Box::new(two()), Some(3), vec![Expr::Call(call)]),
        })),
        person: Person {
            manager: Some(Box::new(Person { name: "Grace".into(), ..Person::default() })),
            house: House { owner: Some(Box::default()), number: 7, next: None },
            pair: (Some(Box::default()), 9),
            favourite: Expr::Fixed(Box::new(Fixed { of: two(), leaf: Leaf { number: 1 }, other: None })),
            ..Person::default()
        },
        boards: [[3; 9]; 40],
        people: vec![None, Some(Person { parents: [None, Some(Box::default())], ..Person::default() })],
        ..Tree::default()
    };
    let mut bytes = vellum::to_vec(&tree).unwrap();
    assert_eq!(vellum::from_slice::<Tree>(&bytes).unwrap(), tree);
    let mut edit = Tree::edit(&mut bytes).unwrap();
    edit.root().as_add().unwrap().unwrap().set_left(&Expr::Both([Box::new(two()), Box::new(two())])).unwrap();
    edit.person().manager().unwrap().unwrap().set_name("Grace Hopper").unwrap();
    let edited = vellum::from_slice::<Tree>(&bytes).unwrap();
    assert_eq!(edited.person.manager.unwrap().name, "Grace Hopper");
    let Expr::Add(sum) = edited.root else { panic!("{:?}", edited.root) };
    assert_eq!(sum.left, Expr::Both([Box::new(two()), Box::new(two())]));
}

#[test]
fn generated_types_keep_the_rules_of_the_schema() {
    use rules::{Event, Item, State, Unit};
    let schema = Schema::parse(RULES).unwrap();
    assert_eq!(Item::schema().fingerprint(), schema.fingerprint());
    let item = Item {
        stars: 5,
        code: "AB".into(),
        slug: Some("ab".into()),
        tag: "ab".parse().unwrap(),
        names: vec!["a".parse().unwrap()],
        units: BTreeMap::from([(Unit::Metre, 2)]),
        events: vec![Event::Paid(7), Event::Note("n".parse().unwrap())],
        ..Item::default()
    };
    let mut bytes = vellum::to_vec(&item).unwrap();
    let mut record = Record::new(&schema);
    record.set("stars", 5u8).unwrap();
    record.set("code", "AB").unwrap();
    record.set("slug", "ab").unwrap();
    record.set("tag", "ab").unwrap();
    record.push("names", "a").unwrap();
    record.set("units[metre]", 2u8).unwrap();
    let variants = schema.field::<VariantName>("events[]").unwrap();
    record.push(&variants, "paid").unwrap();
    record.set("events[0].paid", 7u64).unwrap();
    record.push(&variants, "note").unwrap();
    record.set("events[1].note", "n").unwrap();
    record.compact().unwrap();
    assert_eq!(record.into_storage(), bytes);
    let mut edit = Item::edit(&mut bytes).unwrap();
    assert_eq!(edit.set_stars(6).unwrap_err().kind(), vellum::ErrorKind::Type);
    assert!(edit.set_code("ab").is_err() && edit.set_tag("abcde").is_err());
    edit.set_state(State::Unknown(200)).unwrap();
    assert_eq!(vellum::from_slice::<Item>(&bytes).unwrap().state, State::Unknown(200));
}
