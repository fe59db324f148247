//! Types of std and of other crates as fields: the bytes of the scalar that they are stored as, and a refusal of what does not fit.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU32, NonZeroUsize};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use vellum::value::{Date, Decimal128, Time, TimestampNanos};
use vellum::{
    DecodeOwned, ErrorKind, List, Value, Vellum,
    key::MapKey,
    proved::{Checked, Proven},
};

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(bound = "T: MapKey + Ord")]
struct Of<T> {
    one: T,
    many: Vec<T>,
    maybe: Option<T>,
    maybes: Vec<Option<T>>,
    pair: (T, bool),
    array: [T; 2],
    keys: BTreeSet<T>,
    values: BTreeMap<T, Vec<T>>,
    case: Case<T>,
    cases: Vec<Case<T>>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Case<T> {
    None,
    One(T),
    Named { value: T, note: String },
}

fn of<T: Copy + Ord>(values: &[T]) -> Of<T> {
    let (first, last) = (values[0], values[values.len() - 1]);
    Of {
        one: first,
        many: values.to_vec(),
        maybe: Some(last),
        maybes: values.iter().map(|value| Some(*value)).chain([None]).collect(),
        pair: (last, true),
        array: [first, last],
        keys: values.iter().copied().collect(),
        values: values.iter().map(|value| (*value, values.to_vec())).collect(),
        case: Case::One(last),
        cases: vec![Case::None, Case::One(first), Case::Named { value: last, note: "last".into() }],
    }
}

/// A type is stored as its scalar is, in all places, and comes back the same.
fn is_stored_as<T, W>(values: &[(T, W)])
where
    T: MapKey + DecodeOwned + Ord + Copy + Debug + 'static,
    T: for<'a> Value<Set<'a> = T, Get<'a, Checked> = T, Proved<'a> = T>,
    T: for<'a> Value<GetList<'a, Checked> = List<'a, T, Checked>, GetList<'a, Proven> = List<'a, T>>,
    W: MapKey + DecodeOwned + Ord + Copy + Debug,
{
    let (own, wire): (Vec<T>, Vec<W>) = values.iter().copied().unzip();
    let (value, stored) = (of(&own), of(&wire));
    let mut bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(bytes, vellum::to_vec(&stored).unwrap());
    assert_eq!(field_types::<Of<T>>(), field_types::<Of<W>>());
    Of::<T>::schema().prove(&bytes).unwrap();
    assert_eq!(vellum::from_slice::<Of<T>>(&bytes).unwrap(), value);

    let view = Of::<T>::peek(&bytes).unwrap();
    assert_eq!(view.one().unwrap(), own[0]);
    assert_eq!(view.many().unwrap().iter().map(Result::unwrap).collect::<Vec<_>>(), own);
    for key in &own {
        assert!(view.keys().unwrap().contains(*key).unwrap());
        assert_eq!(view.values().unwrap().get(*key).unwrap().unwrap().len(), own.len());
    }
    let proved = Of::<T>::prove(&bytes).unwrap();
    assert_eq!((proved.one(), proved.maybe()), (own[0], Some(own[own.len() - 1])));
    assert_eq!(proved.many().iter().collect::<Vec<_>>(), own);

    for value in own {
        let mut edit = Of::<T>::edit(&mut bytes).unwrap();
        edit.set_one(value).unwrap();
        edit.many().push(value).unwrap();
        edit.set_maybe(Some(value)).unwrap();
        edit.keys().insert(value).unwrap();
    }
    let last = values[values.len() - 1];
    let changed = vellum::from_slice::<Of<T>>(&bytes).unwrap();
    assert_eq!((changed.one, changed.maybe), (last.0, Some(last.0)));
    assert_eq!(vellum::from_slice::<Of<W>>(&bytes).unwrap().one, last.1);
}

/// The types of the root's fields, in schema text, but those that are named after their Rust type.
fn field_types<T: Vellum>() -> Vec<String> {
    let text = T::schema().to_string();
    let fields = text.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
    fields.map(|(_, ty)| ty.to_owned()).filter(|ty| !ty.contains("Case")).collect()
}

/// What the scalar cannot hold is refused everywhere, and nothing changes.
fn is_refused<T>(good: T, bad: T)
where
    T: MapKey + DecodeOwned + Ord + Copy + Debug + 'static + for<'a> Value<Set<'a> = T>,
{
    let value = of(&[good]);
    let mut bytes = vellum::to_vec(&value).unwrap();
    let before = bytes.clone();
    let refused = |error: vellum::Error, path: &str| {
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
    };
    refused(vellum::to_vec(&Of { one: bad, ..value.clone() }).unwrap_err(), "one");
    refused(vellum::to_vec(&Of { many: vec![good, bad], ..value.clone() }).unwrap_err(), "many[1]");
    refused(vellum::to_vec(&Of { maybe: Some(bad), ..value.clone() }).unwrap_err(), "maybe");
    refused(vellum::to_vec(&Of { pair: (bad, true), ..value.clone() }).unwrap_err(), "pair.0");
    refused(vellum::to_vec(&Of { array: [good, bad], ..value.clone() }).unwrap_err(), "array[1]");
    assert!(vellum::to_vec(&Of { keys: [bad].into(), ..value.clone() }).is_err());
    assert!(vellum::to_vec(&Of { values: [(good, vec![bad])].into(), ..value.clone() }).is_err());
    assert!(vellum::to_vec(&Of { case: Case::One(bad), ..value.clone() }).is_err());
    assert!(vellum::to_vec(&Of { cases: vec![Case::One(bad)], ..value.clone() }).is_err());

    macro_rules! refuses {
        ($(|$edit:ident| $change:expr;)*) => {$(
            let mut $edit = Of::<T>::edit(&mut bytes).unwrap();
            let error = $change.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Type, "{}: {error}", stringify!($change));
            drop($edit);
            assert_eq!(bytes, before, "{}", stringify!($change));
        )*};
    }
    refuses! {
        |edit| edit.set_one(bad);
        |edit| edit.set_maybe(Some(bad));
        |edit| edit.set_pair((bad, false));
        |edit| edit.set_array([bad, bad].as_set());
        |edit| edit.set_many(&[bad]);
        |edit| edit.many().push(bad);
        |edit| edit.many().insert(0, bad);
        |edit| edit.many().set(0, bad);
        |edit| edit.many().extend_from_slice(&[good, bad]);
        |edit| edit.maybes().push(Some(bad));
        |edit| edit.keys().insert(bad);
        |edit| edit.values().insert(bad, &[good]);
        |edit| edit.values().insert(good, &[bad]);
        |edit| edit.set_case(&Case::One(bad));
        |edit| edit.set_case(&Case::Named { value: bad, note: String::new() });
        |edit| edit.case().set(&Case::One(bad));
        |edit| edit.cases().push(&Case::One(bad));
    }
    let mut edit = Of::<T>::edit(&mut bytes).unwrap();
    refused(edit.set_one(bad).unwrap_err(), "one");
    refused(edit.set_maybe(Some(bad)).unwrap_err(), "maybe");
    refused(edit.set_pair((bad, false)).unwrap_err(), "pair.0");
    assert!(!edit.keys().contains(bad).unwrap());
    assert_eq!(edit.values().get(bad).unwrap().map(drop), None);
}

