//! Dates, times of day and points in time: their text, which is that of RFC 3339, and their numbers
//! since an epoch.
//!
//! ```text
//! date       2023-11-14
//! time       22:13:20.5
//! timestamp  2023-11-14T22:13:20.5Z, read with any offset and written with `Z`
//! ```
//! The text has years of four digits. What is beyond them has none, and is the stored number.

#[cfg(feature = "serde")]
use alloc::format;
use core::fmt;

use super::span::IsoDuration;
use super::table::{Scalar, Serde, TimeUnit};
use super::word::{every_word, some_words};

const SECOND: i128 = 1_000_000_000;
const NANOS_OF_DAY: i128 = 86_400 * SECOND;

/// A value that has such a text.
#[cfg_attr(not(any(test, feature = "serde")), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Civil {
    Point(Point),
    Span(IsoDuration),
}

/// A date, a time of day, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    /// Year, month and day.
    date: Option<(i64, i64, i64)>,
    /// Nanoseconds since midnight.
    time: Option<i128>,
}

impl Civil {
    /// The text of a word; `None` of other types, and beyond the years of four digits.
    #[cfg(any(test, feature = "serde"))]
    pub(crate) fn of(scalar: Scalar, word: u128) -> Option<Self> {
        let number = scalar.number(word);
        let date = |days: i128| {
            let date = date_of(i64::try_from(days).ok()?);
            (0..=9999).contains(&date.0).then_some(date)
        };
        match scalar.row().serde {
            Serde::Date => Some(Self::Point(Point { date: Some(date(number)?), time: None })),
            Serde::Time => Some(Self::Point(Point { date: None, time: Some(number) })),
            Serde::Moment => {
                let nanos = number.checked_mul(unit(scalar)?)?;
                let (days, time) = (nanos.div_euclid(NANOS_OF_DAY), nanos.rem_euclid(NANOS_OF_DAY));
                Some(Self::Point(Point { date: Some(date(days)?), time: Some(time) }))
            }
            Serde::Span => Some(Self::Span(IsoDuration(i64::try_from(number).ok()?))),
            _ => None,
        }
    }

    /// The word of a text; `None` if it is none of the type, or has more digits than its unit.
    pub(crate) fn parse(scalar: Scalar, text: &str) -> Option<u128> {
        if scalar.row().serde == Serde::Span {
            return scalar.word_of(IsoDuration::parse(text)?.0.into());
        }
        let mut text = Digits(text);
        let number = match scalar.row().serde {
            Serde::Date => text.date()?,
            Serde::Time => text.time()?,
            Serde::Moment => {
                let days = text.date()?;
                text.one_of("Tt ")?;
                let nanos = days.checked_mul(NANOS_OF_DAY)?.checked_add(text.time()?)?.checked_sub(text.offset()?)?;
                let unit = unit(scalar)?;
                if nanos.checked_rem(unit)? != 0 {
                    return None;
                }
                nanos.checked_div(unit)?
            }
            _ => return None,
        };
        if text.0.is_empty() { scalar.word_of(number) } else { None }
    }
}

/// What the least part is called of what a type counts, if a text would be one of the type but for
/// finer digits.
#[cfg(feature = "serde")]
#[cold]
pub(crate) fn finer_than(scalar: Scalar, text: &str) -> Option<&'static str> {
    let (unit, digits) = match scalar {
        Scalar::Timestamp(TimeUnit::Seconds) => ("a second", 0),
        Scalar::Timestamp(TimeUnit::Millis) => ("a millisecond", 3),
        Scalar::Timestamp(TimeUnit::Micros) => ("a microsecond", 6),
        _ => ("a nanosecond", 9),
    };
    let (before, fraction) = text.split_once(['.', ','])?;
    let end = fraction.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(fraction.len());
    let (fraction, behind) = fraction.split_at_checked(end)?;
    let kept = fraction.get(..digits.min(fraction.len()))?;
    let coarse = if kept.is_empty() { format!("{before}{behind}") } else { format!("{before}.{kept}{behind}") };
    let is_finer = !fraction.is_empty() && Civil::parse(scalar, &coarse).is_some();
    is_finer.then_some(unit)
}

