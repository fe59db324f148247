"""Values without parts as Python's own types, and keys of Python's types as they are stored.

| type | in Python |
| --- | --- |
| integers, bool, string, `string[n]`, char, bytes, `bytes[n]` | `int`, `bool`, `str`, `str`, `str`, `bytes`, `bytes` |
| f32, f64 | `float` |
| enum | the variant's name; the number of a variant that an open enum does not know |
| uuid / ipv4 / ipv6 | `uuid.UUID` / `ipaddress.IPv4Address` / `ipaddress.IPv6Address` |
| ulid | its text, 26 characters |
| date | `datetime.date`; the stored days outside of the years 1 to 9999 |
| timestamp in s, ms or us | `datetime.datetime` in UTC; the stored number outside of the years 1 to 9999 |
| timestamp(ns), time, duration | `int`, nanoseconds, which Python's types would round |
| decimal, decimal128 | `decimal.Decimal` |
| geo4, geo8, geo16 | `(latitude, longitude)` in degrees |
"""

from __future__ import annotations

import datetime
import decimal
import ipaddress
import struct
import uuid
from typing import Any

from .errors import NoKey
from .nodes import Raw
from .schema import BYTEWISE, GEO, INTEGERS, SIGNED, Type, slot_width, word_size

EPOCH = datetime.date(1970, 1, 1).toordinal()
LAST = datetime.date.max.toordinal()
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Of a second.
UNITS = {"timestamp_s": 1, "timestamp_ms": 10**3, "timestamp_us": 10**6, "timestamp_ns": 10**9}
DEGREES = {"geo4": 10**2, "geo8": 10**7, "geo16": 10**9}
START = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def natural(type_: Type, raw: Raw) -> Any:
    """A value without parts."""
    if raw is None:
        return None
    make = MAKE.get(type_.kind)
    return make(type_, raw) if make else raw


def number(type_: Type, raw: int) -> float:
    """A float of its bits."""
    size = word_size(type_)
    found: float = struct.unpack("<f" if size == 4 else "<d", raw.to_bytes(size, "little"))[0]
    return found


def scaled(type_: Type, raw: int) -> decimal.Decimal:
    """A decimal, exact whatever the context."""
    return decimal.Decimal((int(raw < 0), tuple(map(int, str(abs(raw)))), -type_.number))


def place(type_: Type, raw: int) -> tuple[float, float]:
    """Latitude and longitude in degrees."""
    each, units = GEO[type_.kind][2], DEGREES[type_.kind]
    stored = raw.to_bytes(2 * each, "little")
    latitude, longitude = (int.from_bytes(part, "little", signed=True) / units for part in (stored[:each], stored[each:]))
    return latitude, longitude


def variant(type_: Type, raw: int) -> str | int:
    """The name of an enum's number, or the number."""
    return next((variant.name for variant in type_.named.variants if variant.number == raw), raw)


def day(type_: Type, raw: int) -> datetime.date | int:
    return datetime.date.fromordinal(EPOCH + raw) if 1 <= EPOCH + raw <= LAST else raw


