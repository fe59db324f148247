"""Values of Python as a schema stores them, for `dumps`."""

from __future__ import annotations

import datetime
import decimal
import math
import numbers
import struct
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from typing import Any, NoReturn

from . import framing, literals
from .errors import Error, Invalid, NoKey, Unfit
from .form import parse_rules
from .natural import DEGREES, stored
from .nodes import located
from .record import Variant
from .schema import ANY_NAMES, GEO, Field, Schema, Type, slot_width
from .values import default_value, from_word, sort_key, to_word
from .writer import canonical

NARROWEST = ((7, "i8"), (15, "i16"), (31, "i32"), (63, "i64"))


def dumps(value: Any, schema: Schema, framed: bool = False) -> bytes:
    """A buffer of a value, in the canonical form; with `framed` it carries its schema.

    The value is what `to_dict` gives, or any value of a record: mappings for structs and maps, sequences for lists, the name of a variant or
    a mapping of one name to the payload for unions. As in JSON a field may be left out that can be absent, declares a default, or is of a
    later revision. The rules of fields (`in`, `max`, `lowercase`) are checked.

    >>> import vellum
    >>> schema = vellum.Schema.parse("struct P { x: u8, tags: list<string> } root P;")
    >>> vellum.dumps({"x": 7, "tags": ["a"]}, schema).hex(" ")
    '20 02 07 04 01 06 01 61'

    Raises `Unfit`, with the path, for what is no value of the schema, and what reading it raises if it is of a record.
    """
    try:
        if schema.value is not None:
            values = [raw(schema.value, value, "")]
        else:
            values = fields(schema.root_fields(), value, "", "the root")
        try:
            written = canonical(schema, values)
        except Invalid as error:
            raise Unfit(error.rule) from None
    except RecursionError:
        raise Unfit("the value nests too deep") from None
    return framing.pack(schema, written) if framed else written


def refuse(type_: Type, value: Any, path: str) -> NoReturn:
    try:
        shown = repr(value)
    except ValueError:
        # An integer of thousands of digits has no text.
        shown = ""
    raise located(Unfit("%s is no value of %r" % (shown if 0 < len(shown) < 80 else type(value).__name__, type_)), path)


def raw(type_: Type, value: Any, path: str) -> Any:
    """A value as values.py says."""
    if value is None:
        if type_.optional:
            return None
        return (0, None) if type_.kind == "any" else refuse(type_, value, path)
    try:
        found = plain(type_, value, path)
    except (TypeError, ValueError, OverflowError, ArithmeticError, AttributeError) as error:
        if isinstance(error, Error):
            raise
        found = None
    except Invalid as error:
        # One with a place is of a record that is given.
        if error.position is not None or error.path is not None:
            raise
        found = None
    return refuse(type_, value, path) if found is None else found


def plain(type_: Type, value: Any, path: str) -> Any:
    kind = type_.kind
    if kind in ("f32", "f64"):
        return number(kind, value)
    if kind in GEO:
        return place(type_, value)
    if kind == "string[]":
        fits = isinstance(value, str) and len(value.encode()) <= type_.number and not value.endswith("\0")
        return value if fits else None
    if kind == "bytes":
        return bytes(value) if isinstance(value, (bytes, bytearray, memoryview)) else None
    if kind in ("list", "array"):
        return elements(type_, value, path)
    if kind == "set":
        return sorted((raw(type_.keys, key, path + "[]") for key in value if not isinstance(value, str)), key=sort_key)
    if kind == "map":
        pairs = value.items() if isinstance(value, Mapping) else value
        entries = [(raw(type_.keys, key, path), raw(type_.inner, item, "%s[%s]" % (path, key))) for key, item in pairs]
        return sorted(entries, key=lambda entry: sort_key(entry[0]))
    if kind == "tuple":
        if isinstance(value, str) or len(value) != len(type_.parts):
            return None
        return [raw(part, item, "%s.%d" % (path, n)) for n, (part, item) in enumerate(zip(type_.parts, value))]
    if kind == "struct":
        return fields(type_.fields(), value, path, repr(type_))
    if kind == "any":
        return document(type_, value, path)
    return union(type_, value, path) if type_.is_union else scalar(type_, value)


def scalar(type_: Type, value: Any) -> Any:
    if isinstance(value, datetime.time) and type_.kind == "time" and value.tzinfo is None:
        return ((value.hour * 60 + value.minute) * 60 + value.second) * 10**9 + value.microsecond * 1000
    if isinstance(value, datetime.timedelta) and type_.kind == "duration":
        micros, finer = divmod(value, datetime.timedelta(microseconds=1))
        # Of a subclass that counts nanoseconds.
        value = None if finer else micros * 1000
    try:
        found = stored(type_, value)
    except NoKey:
        return None
    if slot_width(type_) is not None and from_word(type_, to_word(type_, found)) != found:
        return None
    return found


