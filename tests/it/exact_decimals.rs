//! Decimals of `rust_decimal` to each scale and back: the same number, or refused. The judge compares mantissas in 128 bits.

use rust_decimal::Decimal as Other;
use vellum::value::{Decimal, Decimal128};
use vellum::{ErrorKind, Record, Result, Schema, Vellum};

/// Mantissas at the borders of both types, at powers of ten and beside them, and with zeros at their ends.
fn mantissas() -> Vec<i128> {
    let mut all = vec![0, 5, 15, 125];
    let mut near = |number: i128| all.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
    (0..=38).for_each(|power| near(10i128.pow(power)));
    [1 << 31, 1 << 32, 1 << 63, 1 << 64, 1 << 95, 1 << 96, i128::MAX].into_iter().for_each(&mut near);
    // As many digits as `rust_decimal` holds, with zeros behind them.
    for zeros in 0..10 {
        near(((1 << 96) - 1) * 10i128.pow(zeros));
        near((1 << 96) * 10i128.pow(zeros));
    }
    let signed = all.into_iter().flat_map(|number| [number, -number]);
    let mut all: Vec<i128> =
        signed.chain([i128::MIN, i128::MIN + 1, i128::from(i64::MIN), i128::from(i64::MIN) - 1]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The number with as few digits behind the point as it has.
fn shortest(mut mantissa: i128, mut scale: u32) -> (i128, u32) {
    while scale > 0 && mantissa % 10 == 0 {
        (mantissa, scale) = (mantissa / 10, scale - 1);
    }
    (mantissa, scale)
}

/// In units of a scale, if it is so many.
fn at_scale((mantissa, scale): (i128, u32), wanted: u32) -> Option<i128> {
    mantissa.checked_mul(10i128.checked_pow(wanted.checked_sub(scale)?)?)
}

fn of_other(number: Other) -> (i128, u32) {
    shortest(number.mantissa(), number.scale())
}

#[derive(Default)]
struct Verdict {
    cases: usize,
    faults: Vec<String>,
}

impl Verdict {
    fn is(&mut self, way: &str, of: (i128, u32), found: Result<(i128, u32)>, expected: Option<(i128, u32)>) {
        self.cases += 1;
        match (found, expected) {
            (Ok(found), Some(expected)) if found == expected => {}
            (Err(error), None) if error.kind() == ErrorKind::Type && error.to_string().len() > 30 => {}
            (found, _) => self.faults.push(format!("{way} of {of:?}: {found:?}, not {expected:?}")),
        }
    }

    /// What a scale makes of a number of `rust_decimal`.
    fn store<T>(&mut self, others: &[Other], scale: u8, bits: u32)
    where
        T: TryFrom<Other, Error = vellum::Error> + for<'a> TryFrom<&'a Other, Error = vellum::Error> + Mantissa,
        Other: TryFrom<T, Error = vellum::Error>,
    {
        let least = i128::MIN >> (128 - bits);
        for other in others {
            let of = of_other(*other);
            let units = at_scale(of, scale.into()).filter(|units| (least..=!least).contains(units));
            let expected = units.map(|units| (units, scale.into()));
            self.is("TryFrom", of, T::try_from(*other).map(|stored| (stored.mantissa(), scale.into())), expected);
            self.is(
                "TryFrom of a reference",
                of,
                T::try_from(other).map(|stored| (stored.mantissa(), scale.into())),
                expected,
            );
            let back = T::try_from(*other).and_then(Other::try_from).map(of_other);
            self.is("there and back", of, back, units.map(|_| of));
        }
    }

    /// What `rust_decimal` makes of the numbers of a scale.
    fn load<T>(&mut self, mantissas: &[i128], scale: u8)
    where
        T: Mantissa + TryFrom<Other, Error = vellum::Error>,
        Other: TryFrom<T, Error = vellum::Error>,
    {
        for mantissa in mantissas {
            let Some(stored) = T::of(*mantissa) else { continue };
            let of = (*mantissa, scale.into());
            let least = shortest(*mantissa, scale.into());
            let holds = least.1 <= Other::MAX_SCALE && least.0.unsigned_abs() < 1 << 96;
            self.is("TryFrom", of, Other::try_from(stored).map(of_other), holds.then_some(least));
            let back = Other::try_from(stored).and_then(T::try_from).map(|stored| (stored.mantissa(), scale.into()));
            self.is("back and there", of, back, holds.then_some(of));
        }
    }
}

trait Mantissa: Copy {
    fn of(mantissa: i128) -> Option<Self>;
    fn mantissa(self) -> i128;
}

impl<const SCALE: u8> Mantissa for Decimal<SCALE> {
    fn of(mantissa: i128) -> Option<Self> {
        i64::try_from(mantissa).ok().map(Self)
    }

    fn mantissa(self) -> i128 {
        self.0.into()
    }
}

impl<const SCALE: u8> Mantissa for Decimal128<SCALE> {
    fn of(mantissa: i128) -> Option<Self> {
        Some(Self(mantissa))
    }

    fn mantissa(self) -> i128 {
        self.0
    }
}

#[test]
fn a_number_of_rust_decimal_is_the_same_at_each_scale_or_refused() {
    let mantissas = mantissas();
    let others: Vec<Other> = (0..=Other::MAX_SCALE)
        .flat_map(|scale| {
            mantissas.iter().filter_map(move |mantissa| Other::try_from_i128_with_scale(*mantissa, scale).ok())
        })
        .collect();
    // Every number of two of the scales, and of the others one of seven.
    let some: Vec<Other> = others.iter().copied().skip(3).step_by(7).collect();
    let mut verdict = Verdict::default();
    macro_rules! scales {
        ($type:ident, $bits:literal: $($scale:literal)*) => {$(
            verdict.store::<$type<$scale>>(if $scale % 9 == 2 { &others } else { &some }, $scale, $bits);
            verdict.load::<$type<$scale>>(&mantissas, $scale);
        )*};
    }
    scales!(Decimal, 64: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
    scales!(Decimal128, 128: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38);
    assert!(verdict.faults.is_empty(), "{} of {}:\n{}", verdict.faults.len(), verdict.cases, verdict.faults.join("\n"));
    assert!(verdict.cases > 100_000, "{}", verdict.cases);
}

#[derive(Vellum, Debug, PartialEq)]
struct Fine {
    #[vellum(with = "Decimal128<29>")]
    a: Other,
    #[vellum(with = "Decimal128<38>")]
    b: Other,
    #[vellum(with = "Vec<Decimal128<30>>")]
    many: Vec<Other>,
}

#[test]
fn a_decimal_of_more_than_28_digits_behind_the_point_is_decoded_by_rust_decimal() {
    let decimal = |text: &str| text.parse::<Other>().unwrap();
    for (a, b) in
        [("0", "0"), ("0.5", "0.5"), ("-0.5", "1"), ("-1.25", "-1.7"), ("0.0000000000000000000000000001", "1e-28")]
    {
        let b = Other::from_scientific(b).unwrap_or_else(|_| decimal(b));
        let value = Fine { a: decimal(a), b, many: vec![decimal(a), b] };
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<Fine>(&bytes).unwrap(), value);
    }
    let schema = Schema::parse("struct R { a: decimal128(29) } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set("a", Decimal128::<29>(1)).unwrap();
    let finest = record.get::<Decimal128<29>>("a").unwrap();
    let error = Other::try_from(finest).unwrap_err();
    assert_eq!(
        error.to_string(),
        "type mismatch: 0.00000000000000000000000000001 has more digits than `rust_decimal::Decimal` holds"
    );
}
