//! Points in time, times of day and spans of other crates, to each type that they become and back: exact in nanoseconds, or refused, by each
//! way in. The judge counts nanoseconds in 128 bits.

use std::convert::Infallible;
use std::fmt::Debug;
use std::time::SystemTime;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use vellum::value::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
use vellum::{ErrorKind, Record, Schema, Vellum};

const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;

/// Nanoseconds since 1970: at and beside the borders of each unit, halves of them, and the ends of the types.
fn moments() -> Vec<i128> {
    let mut moments = Vec::new();
    let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    let ends = [
        least,
        most,
        least * 1_000,
        most * 1_000,
        jiff::Timestamp::MIN.as_nanosecond(),
        jiff::Timestamp::MAX.as_nanosecond(),
    ];
    let chrono_ends =
        [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC].map(|end| i128::from(end.timestamp()) * SECOND);
    let years = [-62_167_219_200, -62_135_596_800, 253_402_300_800, 1_700_000_000].map(|second: i128| second * SECOND);
    let near = |moments: &mut Vec<i128>, at: i128| {
        for unit in [1, 1_000, 1_000_000, SECOND, DAY] {
            moments.extend([at, at - unit, at + unit, at - unit / 2, at + unit / 2, at + unit - 1, at - unit + 1]);
        }
    };
    for at in [0].into_iter().chain(ends).chain(chrono_ends).chain(years) {
        near(&mut moments, at);
        // And the nearest whole second.
        near(&mut moments, at.div_euclid(SECOND) * SECOND);
    }
    moments.sort_unstable();
    moments.dedup();
    moments
}

/// So many units, if it is that many, and an `i64` counts them.
fn units(nanos: i128, unit: i128) -> Option<i64> {
    (nanos % unit == 0).then(|| i64::try_from(nanos / unit).ok())?
}

fn of_chrono(nanos: i128) -> Option<DateTime<Utc>> {
    let seconds = i64::try_from(nanos.div_euclid(SECOND)).ok()?;
    DateTime::from_timestamp(seconds, u32::try_from(nanos.rem_euclid(SECOND)).ok()?)
}

fn of_jiff(nanos: i128) -> Option<jiff::Timestamp> {
    jiff::Timestamp::from_nanosecond(nanos).ok()
}

fn of_std(nanos: i128) -> Option<SystemTime> {
    let (seconds, nanos) = (u64::try_from(nanos.unsigned_abs() / SECOND.unsigned_abs()).ok()?, nanos);
    let distance = std::time::Duration::new(seconds, u32::try_from(nanos.unsigned_abs() % SECOND.unsigned_abs()).ok()?);
    let epoch = SystemTime::UNIX_EPOCH;
    if nanos < 0 { epoch.checked_sub(distance) } else { epoch.checked_add(distance) }
}

/// What ways said of a value: it is exact, or refused.
#[derive(Default)]
struct Verdict {
    cases: usize,
    faults: Vec<String>,
}

/// An error of a conversion, which says what does not fit.
trait Refusal: Debug {
    fn is_clear(&self) -> bool;
}

impl Refusal for vellum::Error {
    fn is_clear(&self) -> bool {
        self.kind() == ErrorKind::Type && self.to_string().len() > 30
    }
}

impl Refusal for Infallible {
    fn is_clear(&self) -> bool {
        false
    }
}

impl Verdict {
    fn is<T: PartialEq + Debug, E: Refusal>(
        &mut self,
        way: &str,
        of: impl Debug,
        found: Result<T, E>,
        expected: Option<T>,
    ) {
        self.cases += 1;
        match (found, expected) {
            (Ok(found), Some(expected)) if found == expected => {}
            (Err(error), None) if error.is_clear() => {}
            (found, expected) => self.faults.push(format!("{way} of {of:?}: {found:?}, not {expected:?}")),
        }
    }