/// Nanoseconds of a timestamp's unit.
fn unit(scalar: Scalar) -> Option<i128> {
    let Scalar::Timestamp(unit) = scalar else { return None };
    Some(match unit {
        TimeUnit::Seconds => SECOND,
        TimeUnit::Millis => 1_000_000,
        TimeUnit::Micros => 1_000,
        TimeUnit::Nanos => 1,
    })
}

impl fmt::Display for Civil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => point.fmt(f),
            Self::Span(span) => span.fmt(f),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((year, month, day)) = self.date {
            write!(f, "{year:04}-{month:02}-{day:02}")?;
        }
        let Some(time) = self.time else { return Ok(()) };
        if self.date.is_some() {
            f.write_str("T")?;
        }
        let (seconds, nanos) = (time / SECOND, time % SECOND);
        write!(f, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match (nanos % 1_000_000, nanos % 1_000) {
            _ if nanos == 0 => {}
            (0, _) => write!(f, ".{:03}", nanos / 1_000_000)?,
            (_, 0) => write!(f, ".{:06}", nanos / 1_000)?,
            _ => write!(f, ".{nanos:09}")?,
        }
        if self.date.is_some() { f.write_str("Z") } else { Ok(()) }
    }
}

/// Text that is read from its front.
struct Digits<'t>(&'t str);

impl Digits<'_> {
    fn one_of(&mut self, characters: &str) -> Option<char> {
        let first = self.0.chars().next().filter(|first| characters.contains(*first))?;
        self.0 = self.0.get(first.len_utf8()..)?;
        Some(first)
    }

    /// A number of so many digits.
    fn digits(&mut self, count: usize) -> Option<i64> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
    }

    fn up_to(&mut self, count: usize, most: i64) -> Option<i128> {
        self.digits(count).filter(|number| *number <= most).map(i128::from)
    }

    /// Days since 1970-01-01.
    fn date(&mut self) -> Option<i128> {
        let year = self.digits(4)?;
        self.one_of("-")?;
        let month = self.digits(2)?;
        self.one_of("-")?;
        let day = self.digits(2)?;
        let days = days_of(year, month.clamp(1, 12), day);
        // A day or month that does not exist is another one.
        (date_of(days) == (year, month, day)).then_some(days.into())
    }

    /// Nanoseconds since midnight. Leap seconds have none.
    fn time(&mut self) -> Option<i128> {
        let hours = self.up_to(2, 23)?;
        self.one_of(":")?;
        let minutes = self.up_to(2, 59)?;
        self.one_of(":")?;
        let seconds = self.up_to(2, 59)?;
        let nanos = if self.one_of(".").is_some() { self.fraction()? } else { 0 };
        let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
        minutes.checked_mul(60)?.checked_add(seconds)?.checked_mul(SECOND)?.checked_add(nanos)
    }

    /// Nanoseconds, of one to nine digits and zeros behind them.
    fn fraction(&mut self) -> Option<i128> {
        let count = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        let (first, more) = digits.split_at_checked(9).unwrap_or((digits, ""));
        let missing = 9usize.checked_sub(first.len())?;
        let number: i128 = first.parse().ok()?;
        let is_exact = more.bytes().all(|digit| digit == b'0');
        is_exact.then(|| number.checked_mul(10i128.checked_pow(u32::try_from(missing).ok()?)?))?
    }

    /// Nanoseconds that local time is ahead.
    fn offset(&mut self) -> Option<i128> {
        let sign = match self.one_of("Zz+-")? {
            '+' => SECOND,
            '-' => SECOND.checked_neg()?,
            _ => return Some(0),
        };
        let hours = self.up_to(2, 23)?;
        self.one_of(":")?;
        hours.checked_mul(60)?.checked_add(self.up_to(2, 59)?)?.checked_mul(60)?.checked_mul(sign)
    }
}

