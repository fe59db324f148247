//! Spans of time as people write them: the durations of ISO 8601.
//!
//! ```text
//! PT1H30M    PT0.5S    -PT36H    PT0S     written: hours, minutes and seconds
//! P1DT12H    P2W    PT1.5H    PT-1H-30M   read, too: weeks and days of 24 hours, a fraction of the last part, a sign of each part
//! ```
//! Years and months have no fixed length, and so are none of it.

use core::fmt;

const SECOND: u64 = 1_000_000_000;

/// Nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IsoDuration(pub(crate) i64);

impl fmt::Display for IsoDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let (seconds, nanos) = (magnitude / SECOND, magnitude % SECOND);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        f.write_str(if self.0 < 0 { "-PT" } else { "PT" })?;
        if hours > 0 {
            write!(f, "{hours}H")?;
        }
        if minutes > 0 {
            write!(f, "{minutes}M")?;
        }
        if nanos > 0 {
            let (mut digits, mut width) = (nanos, 9usize);
            while digits % 10 == 0 && width > 1 {
                (digits, width) = (digits / 10, width.saturating_sub(1));
            }
            return write!(f, "{seconds}.{digits:0width$}S");
        }
        if seconds > 0 || magnitude == 0 { write!(f, "{seconds}S") } else { Ok(()) }
    }
}

impl IsoDuration {
    /// The span of a text; `None` if it is none, is finer than nanoseconds, or longer than they
    /// count.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (is_negative, text) = signed(text);
        let text = text.strip_prefix(['P', 'p'])?;
        let (days, time) = text.split_once(['T', 't']).map_or((text, None), |(days, time)| (days, Some(time)));
        let mut parts = Parts { total: 0, is_fraction: false };
        let mut count = parts.read(days, &[('W', 7 * 86_400), ('D', 86_400)])?;
        if let Some(time) = time {
            let of_time = parts.read(time, &[('H', 3_600), ('M', 60), ('S', 1)])?;
            count = if of_time > 0 { count.checked_add(of_time)? } else { 0 };
        }
        if count == 0 {
            return None;
        }
        let total = if is_negative { parts.total.checked_neg()? } else { parts.total };
        i64::try_from(total).ok().map(Self)
    }
}

/// Whether a minus is before, and what follows the sign.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// What was read so far: nanoseconds, and whether the last part had a fraction, which ends the
/// text.
struct Parts {
    total: i128,
    is_fraction: bool,
}

impl Parts {
    /// Reads parts in the order of their units, which have so many seconds; gives how many there
    /// were.
    fn read(&mut self, mut text: &str, units: &[(char, i128)]) -> Option<usize> {
        let (mut units, mut count) = (units.iter(), 0usize);
        while !text.is_empty() {
            if self.is_fraction {
                return None;
            }
            let (is_negative, rest) = signed(text);
            let at = rest.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '.' | ','))?;
            let (number, rest) = rest.split_at_checked(at)?;
            let letter = rest.chars().next()?.to_ascii_uppercase();
            let (_, seconds) = units.find(|(known, _)| *known == letter)?;
            let nanos = self.part(number, seconds.checked_mul(i128::from(SECOND))?)?;
            let nanos = if is_negative { nanos.checked_neg()? } else { nanos };
            self.total = self.total.checked_add(nanos)?;
            text = rest.get(1..)?;
            count = count.checked_add(1)?;
        }
        Some(count)
    }

    /// So many units, perhaps with a fraction.
    fn part(&mut self, number: &str, unit: i128) -> Option<i128> {
        let (whole, fraction) = match number.split_once(['.', ',']) {
            Some((_, "")) => return None,
            Some((whole, fraction)) => (whole, fraction),
            None => (number, ""),
        };
        self.is_fraction = number.len() > whole.len();
        let whole: i128 = whole.parse().ok()?;
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() {
            return whole.checked_mul(unit);
        }
        let parts = 10i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        let nanos = fraction.parse::<i128>().ok()?.checked_mul(unit)?;
        let rest = nanos.checked_rem(parts)?;
        whole.checked_mul(unit)?.checked_add(nanos.checked_div(parts)?).filter(|_| rest == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const HOUR: i64 = 3_600_000_000_000;

    #[test]
    fn text_and_nanoseconds_agree() {
        for (text, nanos) in [
            ("PT0S", 0),
            ("PT1H30M", HOUR * 3 / 2),
            ("-PT1H30M", -HOUR * 3 / 2),
            ("PT36H", 36 * HOUR),
            ("PT1H0.5S", HOUR + 500_000_000),
            ("PT0.000000001S", 1),
            ("-PT0.000000001S", -1),
            ("PT1M0.1S", 60_100_000_000),
            ("PT59S", 59_000_000_000),
            ("PT2562047H47M16.854775807S", i64::MAX),
            ("-PT2562047H47M16.854775808S", i64::MIN),
        ] {
            assert_eq!(IsoDuration(nanos).to_string(), text);
            assert_eq!(IsoDuration::parse(text), Some(IsoDuration(nanos)), "{text}");
        }
    }

    #[test]
    fn other_texts_of_the_same_spans_are_read() {
        for (text, nanos) in [
            ("P1D", 24 * HOUR),
            ("P1DT12H", 36 * HOUR),
            ("P2W", 14 * 24 * HOUR),
            ("P1W1D", 8 * 24 * HOUR),
            ("PT1.5H", HOUR * 3 / 2),
            ("PT1,5H", HOUR * 3 / 2),
            ("P0.5D", 12 * HOUR),
            ("PT90M", HOUR * 3 / 2),
            ("PT5400S", HOUR * 3 / 2),
            ("pt1h30m", HOUR * 3 / 2),
            ("+PT1H", HOUR),
            ("PT-1H-30M", -HOUR * 3 / 2),
            ("-PT-1H", HOUR),
            ("PT1H-30M", HOUR / 2),
            ("PT0.50000000000000000000S", 500_000_000),
            ("PT007S", 7_000_000_000),
        ] {
            assert_eq!(IsoDuration::parse(text), Some(IsoDuration(nanos)), "{text}");
        }
    }

    #[test]
    fn what_is_no_span_or_none_of_nanoseconds_is_refused() {
        for text in [
            "",
            "P",
            "PT",
            "-P",
            "1H",
            "PT1",
            "PTH",
            "P1H",
            "PT1D",
            "P1DT",
            "PT1M1H",
            "PT1H1H",
            "P1Y",
            "P1M",
            "P1MT1M",
            "PT1.5H1M",
            "PT.5S",
            "PT1.S",
            "PT1.2.3S",
            "PT--1S",
            "PT1H ",
            " PT1H",
            "PT1é",
            "PTS",
            "P-T1H",
            "PT0.0000000001S",
            "PT2562048H",
            "PT9223372036.854775808S",
            "PT99999999999999999999999999999999999999999S",
            "PT1e3S",
            "P1D1W",
            "PTT1H",
            "PT1HT1M",
        ] {
            assert_eq!(IsoDuration::parse(text), None, "{text}");
        }
    }
}
