//! An axis: where a value lies between two pixels, and which values have a tick.

use crate::harness::stats::number;

/// What the values of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Nanoseconds,
    Bytes,
    Elements,
    /// A figure as a multiple of another one.
    Times,
}

/// Values from `low` to `high` between two pixels.
pub struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
    pixels: (f64, f64),
    pub unit: Unit,
}

impl Axis {
    /// An axis on which equal ratios are equally long, with some room around `values`.
    pub fn logarithmic(values: impl Iterator<Item = f64>, unit: Unit, pixels: (i32, i32)) -> Self {
        let (low, high) = range(values.filter(|value| *value > 0.0));
        Self { low: low / 1.6, high: high * 1.25, logarithmic: true, pixels: floats(pixels), unit }
    }

    /// An axis from zero.
    pub fn linear(values: impl Iterator<Item = f64>, unit: Unit, pixels: (i32, i32)) -> Self {
        let (_, high) = range(values);
        Self { low: 0.0, high: high * 1.05, logarithmic: false, pixels: floats(pixels), unit }
    }

    /// The pixel of a value; what lies outside is moved to the end.
    pub fn at(&self, value: f64) -> i32 {
        let part = if self.logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        let (start, end) = self.pixels;
        (start + part.clamp(0.0, 1.0) * (end - start)).round() as i32
    }

    /// Values with a tick, from low to high, neither crowded nor lonely.
    pub fn ticks(&self) -> Vec<f64> {
        if !self.logarithmic {
            let step = step(self.high / 6.0);
            let count = (self.high / step).floor() as usize;
            return (0..=count).map(|index| index as f64 * step).collect();
        }
        let decades = (self.high / self.low).log10();
        let factors: &[f64] = match decades {
            _ if decades < 0.8 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
            _ if decades < 2.2 => &[1.0, 2.0, 5.0],
            _ if decades < 3.5 => &[1.0, 3.0],
            _ => &[1.0],
        };
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        let all = (first..=last).flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)));
        if self.unit == Unit::Times {
            // Below one stand the inverses of what stands above: 1/3 and not 0.3.
            let last = last.max(1 - first);
            let above = (0..=last).flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)));
            let mut all: Vec<f64> = above.flat_map(|value| [value, 1.0 / value]).collect();
            all.sort_by(f64::total_cmp);
            all.dedup();
            all.retain(|value| (self.low..=self.high).contains(value));
            return all;
        }
        all.filter(|value| (self.low..=self.high).contains(value)).collect()
    }

    /// A value with its unit, as on a tick.
    pub fn label(&self, value: f64) -> String {
        match self.unit {
            Unit::Nanoseconds => nanoseconds(value),
            Unit::Bytes => bytes(value),
            Unit::Elements if value >= 1e6 => format!("{}M", plain(value / 1e6)),
            Unit::Elements if value >= 1e3 => format!("{}k", plain(value / 1e3)),
            Unit::Elements => plain(value),
            Unit::Times if value < 0.99 => format!("1/{}", plain(1.0 / value)),
            Unit::Times => format!("{}×", plain(value)),
        }
    }
}

/// A length in the unit that keeps its number short.
pub fn bytes(value: f64) -> String {
    match value {
        _ if value >= 1e6 => format!("{} MB", plain(value / 1e6)),
        _ if value >= 1e4 => format!("{} kB", plain(value / 1e3)),
        _ => format!("{} B", plain(value)),
    }
}

/// A time in the unit that keeps its number short.
fn nanoseconds(value: f64) -> String {
    let (value, unit) = in_unit(value);
    format!("{} {unit}", plain(value))
}

/// The same with three digits always, as a measured one.
pub fn time(value: f64) -> String {
    let (value, unit) = in_unit(value);
    format!("{} {unit}", number(value))
}

fn in_unit(nanoseconds: f64) -> (f64, &'static str) {
    match nanoseconds {
        value if value >= 1e9 => (value / 1e9, "s"),
        value if value >= 1e6 => (value / 1e6, "ms"),
        value if value >= 1e3 => (value / 1e3, "µs"),
        value => (value, "ns"),
    }
}

/// Three digits, and no zeros at the end.
fn plain(value: f64) -> String {
    let text = number(value);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// 1, 2 or 5 times a power of ten, not below `least`.
fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least).unwrap_or(power)
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    if low.is_finite() && high > 0.0 { (low, high) } else { (1.0, 10.0) }
}

fn floats((start, end): (i32, i32)) -> (f64, f64) {
    (f64::from(start), f64::from(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equally_long() {
        let axis = Axis::logarithmic([16.0, 800.0].into_iter(), Unit::Nanoseconds, (100, 400));
        assert_eq!((axis.at(10.0), axis.at(1000.0), axis.at(100.0)), (100, 400, 250));
        assert_eq!(axis.at(1.0), 100, "outside is at the end");
    }

    #[test]
    fn an_axis_may_run_downwards() {
        let axis = Axis::linear([100.0].into_iter(), Unit::Bytes, (300, 90));
        assert_eq!((axis.at(0.0), axis.at(105.0)), (300, 90));
        assert_eq!(axis.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    }

    #[test]
    fn ticks_get_rarer_with_the_decades() {
        let ticks = |low, high| Axis::logarithmic([low, high].into_iter(), Unit::Nanoseconds, (0, 1)).ticks();
        assert_eq!(ticks(20.0, 30.0), [15.0, 20.0, 30.0]);
        assert_eq!(ticks(20.0, 150.0), [20.0, 50.0, 100.0]);
        assert_eq!(ticks(10.0, 1e3), [10.0, 30.0, 100.0, 300.0, 1000.0]);
        assert_eq!(ticks(10.0, 1e7).len(), 7);
        assert_eq!(ticks(f64::INFINITY, 0.0), [1.0, 2.0, 5.0, 10.0], "no value at all");
    }

    #[test]
    fn multiples_below_one_have_ticks_at_inverses() {
        let axis = Axis::logarithmic([0.1, 8.0].into_iter(), Unit::Times, (0, 1));
        let labels: Vec<String> = axis.ticks().into_iter().map(|value| axis.label(value)).collect();
        assert_eq!(labels, ["1/10", "1/3", "1×", "3×", "10×"]);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!([0.5, 50.0, 2000.0, 2.5e6].map(nanoseconds), ["0.5 ns", "50 ns", "2 µs", "2.5 ms"]);
        assert_eq!([0.5, 50.0, 1998.0].map(time), ["0.50 ns", "50.0 ns", "2.00 µs"]);
        let bytes = Axis::linear([1.0].into_iter(), Unit::Bytes, (0, 1));
        assert_eq!([100.0, 1200.0, 1e4, 1e7].map(|value| bytes.label(value)), ["100 B", "1200 B", "10 kB", "10 MB"]);
    }
}
