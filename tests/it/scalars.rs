//! The scalar types: the same bytes by derive and at run time, everything out of range refused.

use proptest::prelude::*;
use vellum::value::{
    Date, Decimal, Decimal128, Duration, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros, TimestampNanos,
    TimestampSeconds, Ulid, Uuid,
};
use vellum::{ErrorKind, Record, Schema, Vellum, dynamic::ValueRef};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct All {
    unsigned: u128,
    signed: i128,
    #[vellum(default = 7)]
    lucky: u128,
    uuid: Uuid,
    ulid: Ulid,
    date: Date,
    #[vellum(default = Date(-1))]
    eve: Date,
    time: Time,
    timestamp: Timestamp,
    seconds: TimestampSeconds,
    micros: TimestampMicros,
    nanos: TimestampNanos,
    duration: Duration,
    #[vellum(default = Decimal(-150))]
    price: Decimal<2>,
    exact: Decimal128<20>,
    geo4: Geo4,
    geo8: Geo8,
    geo16: Geo16,
    maybe: Option<Uuid>,
    days: Vec<Date>,
    ids: Vec<Option<Ulid>>,
    #[vellum(since = 2)]
    later: Option<Geo8>,
}

const TEXT: &str = "struct All {
    unsigned: u128,
    signed: i128,
    lucky: u128 = 7,
    uuid: uuid,
    ulid: ulid,
    date: date,
    eve: date = -1,
    time: time,
    timestamp: timestamp,
    seconds: timestamp(s),
    micros: timestamp(us),
    nanos: timestamp(ns),
    duration: duration,
    price: decimal(2) = -1.50,
    exact: decimal128(20),
    geo4: geo4,
    geo8: geo8,
    geo16: geo16,
    maybe: uuid?,
    days: list<date>,
    ids: list<ulid?>,
    later: geo8? since 2,
}
root All;
";

fn all() -> impl Strategy<Value = All> {
    let numbers =
        (any::<u128>(), any::<i128>(), any::<i64>(), any::<i32>(), 0..86_400_000_000_000u64, any::<[u8; 16]>());
    let places = (-90.0..=90.0, -180.0..=180.0);
    (numbers, places, any::<bool>(), 0usize..4).prop_map(
        |((unsigned, signed, long, short, nanos, id), (latitude, longitude), some, count)| {
            let geo8 = Geo8::from_degrees(latitude, longitude).unwrap();
            All {
                unsigned,
                signed,
                lucky: if some { 7 } else { unsigned },
                uuid: Uuid(id),
                ulid: Ulid(id),
                date: Date(short),
                eve: Date(if some { -1 } else { 0 }),
                time: Time::from_nanos(nanos).unwrap(),
                timestamp: Timestamp(long),
                seconds: TimestampSeconds(long),
                micros: TimestampMicros(long),
                nanos: TimestampNanos(long),
                duration: Duration(long),
                price: Decimal(long),
                exact: Decimal128(signed),
                geo4: Geo4::from_degrees(latitude, longitude).unwrap(),
                geo8,
                geo16: Geo16::from_degrees(latitude, longitude).unwrap(),
                maybe: some.then_some(Uuid([0; 16])),
                days: (0..count).map(|day| Date(short.wrapping_add(i32::try_from(day).unwrap()))).collect(),
                ids: (0..count).map(|index| (index % 2 == 0).then_some(Ulid(id))).collect(),
                later: some.then_some(geo8),
            }
        },
    )
}

