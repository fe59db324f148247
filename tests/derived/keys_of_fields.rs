//! Keys made of values without a record: what a field takes, `key_of` takes, and the bytes are those of the record's key.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroI16, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use vellum::key::Keyed;
use vellum::{Value, Vellum, value};

#[derive(Vellum, Clone, Copy, PartialEq, Debug)]
struct Id(u64);
#[derive(Vellum, Clone, PartialEq, Debug)]
struct Name(String);
#[derive(Vellum, Clone, Copy)]
struct OfUuid(uuid::Uuid);
#[derive(Vellum, Clone, Copy)]
struct Point(u8, i16);
#[derive(Vellum, Clone)]
struct Of<T>(T);

#[derive(Vellum, Clone)]
#[vellum(check = not_empty)]
struct Filled(String);

fn not_empty(text: &str) -> Result<(), &'static str> {
    if text.is_empty() { Err("it is empty") } else { Ok(()) }
}

#[derive(Vellum, Clone, Copy)]
#[vellum(try_from = "u32")]
struct Even(u32);

impl From<&Even> for u32 {
    fn from(even: &Even) -> Self {
        even.0
    }
}

impl TryFrom<u32> for Even {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        if number.is_multiple_of(2) { Ok(Self(number)) } else { Err("it is odd") }
    }
}

#[derive(Vellum, Clone, Copy)]
enum Kind {
    Note,
    Task,
}

#[derive(Vellum, Clone, Copy)]
#[repr(u16)]
#[vellum(open)]
enum State {
    Open = 3,
    #[vellum(other)]
    Other(u16),
}

#[derive(Vellum, Clone)]
#[vellum(frozen)]
struct Version {
    major: u8,
    label: String,
    maybe: Option<Kind>,
}

#[derive(Vellum, Clone)]
#[vellum(frozen)]
struct Release {
    version: Version,
    day: chrono::NaiveDate,
}