/// What the type cannot hold is an error where it is read, and the schema still accepts it.
fn is_unread<T, W>(good: W, bad: W)
where
    T: MapKey + DecodeOwned + Ord + Copy + Debug + 'static,
    W: MapKey + DecodeOwned + Ord + Copy + Debug,
{
    let bytes = vellum::to_vec(&Of { one: bad, ..of(&[good]) }).unwrap();
    Of::<T>::schema().prove(&bytes).unwrap();
    let error = vellum::from_slice::<Of<T>>(&bytes).err().unwrap();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "one"), "{error}");
    assert!(Of::<T>::peek(&bytes).unwrap().one().is_err());
    assert_eq!(Of::<T>::prove(&bytes).err().unwrap().kind(), ErrorKind::Type);
    for value in [
        Of { many: vec![bad], ..of(&[good]) },
        Of { array: [good, bad], ..of(&[good]) },
        Of { maybe: Some(bad), ..of(&[good]) },
        Of { keys: [good, bad].into(), ..of(&[good]) },
        Of { case: Case::One(bad), ..of(&[good]) },
    ] {
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<Of<T>>(&bytes).err().unwrap().kind(), ErrorKind::Type);
        assert_eq!(Of::<T>::prove(&bytes).err().map(|error| error.kind()), Some(ErrorKind::Type), "{value:?}");
    }
}

