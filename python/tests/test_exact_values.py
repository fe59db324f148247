"""What `dumps` makes of numbers, times and decimals: exactly what was given, of a float the nearest one, or a refusal; as the crate does."""

import datetime
import decimal
import struct
from fractions import Fraction

import pytest

import vellum

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
UNITS = {"timestamp(s)": 10**6, "timestamp": 10**3, "timestamp(us)": 1}
SIGNED = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "date": 32, "duration": 64, "timestamp(ns)": 64, **dict.fromkeys(UNITS, 64)}
UNSIGNED = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128}
DECIMALS = {"decimal(%d)" % scale: (64, scale) for scale in (0, 2, 18)} | {"decimal128(%d)" % scale: (128, scale) for scale in (0, 20, 38)}


def schema(type_):
    return vellum.Schema.parse("struct R { v: %s } root R;" % type_)


def stored(of, value):
    """The word that is stored, or nothing where the value is refused."""
    try:
        buffer = vellum.dumps({"v": value}, of)
    except vellum.Unfit:
        return None
    return vellum.Record(buffer, of).v


def integers():
    powers = [1 << bits for bits in (0, 7, 8, 15, 16, 24, 25, 31, 32, 53, 54, 63, 64, 100, 127, 128)]
    halves = [1 << 24 | 1, 1 << 25 | 2, (1 << 53) + (1 << 29), (1 << 64) + (1 << 40), (1 << 128) - (1 << 103), 9007199791611905]
    days = [86_400 * 10**9, 10**18, 10**38, 10**43, 10**400, 10**5000]
    near = [number + by for number in powers + halves + days for by in (-1, 0, 1)]
    return sorted({0, *near, *(-number for number in near)})


def nearest_f32(exact):
    """The float that is next to a number, of two the even one; nothing where that is infinite."""
    size = abs(exact)
    low, high = 0, 0x7F800000
    value = lambda bits: Fraction(2) ** 128 if bits == 0x7F800000 else Fraction(struct.unpack("<f", struct.pack("<I", bits))[0])
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if value(middle) <= size else (low, middle)
    # What is beyond the greatest float by half of the step to the next is that next one, which is infinite.
    best = min((low, high), key=lambda bits: (abs(value(bits) - size), bits & 1))
    return None if best == 0x7F800000 else struct.unpack("<f", struct.pack("<I", best | (exact < 0) << 31))[0]


def test_an_integer_is_stored_exactly_or_refused():
    cases = 0
    for kind, bits in (SIGNED | UNSIGNED).items():
        of = schema(kind)
        low, high = (-(1 << bits - 1), 1 << bits - 1) if kind in SIGNED else (0, 1 << bits)
        raw = (lambda value: value) if kind not in UNITS and kind != "date" else None
        for number in integers():
            found = stored(of, number)
            cases += 1
            assert (found is not None) == (low <= number < high), (kind, number)
            if raw and found is not None:
                assert found == number, kind
    time = schema("time")
    for number in integers():
        assert stored(time, number) == (number if 0 <= number < 86_400 * 10**9 else None), number
    assert cases > 2000


def test_an_integer_becomes_the_nearest_float():
    narrow, wide = schema("f32"), schema("f64")
    for number in integers():
        assert stored(narrow, number) == nearest_f32(number), number
        try:
            expected = float(number)
        except OverflowError:
            expected = None
        assert stored(wide, number) == expected, number
    assert stored(narrow, 9007199791611905) == 9007200328482816.0


def test_a_bool_is_no_number():
    for kind in ("f32", "f64", "u8", "i128", "date", "time", "timestamp", "duration", "decimal(2)", "decimal128(0)"):
        assert stored(schema(kind), True) is None, kind
    for kind in ("geo4", "geo8", "geo16"):
        assert stored(schema(kind), (True, 0)) is None
        assert stored(schema(kind), (0, False)) is None


