"""Schemas as a tree: types, fields, enums, unions and structs (schema.md).

The tree is what both the text and the compact form are read into. `Type.kind` is the built-in type's name, or `enum`, `union`, `struct`
(growable or frozen) with the definition in `Type.definition`. `bytes[n]` is read as `array<u8, n>`, as format.md says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import SchemaError

if TYPE_CHECKING:
    from .layout import Layout

Given = TypeVar("Given", str, bytes)

# How many levels of frozen structs, tuples and arrays lie inline in one another.
INLINE = 8

# The bytes of a slot, for every type that format.md calls a scalar.
SCALARS = {
    "u8": 1, "i8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4, "u64": 8, "i64": 8, "u128": 16, "i128": 16,
    "f32": 4, "f64": 8, "char": 4, "uuid": 16, "ulid": 16, "ipv4": 4, "ipv6": 16, "date": 4, "time": 8, "duration": 8,
    "timestamp_s": 8, "timestamp_ms": 8, "timestamp_us": 8, "timestamp_ns": 8,
    "decimal": 8, "decimal128": 16, "geo4": 4, "geo8": 8, "geo16": 16,
}

# Scalars that are two's complement numbers with a sign.
SIGNED = {
    "i8", "i16", "i32", "i64", "i128", "date", "duration", "decimal", "decimal128",
    "timestamp_s", "timestamp_ms", "timestamp_us", "timestamp_ns",
}

INTEGERS = {"u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"}

# Scalars that are bytes, in the order of which they sort.
BYTEWISE = {"uuid", "ulid", "ipv4", "ipv6"}

# What has one order by itself: keys of structs, and with what `is_key` adds those of maps and sets.
KEYS = INTEGERS | SIGNED | BYTEWISE | {"bool", "char", "time", "string", "bytes", "enum"}

# Nanoseconds of a day, the first that is no time.
DAY = 86_400_000_000_000

# The largest latitude and longitude, as stored, and the bytes of each.
GEO = {"geo4": (9_000, 18_000, 2), "geo8": (900_000_000, 1_800_000_000, 4), "geo16": (90 * 10**9, 180 * 10**9, 8)}


class Type:
    """A type, with its `?`."""

    def __init__(
        self,
        kind: str | None,
        optional: bool = False,
        item: Type | None = None,
        key: Type | None = None,
        parts: Sequence[Type] = (),
        number: int = 0,
        definition: Definition | None = None,
    ) -> None:
        self._kind = kind
        self.optional = optional
        self.item = item  # of a list or array, and the values of a map
        self.key = key  # of a map or set
        self.parts = tuple(parts)  # of a tuple
        self.number = number  # length of an array or string[n], digits of a decimal
        self.definition = definition
        self.bare = self if not optional else Type(kind, False, item, key, parts, number, definition)
        self.layouts: dict[tuple[str, int], Layout] = {}
        # The default where none is declared, once it was asked for.
        self.own_default: list[Any] = []

    def __repr__(self) -> str:
        inner = [repr(part) for part in (self.key, self.item) if part] + [repr(part) for part in self.parts]
        name = self.definition.name if self.definition else self.kind
        return name + ("<%s>" % ", ".join(inner) if inner else "") + ("?" if self.optional else "")

    @property
    def kind(self) -> str:
        # In text a name can stand before its definition, so the kind is the definition's.
        return (self.definition.kind if self.definition else self._kind) or ""

    @property
    def named(self) -> Definition:
        """The definition of an enum, union or struct."""
        if self.definition is None:
            raise SchemaError("%s has no definition" % self.kind)
        return self.definition

    @property
    def inner(self) -> Type:
        """The type of the elements of a list or array, or of the values of a map."""
        if self.item is None:
            raise SchemaError("%s has no elements" % self.kind)
        return self.item

    @property
    def keys(self) -> Type:
        """The type of the keys of a map or set."""
        if self.key is None:
            raise SchemaError("%s has no keys" % self.kind)
        return self.key

    @property
    def growable(self) -> bool:
        return self.kind == "struct" and not self.named.frozen

    @property
    def is_union(self) -> bool:
        return self.kind in ("union", "any")

    @property
    def nullable(self) -> bool:
        """Whether its slot is one pointer, whose null tells absence where the type is optional."""
        return self.kind in ("string", "bytes", "list", "map", "set") or self.growable

    def fields(self) -> list[Field]:
        """The fields of the record that lies inline for a frozen struct or a tuple."""
        if self.kind == "tuple":
            return [Field("%d" % n, part) for n, part in enumerate(self.parts)]
        return self.named.fields

    def variants(self) -> list[Type | None]:
        """The payloads of a union or `any`, None for no payload."""
        return ANY_PAYLOADS if self.kind == "any" else [variant.type for variant in self.named.variants]

    def variant_names(self) -> list[str]:
        return ANY_NAMES if self.kind == "any" else [variant.name for variant in self.named.variants]

    @property
    def open(self) -> bool:
        """Whether a number without a variant is accepted."""
        return self.kind in ("enum", "union") and self.named.open


class Field:
    """A field; `default` is the word of a scalar's slot, bytes of a string or bytes, or None if it is the type's own, declared or not."""

    def __init__(
        self, name: str, type_: Type, default: int | bytes | None = None, since: int = 1, rules: str = "", docs: str = ""
    ) -> None:
        self.name = name
        self.type = type_
        self.default = default
        self.declares = default is not None
        self.since = since
        self.rules = rules
        self.docs = docs


class Variant:
    """A variant of an enum, with its number, or of a union, with its payload's type or None."""

    def __init__(self, name: str, number: int = 0, type_: Type | None = None, docs: str = "") -> None:
        self.name = name
        self.number = number
        self.type = type_
        self.docs = docs


