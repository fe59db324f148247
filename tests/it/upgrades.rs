//! Buffers of a type that has changed: which type wrote them, and which functions are called.

// Functions of `upgrades_from` return a `Result`, whatever they do.
#![allow(clippy::unnecessary_wraps)]

use std::borrow::Cow;
use std::convert::Infallible;

use vellum::{ErrorKind, Record, Schema, Vellum, framed, upgrade};

mod v1 {
    use vellum::Vellum;

    #[derive(Vellum, Clone)]
    pub struct User {
        pub name: String,
        pub age: u8,
    }
}

mod v2 {
    use vellum::Vellum;

    #[derive(Vellum, Clone)]
    #[vellum(upgrades_from(super::v1::User = of_v1))]
    pub struct User {
        pub name: String,
        pub born: String,
        #[vellum(since = 2)]
        pub steps: u32,
    }

    fn of_v1(old: super::v1::User) -> Result<User, String> {
        match old.age {
            200.. => Err(format!("nobody is {} years old", old.age)),
            age => Ok(User { name: old.name, born: format!("{}", 2000 - u32::from(age)), steps: 1 }),
        }
    }
}

#[derive(Vellum, Debug, PartialEq)]
#[vellum(upgrades_from(v2::User = of_v2))]
struct User {
    first: String,
    last: Option<String>,
    born: u32,
    steps: u32,
}

fn of_v2(old: v2::User) -> Result<User, std::num::ParseIntError> {
    let born = old.born.parse()?;
    let (first, last) = match old.name.split_once(' ') {
        Some((first, last)) => (first.to_owned(), Some(last.to_owned())),
        None => (old.name, None),
    };
    Ok(User { first, last, born, steps: old.steps + 1 })
}

fn ada(born: u32, steps: u32) -> User {
    User { first: "Ada".into(), last: Some("Lovelace".into()), born, steps }
}

#[test]
fn functions_are_called_one_after_the_other() {
    let old = v1::User { name: "Ada Lovelace".into(), age: 36 };
    let stored = framed::pack(v1::User::schema(), &vellum::to_vec(&old).unwrap());
    let bytes = upgrade::framed::<User>(&stored).unwrap();
    let user: User = vellum::from_slice(framed::open::<User>(&bytes).unwrap()).unwrap();
    assert_eq!(user, ada(1964, 2));
    assert!(matches!(upgrade::framed::<User>(&bytes).unwrap(), Cow::Borrowed(same) if same == &bytes[..]));

    let middle = v2::User { name: "Ada Lovelace".into(), born: "1815".into(), steps: 7 };
    let middle = vellum::to_vec(&middle).unwrap();
    let bytes = upgrade::with_schema::<User>(v2::User::schema(), &middle).unwrap();
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap(), ada(1815, 8));
    assert_eq!(
        vellum::from_slice::<User>(&upgrade::from_type::<v2::User, User>(&middle).unwrap()).unwrap(),
        ada(1815, 8)
    );
}

#[test]
fn a_revision_of_an_earlier_type_is_upgraded_and_newer_data_is_never_dropped() {
    // Revision 1 of the second type, which has no steps yet.
    let schema = Schema::parse("struct User { name: string, born: string } root User;").unwrap();
    let mut record = Record::new(&schema);
    record.set("name", "Ada Lovelace").unwrap();
    record.set("born", "1815").unwrap();
    let bytes = upgrade::with_schema::<User>(&schema, record.as_bytes()).unwrap();
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap(), ada(1815, 1));

    // A later revision of it, with a field that the program does not know.
    let later = "struct User { name: string, born: string, steps: u32 since 2, email: string since 3 } root User;";
    let later = Schema::parse(later).unwrap();
    let mut record = Record::new(&later);
    record.set("born", "1815").unwrap();
    assert!(upgrade::with_schema::<User>(&later, record.as_bytes()).is_ok()); // nothing is in it
    record.set("email", "ada@example.org").unwrap();
    let error = upgrade::with_schema::<User>(&later, record.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Newer, "{error}");
}

#[test]
fn values_that_a_function_refuses_and_bytes_of_no_value_are_errors() {
    let old = vellum::to_vec(&v1::User { name: "Ada".into(), age: 200 }).unwrap();
    let error = upgrade::with_schema::<User>(v1::User::schema(), &old).unwrap_err();
    assert!(error.to_string().contains("nobody is 200 years old"), "{error}");
    assert!(error.to_string().contains("`User`"), "{error}");
    for len in 0..old.len() {
        assert!(upgrade::with_schema::<User>(v1::User::schema(), &old[..len]).is_err());
    }
}

