"""Values of a type as they are stored.

In memory a value is: absent `None`; bool; numbers, places and enums as integers, floats as their bits; text; bytes (also uuid, ulid, ipv4, ipv6); a list
of values for a list, array, set, tuple or struct; a list of pairs for a map; `(tag, payload)` for a union. Values are never changed once made,
so that defaults can be shared.
"""

from __future__ import annotations

from typing import Any

from .errors import ensure
from .schema import BYTEWISE, DAY, GEO, SIGNED, Type, own_word, word_size

# The payload of an unknown variant whose bytes are not all zero.
UNREADABLE = object()


def default_value(type_: Type, declared: int | bytes | None = None) -> Any:
    """The value of a slot that is all zero or not stored (format.md, section 3)."""
    if type_.optional:
        return None
    if declared is None and type_.own_default:
        return type_.own_default[0]
    value = _default(type_, declared)
    if declared is None:
        type_.own_default.append(value)
    return value


def _default(type_: Type, declared: int | bytes | None) -> Any:
    kind = type_.kind
    if kind in ("string", "bytes"):
        content = declared if isinstance(declared, bytes) else b""
        return content.decode() if kind == "string" else content
    if kind == "string[]":
        return ""
    if kind in ("list", "map", "set"):
        return []
    if kind == "array":
        return [default_value(type_.inner)] * type_.number
    if kind in ("struct", "tuple"):
        return [default_value(field.type, field.default) for field in type_.fields()]
    if type_.is_union:
        first = type_.variants()[0]
        return (0, default_value(first) if first else None)
    if kind == "bool":
        return bool(declared)
    return from_word(type_, declared if isinstance(declared, int) else own_word(type_))


def from_word(type_: Type, word: int) -> int | bytes:
    """The value that a scalar's or enum's slot says, after the XOR. Refuses what is none of the type."""
    kind, size = type_.kind, word_size(type_)
    if kind == "enum":
        known = type_.open or any(variant.number == word for variant in type_.named.variants)
        ensure(known, "%s has no variant %d" % (type_.named.name, word))
    elif kind == "char":
        ensure(word < 0xD800 or 0xE000 <= word < 0x110000, "%X is no character" % word)
    elif kind == "time":
        ensure(word < DAY, "%d is no time of a day" % word)
    elif kind in GEO:
        latitude, longitude, each = GEO[kind]
        raw = word.to_bytes(size, "little")
        place = [int.from_bytes(raw[:each], "little", signed=True), int.from_bytes(raw[each:], "little", signed=True)]
        ensure(abs(place[0]) <= latitude and abs(place[1]) <= longitude, "%s is no place" % place)
    elif kind in BYTEWISE:
        return word.to_bytes(size, "little")
    elif kind in SIGNED and word >> (8 * size - 1):
        return word - (1 << 8 * size)
    return word


def to_word(type_: Type, value: Any) -> int:
    """The slot's integer before the XOR."""
    if type_.kind in BYTEWISE:
        return int.from_bytes(value, "little")
    return int(value) & ((1 << 8 * word_size(type_)) - 1)


def sort_key(value: Any) -> Any:
    """What the keys of maps and sets are sorted by: text by its UTF-8, arrays and tuples part by part, all else as it is."""
    if isinstance(value, (list, tuple)):
        return tuple(sort_key(part) for part in value)
    return value.encode() if isinstance(value, str) else value