class Definition:
    """An enum, union or struct. `size` is the bytes of an enum's number."""

    def __init__(self, kind: str | None, name: str, docs: str = "") -> None:
        self.kind = kind
        self.name = name
        self.docs = docs
        self.open = False
        self.frozen = False
        self.size = 1
        self.key = ""
        self.variants: list[Variant] = []
        self.fields: list[Field] = []
        # Whether a record of a frozen struct holds a pointer, once it was asked for.
        self.pointer: bool | None = None
        self.layouts: dict[tuple[str, int], Layout] = {}


class Schema:
    """What buffers hold: made by `Schema.parse`, `Schema.load` and `Schema.from_bytes`, and carried by framed files.

    Definitions by name, the root, the declared width (0 for none), and whether buffers carry the lineage. `root` is None where the root is
    no struct but of the type `value`.
    """

    def __init__(
        self, definitions: list[Definition], root: Definition | None, width: int, value: Type | None = None, lineage: bool = False
    ) -> None:
        self.definitions = definitions
        self.root = root
        self.value = value
        self.width = width
        self.lineage = lineage
        self.layouts: dict[tuple[str, int], Layout] = {}

    @classmethod
    def parse(cls, text: str) -> Schema:
        """The schema of a text (docs/schema.md). Raises `SchemaError` if it is none.

        >>> Schema.parse("struct P { x: u8 } root P;")
        <Schema of P>
        """
        from .text import parse

        return guarded(parse, text)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Schema:
        """The schema of a file of text. Raises `SchemaError` if it is none, `OSError` if it cannot be read."""
        with open(path, "rb") as file:
            try:
                text = file.read().decode()
            except UnicodeDecodeError as error:
                raise SchemaError("the schema is not UTF-8 at byte %d" % error.start) from None
        return cls.parse(text)

    @classmethod
    def from_bytes(cls, form: bytes) -> Schema:
        """The schema of its compact form (docs/format-schema.md). Raises `SchemaError` if it is none.

        >>> Schema.from_bytes(Schema.parse("root list<u8>;").to_bytes())
        <Schema of list<u8>>
        """
        from .form import read

        return guarded(read, bytes(form))

    def to_bytes(self) -> bytes:
        """The compact form."""
        from .form import compact

        return compact(self)

    @property
    def fingerprint(self) -> int:
        """The 64 bits that schemas share which read the same buffers alike."""
        from .form import fingerprint

        return fingerprint(self)

    def __repr__(self) -> str:
        return "<Schema of %s>" % (self.root.name if self.root else repr(self.value))

    def sorted(self, kind: str) -> list[Definition]:
        """The definitions of one kind, in the order in which they are numbered."""
        return sorted((d for d in self.definitions if d.kind == kind), key=lambda d: d.name.encode())

    def root_fields(self) -> list[Field]:
        """The fields of the root record: of a root that is no struct one, without a name."""
        if self.root:
            return self.root.fields
        return [Field("", self.value)] if self.value else []


ANY = Type("any")
ANY_NAMES = ["null", "bool", "i8", "i16", "i32", "i64", "u64", "f64", "string", "bytes", "list", "map"]
ANY_PAYLOADS: list[Type | None] = [
    None,
    *(Type(name) for name in ANY_NAMES[1:10]),
    Type("list", item=ANY),
    Type("map", key=Type("string"), item=ANY),
]


def guarded(make: Callable[[Given], Schema], given: Given) -> Schema:
    """The schema that is made of what is given, which may be anything."""
    try:
        return make(given)
    except SchemaError:
        raise
    except RecursionError:
        raise SchemaError("types lie in one another far more than %d levels deep" % INLINE) from None
    except ValueError as error:
        # Of numbers with thousands of digits, and of text that has no UTF-8.
        raise SchemaError(str(error)) from None


def slot_width(type_: Type) -> int | None:
    """The bytes of the slot of an enum or a scalar, else None."""
    if type_.kind == "enum":
        return type_.named.size
    return SCALARS.get(type_.kind)


def is_key(type_: Type) -> bool:
    """Whether a map or set can be sorted by it (format.md, section 4)."""
    if type_.optional:
        return False
    if type_.kind == "array":
        return type_.inner.kind == "u8" and not type_.inner.optional
    return all(is_key(part) for part in type_.parts) if type_.kind == "tuple" else type_.kind in KEYS


def word_size(type_: Type) -> int:
    """The bytes of the slot of an enum or a scalar."""
    size = slot_width(type_)
    if size is None:
        raise SchemaError("%r is no scalar" % type_)
    return size


def own_word(type_: Type) -> int:
    """The word that a slot is XORed with where no default is declared (format.md, section 3)."""
    return type_.named.variants[0].number if type_.kind == "enum" else 0