#[test]
fn a_schema_of_no_known_type_is_named_with_its_fingerprint_and_the_known_ones() {
    let other = Schema::parse("struct User { name: u8 } root User;").unwrap();
    let error = upgrade::is_needed::<User>(&other).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type);
    let text = error.to_string();
    for part in [other.fingerprint(), User::schema().fingerprint(), v1::User::schema().fingerprint()] {
        assert!(text.contains(&format!("{part:016x}")), "{text}");
    }
    assert!(text.contains("v2::User") && text.contains("upgrades_from"), "{text}");
    // Without functions the first difference is told.
    let error = upgrade::is_needed::<v1::User>(&other).unwrap_err();
    assert!(error.to_string().contains("User.name"), "{error}");
    // Only the type itself is asked, where a name has changed.
    assert!(upgrade::is_needed::<v1::User>(v1::User::schema()).is_ok_and(|needed| !needed));
}

/// The present type names the first itself, so the steps between are skipped.
#[derive(Vellum, Debug, PartialEq)]
#[vellum(rename = "User", upgrades_from(v2::User = direct_of_v2, v1::User = direct_of_v1))]
struct Direct {
    way: String,
}

fn direct_of_v2(_: v2::User) -> Result<Direct, Infallible> {
    Ok(Direct { way: "of v2".into() })
}

fn direct_of_v1(_: v1::User) -> Result<Direct, Infallible> {
    Ok(Direct { way: "of v1".into() })
}

#[test]
fn the_shortest_way_is_taken() {
    let old = vellum::to_vec(&v1::User { name: "Ada".into(), age: 3 }).unwrap();
    let bytes = upgrade::with_schema::<Direct>(v1::User::schema(), &old).unwrap();
    assert_eq!(vellum::from_slice::<Direct>(&bytes).unwrap().way, "of v1");
}

mod ambiguous {
    use std::convert::Infallible;

    use vellum::Vellum;

    /// Two ways of two functions lead from `v1::User`.
    #[derive(Vellum)]
    #[vellum(rename = "User", upgrades_from(super::v2::User, Other))]
    pub struct Twice {
        pub way: u64,
    }

    impl From<super::v2::User> for Twice {
        fn from(_: super::v2::User) -> Self {
            Self { way: 1 }
        }
    }

    impl From<Other> for Twice {
        fn from(_: Other) -> Self {
            Self { way: 2 }
        }
    }

    #[derive(Vellum)]
    #[vellum(rename = "User", upgrades_from(super::v1::User = other))]
    pub struct Other {
        pub other: [u8; 3],
    }

    fn other(_: super::v1::User) -> Result<Other, Infallible> {
        Ok(Other { other: [1; 3] })
    }

    /// Two types that become each other.
    #[derive(Vellum)]
    #[vellum(upgrades_from(Circle))]
    pub struct Round {
        pub of_circle: u64,
    }

    impl From<Circle> for Round {
        fn from(old: Circle) -> Self {
            Self { of_circle: old.of_round.into() }
        }
    }

    #[derive(Vellum)]
    #[vellum(rename = "Round", upgrades_from(Round = back))]
    pub struct Circle {
        pub of_round: u32,
    }

    fn back(_: Round) -> Result<Circle, String> {
        Err("nobody goes back".into())
    }

    /// Fields of the later revision have changed, so both types read the first revision.
    #[derive(Vellum)]
    #[vellum(rename = "Both")]
    pub struct Both1 {
        pub name: String,
        #[vellum(since = 3)]
        pub number: u8,
    }

    #[derive(Vellum)]
    #[vellum(rename = "Both", upgrades_from(Both1))]
    pub struct Both2 {
        pub name: String,
        #[vellum(since = 3)]
        pub number: u64,
    }

    impl From<Both1> for Both2 {
        fn from(old: Both1) -> Self {
            Self { name: old.name, number: old.number.into() }
        }
    }
}

#[test]
fn nothing_is_guessed() {
    let error = upgrade::is_needed::<ambiguous::Twice>(v1::User::schema()).unwrap_err();
    assert!(error.to_string().contains("two ways of 2 functions"), "{error}");

    let first = Schema::parse("struct Both { name: string } root Both;").unwrap();
    let error = upgrade::is_needed::<ambiguous::Both2>(&first).unwrap_err();
    assert!(error.to_string().contains("Both1") && error.to_string().contains("Both2"), "{error}");
    assert!(upgrade::is_needed::<ambiguous::Both2>(ambiguous::Both1::schema()).unwrap());
    assert!(!upgrade::is_needed::<ambiguous::Both2>(ambiguous::Both2::schema()).unwrap());
}