macro_rules! keyed {
    ($($name:ident: $type:ty = $value:expr;)*) => {$(
        mod $name {
            #[allow(clippy::wildcard_imports)]
            use super::*;

            #[derive(Vellum)]
            #[vellum(key(id))]
            struct Plain { id: $type, other: u8 }
            #[derive(Vellum)]
            #[vellum(key(other, id desc))]
            struct Down { id: $type, other: u8 }
            #[derive(Vellum)]
            #[vellum(key(id))]
            struct Maybe { id: Option<$type> }
            #[derive(Vellum)]
            #[vellum(key(id desc))]
            struct Pair { id: (u8, $type) }
            #[derive(Vellum, Clone)]
            #[vellum(frozen)]
            struct Part { id: $type, other: bool }
            #[derive(Vellum)]
            #[vellum(key(part))]
            struct Inline { part: Part }
            #[derive(Vellum)]
            #[vellum(key(part.other, part.id))]
            struct Below { part: Part }

            pub fn check() {
                let value = || -> $type { $value };
                let made = value();
                let set = || Value::as_set(&made);
                let bytes = vellum::to_vec(&Plain { id: value(), other: 7 }).unwrap();
                let key = Plain::key(&bytes).unwrap();
                assert_eq!(Plain::key_of(set()).unwrap(), key, "{}", stringify!($name));
                assert_eq!(Plain::schema().key_of(&made).unwrap(), key);
                assert_eq!(Plain::key_prefix(&made).unwrap().start(), key);

                let bytes = vellum::to_vec(&Down { id: value(), other: 7 }).unwrap();
                let key = Down::key(&bytes).unwrap();
                assert_eq!(Down::key_of(7, set()).unwrap(), key);
                assert_eq!(Down::schema().key_of((7, &made)).unwrap(), key);

                for id in [None, Some(value())] {
                    let key = Maybe::key(&vellum::to_vec(&Maybe { id: id.clone() }).unwrap()).unwrap();
                    assert_eq!(Maybe::key_of(Value::as_set(&id)).unwrap(), key);
                    assert_eq!(Maybe::schema().key_of(&id).unwrap(), key);
                }
                assert!(Maybe::key_of(None).is_ok());

                let bytes = vellum::to_vec(&Pair { id: (9, value()) }).unwrap();
                assert_eq!(Pair::key_of((9, set())).unwrap(), Pair::key(&bytes).unwrap());
                let part = Part { id: value(), other: true };
                let bytes = vellum::to_vec(&Inline { part: part.clone() }).unwrap();
                let key = Inline::key(&bytes).unwrap();
                assert_eq!(Inline::key_of(&part).unwrap(), key);
                assert_eq!(Inline::key_of((set(), true)).unwrap(), key);
                assert_eq!(Inline::schema().key_of(&part).unwrap(), key);
                let bytes = vellum::to_vec(&Below { part }).unwrap();
                assert_eq!(Below::key_of(true, &made).unwrap(), Below::key(&bytes).unwrap());
            }
        }
    )*
        #[test]
        fn a_key_of_what_a_field_takes_is_the_key_of_the_record() {
            $($name::check();)*
        }
    };
}
keyed! {
    of_bool: bool = true;
    of_u8: u8 = 200;
    of_u64: u64 = 1 << 40;
    of_i16: i16 = -5;
    of_i128: i128 = -1 << 90;
    of_f32: f32 = -1.5;
    of_f64: f64 = 2.5;
    of_char: char = 'é';
    of_string: String = "a\0b".into();
    of_bytes: Vec<u8> = vec![0, 255, 1];
    of_boxed_text: Box<str> = "boxed".into();
    of_shared_text: Arc<str> = "shared".into();
    of_cow: Cow<'static, str> = "cow".into();
    of_boxed: Box<u32> = Box::new(7);
    of_usize: usize = 77;
    of_non_zero: NonZeroU64 = NonZeroU64::MAX;
    of_non_zero_i16: NonZeroI16 = NonZeroI16::MIN;
    of_date: value::Date = value::Date(-5);
    of_timestamp: value::Timestamp = value::Timestamp(5);
    of_decimal: value::Decimal<2> = value::Decimal(-5);
    of_decimal128: value::Decimal128<4> = value::Decimal128(5);
    of_own_uuid: value::Uuid = value::Uuid([7; 16]);
    of_own_ulid: value::Ulid = value::Ulid([7; 16]);
    of_ipv4: Ipv4Addr = Ipv4Addr::LOCALHOST;
    of_ipv6: Ipv6Addr = Ipv6Addr::LOCALHOST;
    of_ip: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    of_socket: SocketAddr = "[::1]:80".parse().unwrap();
    of_duration: Duration = Duration::from_millis(1500);
    of_system_time: SystemTime = SystemTime::UNIX_EPOCH + Duration::from_secs(7);
    of_path: PathBuf = "a/b".into();
    of_range: std::ops::Range<u8> = 2..7;
    of_uuid: uuid::Uuid = uuid::Uuid::from_bytes([3; 16]);
    of_ulid: ulid::Ulid = ulid::Ulid::from_bytes([3; 16]);
    of_rust_decimal: rust_decimal::Decimal = rust_decimal::Decimal::new(-125, 2);
    of_chrono: chrono::NaiveDate = chrono::NaiveDate::from_ymd_opt(2024, 2, 29).unwrap();
    of_chrono_time: chrono::NaiveTime = chrono::NaiveTime::from_hms_opt(1, 2, 3).unwrap();
    of_chrono_instant: chrono::DateTime<chrono::Utc> = chrono::DateTime::from_timestamp(5, 0).unwrap();
    of_jiff: jiff::civil::Date = jiff::civil::date(2024, 2, 29);
    of_jiff_instant: jiff::Timestamp = jiff::Timestamp::from_second(5).unwrap();
    of_compact: compact_str::CompactString = "compact".into();
    of_newtype: Id = Id(7);
    of_newtype_of_text: Name = Name("Ada".into());
    of_newtype_of_uuid: OfUuid = OfUuid(uuid::Uuid::from_bytes([9; 16]));
    of_tuple_struct: Point = Point(7, -7);
    of_generic_newtype: Of<u32> = Of(7);
    of_checked: Filled = Filled("filled".into());
    of_converted: Even = Even(4);
    of_enum: Kind = Kind::Task;
    of_first_variant: Kind = Kind::Note;
    of_open_enum: State = State::Open;
    of_unknown_variant: State = State::Other(900);
    of_tuple: (u8, (String, Option<Kind>)) = (1, ("x".into(), Some(Kind::Task)));
    of_frozen: Version = Version { major: 1, label: "one".into(), maybe: None };
    of_nested_frozen: Release = Release {
        version: Version { major: 1, label: "one".into(), maybe: Some(Kind::Note) },
        day: chrono::NaiveDate::from_ymd_opt(2024, 2, 29).unwrap(),
    };
}