/// Year, month and day of a day since 1970-01-01, in the Gregorian calendar.
///
/// Years are taken to begin in March, so that the day that some lack is their last. 400 of them, an
/// era, have 146,097 days.
// Days are numbers of 32 bits, or nanoseconds of 128 by those of a day, which a caller made an i64.
#[allow(clippy::arithmetic_side_effects)]
fn date_of(days: i64) -> (i64, i64, i64) {
    let since = days.saturating_add(719_468);
    let (era, day) = (since.div_euclid(146_097), since.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months of 31, 30, 31, 30, 31 days follow each other: 153 in five.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

/// The reverse, of a month that there is.
// Years have four digits, days two.
#[allow(clippy::arithmetic_side_effects)]
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

// The numbers of dates and times. Nothing here knows calendars; the libraries of the features do.

/// Nanoseconds of a day.
const DAY: u64 = 86_400_000_000_000;

/// A calendar day: days since 1970-01-01, proleptic Gregorian; four bytes.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Date;
///
/// #[derive(Vellum)]
/// struct Person { born: Date }
///
/// let bytes = vellum::to_vec(&Person { born: Date(-56_270) })?; // 1815-12-10
/// assert_eq!(Person::peek(&bytes)?.born()?, Date(-56_270));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub i32);

/// A time of day: nanoseconds since midnight, below 86,400,000,000,000; eight bytes. Others cannot
/// be read: a buffer that holds one is corrupt.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Time;
///
/// #[derive(Vellum)]
/// struct Alarm { at: Time }
///
/// let seven = Time::from_nanos(7 * 3_600_000_000_000).unwrap();
/// let bytes = vellum::to_vec(&Alarm { at: seven })?;
/// assert_eq!(Alarm::peek(&bytes)?.at()?, seven);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds; eight bytes. In
/// schema text `timestamp`.
///
/// ```
/// use vellum::value::Timestamp;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp } root Event;")?);
/// record.set("at", Timestamp(1_700_000_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<Timestamp>("at")?, Timestamp(1_700_000_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// A point in time in seconds: `timestamp(s)`.
///
/// ```
/// use vellum::value::TimestampSeconds;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp(s) } root Event;")?);
/// record.set("at", TimestampSeconds(1_700_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<TimestampSeconds>("at")?, TimestampSeconds(1_700_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampSeconds(pub i64);

/// A point in time in microseconds: `timestamp(us)`.
///
/// ```
/// use vellum::value::TimestampMicros;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp(us) } root Event;")?);
/// record.set("at", TimestampMicros(1_700_000_000_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<TimestampMicros>("at")?, TimestampMicros(1_700_000_000_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampMicros(pub i64);

/// A point in time in nanoseconds: `timestamp(ns)`. It reaches from the year 1677 to 2262.
///
/// ```
/// use vellum::value::TimestampNanos;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp(ns) } root Event;")?);
/// record.set("at", TimestampNanos(1_700_000_000_000_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<TimestampNanos>("at")?, TimestampNanos(1_700_000_000_000_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampNanos(pub i64);

/// A span of time in nanoseconds, up to 292 years; eight bytes.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Duration;
///
/// #[derive(Vellum)]
/// struct Lap { took: Duration }
///
/// let bytes = vellum::to_vec(&Lap { took: Duration(90_500_000_000) })?; // a minute and a half, and half a second
/// assert_eq!(Lap::peek(&bytes)?.took()?.0 / 1_000_000, 90_500);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub i64);

impl Time {
    const ZERO: Self = Self(0);

    /// The time so many nanoseconds after midnight; `None` beyond the day.
    ///
    /// ```
    /// use vellum::value::Time;
    ///
    /// assert_eq!(Time::from_nanos(1_000).map(Time::nanos), Some(1_000));
    /// assert_eq!(Time::from_nanos(86_400_000_000_000), None);
    /// ```
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Option<Self> {
        if nanos < DAY { Some(Self(nanos)) } else { None }
    }

    /// Nanoseconds since midnight.
    #[must_use]
    pub const fn nanos(self) -> u64 {
        self.0
    }
}

macro_rules! signed {
    ($($type:ident: $word:ty;)*) => {$(
        every_word!([] $type, $word, Self(0), |this| this.0.cast_unsigned(), |word| Self(word.cast_signed()));
    )*};
}
signed! {
    Date: u32;
    Timestamp: u64;
    TimestampSeconds: u64;
    TimestampMicros: u64;
    TimestampNanos: u64;
    Duration: u64;
}
// The last is a nanosecond before midnight.
some_words!(Time, u64, Self::ZERO, Self(DAY - 1), |this| this.0, |word| Self::from_nanos(word));

#[cfg(any(feature = "chrono", feature = "jiff"))]
mod of_nanos {
    use super::{Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
    use crate::error::{Error, ErrorKind, FixedError, Result};

    #[cold]
    pub(super) fn beyond() -> Error {
        Error::fixed(&FixedError(ErrorKind::Type, "the date or time is beyond what the other type can hold"))
    }

    macro_rules! of_nanos {
        ($($type:ident, $unit:literal, $finer:literal;)*) => {$(
            impl $type {
                /// The timestamp so many nanoseconds after 1970. Between two units there is none.
                pub(super) fn of_nanos(nanos: i128) -> Result<Self> {
                    if nanos.checked_rem($unit) != Some(0) {
                        return Err(Error::fixed(&FixedError(ErrorKind::Type, $finer)));
                    }
                    let units = nanos.checked_div($unit).and_then(|units| units.try_into().ok());
                    units.map(Self).ok_or_else(beyond)
                }
            }
        )*};
    }
    of_nanos! {
        TimestampSeconds, 1_000_000_000, "the point in time is finer than a second, which timestamp(s) counts in: round it first";
        Timestamp, 1_000_000, "the point in time is finer than a millisecond, which timestamp counts in: round it first";
        TimestampMicros, 1_000, "the point in time is finer than a microsecond, which timestamp(us) counts in: round it first";
        TimestampNanos, 1, "";
    }
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use super::of_nanos::beyond;
    use super::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
    use crate::error::{Error, Result};

    /// 1970-01-01.
    const EPOCH: jiff::civil::Date = jiff::civil::Date::constant(1970, 1, 1);

    impl TryFrom<Date> for jiff::civil::Date {
        type Error = Error;

        fn try_from(date: Date) -> Result<Self> {
            let days = jiff::Span::new().try_days(date.0).map_err(|_| beyond())?;
            EPOCH.checked_add(days).map_err(|_| beyond())
        }
    }

    impl From<jiff::civil::Date> for Date {
        fn from(date: jiff::civil::Date) -> Self {
            // The years -9999 to 9999 have fewer days than an i32 counts.
            Self(EPOCH.until(date).map_or(0, |span| span.get_days()))
        }
    }

    impl From<Time> for jiff::civil::Time {
        fn from(time: Time) -> Self {
            let nanos = jiff::SignedDuration::from_nanos(time.nanos().cast_signed());
            Self::midnight().wrapping_add(nanos)
        }
    }

    impl From<jiff::civil::Time> for Time {
        fn from(time: jiff::civil::Time) -> Self {
            let since = time.duration_since(jiff::civil::Time::midnight());
            Self::from_nanos(u64::try_from(since.as_nanos()).unwrap_or(0)).unwrap_or(Self::ZERO)
        }
    }

    macro_rules! timestamp {
        ($($type:ident, $unit:literal;)*) => {$(
            impl TryFrom<$type> for jiff::Timestamp {
                type Error = Error;

                fn try_from(timestamp: $type) -> Result<Self> {
                    // From coarser units, jiff does not make all that it holds in its last second.
                    Self::from_nanosecond(i128::from(timestamp.0).saturating_mul($unit)).map_err(|_| beyond())
                }
            }

            impl TryFrom<jiff::Timestamp> for $type {
                type Error = Error;

                fn try_from(timestamp: jiff::Timestamp) -> Result<Self> {
                    Self::of_nanos(timestamp.as_nanosecond())
                }
            }
        )*};
    }
    timestamp! {
        TimestampSeconds, 1_000_000_000;
        Timestamp, 1_000_000;
        TimestampMicros, 1_000;
        TimestampNanos, 1;
    }

    impl From<Duration> for jiff::SignedDuration {
        fn from(duration: Duration) -> Self {
            Self::from_nanos(duration.0)
        }
    }

    impl TryFrom<jiff::SignedDuration> for Duration {
        type Error = Error;

        fn try_from(duration: jiff::SignedDuration) -> Result<Self> {
            duration.as_nanos().try_into().map(Self).map_err(|_| beyond())
        }
    }
}

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc};

    use super::of_nanos::beyond;
    use super::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
    use crate::error::{Error, ErrorKind, FixedError, Result};

    /// Nanoseconds of a second; chrono counts on in a leap second.
    const SECOND: u32 = 1_000_000_000;

    /// Nanoseconds behind the second.
    fn nanosecond(time: &impl Timelike) -> Result<u32> {
        let nanos = time.nanosecond();
        if nanos < SECOND {
            return Ok(nanos);
        }
        Err(Error::fixed(&FixedError(ErrorKind::Type, "times of day and points in time have no leap second")))
    }

    impl TryFrom<Date> for NaiveDate {
        type Error = Error;

        fn try_from(date: Date) -> Result<Self> {
            let days = Days::new(u64::from(date.0.unsigned_abs()));
            let epoch = Self::from_epoch_days(0).ok_or_else(beyond)?;
            let date = if date.0 < 0 { epoch.checked_sub_days(days) } else { epoch.checked_add_days(days) };
            date.ok_or_else(beyond)
        }
    }

    impl From<NaiveDate> for Date {
        fn from(date: NaiveDate) -> Self {
            Self(date.to_epoch_days())
        }
    }

    impl From<Time> for NaiveTime {
        fn from(time: Time) -> Self {
            Self::MIN.overflowing_add_signed(TimeDelta::nanoseconds(time.nanos().cast_signed())).0
        }
    }

    impl TryFrom<NaiveTime> for Time {
        type Error = Error;

        fn try_from(time: NaiveTime) -> Result<Self> {
            let seconds = u64::from(time.num_seconds_from_midnight()).saturating_mul(SECOND.into());
            Self::from_nanos(seconds.saturating_add(nanosecond(&time)?.into())).ok_or_else(beyond)
        }
    }

    impl TryFrom<Timestamp> for DateTime<Utc> {
        type Error = Error;

        fn try_from(timestamp: Timestamp) -> Result<Self> {
            Self::from_timestamp_millis(timestamp.0).ok_or_else(beyond)
        }
    }

    impl TryFrom<TimestampSeconds> for DateTime<Utc> {
        type Error = Error;

        fn try_from(timestamp: TimestampSeconds) -> Result<Self> {
            Self::from_timestamp(timestamp.0, 0).ok_or_else(beyond)
        }
    }

    impl TryFrom<TimestampMicros> for DateTime<Utc> {
        type Error = Error;

        fn try_from(timestamp: TimestampMicros) -> Result<Self> {
            Self::from_timestamp_micros(timestamp.0).ok_or_else(beyond)
        }
    }

    impl From<TimestampNanos> for DateTime<Utc> {
        fn from(timestamp: TimestampNanos) -> Self {
            Self::from_timestamp_nanos(timestamp.0)
        }
    }

    macro_rules! timestamp {
        ($($type:ident),*) => {$(
            impl TryFrom<DateTime<Utc>> for $type {
                type Error = Error;

                fn try_from(time: DateTime<Utc>) -> Result<Self> {
                    let seconds = i128::from(time.timestamp()).saturating_mul(SECOND.into());
                    Self::of_nanos(seconds.saturating_add(nanosecond(&time)?.into()))
                }
            }
        )*};
    }
    timestamp!(TimestampSeconds, Timestamp, TimestampMicros, TimestampNanos);

    impl From<Duration> for TimeDelta {
        fn from(duration: Duration) -> Self {
            Self::nanoseconds(duration.0)
        }
    }

    impl TryFrom<TimeDelta> for Duration {
        type Error = Error;

        fn try_from(delta: TimeDelta) -> Result<Self> {
            delta.num_nanoseconds().map(Self).ok_or_else(beyond)
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn days_and_dates_are_each_others_reverse() {
        for days in (-719_528..=2_932_896).step_by(13).chain([-719_528, -1, 0, 59, 60, 2_932_896]) {
            let (year, month, day) = date_of(days);
            assert_eq!(days_of(year, month, day), days);
        }
        assert_eq!((date_of(-719_528), date_of(2_932_896)), ((0, 1, 1), (9999, 12, 31)));
        assert_eq!(date_of(11_016), (2000, 2, 29));
    }

    #[test]
    fn text_and_words_agree() {
        let same = |scalar: Scalar, number: i128, text: &str| {
            let word = scalar.word_of(number).unwrap();
            assert_eq!(Civil::of(scalar, word).unwrap().to_string(), text);
            assert_eq!(Civil::parse(scalar, text), Some(word), "{text}");
        };
        same(Scalar::Date, 0, "1970-01-01");
        same(Scalar::Date, -719_528, "0000-01-01");
        same(Scalar::Time, 0, "00:00:00");
        same(Scalar::Time, NANOS_OF_DAY - 1, "23:59:59.999999999");
        same(Scalar::Timestamp(TimeUnit::Seconds), -1, "1969-12-31T23:59:59Z");
        same(Scalar::Timestamp(TimeUnit::Millis), 1_700_000_000_123, "2023-11-14T22:13:20.123Z");
        same(Scalar::Timestamp(TimeUnit::Micros), 1, "1970-01-01T00:00:00.000001Z");
        same(Scalar::Timestamp(TimeUnit::Nanos), i64::MIN.into(), "1677-09-21T00:12:43.145224192Z");
        let millis = |text| Civil::parse(Scalar::Timestamp(TimeUnit::Millis), text);
        assert_eq!(millis("1970-01-01T01:30:00.5000+01:30"), Some(500));
        assert_eq!(millis("1969-12-31t19:00:00-05:00"), Some(0));
    }

    #[test]
    fn what_is_no_date_or_time_has_no_word() {
        for text in
            ["2023-02-29", "2023-13-01", "2023-00-01", "2023-01-00", "2023-1-1", "02023-01-01", "", "2023-01-01T"]
        {
            assert_eq!(Civil::parse(Scalar::Date, text), None, "{text}");
        }
        for text in ["24:00:00", "23:60:00", "23:59:60", "1:00:00", "00:00:00.", "00:00:00.0000000001", "00:00"] {
            assert_eq!(Civil::parse(Scalar::Time, text), None, "{text}");
        }
        for text in ["1970-01-01T00:00:00", "1970-01-01T00:00:00.0001Z", "1970-01-01T00:00:00+24:00", "1970-01-01"] {
            assert_eq!(Civil::parse(Scalar::Timestamp(TimeUnit::Millis), text), None, "{text}");
        }
        let beyond = Scalar::Date.word_of(2_932_897).unwrap();
        assert_eq!(Civil::of(Scalar::Date, beyond), None);
    }
}