/// The same record, made by setting every field through the parsed schema.
fn at_run_time(schema: &Schema, all: &All) -> vellum::Result<Vec<u8>> {
    let mut record = Record::new(schema);
    record.set("unsigned", all.unsigned)?;
    record.set("signed", all.signed)?;
    record.set("lucky", all.lucky)?;
    record.set("uuid", all.uuid)?;
    record.set("ulid", all.ulid)?;
    record.set("date", all.date)?;
    record.set("eve", all.eve)?;
    record.set("time", all.time)?;
    record.set("timestamp", all.timestamp)?;
    record.set("seconds", all.seconds)?;
    record.set("micros", all.micros)?;
    record.set("nanos", all.nanos)?;
    record.set("duration", all.duration)?;
    record.set("price", all.price)?;
    record.set("exact", all.exact)?;
    record.set("geo4", all.geo4)?;
    record.set("geo8", all.geo8)?;
    record.set("geo16", all.geo16)?;
    if let Some(id) = all.maybe {
        record.set("maybe", id)?;
    }
    for day in &all.days {
        record.push("days", *day)?;
    }
    for (index, id) in all.ids.iter().enumerate() {
        record.push_default("ids")?;
        if let Some(id) = id {
            record.set(format!("ids[{index}]").as_str(), *id)?;
        }
    }
    if let Some(place) = all.later {
        record.set("later", place)?;
    }
    assert_eq!(record.get::<Decimal<2>>("price")?, all.price);
    assert_eq!(record.get::<Time>("time")?, all.time);
    record.compact()?;
    Ok(record.into_storage())
}

proptest! {
    #[test]
    fn both_paths_give_the_same_bytes_and_values(all in all()) {
        let schema = Schema::parse(TEXT).unwrap();
        let bytes = vellum::to_vec(&all).unwrap();
        prop_assert_eq!(&vellum::from_slice::<All>(&bytes).unwrap(), &all);
        prop_assert_eq!(at_run_time(&schema, &all).unwrap(), bytes);
    }
}

#[test]
fn the_schema_of_the_struct_is_the_one_written() {
    assert_eq!(*All::schema(), Schema::parse(TEXT).unwrap());
    assert_eq!(All::schema().to_string(), TEXT);
}