def moment(type_: Type, raw: int) -> datetime.datetime | int:
    try:
        return START + datetime.timedelta(microseconds=raw * (10**6 // UNITS[type_.kind]))
    except OverflowError:
        return raw


def ulid(type_: Type, raw: bytes) -> str:
    found = int.from_bytes(raw, "big")
    return "".join(DIGITS[found >> 5 * digit & 31] for digit in range(25, -1, -1))


def parts(type_: Type, raw: Raw) -> Any:
    """A tuple that is a key."""
    return tuple(natural(part, value) for part, value in zip(type_.parts, raw)) if isinstance(raw, tuple) else raw


MAKE: dict[str, Any] = {
    "f32": number,
    "f64": number,
    "char": lambda type_, raw: chr(raw),
    "decimal": scaled,
    "decimal128": scaled,
    "enum": variant,
    "date": day,
    "timestamp_s": moment,
    "timestamp_ms": moment,
    "timestamp_us": moment,
    "uuid": lambda type_, raw: uuid.UUID(bytes=raw),
    "ulid": ulid,
    "ipv4": lambda type_, raw: ipaddress.IPv4Address(raw),
    "ipv6": lambda type_, raw: ipaddress.IPv6Address(raw),
    "tuple": parts,
    **dict.fromkeys(GEO, place),
}


def stored(type_: Type, key: Any) -> Raw:
    """A key as it is stored, so that it can be looked for.

    Raises `NoKey` for what is none of the type.
    """
    try:
        found = _stored(type_, key)
    except (TypeError, ValueError, OverflowError, ArithmeticError, AttributeError):
        found = None
    if found is None:
        raise NoKey("%r is no key of %r" % (key, type_))
    return found


def _stored(type_: Type, key: Any) -> Raw:
    kind = type_.kind
    if kind == "tuple":
        if not isinstance(key, (tuple, list)) or len(key) != len(type_.parts):
            return None
        return tuple(stored(part, value) for part, value in zip(type_.parts, key))
    if kind == "bool":
        return key if isinstance(key, bool) else None
    if kind in ("string", "char"):
        text = key if isinstance(key, str) else None
        if text is not None:
            text.encode()
        return ord(text) if kind == "char" and text is not None else text
    if kind in ("bytes", "array"):
        content = bytes(key) if isinstance(key, (bytes, bytearray, memoryview)) else None
        return content if content is None or kind == "bytes" or len(content) == type_.number else None
    if kind == "enum":
        names = {variant.name: variant.number for variant in type_.named.variants}
        return names.get(key) if isinstance(key, str) else within(type_, key)
    if kind in BYTEWISE:
        return address(kind, key)
    if kind in ("decimal", "decimal128"):
        return None if isinstance(key, bool) else units(type_, decimal.Decimal(key))
    if isinstance(key, datetime.datetime) and kind in UNITS:
        micros, finer = divmod(key - START, datetime.timedelta(microseconds=1))
        whole, rest = divmod(micros * UNITS[kind], 10**6)
        # A subclass may count nanoseconds.
        return None if rest or finer else within(type_, whole)
    if isinstance(key, datetime.date) and kind == "date" and not isinstance(key, datetime.datetime):
        return key.toordinal() - EPOCH
    return within(type_, key)


def within(type_: Type, key: Any) -> int | None:
    """An integer, if the type has it."""
    if not isinstance(key, int) or isinstance(key, bool):
        return None
    size = slot_width(type_) or 0
    low, high = (-(1 << 8 * size - 1), 1 << 8 * size - 1) if type_.kind in SIGNED else (0, 1 << 8 * size)
    return key if type_.kind in INTEGERS | SIGNED | {"time", "enum"} and low <= key < high else None


def units(type_: Type, key: decimal.Decimal) -> int | None:
    """A decimal in units of the scale, if it has no finer digits."""
    sign, digits, exponent = key.as_tuple()
    if not isinstance(exponent, int) or len(digits) > 60 or abs(exponent) > 60:
        return None
    amount: int = int("".join(map(str, digits)))
    power = exponent + type_.number
    if power < 0 and amount % 10**-power:
        return None
    amount = amount * int(10**power) if power >= 0 else amount // int(10**-power)
    amount = -amount if sign else amount
    bits = 8 * word_size(type_)
    return amount if -(1 << bits - 1) <= amount < 1 << bits - 1 else None


def address(kind: str, key: Any) -> bytes | None:
    """The bytes of an identifier or address, which is given as its type, its text or its bytes."""
    if kind == "uuid":
        return (key if isinstance(key, uuid.UUID) else uuid.UUID(bytes=key) if isinstance(key, bytes) else uuid.UUID(key)).bytes
    if kind == "ipv4":
        return ipaddress.IPv4Address(key).packed
    if kind == "ipv6":
        return ipaddress.IPv6Address(key).packed
    if isinstance(key, bytes):
        return key if len(key) == 16 else None
    found = 0
    for letter in key.upper():
        found = found << 5 | DIGITS.index(letter)
    return found.to_bytes(16, "big") if len(key) == 26 else None