    fn end(self, least: usize) {
        assert!(self.faults.is_empty(), "{} of {}:\n{}", self.faults.len(), self.cases, self.faults.join("\n"));
        assert!(self.cases > least, "{}", self.cases);
    }
}

/// Each way from a type of a crate to a scalar, of the values that numbers are, and back.
macro_rules! conversions {
    ($verdict:ident, $values:expr, $stored_values:expr, $other:ty => $stored:ident, $with:literal, $option:literal) => {{
        #[derive(Vellum, Debug, PartialEq)]
        struct Plain {
            at: $stored,
            maybe: Option<$stored>,
        }
        #[derive(Vellum, Debug, PartialEq)]
        struct With {
            #[vellum(with = $with)]
            at: $other,
            #[vellum(with = $option)]
            maybe: Option<$other>,
        }
        for (at, expected) in $values {
            let (at, expected): ($other, Option<$stored>) = (at, expected);
            $verdict.is(concat!("TryFrom to ", $with), at, $stored::try_from(at), expected);
            $verdict.is(concat!("TryFrom of a reference to ", $with), at, $stored::try_from(&at), expected);
            let bytes = vellum::to_vec(&With { at, maybe: Some(at) });
            let stored = bytes.as_ref().map_err(Clone::clone).and_then(|bytes| vellum::from_slice::<Plain>(bytes));
            let both = expected.map(|at| Plain { at, maybe: Some(at) });
            $verdict.is(concat!("with ", $with), at, stored, both);
            if let Ok(bytes) = bytes {
                let back = vellum::from_slice::<With>(&bytes);
                $verdict.is(concat!("back from ", $with), at, back, Some(With { at, maybe: Some(at) }));
            }
        }
        for (at, expected) in $stored_values {
            let (at, expected): ($stored, Option<$other>) = (at, expected);
            $verdict.is(concat!("TryFrom from ", $with), at, <$other>::try_from(at), expected);
            let bytes = vellum::to_vec(&Plain { at, maybe: None }).unwrap();
            let read = vellum::from_slice::<With>(&bytes);
            $verdict.is(concat!("read with ", $with), at, read, expected.map(|at| With { at, maybe: None }));
        }
    }};
}

/// Each way by which a field of the type itself is written, as the scalar that it is stored as.
macro_rules! fields {
    ($verdict:ident, $values:expr, $other:ty => $stored:ident, $ty:literal) => {{
        #[derive(Vellum, Debug, PartialEq)]
        struct Own {
            at: $other,
        }
        #[derive(Vellum, Debug, PartialEq)]
        struct Plain {
            at: $stored,
        }
        let schema = Schema::parse(concat!("struct R { at: ", $ty, " } root R;")).unwrap();
        for (at, expected) in $values {
            let (at, expected): ($other, Option<$stored>) = (at, expected);
            let bytes = vellum::to_vec(&Own { at });
            let stored = bytes.as_ref().map_err(Clone::clone).and_then(|bytes| vellum::from_slice::<Plain>(bytes));
            $verdict.is(concat!("a field of ", $ty), at, stored, expected.map(|at| Plain { at }));
            if let Ok(bytes) = bytes {
                $verdict.is(concat!("back from ", $ty), at, vellum::from_slice::<Own>(&bytes), Some(Own { at }));
            }
            let mut record = Record::new(&schema);
            let set = record.set("at", at).and_then(|()| record.get::<$stored>("at"));
            $verdict.is(concat!("a set ", $ty), at, set, expected);
        }
    }};
}

