"""The JSON of values, character by character as the crate `vellum` writes it: without spaces, fields in the order of their declaration."""

from __future__ import annotations

import base64
import datetime
import ipaddress
import json
import math
import struct
import uuid

from .errors import Newer
from .literals import show
from .natural import EPOCH, UNITS, number, place, ulid, variant
from .nodes import Entries, Key, Node, Raw, Record, Union
from .schema import GEO, Type
from .values import to_word
from .walk import Fold

# Whether an f64 or an f32 is written with an exponent: the digits before the point, and the zeros behind it, that are written instead.
PLAIN = {"f64": (16, -5), "f32": (13, -6)}
# Days of the years 0 to 9999.
YEAR_0 = datetime.date(1, 1, 1).toordinal() - EPOCH - 366
YEAR_10000 = datetime.date.max.toordinal() - EPOCH + 1
DAY = 86_400 * 10**9


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def leaf(type_: Type, raw: Raw) -> str:
    """A value without parts, or a key."""
    if isinstance(raw, Key):
        return key(type_, raw.raw)
    if raw is None:
        return "null"
    kind = type_.kind
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if kind in PLAIN:
        return shown(number(type_, raw), kind)
    if kind in GEO:
        return "[%s,%s]" % tuple(shown(degrees, "f64") for degrees in place(type_, raw))
    if isinstance(raw, tuple):
        return "[%s]" % ",".join(leaf(part, value) for part, value in zip(type_.parts, raw))
    if kind == "array":
        return "[%s]" % ",".join(map(str, raw))
    if kind == "bytes":
        return quoted(base64.b64encode(raw).decode())
    text = word(type_, raw)
    return quoted(text) if isinstance(text, str) else str(text)


def key(type_: Type, raw: Raw) -> str:
    """The key of a map, which is text in JSON."""
    if isinstance(raw, tuple):
        return quoted("[%s]" % ",".join(part(*pair) for pair in zip(type_.parts, raw)))
    if isinstance(raw, bool):
        return '"true"' if raw else '"false"'
    if type_.kind in ("bytes", "array"):
        return '"%s"' % raw.hex()
    return quoted(str(word(type_, raw)))


def part(type_: Type, raw: Raw) -> str:
    """A part of a key."""
    if isinstance(raw, tuple):
        return "[%s]" % ",".join(part(*pair) for pair in zip(type_.parts, raw))
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if type_.kind in ("bytes", "array"):
        return '"%s"' % raw.hex()
    text = word(type_, raw)
    return quoted(text) if isinstance(text, str) else str(text)


def word(type_: Type, raw: Raw) -> str | int:
    """The text of a value that has one, or its number."""
    kind = type_.kind
    if kind in ("string", "string[]"):
        return str(raw)
    if kind == "enum":
        return variant(type_, raw)
    if kind == "char":
        return chr(raw)
    if kind == "uuid":
        return str(uuid.UUID(bytes=raw))
    if kind == "ulid":
        return ulid(type_, raw)
    if kind == "ipv4":
        return str(ipaddress.IPv4Address(raw))
    if kind == "ipv6":
        found = ipaddress.IPv6Address(raw)
        return "::ffff:%s" % found.ipv4_mapped if found.ipv4_mapped else str(found)
    if kind in ("decimal", "decimal128"):
        return show(type_, to_word(type_, raw))
    return civil(kind, int(raw))


def civil(kind: str, raw: int) -> str | int:
    """Dates and times as RFC 3339 writes them, durations as ISO 8601, all other numbers as they are."""
    if kind == "date":
        return date(raw) or raw
    if kind == "time":
        return clock(raw)
    if kind == "duration":
        return span(raw)
    if kind in UNITS:
        days, time = divmod(raw * (10**9 // UNITS[kind]), DAY)
        day = date(days)
        return "%sT%sZ" % (day, clock(time)) if day else raw
    return raw


def date(days: int) -> str | None:
    """A day of a year of four digits."""
    if not YEAR_0 <= days < YEAR_10000:
        return None
    if days < YEAR_0 + 366:
        # Python has no year 0, which is as long as the year 4.
        return datetime.date.fromordinal(days - YEAR_0 + datetime.date(4, 1, 1).toordinal()).strftime("0000-%m-%d")
    return datetime.date.fromordinal(EPOCH + days).isoformat()


def clock(nanos: int) -> str:
    seconds, nanos = divmod(nanos, 10**9)
    text = "%02d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)
    if nanos == 0:
        return text
    if nanos % 10**6 == 0:
        return "%s.%03d" % (text, nanos // 10**6)
    return "%s.%06d" % (text, nanos // 1000) if nanos % 1000 == 0 else "%s.%09d" % (text, nanos)


def span(nanos: int) -> str:
    seconds, rest = divmod(abs(nanos), 10**9)
    text = "-PT" if nanos < 0 else "PT"
    text += "%dH" % (seconds // 3600) if seconds >= 3600 else ""
    text += "%dM" % (seconds // 60 % 60) if seconds // 60 % 60 else ""
    if rest:
        return text + "%d.%sS" % (seconds % 60, ("%09d" % rest).rstrip("0"))
    return text + "%dS" % (seconds % 60) if seconds % 60 or not nanos else text


def shown(value: float, kind: str) -> str:
    """The shortest digits that are read as the same number."""
    if not math.isfinite(value):
        return "null"
    sign = "-" if math.copysign(1, value) < 0 else ""
    value = abs(value)
    if value == 0:
        return sign + "0.0"
    mantissa, exponent = (repr_32(value) if kind == "f32" else repr_64(value)).split("e")
    digits = mantissa.replace(".", "").rstrip("0")
    point = int(exponent) + 1
    most, least = PLAIN[kind]
    if len(digits) <= point <= most:
        return "%s%s.0" % (sign, digits.ljust(point, "0"))
    if 0 < point <= most:
        return "%s%s.%s" % (sign, digits[:point], digits[point:])
    if least < point <= 0:
        return "%s0.%s%s" % (sign, "0" * -point, digits)
    return "%s%s%se%s%d" % (sign, digits[0], "." + digits[1:] if digits[1:] else "", "+" if point > 1 else "", point - 1)


def repr_64(value: float) -> str:
    digits = len(repr(value).split("e")[0].replace(".", "").strip("0"))
    return "%.*e" % (max(digits - 1, 0), value)


def repr_32(value: float) -> str:
    text = ""
    for digits in range(9):
        text = "%.*e" % (digits, value)
        try:
            if struct.unpack("<f", struct.pack("<f", float(text)))[0] == value:
                break
        except OverflowError:
            # Rounded up, beyond the largest.
            continue
    return text


def node(node: Node, made: list[str]) -> str:
    """A value with parts."""
    if isinstance(node, Record):
        if node.type.kind == "tuple":
            return "[%s]" % ",".join(made)
        names = [place.field.name for place in node.lay.places]
        return "{%s}" % ",".join("%s:%s" % (quoted(name), text) for name, text in zip(names, made))
    if isinstance(node, Union):
        return union(node, made)
    if isinstance(node, Entries) and node.type.kind == "map":
        return "{%s}" % ",".join("%s:%s" % pair for pair in zip(made[::2], made[1::2]))
    return "[%s]" % ",".join(made)


def union(node: Union, made: list[str]) -> str:
    if node.type.kind == "any":
        return made[0] if made else "null"
    if node.name is None:
        raise Newer("variant %d of %r is of a newer revision" % (node.tag, node.type))
    return "{%s:%s}" % (quoted(node.name), made[0]) if made else quoted(node.name)


TEXT = Fold(leaf, node)