def test_a_decimal_is_stored_exactly_or_refused():
    borders = [1 << 63, 10**18, 1 << 127, 10**38, 5, 50, 125]
    mantissas = [0, *(sign * (number + by) for number in borders for by in (-1, 0, 1) for sign in (1, -1))]
    for kind, (bits, scale) in DECIMALS.items():
        of = schema(kind)
        for mantissa in mantissas:
            for digits in (0, 1, 2, 3, 18, 19, 20, 38, 39):
                given = decimal.Decimal((int(mantissa < 0), tuple(map(int, str(abs(mantissa)))), -digits))
                units = Fraction(mantissa, 10**digits) * 10**scale
                fits = units.denominator == 1 and -(1 << bits - 1) <= units < 1 << bits - 1
                found = stored(of, given)
                assert (found is not None) == fits, (kind, given)
                assert found is None or Fraction(found) == Fraction(given), (kind, given)


def test_a_point_in_time_is_stored_exactly_or_refused():
    seconds = (-62_135_596_800, -86_400, -60, -1, 0, 1, 59, 1_700_000_000, 253_402_300_799)
    micros = (0, 1, 499_999, 500_000, 999, 1000, 500, 999_999)
    for kind, unit in {**UNITS, "timestamp(ns)": None}.items():
        of = schema(kind)
        for second in seconds:
            for micro in micros:
                at = EPOCH + datetime.timedelta(seconds=second, microseconds=micro)
                total = second * 10**6 + micro
                if unit is None:
                    nanos = total * 1000
                    assert stored(of, at) == (nanos if -(1 << 63) <= nanos < 1 << 63 else None), at
                else:
                    assert stored(of, at) == (at if total % unit == 0 else None), (kind, at)
                    text = '{"v":%s}'
                    if total % unit == 0:
                        record = vellum.Record(vellum.dumps({"v": at}, of), of)
                        assert record.to_json() == text % ('"%s"' % iso(at)), kind
    # Without a zone it is no point in time.
    assert stored(schema("timestamp"), datetime.datetime(2024, 1, 1)) is None


def iso(at):
    fraction = at.microsecond
    part = "" if fraction == 0 else ".%03d" % (fraction // 1000) if fraction % 1000 == 0 else ".%06d" % fraction
    return "%04d-%s%sZ" % (at.year, at.strftime("%m-%dT%H:%M:%S"), part)


def test_days_times_and_spans_are_stored_exactly():
    day, time, span = schema("date"), schema("time"), schema("duration")
    for date in (datetime.date.min, datetime.date(1969, 12, 31), datetime.date(1970, 1, 1), datetime.date.max):
        assert stored(day, date) == date
    assert stored(day, datetime.datetime(2024, 1, 1, tzinfo=UTC)) is None
    for micros in (0, 1, 999_999, 10**6, 86_399_999_999):
        of = (datetime.datetime.min + datetime.timedelta(microseconds=micros)).time()
        assert stored(time, of) == micros * 1000
        assert stored(time, of.replace(tzinfo=UTC)) is None
    edge = (1 << 63) // 1000
    for micros in (0, 1, -1, -500_000, 10**6, edge, -edge, edge + 1, -edge - 1):
        nanos = micros * 1000
        expected = nanos if -(1 << 63) <= nanos < 1 << 63 else None
        assert stored(span, datetime.timedelta(microseconds=micros)) == expected, micros


@pytest.mark.parametrize(("kind", "units", "most"), [("geo4", 10**2, 90), ("geo8", 10**7, 90), ("geo16", 10**9, 90)])
def test_degrees_are_the_nearest_unit_halves_away_from_zero(kind, units, most):
    of = schema(kind)
    for degrees, count in ((0.125, None), (-0.125, None), (0.5 / units, 1), (-0.5 / units, -1), (0, 0), (90, 90 * units), (-90, -90 * units)):
        if count is None:
            product = Fraction(degrees) * units
            count = int(abs(product) + Fraction(1, 2)) * (1 if product > 0 else -1)
        assert stored(of, (degrees, 0)) == (count / units, 0.0), degrees
    below = struct.unpack("<d", struct.pack("<Q", struct.unpack("<Q", struct.pack("<d", 0.5))[0] - 1))[0]
    assert stored(schema("geo4"), (below / 100, 0)) == (0.0 if below / 100 * 100 < 0.5 else 0.01, 0.0)
    for degrees in (most + 1, -most - 1, float("nan"), float("inf"), 1e300, 10**400, "1"):
        assert stored(of, (degrees, 0)) is None, degrees
