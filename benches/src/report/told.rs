//! How numbers are written in tables: short.

/// A number, without digits that say nothing.
pub fn number(value: f64) -> String {
    if value >= 99.95 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Bytes, in a unit that keeps the number short.
pub fn size(bytes: f64) -> String {
    if bytes < 1e5 { format!("{} B", number(bytes)) } else { format!("{:.0} kB", bytes / 1e3) }
}

/// Nanoseconds, in a unit that keeps the number short; `ns` is what follows those that stay
/// nanoseconds.
pub fn time(nanos: f64, ns: &str) -> String {
    match nanos {
        _ if nanos >= 1e6 => format!("{:.1} ms", nanos / 1e6),
        _ if nanos >= 1e4 => format!("{:.0} µs", nanos / 1e3),
        _ if nanos >= 1e3 => format!("{:.1} µs", nanos / 1e3),
        _ => number(nanos) + ns,
    }
}

/// A ratio: of a small one the digits after the point say less than its inverse.
pub fn times(ratio: f64) -> String {
    match ratio {
        _ if ratio < 0.0995 => format!("1/{:.0}", 1.0 / ratio),
        _ if ratio < 9.995 => format!("{ratio:.2}"),
        _ => format!("{ratio:.0}"),
    }
}

/// A ratio with two digits that say something, for columns of them.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        _ if ratio < 0.00995 => format!("{ratio:.4}"),
        _ if ratio < 0.0995 => format!("{ratio:.3}"),
        _ => times(ratio),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_a_short_number() {
        let told = [3.43, 101.2, 5355.0, 13_321.0, 2.5e6].map(|nanos| time(nanos, ""));
        assert_eq!(told, ["3.4", "101", "5.4 µs", "13 µs", "2.5 ms"]);
    }

    #[test]
    fn ratios_of_a_column_are_decimals() {
        assert_eq!([0.0012, 0.0162, 0.5, 26.2].map(ratio), ["0.0012", "0.016", "0.50", "26"]);
    }

    #[test]
    fn ratios_are_told_by_their_inverse_where_they_are_small() {
        assert_eq!([0.002, 0.0994, 0.5, 1.0, 9.99, 26.2].map(times), ["1/500", "1/10", "0.50", "1.00", "9.99", "26"]);
    }
}
