//! Degrees as places: the nearest unit, by each way in.

use vellum::value::{Geo4, Geo8, Geo16};
use vellum::{Record, Result, Schema};

/// The nearest integer, halves away from zero; floats are halves and quarters exactly where it matters.
fn nearest(units: f64) -> Option<i128> {
    const PARTS: i128 = 1 << 60;
    // Below 2^40, a float has fewer than 60 digits of a binary fraction unless it is tiny.
    if !units.is_finite() || units.abs() >= 2f64.powi(40) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    let scaled = (units * PARTS as f64) as i128;
    let half = if scaled < 0 { -PARTS / 2 } else { PARTS / 2 };
    Some((scaled + half) / PARTS)
}

#[test]
fn degrees_are_the_nearest_unit_by_every_way_in() {
    let mut cases = 0;
    macro_rules! places {
        ($($place:ident, $ty:literal;)*) => {$({
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
            let units = $place::UNITS as f64;
            let schema = Schema::parse(concat!("struct R { v: ", $ty, " } root R;")).unwrap();
            let below_half = 0.5f64.next_down();
            let counts = [0.0, 0.5, 1.0, 1.5, 2.5, 12.5, below_half, 0.5f64.next_up(), 1.5f64.next_down(), 8999.5, 90.0 * units];
            let degrees = counts.map(|count| count / units);
            let others = [0.125, 0.005, 0.015, 52.520_008, 13.404_954, 89.999_999_999_9, 90.0, 90.000_001, 180.0, 1e-300, 1e300];
            for degrees in degrees.into_iter().chain(others).chain([f64::MAX, f64::INFINITY, f64::NAN]) {
                for degrees in [degrees, -degrees] {
                    let limit = 90.0 * units;
                    #[allow(clippy::cast_precision_loss)]
                    let expected = nearest(degrees * units).filter(|count| count.unsigned_abs() as f64 <= limit);
                    let expected = expected.map(|count| $place::from_units(count.try_into().unwrap(), 0).unwrap());
                    let read = |record: Record| record.get::<$place>("v");
                    let mut ways: Vec<Result<$place>> = vec![
                        $place::from_degrees(degrees, 0.0),
                        Record::from_serde(&schema, &[("v", (degrees, 0.0))].into_iter().collect::<std::collections::BTreeMap<_, _>>()).and_then(read),
                    ];
                    if degrees.is_finite() {
                        let json = format!("[{degrees:e}, 0]");
                        ways.push(schema.from_json(&format!("{{\"v\": {json}}}")).and_then(read));
                        let mut record = Record::new(&schema);
                        ways.push(record.merge_patch(&format!("{{\"v\": {json}}}")).and_then(|()| read(record)));
                    }
                    for way in ways {
                        cases += 1;
                        assert_eq!(way.ok(), expected, "{degrees:?} as {}", $ty);
                    }
                }
            }
        })*};
    }
    places! {
        Geo4, "geo4";
        Geo8, "geo8";
        Geo16, "geo16";
    }
    assert!(cases > 500, "{cases}");
}
