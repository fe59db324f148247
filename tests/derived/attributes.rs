//! What the attributes of the derive change.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::time::Duration;

use vellum::{DecodeOwned, Result, Schema, Vellum};

#[track_caller]
fn round_trip<T: Vellum + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) -> Vec<u8> {
    let bytes = vellum::to_vec(value).unwrap();
    assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), *value);
    let mut compact = bytes.clone();
    T::compact(&mut compact).unwrap();
    assert_eq!(compact, bytes);
    assert_eq!(&Schema::parse(&T::schema().to_string()).unwrap(), T::schema());
    bytes
}

#[track_caller]
fn has_lines<T: Vellum>(lines: &[&str]) {
    let text = T::schema().to_string();
    for line in lines {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn names_follow_the_rule_of_their_type() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(rename = "person", rename_all = "camelCase")]
    struct Person {
        first_name: String,
        #[vellum(rename = "AGE")]
        age_in_years: u8,
        r#type: Level,
        contact: Contact,
    }
    #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
    #[vellum(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Level {
        NotSoHigh,
        #[vellum(rename = "top")]
        VeryHigh,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(rename_all = "snake_case")]
    enum Contact {
        NoneAtAll,
        #[vellum(rename_all = "PascalCase", frozen)]
        ByPost {
            street_name: String,
            #[vellum(rename = "no")]
            number: u32,
        },
    }
    has_lines::<Person>(&[
        "struct person {\n    firstName: string,\n    AGE: u8,\n    type: Level,",
        "enum Level {\n    NOT_SO_HIGH,\n    top,\n}",
        "union Contact {\n    none_at_all,\n    by_post: ContactByPost,\n}",
        "frozen struct ContactByPost {\n    StreetName: string,\n    no: u32,\n}",
        "root person;",
    ]);
    let contact = Contact::ByPost { street_name: "Elm".into(), number: 4 };
    let mut bytes = round_trip(&Person { first_name: "Ada".into(), age_in_years: 3, r#type: Level::VeryHigh, contact });
    Person::edit(&mut bytes)?.set_first_name("Eve")?;
    Person::edit(&mut bytes)?.set_type(Level::NotSoHigh)?;
    assert_eq!(Person::peek(&bytes)?.r#type()?, Level::NotSoHigh);
    assert_eq!(vellum::Record::open(Person::schema(), &bytes[..])?.get::<str>("firstName")?, "Eve");
    Ok(())
}

#[test]
fn skipped_fields_are_not_stored() {
    #[derive(Clone, Debug, PartialEq)]
    struct Cache(Vec<usize>);
    impl Default for Cache {
        fn default() -> Self {
            Self(vec![7])
        }
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Doc {
        #[vellum(skip)]
        cache: Cache,
        text: String,
        marker: PhantomData<Cache>,
        kind: Kind,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    enum Kind {
        Empty(#[vellum(skip)] Cache),
        One(#[vellum(skip)] Cache, u8),
        Two(u8, #[vellum(skip)] Cache, String),
        Named {
            #[vellum(skip)]
            cache: Cache,
            text: String,
        },
    }
    has_lines::<Doc>(&[
        "struct Doc {\n    text: string,\n    kind: Kind,\n}",
        "    Empty,\n    One: u8,\n    Two: tuple<u8, string>,",
    ]);
    let one = |kind| Doc { cache: Cache::default(), text: "t".into(), marker: PhantomData, kind };
    round_trip(&one(Kind::Empty(Cache::default())));
    round_trip(&one(Kind::One(Cache::default(), 4)));
    round_trip(&one(Kind::Two(4, Cache::default(), "two".into())));
    round_trip(&one(Kind::Named { cache: Cache::default(), text: "n".into() }));
    let full = Doc { cache: Cache(vec![1, 2]), ..one(Kind::Empty(Cache(vec![]))) };
    assert_eq!(vellum::to_vec(&full).unwrap(), vellum::to_vec(&one(Kind::Empty(Cache::default()))).unwrap());
}

#[test]
fn deprecated_fields_say_so_in_the_schema() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq, Default)]
    struct Old {
        /// The name.
        #[vellum(deprecated = "use `title`")]
        name: String,
        #[vellum(deprecated)]
        age: u8,
        title: String,
        #[deprecated(since = "2.0.0", note = "nobody reads it")]
        #[vellum(rename = "note")]
        remark: Option<String>,
    }
    has_lines::<Old>(&[
        "    /// The name.\n    ///\n    /// Deprecated: use `title`\n    name: string,",
        "    /// Deprecated.\n    age: u8,",
        "    /// Deprecated: nobody reads it\n    note: string?,",
    ]);
    let mut bytes = round_trip(&Old::default());
    #[allow(deprecated)]
    Old::edit(&mut bytes)?.set_name("still there")?;
    #[allow(deprecated)]
    let name = Old::peek(&bytes)?.name()?;
    assert_eq!(name, "still there");
    Ok(())
}

/// How a `Duration` is stored.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Span {
    seconds: u64,
    nanos: u32,
}

impl From<&Duration> for Span {
    fn from(duration: &Duration) -> Self {
        Self { seconds: duration.as_secs(), nanos: duration.subsec_nanos() }
    }
}

impl From<Span> for Duration {
    fn from(span: Span) -> Self {
        Self::new(span.seconds, span.nanos)
    }
}

/// How an address is stored, as text.
#[derive(Vellum)]
struct Address(String);

impl From<&std::net::Ipv4Addr> for Address {
    fn from(address: &std::net::Ipv4Addr) -> Self {
        Self(address.to_string())
    }
}

impl From<Address> for std::net::Ipv4Addr {
    fn from(address: Address) -> Self {
        address.0.parse().unwrap_or(Self::UNSPECIFIED)
    }
}

#[test]
fn a_foreign_type_is_stored_as_the_type_named_with_it() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Job {
        #[vellum(with = "Span")]
        time: Duration,
        #[vellum(with = "self::Address", since = 2)]
        host: std::net::Ipv4Addr,
        state: State,
        #[vellum(with = "Option<Span>")]
        limit: Option<Duration>,
        #[vellum(with = "Vec<Option<Address>>")]
        hosts: Vec<Option<std::net::Ipv4Addr>>,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    enum State {
        Idle,
        Since(#[vellum(with = "Span")] Duration),
        Both(u8, #[vellum(with = "Address")] std::net::Ipv4Addr),
        Named {
            #[vellum(with = "Span")]
            time: Duration,
            #[vellum(with = "Address")]
            host: std::net::Ipv4Addr,
        },
    }
    has_lines::<Job>(&["time: Span,\n    host: string since 2,", "Since: Span,\n    Both: tuple<u8, string>,"]);
    let (time, host) = (Duration::new(5, 6), std::net::Ipv4Addr::LOCALHOST);
    for state in [State::Idle, State::Since(time), State::Both(3, host), State::Named { time, host }] {
        let mut job = Job { time, host, state, limit: Some(time), hosts: vec![Some(host), None] };
        let mut bytes = round_trip(&job);
        let mut edit = Job::edit(&mut bytes)?;
        edit.set_time(&Span { seconds: 8, nanos: 0 })?;
        edit.set_host("10.0.0.1")?;
        edit.set_limit(None)?;
        edit.hosts().push(Some("127.0.0.1"))?;
        edit.state().set_since(&Span { seconds: 1, nanos: 2 })?;
        job.time = Duration::from_secs(8);
        job.host = [10, 0, 0, 1].into();
        job.limit = None;
        job.hosts.push(Some(host));
        job.state = State::Since(Duration::new(1, 2));
        assert_eq!(vellum::from_slice::<Job>(&bytes)?, job);
        assert_eq!(Job::edit(&mut bytes)?.take_host()?, job.host);
    }
    Ok(())
}

#[test]
fn fields_of_variants_can_be_added_later_and_have_defaults() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Old {
        post: OldPost,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(rename = "Post")]
    enum OldPost {
        None,
        #[allow(dead_code)]
        Letter {
            street: String,
        },
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct New {
        post: Post,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    enum Post {
        None,
        Letter {
            street: String,
            #[vellum(since = 2, default = 5)]
            stamps: u8,
            #[vellum(since = 3)]
            note: Option<String>,
        },
    }
    has_lines::<New>(&["stamps: u8 = 5 since 2,", "note: string? since 3,"]);
    let old = vellum::to_vec(&Old { post: OldPost::Letter { street: "Elm".into() } })?;
    let mut bytes = old.clone();
    let expected = Post::Letter { street: "Elm".into(), stamps: 5, note: None };
    assert_eq!(vellum::from_slice::<New>(&bytes)?.post, expected);
    New::edit(&mut bytes)?.post().as_letter()?.unwrap().set_note(Some("n"))?;
    round_trip(&vellum::from_slice::<New>(&bytes)?);
    assert_eq!(vellum::from_slice::<Old>(&bytes)?, vellum::from_slice::<Old>(&old)?);
    round_trip(&New { post: Post::None });
    Ok(())
}

#[test]
fn every_scalar_text_bool_and_enum_can_have_a_default() {
    #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
    #[repr(u16)]
    enum Fruit {
        Apples = 3,
        Pears = 700,
    }
    const LIMIT: i64 = -5;
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Defaults {
        #[vellum(default = true)]
        on: bool,
        #[vellum(default = 1)]
        a: u8,
        #[vellum(default = u16::MAX)]
        b: u16,
        #[vellum(default = 1 << 20)]
        c: u32,
        #[vellum(default = 0x1_0000_0000)]
        d: u64,
        #[vellum(default = 1 << 100)]
        e: u128,
        #[vellum(default = -1)]
        f: i8,
        #[vellum(default = -2)]
        g: i16,
        #[vellum(default = -3)]
        h: i32,
        #[vellum(default = LIMIT)]
        i: i64,
        #[vellum(default = i128::MIN)]
        j: i128,
        #[vellum(default = 0.5)]
        k: f32,
        #[vellum(default = -0.0)]
        l: f64,
        #[vellum(default = 'ß')]
        m: char,
        #[vellum(default = "text")]
        n: String,
        #[vellum(default = "cow")]
        o: std::borrow::Cow<'static, str>,
        #[vellum(default = Fruit::Pears)]
        p: Fruit,
        #[vellum(default = 9)]
        q: Box<u32>,
    }
    let value = Defaults {
        on: true,
        a: 1,
        b: u16::MAX,
        c: 1 << 20,
        d: 0x1_0000_0000,
        e: 1 << 100,
        f: -1,
        g: -2,
        h: -3,
        i: -5,
        j: i128::MIN,
        k: 0.5,
        l: -0.0,
        m: 'ß',
        n: "text".into(),
        o: "cow".into(),
        p: Fruit::Pears,
        q: Box::new(9),
    };
    let bytes = round_trip(&value);
    assert!(bytes[2..].iter().all(|byte| *byte == 0), "{bytes:?}");
    has_lines::<Defaults>(&[
        "on: bool = true,",
        "i: i64 = -5,",
        "m: char = 'ß',",
        "p: Fruit = Pears,",
        "o: string = \"cow\",",
    ]);
    round_trip(&Defaults { on: false, n: String::new(), p: Fruit::Apples, l: 0.0, m: '\0', ..value });
}

#[test]
fn types_may_come_from_macros() {
    macro_rules! declare {
        ($name:ident<$param:ident> { $($field:ident: $ty:ty = $default:expr),* }, $mark:ty, $other:ty) => {
            #[derive(Vellum, Clone, Debug, PartialEq)]
            struct $name<$param> {
                $(#[vellum(default = $default)] $field: $ty,)*
                mark: $mark,
                other: Vec<$other>,
                value: Option<$param>,
            }
        };
    }
    declare!(Made<T> { age: u16 = 18, name: String = "nobody" }, PhantomData<u8>, Option<BTreeMap<u8, T>>);
    has_lines::<Made<bool>>(&[
        "struct MadeOfBool {\n    age: u16 = 18,\n    name: string = \"nobody\",\n    other: list<map<u8, bool>?>,",
    ]);
    round_trip(&Made { age: 3, name: "x".into(), mark: PhantomData, other: vec![None], value: Some(true) });
}

macro_rules! documented {
    ($name:ident, $what:literal) => {
        #[derive(Vellum)]
        #[doc = concat!("The ", $what, " of ", stringify!($name), ".")]
        struct $name {
            #[doc = concat!("In ", 2, ' ', "parts, ", true, concat!(".", ""))]
            #[doc = std::stringify!($name)]
            x: u8,
            #[doc = include_str!("../../LICENSE-MIT")]
            y: u8,
        }
    };
}
documented!(Written, "docs");

#[test]
fn docs_that_macros_join_are_those_of_the_schema() {
    let expected = "/// The docs of Written.
struct Written {
    /// In 2 parts, true.
    /// Written
    x: u8,
    y: u8,
}
root Written;
";
    assert_eq!(Written::schema().to_string(), expected);
}