const DAY: u64 = 86_400_000_000_000;

#[test]
fn integers_of_the_machine_are_stored_with_64_bits() {
    is_stored_as::<usize, u64>(&[(0, 0), (7, 7), (usize::MAX, u64::MAX)]);
    is_stored_as::<isize, i64>(&[(isize::MIN, i64::MIN), (0, 0), (isize::MAX, i64::MAX)]);
}

#[test]
fn integers_without_zero_are_stored_as_integers() {
    let of = |value| NonZeroU8::new(value).unwrap();
    is_stored_as::<NonZeroU8, u8>(&[(of(1), 1), (of(255), 255)]);
    is_stored_as::<NonZeroU32, u32>(&[(NonZeroU32::MIN, 1), (NonZeroU32::MAX, u32::MAX)]);
    is_stored_as::<NonZeroI64, i64>(&[(NonZeroI64::MIN, i64::MIN), (NonZeroI64::MAX, i64::MAX)]);
    is_stored_as::<NonZeroUsize, u64>(&[(NonZeroUsize::MIN, 1), (NonZeroUsize::MAX, u64::MAX)]);
    is_stored_as::<NonZeroIsize, i64>(&[(NonZeroIsize::new(-1).unwrap(), -1)]);
    is_unread::<NonZeroU8, u8>(1, 0);
    is_unread::<NonZeroI64, i64>(1, 0);
    is_unread::<NonZeroUsize, u64>(1, 0);
}

#[derive(Vellum, Debug, PartialEq)]
struct Old {
    name: String,
}

#[derive(Vellum, Debug, PartialEq)]
struct New {
    name: String,
    #[vellum(since = 2, default = 4, range = 1..=64)]
    threads: NonZeroUsize,
    #[vellum(since = 2)]
    bare: NonZeroU8,
    #[vellum(since = 2, default = 80)]
    width: usize,
}

#[test]
fn a_default_stands_for_a_field_that_an_older_revision_lacks() {
    let mut bytes = vellum::to_vec(&Old { name: "a".into() }).unwrap();
    let view = New::peek(&bytes).unwrap();
    assert_eq!((view.threads().unwrap().get(), view.width().unwrap()), (4, 80));
    assert_eq!(view.bare().unwrap_err().kind(), ErrorKind::Type);
    let mut edit = New::edit(&mut bytes).unwrap();
    assert_eq!(edit.set_threads(NonZeroUsize::new(65).unwrap()).unwrap_err().path(), "threads");
    edit.set_threads(NonZeroUsize::new(8).unwrap()).unwrap();
    edit.set_bare(NonZeroU8::MIN).unwrap();
    let new = New { name: "a".into(), threads: NonZeroUsize::new(8).unwrap(), bare: NonZeroU8::MIN, width: 80 };
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), new);
}

#[test]
fn bytes_that_are_not_zero_are_bytes() {
    let numbers: Vec<NonZeroU8> = (1..=255).filter_map(NonZeroU8::new).collect();
    let bytes = vellum::to_vec(&of(&numbers)).unwrap();
    assert_eq!(vellum::from_slice::<Of<NonZeroU8>>(&bytes).unwrap().many, numbers);
    assert!(Of::<NonZeroU8>::schema().to_string().contains("many: bytes,"));
}

