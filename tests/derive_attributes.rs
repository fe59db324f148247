//! Tuple structs, unit structs and what the attributes of the derive change.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::time::Duration;

use vellum::{Result, Schema, Vellum};

#[track_caller]
fn round_trip<T: Vellum + PartialEq + std::fmt::Debug>(value: &T) -> Vec<u8> {
    let bytes = vellum::to_vec(value).unwrap();
    assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), *value);
    let mut compact = bytes.clone();
    vellum::compact::<T>(&mut compact).unwrap();
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

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
struct Point(f64, f64);

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Named<T>(String, T, #[vellum(skip)] u32);

/// A number of a kind of thing.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Id<T>(u32, PhantomData<T>);

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
struct Nothing;

#[test]
fn a_tuple_struct_is_stored_as_the_tuple_of_its_fields() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Shape {
        from: Point,
        all: Vec<Point>,
        maybe: Option<Point>,
        named: Named<u8>,
        id: Id<String>,
        ids: BTreeMap<Id<u8>, Named<Point>>,
        nothing: Nothing,
        nothings: Vec<Nothing>,
        maybe_nothing: Option<Nothing>,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(rename = "Shape")]
    struct Plain {
        from: (f64, f64),
        all: Vec<(f64, f64)>,
        maybe: Option<(f64, f64)>,
        named: (String, u8),
        id: u32,
        ids: BTreeMap<u32, (String, (f64, f64))>,
        nothing: Nothing,
        nothings: Vec<Nothing>,
        maybe_nothing: Option<Nothing>,
    }
    let mut shape = Shape {
        from: Point(1.0, 2.0),
        all: vec![Point(3.0, 4.0), Point(0.0, 0.0)],
        maybe: Some(Point(0.0, 0.0)),
        named: Named("n".into(), 7, 0),
        id: Id(9, PhantomData),
        ids: BTreeMap::from([(Id(1, PhantomData), Named("one".into(), Point(5.0, 6.0), 0))]),
        nothing: Nothing,
        nothings: vec![Nothing; 3],
        maybe_nothing: Some(Nothing),
    };
    let plain = Plain {
        from: (1.0, 2.0),
        all: vec![(3.0, 4.0), (0.0, 0.0)],
        maybe: Some((0.0, 0.0)),
        named: ("n".into(), 7),
        id: 9,
        ids: BTreeMap::from([(1, ("one".into(), (5.0, 6.0)))]),
        nothing: Nothing,
        nothings: vec![Nothing; 3],
        maybe_nothing: Some(Nothing),
    };
    let mut bytes = round_trip(&shape);
    assert_eq!(bytes, round_trip(&plain));
    assert_eq!(Shape::schema(), Plain::schema());
    has_lines::<Shape>(&["from: tuple<f64, f64>,", "named: tuple<string, u8>,", "id: u32,", "struct Nothing {\n}"]);
    let mut edit = Shape::edit(&mut bytes)?;
    edit.set_from((7.0, 8.0))?;
    edit.all().push((9.0, 9.0))?;
    edit.set_maybe(None)?;
    edit.set_named(("longer", 8))?;
    edit.set_id(10)?;
    edit.ids().insert(2, ("two", (1.0, 1.0)))?;
    edit.nothings().push(&Nothing)?;
    edit.set_maybe_nothing(None)?;
    assert_eq!(Shape::view(&bytes)?.from()?, (7.0, 8.0));
    shape.from = Point(7.0, 8.0);
    shape.all.push(Point(9.0, 9.0));
    shape.maybe = None;
    shape.named = Named("longer".into(), 8, 0);
    shape.id = Id(10, PhantomData);
    shape.ids.insert(Id(2, PhantomData), Named("two".into(), Point(1.0, 1.0), 0));
    shape.nothings.push(Nothing);
    shape.maybe_nothing = None;
    assert_eq!(vellum::from_slice::<Shape>(&bytes)?, shape);
    round_trip(&Nothing);
    Ok(())
}

impl<T> Eq for Id<T> where Self: PartialEq {}
impl<T> PartialOrd for Id<T>
where
    Self: PartialEq,
{
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T>
where
    Self: PartialEq,
{
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
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
    assert_eq!(Person::view(&bytes)?.r#type()?, Level::NotSoHigh);
    assert_eq!(vellum::Record::open(Person::schema(), &bytes[..])?.get_path::<str>("firstName")?, "Eve");
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
    let name = Old::view(&bytes)?.name()?;
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