#[test]
fn a_point_in_time_is_a_timestamp_of_each_unit_or_refused() {
    let mut verdict = Verdict::default();
    macro_rules! units {
        ($of:ident, $other:ty: $($stored:ident, $with:literal, $option:literal, $unit:expr;)*) => {$({
            let values = moments().into_iter().filter_map(|nanos| Some(($of(nanos)?, units(nanos, $unit).map($stored))));
            let counts = moments().into_iter().flat_map(|nanos| [units(nanos, 1), units(nanos, $unit)]).flatten();
            let stored = counts.map(|count| ($stored(count), $of(i128::from(count) * $unit)));
            conversions!(verdict, values, stored, $other => $stored, $with, $option);
        })*};
    }
    macro_rules! crates {
        ($($of:ident, $other:ty;)*) => {$(
            units! {
                $of, $other:
                TimestampSeconds, "TimestampSeconds", "Option<TimestampSeconds>", SECOND;
                Timestamp, "Timestamp", "Option<Timestamp>", 1_000_000;
                TimestampMicros, "TimestampMicros", "Option<TimestampMicros>", 1_000;
                TimestampNanos, "TimestampNanos", "Option<TimestampNanos>", 1;
            }
            let values = moments().into_iter().filter_map(|nanos| Some(($of(nanos)?, units(nanos, 1).map(TimestampNanos))));
            fields!(verdict, values, $other => TimestampNanos, "timestamp(ns)");
        )*};
    }
    crates! {
        of_chrono, DateTime<Utc>;
        of_jiff, jiff::Timestamp;
    }
    let values = moments().into_iter().filter_map(|nanos| Some((of_std(nanos)?, units(nanos, 1).map(TimestampNanos))));
    fields!(verdict, values, SystemTime => TimestampNanos, "timestamp(ns)");
    verdict.end(8_000);
}