#[test]
fn spans_and_points_of_time_of_std_are_nanoseconds() {
    use vellum::value::Duration as Stored;
    let most = i64::MAX.unsigned_abs();
    is_stored_as(&[
        (Duration::ZERO, Stored(0)),
        (Duration::from_millis(1500), Stored(1_500_000_000)),
        (Duration::from_nanos(most), Stored(i64::MAX)),
    ]);
    is_refused(Duration::ZERO, Duration::from_nanos(most + 1));
    is_refused(Duration::ZERO, Duration::MAX);
    is_unread::<Duration, Stored>(Stored(0), Stored(-1));

    let (before, after) = (Duration::from_nanos(i64::MIN.unsigned_abs()), Duration::from_nanos(most));
    let epoch = SystemTime::UNIX_EPOCH;
    is_stored_as(&[
        (epoch - before, TimestampNanos(i64::MIN)),
        (epoch, TimestampNanos(0)),
        (epoch + after, TimestampNanos(i64::MAX)),
    ]);
    is_refused(epoch, epoch - before - Duration::from_nanos(1));
    is_refused(epoch, epoch + after + Duration::from_nanos(1));
}

#[test]
fn an_address_of_either_kind_is_one_of_ipv6() {
    let addresses = ["0.0.0.0", "192.0.2.1", "255.255.255.255", "::", "::1", "2001:db8::7", "ffff::"];
    let pairs = addresses.map(|text| {
        let stored = text.parse::<Ipv6Addr>().or_else(|_| format!("::ffff:{text}").parse());
        (text.parse::<IpAddr>().unwrap(), stored.unwrap())
    });
    // Sorted as they are stored, as sets of both kinds are compared.
    let mut sorted = pairs;
    sorted.sort_by_key(|(_, stored)| *stored);
    is_stored_as(&sorted);
    is_refused("::1".parse::<IpAddr>().unwrap(), "::ffff:192.0.2.1".parse().unwrap());
}

#[test]
fn an_address_with_a_port_is_a_tuple_of_both() {
    let parse = |text: &str| text.parse::<SocketAddr>().unwrap();
    let pairs = ["0.0.0.0:0", "[::1]:80", "192.0.2.1:443", "[2001:db8::7]:65535"].map(|text| {
        let socket = parse(text);
        (socket, (socket.ip(), socket.port()))
    });
    is_stored_as::<SocketAddr, (IpAddr, u16)>(&pairs);
    is_refused(parse("[::1]:80"), parse("[::ffff:192.0.2.1]:80"));
    is_refused(parse("[::1]:80"), parse("[fe80::1%3]:80"));

    let v4 = ["0.0.0.0:0", "192.0.2.1:443"].map(|text| text.parse::<SocketAddrV4>().unwrap());
    is_stored_as::<SocketAddrV4, (Ipv4Addr, u16)>(&v4.map(|socket| (socket, (*socket.ip(), socket.port()))));
    let v6 = ["[::]:0", "[::ffff:192.0.2.1]:443"].map(|text| text.parse::<SocketAddrV6>().unwrap());
    is_stored_as::<SocketAddrV6, (Ipv6Addr, u16)>(&v6.map(|socket| (socket, (*socket.ip(), socket.port()))));
    is_refused(v6[0], SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 1, 0));
}

#[test]
fn identifiers_of_other_crates_are_their_bytes() {
    let (low, high) = ([0; 16], [0xFF; 16]);
    let some: [u8; 16] = core::array::from_fn(|index| u8::try_from(index).unwrap());
    is_stored_as([low, some, high].map(|id| (uuid::Uuid::from_bytes(id), vellum::value::Uuid(id))).as_slice());
    is_stored_as([low, some, high].map(|id| (ulid::Ulid::from_bytes(id), vellum::value::Ulid(id))).as_slice());
}