#[derive(Vellum)]
#[vellum(key(id, name, kind, data, version))]
struct Item {
    id: Id,
    name: Name,
    kind: Kind,
    data: Vec<u8>,
    version: Version,
}

#[test]
fn key_of_takes_what_setters_take_and_owned_text_and_bytes() -> vellum::Result<()> {
    let version = Version { major: 1, label: "one".into(), maybe: None };
    let item = Item { id: Id(7), name: Name("Ada".into()), kind: Kind::Task, data: b"\0x".into(), version };
    let key = Item::key(&vellum::to_vec(&item)?)?;
    assert_eq!(Item::key_of(7, "Ada", item.kind, &item.data, &item.version)?, key);
    assert_eq!(Item::key_of(7, "Ada", Kind::Task, item.data.clone(), (1, "one", None))?, key);
    assert_eq!(Item::key_of(7, "Ada", Kind::Task, b"\0x", &item.version)?, key);
    assert_eq!(Item::schema().key_of((&item.id, &item.name, (&item.kind, &item.data), &item.version))?, key);
    assert_eq!(Item::schema().key_of((7u8, "Ada", "Task", b"\0x".as_slice(), 1, "one", None::<u8>))?, key);
    Ok(())
}

#[derive(Vellum)]
#[vellum(key(id))]
struct Generic<T> {
    id: T,
}

#[derive(Vellum)]
#[vellum(key(title, at))]
struct Lent<'a> {
    title: &'a str,
    at: Cow<'a, [u8]>,
}

#[test]
fn keys_of_types_with_parameters_take_what_their_fields_take() -> vellum::Result<()> {
    assert_eq!(Generic::<u16>::key_of(258)?, [1, 2]);
    assert_eq!(Generic::<String>::key_of("a")?, b"a\0\0");
    assert_eq!(Generic::<Id>::key_of(1)?, Generic::<u64>::key_of(1)?);
    let lent = Lent { title: "one", at: Cow::Borrowed(b"x") };
    assert_eq!(Lent::key_of(String::from("one"), b"x")?, Lent::key(&vellum::to_vec(&lent)?)?);
    Ok(())
}

#[test]
fn a_key_of_what_the_field_refuses_is_an_error() {
    #[derive(Vellum)]
    #[vellum(key(name))]
    struct Of {
        name: Filled,
    }
    assert_eq!(Of::key_of("").unwrap_err().kind(), vellum::ErrorKind::Type);
    let beyond = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 40);
    assert_eq!(of_system_time_key(beyond).unwrap_err().kind(), vellum::ErrorKind::Type);
}

fn of_system_time_key(time: SystemTime) -> vellum::Result<Vec<u8>> {
    #[derive(Vellum)]
    #[vellum(key(at))]
    struct Of {
        at: SystemTime,
    }
    Of::key_of(time)
}