#[test]
fn types_that_become_each_other_end() {
    let circle = vellum::to_vec(&ambiguous::Circle { of_round: 7 }).unwrap();
    let bytes = upgrade::with_schema::<ambiguous::Round>(ambiguous::Circle::schema(), &circle).unwrap();
    assert_eq!(ambiguous::Round::peek(&bytes).unwrap().of_circle().unwrap(), 7);
    assert!(!upgrade::is_needed::<ambiguous::Round>(ambiguous::Round::schema()).unwrap());
}

mod carried {
    use vellum::Vellum;

    #[derive(Vellum)]
    #[vellum(rename = "Count", lineage)]
    pub struct Count1 {
        pub value: u32,
        #[vellum(since = 2)]
        pub unit: String,
    }

    #[derive(Vellum)]
    #[vellum(rename = "Count", lineage, upgrades_from(Count1))]
    pub struct Count2 {
        pub value: u64,
        pub unit: String,
    }

    impl From<Count1> for Count2 {
        fn from(old: Count1) -> Self {
            Self { value: old.value.into(), unit: old.unit }
        }
    }

    /// The first revision is that of `Count1`.
    #[derive(Vellum)]
    #[vellum(rename = "Count", lineage, upgrades_from(Count1))]
    pub struct Same {
        pub value: u32,
        #[vellum(since = 2)]
        pub unit: u8,
    }

    impl From<Count1> for Same {
        fn from(old: Count1) -> Self {
            Self { value: old.value, unit: 0 }
        }
    }
}

#[test]
fn a_buffer_is_known_by_its_lineage_or_not_at_all() {
    let old = vellum::to_vec(&carried::Count1 { value: 7, unit: "kg".into() }).unwrap();
    let new = upgrade::buffer::<carried::Count2>(&old).unwrap();
    let count: carried::Count2 = vellum::from_slice(&new).unwrap();
    assert_eq!((count.value, &*count.unit), (7, "kg"));
    assert!(matches!(upgrade::buffer::<carried::Count2>(&new).unwrap(), Cow::Borrowed(_)));

    let error = upgrade::buffer::<carried::Same>(&old).unwrap_err();
    assert!(error.to_string().contains("can be of"), "{error}");

    let bare = vellum::to_vec(&v1::User { name: "Ada".into(), age: 1 }).unwrap();
    for bytes in [&bare[..], &[], &[0x20], &old[..3]] {
        let error = upgrade::buffer::<carried::Count2>(bytes).unwrap_err();
        assert!(error.to_string().contains("carries no lineage"), "{error}");
    }
    let mut other = old.clone();
    let at = other.windows(4).position(|bytes| bytes == carried::Count1::schema().lineage().unwrap().to_le_bytes());
    other[at.unwrap()] ^= 1;
    let error = upgrade::buffer::<carried::Count2>(&other).unwrap_err();
    assert!(error.to_string().contains("the lineage"), "{error}");
}

/// A union as the type of a whole buffer.
mod of_other_forms {
    use vellum::Vellum;

    #[derive(Vellum, Debug, PartialEq)]
    #[vellum(rename = "Event")]
    pub enum Event1 {
        Joined(String),
        Left,
    }

    #[derive(Vellum, Debug, PartialEq)]
    #[vellum(rename = "Event", upgrades_from(Event1))]
    pub enum Event2 {
        Nothing,
        Joined { name: String, room: u32 },
        Left,
    }

    impl From<Event1> for Event2 {
        fn from(old: Event1) -> Self {
            match old {
                Event1::Joined(name) => Self::Joined { name, room: 1 },
                Event1::Left => Self::Left,
            }
        }
    }
}

#[test]
fn unions_are_upgraded() {
    use of_other_forms::{Event1, Event2};

    let old = vellum::to_vec(&Event1::Joined("Ada".into())).unwrap();
    let new = upgrade::with_schema::<Event2>(Event1::schema(), &old).unwrap();
    assert_eq!(vellum::from_slice::<Event2>(&new).unwrap(), Event2::Joined { name: "Ada".into(), room: 1 });
}