#[test]
fn words_that_are_no_value_are_corrupt_and_cannot_be_made() {
    let schema = Schema::parse("struct S { time: time, place: geo4 } root S;").unwrap();
    let mut bytes = Record::new(&schema).into_storage();
    bytes[2..10].copy_from_slice(&86_400_000_000_000u64.to_le_bytes());
    bytes[10..12].copy_from_slice(&9001i16.to_le_bytes());
    let record = Record::open(&schema, &bytes).unwrap();
    assert_eq!(record.get::<Time>("time").unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(record.get::<Geo4>("place").unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(record.root().unwrap().get("time").unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(record.get::<Date>("time").unwrap_err().kind(), ErrorKind::Type);
    for (latitude, longitude) in [(90.01, 0.0), (0.0, -180.01), (f64::NAN, 0.0), (0.0, f64::INFINITY), (1e300, 0.0)] {
        assert_eq!(Geo4::from_degrees(latitude, longitude).unwrap_err().kind(), ErrorKind::Type);
        assert_eq!(Geo16::from_degrees(latitude, longitude).unwrap_err().kind(), ErrorKind::Type);
    }
}

#[test]
fn dynamic_values_say_their_units() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.set("seconds", TimestampSeconds(5)).unwrap();
    record.set("price", Decimal::<2>(1999)).unwrap();
    let root = record.root().unwrap();
    assert!(matches!(root.get("price").unwrap(), ValueRef::Decimal(1999, 2)));
    assert_eq!(format!("{:?}", root.get("price").unwrap()), "19.99");
    assert_eq!(format!("{:?}", root.get("seconds").unwrap()), "5 s");
    assert_eq!(record.get::<Decimal<3>>("price").unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn schema_text_refuses_parameters_out_of_range() {
    for (ty, message) in [
        ("decimal(19)", "at most 18"),
        ("decimal128(39)", "at most 38"),
        ("decimal", "expected `(`"),
        ("timestamp(m)", "s, ms, us or ns"),
        ("decimal(2) = 1.555", "not a value of decimal(2)"),
        ("time = 86400000000000", "not a value of time"),
        ("uuid = -5", "not a value of uuid"),
        ("geo4 = 9001", "not a value of geo4"),
        ("u128 = -1", "not a value of u128"),
    ] {
        let error = Schema::parse(&format!("struct S {{ x: {ty} }} root S;")).unwrap_err();
        assert!(error.to_string().contains(message), "{ty}: {error}");
    }
}

#[cfg(feature = "jiff")]
#[test]
fn jiff_converts_there_and_back() {
    let day: jiff::civil::Date = "1815-12-10".parse().unwrap();
    assert_eq!(Date::from(day), Date(-56_270));
    assert_eq!(jiff::civil::Date::try_from(Date(-56_270)).unwrap(), day);
    assert!(jiff::civil::Date::try_from(Date(i32::MAX)).is_err());
    let noon: jiff::civil::Time = "12:00:00.000000001".parse().unwrap();
    assert_eq!(Time::from(noon).nanos(), 43_200_000_000_001);
    assert_eq!(jiff::civil::Time::from(Time::from(noon)), noon);
    let now: jiff::Timestamp = "2026-01-02T03:04:05.678Z".parse().unwrap();
    assert_eq!(jiff::Timestamp::try_from(Timestamp::try_from(now).unwrap()).unwrap(), now);
    assert_eq!(jiff::SignedDuration::from(Duration(-5)).as_nanos(), -5);
}

#[cfg(feature = "chrono")]
#[test]
fn chrono_converts_there_and_back() {
    let day: chrono::NaiveDate = "1815-12-10".parse().unwrap();
    assert_eq!(Date::from(day), Date(-56_270));
    assert_eq!(chrono::NaiveDate::try_from(Date(-56_270)).unwrap(), day);
    assert!(chrono::NaiveDate::try_from(Date(i32::MIN)).is_err());
    let noon: chrono::NaiveTime = "12:00:00.000000001".parse().unwrap();
    assert_eq!(Time::try_from(noon).unwrap().nanos(), 43_200_000_000_001);
    assert_eq!(chrono::NaiveTime::from(Time::try_from(noon).unwrap()), noon);
    let now: chrono::DateTime<chrono::Utc> = "2026-01-02T03:04:05.678Z".parse().unwrap();
    assert_eq!(chrono::DateTime::try_from(Timestamp::try_from(now).unwrap()).unwrap(), now);
}

#[cfg(all(feature = "uuid", feature = "ulid"))]
#[test]
fn identifiers_print_and_sort_as_their_crates_do() {
    let bytes: [u8; 16] = std::array::from_fn(|index| u8::try_from(index * 17).unwrap());
    assert_eq!(Uuid(bytes).to_string(), uuid::Uuid::from_bytes(bytes).to_string());
    assert_eq!(Ulid(bytes).to_string(), ulid::Ulid::from_bytes(bytes).to_string());
    assert_eq!(uuid::Uuid::from(Uuid(bytes)).into_bytes(), bytes);
    assert_eq!(Ulid::from(ulid::Ulid::from(Ulid(bytes))), Ulid(bytes));
    let stored = vellum::to_vec(&Only { id: Uuid(bytes) }).unwrap();
    assert_eq!(stored[2..18], bytes);
}

#[cfg(all(feature = "uuid", feature = "ulid"))]
#[derive(Vellum)]
struct Only {
    id: Uuid,
}

#[cfg(feature = "rust_decimal")]
#[test]
fn decimals_convert_exactly_or_not_at_all() {
    let price: rust_decimal::Decimal = "19.90".parse().unwrap();
    assert_eq!(Decimal::<2>::try_from(price).unwrap(), Decimal(1990));
    assert_eq!(Decimal::<1>::try_from(price).unwrap(), Decimal(199));
    assert_eq!(Decimal::<0>::try_from(price).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(rust_decimal::Decimal::try_from(Decimal::<2>(1990)).unwrap(), price);
    assert_eq!(Decimal128::<28>::try_from(price).unwrap().to_string(), "19.9000000000000000000000000000");
    assert_eq!(Decimal::<18>::try_from(rust_decimal::Decimal::MAX).unwrap_err().kind(), ErrorKind::Type);
}