#[test]
fn a_decimal_has_18_digits_behind_the_point() {
    let decimal = |text: &str| text.parse::<rust_decimal::Decimal>().unwrap();
    let unit = 10i128.pow(18);
    is_stored_as(&[
        (decimal("-170141183460469231731"), Decimal128::<18>(-170_141_183_460_469_231_731 * unit)),
        (decimal("-0.05"), Decimal128(-unit / 20)),
        (decimal("0.000000000000000001"), Decimal128(1)),
        (decimal("19.90"), Decimal128(199 * unit / 10)),
        (decimal("9999999999.999999999999999999"), Decimal128(10_000_000_000 * unit - 1)),
        (decimal("170141183460469231731"), Decimal128(170_141_183_460_469_231_731 * unit)),
    ]);
    is_refused(decimal("1"), decimal("0.0000000000000000001"));
    is_refused(decimal("1"), decimal("170141183460469231732"));
    is_refused(decimal("1"), rust_decimal::Decimal::MIN);
    is_unread::<rust_decimal::Decimal, Decimal128<18>>(Decimal128(0), Decimal128(i128::MAX));
}

#[test]
fn dates_and_times_of_chrono_are_fields() {
    let at = DateTime::<Utc>::from_timestamp_nanos;
    is_stored_as(&[i64::MIN, -1, 0, 1, 1_700_000_000_123_456_789, i64::MAX].map(|n| (at(n), TimestampNanos(n))));
    is_refused(at(0), at(i64::MAX) + TimeDelta::nanoseconds(1));
    is_refused(at(0), at(i64::MIN) - TimeDelta::nanoseconds(1));
    is_refused(at(0), DateTime::<Utc>::MAX_UTC);
    is_refused(at(0), DateTime::from_timestamp(1_483_228_799, 1_500_000_000).unwrap());

    let day = |date: NaiveDate| (date, Date(date.to_epoch_days()));
    is_stored_as(&[NaiveDate::MIN, NaiveDate::from_epoch_days(0).unwrap(), NaiveDate::MAX].map(day));
    is_unread::<NaiveDate, Date>(Date(0), Date(i32::MAX));
    is_unread::<NaiveDate, Date>(Date(0), Date(i32::MIN));

    let last = NaiveTime::from_hms_nano_opt(23, 59, 59, 999_999_999).unwrap();
    is_stored_as(&[(NaiveTime::MIN, Time::from_nanos(0).unwrap()), (last, Time::from_nanos(DAY - 1).unwrap())]);
    is_refused(NaiveTime::MIN, NaiveTime::from_hms_nano_opt(23, 59, 59, 1_000_000_000).unwrap());
    is_refused(NaiveTime::MIN, NaiveTime::from_hms_nano_opt(11, 59, 59, 1_000_000_000).unwrap());

    is_stored_as(&[i64::MIN, 0, i64::MAX].map(|n| (TimeDelta::nanoseconds(n), vellum::value::Duration(n))));
    is_refused(TimeDelta::zero(), TimeDelta::nanoseconds(i64::MAX) + TimeDelta::nanoseconds(1));
}

#[test]
fn dates_and_times_of_jiff_are_fields() {
    let at = |nanos: i64| jiff::Timestamp::from_nanosecond(nanos.into()).unwrap();
    is_stored_as(&[i64::MIN, 0, 1_700_000_000_123_456_789, i64::MAX].map(|n| (at(n), TimestampNanos(n))));
    is_refused(at(0), jiff::Timestamp::from_nanosecond(i128::from(i64::MAX) + 1).unwrap());
    is_refused(at(0), jiff::Timestamp::MIN);

    let epoch = jiff::civil::date(1970, 1, 1);
    let day = |date: jiff::civil::Date| (date, Date((date - epoch).get_days()));
    is_stored_as(&[jiff::civil::Date::MIN, epoch, jiff::civil::Date::MAX].map(day));
    is_unread::<jiff::civil::Date, Date>(Date(0), Date(day(jiff::civil::Date::MAX).1.0 + 1));

    let time = |time: jiff::civil::Time, nanos| (time, Time::from_nanos(nanos).unwrap());
    is_stored_as(&[time(jiff::civil::Time::MIN, 0), time(jiff::civil::Time::MAX, DAY - 1)]);

    let span = jiff::SignedDuration::from_nanos;
    is_stored_as(&[i64::MIN, 0, i64::MAX].map(|n| (span(n), vellum::value::Duration(n))));
    is_refused(span(0), jiff::SignedDuration::MAX);
}