def number(kind: str, value: Any) -> int | None:
    """The bits of a float."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if kind == "f32" and isinstance(value, int):
        # By its digits: `pack` would make an f64 of it first, and round twice.
        found = literals.float_bits(kind, str(int(value)))
        return None if found & 0x7F800000 == 0x7F800000 else found
    return int.from_bytes(struct.pack("<f" if kind == "f32" else "<d", float(value)), "little")


def place(type_: Type, value: Any) -> int | bytes:
    """A place of its degrees, to the nearest unit; halves away from zero, as the crate has it."""
    latitude, longitude = value
    for degrees in (latitude, longitude):
        # A text would be repeated so many times.
        if isinstance(degrees, bool) or not isinstance(degrees, (numbers.Real, decimal.Decimal)):
            raise TypeError("no number of degrees")
    each, units = GEO[type_.kind][2], DEGREES[type_.kind]
    content = b"".join(nearest(degrees * units).to_bytes(each, "little", signed=True) for degrees in (latitude, longitude))
    return from_word(type_, int.from_bytes(content, "little"))


def nearest(value: Any) -> int:
    whole = int(math.trunc(value))
    rest = value - whole
    return whole + int(rest * 2 >= 1) - int(rest * 2 <= -1)


def elements(type_: Type, value: Any, path: str) -> list[Any] | None:
    item = type_.inner
    if isinstance(value, (str, Mapping, AbstractSet)) or not isinstance(value, Iterable):
        return None
    if isinstance(value, (bytes, bytearray, memoryview)) and (item.kind != "u8" or item.optional):
        return None
    found = [raw(item, part, "%s[%d]" % (path, n)) for n, part in enumerate(value)]
    return found if type_.kind == "list" or len(found) == type_.number else None


def fields(known: list[Field], value: Any, path: str, title: str) -> list[Any]:
    if not isinstance(value, Mapping):
        raise located(Unfit("%s is no mapping from the fields of %s" % (type(value).__name__, title)), path)
    unknown = set(value) - {field.name for field in known}
    if unknown:
        raise located(Unfit("%s has no field %s" % (title, ", ".join(sorted(map(repr, unknown))))), path)
    return [field_of(field, value, path, title) for field in known]


def field_of(field: Field, value: Mapping[str, Any], path: str, title: str) -> Any:
    way = "%s.%s" % (path, field.name)
    if field.name not in value:
        if not (field.type.optional or field.declares or field.since > 1):
            raise located(Unfit("%s lacks its field %r" % (title, field.name)), path)
        return default_value(field.type, field.default)
    found = raw(field.type, value[field.name], way)
    if field.rules and found is not None:
        rule = literals.broken(field.type, parse_rules(field.rules), found)
        if rule:
            raise located(Unfit("%r breaks the rule `%s`" % (value[field.name], field.rules)), way)
    return found


def union(type_: Type, value: Any, path: str) -> tuple[int, Any] | None:
    if isinstance(value, Variant):
        name, payload = value.name, value.value
    elif isinstance(value, str):
        name, payload = value, None
    else:
        ((name, payload),) = value.items()
    tag = type_.variant_names().index(name)
    inner = type_.variants()[tag]
    if inner is None:
        return (tag, None) if payload is None else None
    if isinstance(value, str):
        # The name alone stands for the default of the payload only where that is absent.
        return (tag, None) if inner.optional else None
    return (tag, raw(inner, payload, "%s.%s" % (path, name)))


def document(type_: Type, value: Any, path: str) -> tuple[int, Any] | None:
    """A value of `any`: an integer as the narrowest type that holds it."""
    if isinstance(value, bool):
        name = "bool"
    elif isinstance(value, int):
        size = value if value >= 0 else ~value
        name = next((name for bits, name in NARROWEST if size < 1 << bits), "u64")
    elif isinstance(value, float):
        name = "f64"
    elif isinstance(value, str):
        name = "string"
    elif isinstance(value, (bytes, bytearray, memoryview)):
        name = "bytes"
    elif isinstance(value, Mapping):
        name = "map"
    elif isinstance(value, Sequence):
        name = "list"
    else:
        return None
    tag = ANY_NAMES.index(name)
    inner = type_.variants()[tag]
    return (tag, raw(inner, value, path)) if inner else None