#[test]
fn an_instant_before_1970_is_the_same_timestamp_from_each_crate() {
    let half = -SECOND / 2;
    let (chrono, jiff) = (of_chrono(half).unwrap(), of_jiff(half).unwrap());
    assert_eq!(Timestamp::try_from(chrono).unwrap(), Timestamp(-500));
    assert_eq!(Timestamp::try_from(jiff).unwrap(), Timestamp(-500));
    let refused = [TimestampSeconds::try_from(chrono), TimestampSeconds::try_from(jiff)];
    for error in refused.map(Result::unwrap_err) {
        let expected =
            "type mismatch: the point in time is finer than a second, which timestamp(s) counts in: round it first";
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_text_of_a_point_in_time_is_the_same_timestamp_as_the_point() {
    #[derive(serde::Serialize)]
    struct Of<T> {
        at: T,
    }
    let mut verdict = Verdict::default();
    for (ty, unit) in
        [("timestamp(s)", SECOND), ("timestamp", 1_000_000), ("timestamp(us)", 1_000), ("timestamp(ns)", 1)]
    {
        let schema = Schema::parse(&format!("struct R {{ at: {ty} }} root R;")).unwrap();
        let read = |record: Record| match ty {
            "timestamp(s)" => record.get::<TimestampSeconds>("at").map(|at| at.0),
            "timestamp" => record.get::<Timestamp>("at").map(|at| at.0),
            "timestamp(us)" => record.get::<TimestampMicros>("at").map(|at| at.0),
            _ => record.get::<TimestampNanos>("at").map(|at| at.0),
        };
        let text = |at: DateTime<Utc>| serde_json::to_string(&at).unwrap();
        for nanos in moments() {
            let Some(at) = of_chrono(nanos).filter(|at| (0..=9999).contains(&chrono::Datelike::year(at))) else {
                continue;
            };
            let (text, expected) = (text(at), units(nanos, unit));
            let json = format!("{{\"at\": {text}}}");
            verdict.is("JSON", &text, schema.from_json(&json).and_then(read), expected);
            let mut patched = Record::new(&schema);
            verdict.is("a merge patch", &text, patched.merge_patch(&json).and_then(|()| read(patched)), expected);
            verdict.is("serde", &text, Record::from_serde(&schema, &Of { at }).and_then(read), expected);
        }
        for seconds in [-1, 59, 1_483_228_799, 86_399, 43_199] {
            for nanos in [1_000_000_000, 1_500_000_000, 1_999_999_999] {
                let leap = DateTime::<Utc>::from_timestamp(seconds, nanos).unwrap();
                verdict.is("serde", leap, Record::from_serde(&schema, &Of { at: leap }).and_then(read), None);
                let json = format!("{{\"at\": {}}}", text(leap));
                verdict.is("JSON", leap, schema.from_json(&json).and_then(read), None);
            }
        }
    }
    verdict.end(1_500);
}

#[test]
fn a_leap_second_is_refused_by_every_way_in() {
    let mut verdict = Verdict::default();
    let nanos = [1_000_000_000, 1_000_000_001, 1_500_000_000, 1_999_999_999];
    let leaps = |seconds: &[i64]| {
        let each = |second: &i64| nanos.map(|nanos| DateTime::<Utc>::from_timestamp(*second, nanos));
        seconds.iter().flat_map(each).flatten().collect::<Vec<_>>()
    };
    let moments = leaps(&[-86_401, -1, 59, 3_599, 43_199, 86_399, 1_483_228_799]);
    assert_eq!(moments.len(), 28);
    macro_rules! refused {
        ($($stored:ident, $with:literal, $option:literal;)*) => {$(
            let values = moments.iter().map(|at| (*at, None));
            conversions!(verdict, values, [], DateTime<Utc> => $stored, $with, $option);
        )*};
    }
    refused! {
        TimestampSeconds, "TimestampSeconds", "Option<TimestampSeconds>";
        Timestamp, "Timestamp", "Option<Timestamp>";
        TimestampMicros, "TimestampMicros", "Option<TimestampMicros>";
        TimestampNanos, "TimestampNanos", "Option<TimestampNanos>";
    }
    fields!(verdict, moments.iter().map(|at| (*at, None)), DateTime<Utc> => TimestampNanos, "timestamp(ns)");
    let times = moments.iter().map(|at| (at.time(), None));
    conversions!(verdict, times.clone(), [], NaiveTime => Time, "Time", "Option<Time>");
    fields!(verdict, times, NaiveTime => Time, "time");
    verdict.end(500);
}

#[test]
fn a_day_is_the_same_date_or_refused() {
    let mut verdict = Verdict::default();
    let near = |days: i64| [days - 1, days, days + 1];
    let of_chrono = |days: i64| NaiveDate::from_epoch_days(i32::try_from(days).ok()?);
    let epoch = jiff::civil::date(1970, 1, 1);
    let of_jiff = |days: i64| epoch.checked_add(jiff::Span::new().try_days(days).ok()?).ok();
    let ends = [NaiveDate::MIN, NaiveDate::MAX].map(|end| i64::from(end.to_epoch_days()));
    // The years -9999 to 9999.
    let all = [0, -719_528, 11_016, 2_932_896, -4_371_587, i64::from(i32::MIN), i64::from(i32::MAX)];
    let days: Vec<i64> = all.into_iter().chain(ends).flat_map(near).collect();
    let stored = |days: i64| i32::try_from(days).ok().map(Date);
    let values = days.iter().filter_map(|days| Some((of_chrono(*days)?, stored(*days))));
    let dates = days.iter().filter_map(|days| Some((stored(*days)?, of_chrono(*days))));
    conversions!(verdict, values.clone(), dates, NaiveDate => Date, "Date", "Option<Date>");
    fields!(verdict, values, NaiveDate => Date, "date");
    let values = days.iter().filter_map(|days| Some((of_jiff(*days)?, stored(*days))));
    let dates = days.iter().filter_map(|days| Some((stored(*days)?, of_jiff(*days))));
    conversions!(verdict, values.clone(), dates, jiff::civil::Date => Date, "Date", "Option<Date>");
    fields!(verdict, values, jiff::civil::Date => Date, "date");
    verdict.end(180);
}

#[test]
fn a_time_of_day_is_the_same_nanosecond() {
    let mut verdict = Verdict::default();
    let day = u64::try_from(DAY).unwrap();
    let units = [1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000, 3_600_000_000_000];
    let mut nanos: Vec<u64> =
        units.iter().flat_map(|unit| [0, unit - 1, *unit, unit + 1, day - unit, day / 2 - unit]).collect();
    nanos.push(day - 1);
    let second =
        |nanos: u64| (u32::try_from(nanos / 1_000_000_000).unwrap(), u32::try_from(nanos % 1_000_000_000).unwrap());
    let of_chrono =
        |nanos: u64| NaiveTime::from_num_seconds_from_midnight_opt(second(nanos).0, second(nanos).1).unwrap();
    let of_jiff = |nanos: u64| {
        let ((seconds, nanos), part) = (second(nanos), |number: u32| i8::try_from(number).unwrap());
        let nanos = i32::try_from(nanos).unwrap();
        jiff::civil::Time::new(part(seconds / 3_600), part(seconds / 60 % 60), part(seconds % 60), nanos).unwrap()
    };
    let values = nanos.iter().map(|nanos| (of_chrono(*nanos), Time::from_nanos(*nanos)));
    let stored = nanos.iter().map(|nanos| (Time::from_nanos(*nanos).unwrap(), Some(of_chrono(*nanos))));
    conversions!(verdict, values.clone(), stored, NaiveTime => Time, "Time", "Option<Time>");
    fields!(verdict, values, NaiveTime => Time, "time");
    let values = nanos.iter().map(|nanos| (of_jiff(*nanos), Time::from_nanos(*nanos)));
    let stored = nanos.iter().map(|nanos| (Time::from_nanos(*nanos).unwrap(), Some(of_jiff(*nanos))));
    conversions!(verdict, values.clone(), stored, jiff::civil::Time => Time, "Time", "Option<Time>");
    fields!(verdict, values, jiff::civil::Time => Time, "time");
    verdict.end(600);
}

#[test]
fn a_span_is_the_same_nanoseconds_or_refused() {
    let mut verdict = Verdict::default();
    let split = |nanos: i128| {
        let seconds = i64::try_from(nanos.div_euclid(SECOND)).ok()?;
        Some((seconds, u32::try_from(nanos.rem_euclid(SECOND)).ok()?))
    };
    let of_chrono = |nanos: i128| split(nanos).and_then(|(seconds, nanos)| TimeDelta::new(seconds, nanos));
    let of_jiff = |nanos: i128| jiff::SignedDuration::try_from_nanos_i128(nanos);
    let of_std =
        |nanos: i128| split(nanos).and_then(|(s, nanos)| Some(std::time::Duration::new(u64::try_from(s).ok()?, nanos)));
    let stored = |nanos: i128| i64::try_from(nanos).ok().map(Duration);
    let spans = moments();
    let values = spans.iter().filter_map(|nanos| Some((of_chrono(*nanos)?, stored(*nanos))));
    let durations = spans.iter().filter_map(|nanos| Some((stored(*nanos)?, of_chrono(*nanos))));
    conversions!(verdict, values.clone(), durations, TimeDelta => Duration, "Duration", "Option<Duration>");
    fields!(verdict, values, TimeDelta => Duration, "duration");
    let values = spans.iter().filter_map(|nanos| Some((of_jiff(*nanos)?, stored(*nanos))));
    let durations = spans.iter().filter_map(|nanos| Some((stored(*nanos)?, of_jiff(*nanos))));
    conversions!(verdict, values.clone(), durations, jiff::SignedDuration => Duration, "Duration", "Option<Duration>");
    fields!(verdict, values, jiff::SignedDuration => Duration, "duration");
    let values = spans.iter().filter_map(|nanos| Some((of_std(*nanos)?, stored(*nanos))));
    fields!(verdict, values, std::time::Duration => Duration, "duration");
    verdict.end(3_000);
}
