"""The compact form of a schema, and its fingerprint (format-schema.md, "Bytes").

A form is read without checks of what is canonical; then it is written again, and refused if the bytes differ.
"""

from __future__ import annotations

import re
from typing import Any

from . import check, layout, literals, varint
from .errors import SchemaError, Invalid, demand
from .schema import ANY, Definition, Field, Schema, Type, Variant, own_word, slot_width
from .text import BUILT_IN
from .tokens import tokens

CODES = {
    "bool": 0x01, "string": 0x02, "bytes": 0x03, "any": 0x04, "list": 0x06, "map": 0x07, "set": 0x08, "array": 0x09, "tuple": 0x0A,
    "string[]": 0x0B, "u8": 0x10, "u16": 0x11, "u32": 0x12, "u64": 0x13, "u128": 0x14, "i8": 0x15, "i16": 0x16, "i32": 0x17,
    "i64": 0x18, "i128": 0x19, "f32": 0x1A, "f64": 0x1B, "char": 0x1C, "uuid": 0x1D, "ulid": 0x1E, "date": 0x1F, "time": 0x20,
    "duration": 0x21, "timestamp_s": 0x22, "timestamp_ms": 0x23, "timestamp_us": 0x24, "timestamp_ns": 0x25, "geo4": 0x26,
    "geo8": 0x27, "geo16": 0x28, "ipv4": 0x29, "ipv6": 0x2A, "decimal": 0x30, "decimal128": 0x31,
}
NAMES = {code: name for name, code in CODES.items()}
DEFINITION = 0x05
KINDS = ("enum", "union", "struct")
SIZES = [1, 2, 4, 8]
# A declared width of 1 says no more than none does, and has the same bits.
WIDTH_BITS = {0: 0, 1: 0, 2: 1, 4: 2}
# Unicode's White_Space.
WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def tidy(docs: str) -> str:
    """Docs as a canonical form has them."""
    return "\n".join(line.rstrip(WHITE) for line in docs.split("\n")).lstrip("\n")


bytes_ = bytes


def compact(schema: Schema, whole: bool = True) -> bytes:
    """The bytes of a schema: its whole form, or without doc comments and declared defaults that are the type's own."""
    return Form(schema, whole).bytes()


def fingerprint(schema: Schema) -> int:
    """FNV-1a of the form without what says nothing of buffers."""
    value = 0xCBF29CE484222325
    for byte in compact(schema, whole=False):
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


def text(content: str) -> bytes:
    encoded = content.encode()
    return varint.write(len(encoded)) + encoded


class Form:
    """Writes a schema."""

    def __init__(self, schema: Schema, whole: bool) -> None:
        self.schema = schema
        self.whole = whole
        self.definitions = [definition for kind in KINDS for definition in schema.sorted(kind)]
        self.numbers = {definition.name: number for number, definition in enumerate(self.definitions)}

    def bytes(self) -> bytes_:
        counts = [len(self.schema.sorted(kind)) for kind in KINDS]
        out = bytes([0x10 | self.schema.lineage << 2 | WIDTH_BITS[self.schema.width]])
        out += b"".join(varint.write(count) for count in counts)
        out += b"".join(text(definition.name) for definition in self.definitions)
        root = self.schema.root
        if root:
            out += varint.write(self.numbers[root.name] - counts[0] - counts[1])
        elif self.schema.value is None or self.schema.value.kind == "any" and not self.schema.value.optional:
            out += varint.write(counts[2])
        else:
            out += varint.write(counts[2] + 1) + self.type(self.schema.value)
        return out + b"".join(self.definition(definition) for definition in self.definitions)

    def number(self, definition: Definition) -> int:
        return self.numbers[definition.name]

    def docs(self, flags: int, thing: Definition | Variant | Field) -> bytes_:
        shown = thing.docs if self.whole else ""
        return bytes([flags | bool(shown)]) + (text(shown) if shown else b"")

    def definition(self, definition: Definition) -> bytes_:
        if definition.kind == "enum":
            out = self.docs(definition.open << 1 | SIZES.index(definition.size) << 2, definition)
        elif definition.kind == "union":
            out = self.docs(definition.open << 1, definition)
        else:
            out = self.docs(definition.frozen << 1 | bool(definition.key) << 2, definition)
            out += text(definition.key) if definition.key else b""
        out += varint.write(len(definition.variants or definition.fields))
        for variant in definition.variants:
            out += self.docs(0, variant) + text(variant.name)
            if definition.kind == "enum":
                out += variant.number.to_bytes(definition.size, "little")
            else:
                out += self.type(variant.type) if variant.type is not None else b"\0"
        return out + b"".join(self.field(field) for field in definition.fields)

    def field(self, field: Field) -> bytes_:
        since, default = field.since != 1, field.declares if self.whole else field.default is not None
        out = self.docs(since << 1 | default << 2 | bool(field.rules) << 3, field)
        out += text(field.name) + self.type(field.type)
        if since:
            out += varint.write(field.since)
        if default:
            out += self.default(field)
        return out + (text(field.rules) if field.rules else b"")

    def default(self, field: Field) -> bytes_:
        content = field.default
        if content is None:
            content = b"" if field.type.kind in ("string", "bytes", "bool") else own_word(field.type)
        if isinstance(content, int):
            content = content.to_bytes((content.bit_length() + 7) // 8, "little")
        return varint.write(len(content)) + content

    def type(self, type_: Type) -> bytes_:
        code = DEFINITION if type_.definition else CODES[type_.kind]
        out = bytes([code | type_.optional << 7])
        if type_.definition:
            return out + varint.write(self.number(type_.definition))
        if type_.kind in ("array", "string[]"):
            out += varint.write(type_.number)
        elif type_.kind == "tuple":
            out += varint.write(len(type_.parts))
        elif type_.kind in ("decimal", "decimal128"):
            out += bytes([type_.number])
        return out + b"".join(self.type(part) for part in check.inner(type_))



class Lineage(Form):
    """Writes what no revision of a schema changes."""

    def __init__(self, schema: Schema) -> None:
        super().__init__(schema, whole=False)
        self.numbers = {}
        self.met: list[Definition] = []

    def number(self, definition: Definition) -> int:
        if definition.name not in self.numbers:
            self.numbers[definition.name] = len(self.met)
            self.met.append(definition)
        return super().number(definition)

    def bytes(self) -> bytes_:
        # A root of another type is as the only field of a struct, which it may become.
        root = self.schema.root or Definition("struct", "")
        root.fields = self.schema.root_fields()
        self.number(root)
        out, written = b"", 0
        while written < len(self.met):
            out += self.first(self.met[written])
            written += 1
        return out

    def type(self, type_: Type) -> bytes_:
        if type_.kind == "string" or type_.kind == "list" and type_.inner.kind == "u8" and not type_.inner.optional:
            # Nothing tells these and bytes from each other, and a type may become the other.
            return bytes([CODES["bytes"] | type_.optional << 7])
        return super().type(type_)

    def first(self, definition: Definition) -> bytes_:
        """What is there from the first revision on."""
        out = bytes([1 + KINDS.index(definition.kind)])
        if definition.kind == "enum":
            return out + bytes([SIZES.index(definition.size) << 2]) + definition.variants[0].number.to_bytes(definition.size, "little")
        if definition.kind == "union":
            type_ = definition.variants[0].type
            return out + (b"\0" if type_ is None else self.type(type_))
        places = layout.Layout([field for field in definition.fields if field.since == 1], 1).places
        places.sort(key=lambda place: (place.field.type.kind == "bool", layout.has_pointer(place.field.type)))
        out += bytes([definition.frozen << 1]) + varint.write(len(places))
        for place in places:
            field, bits = place.field, [bit for bit in (place.presence, place.value) if bit is not None]
            default = self.default(field) if field.default is not None else b""
            out += bytes([4 if default else 0]) + self.type(field.type)
            out += b"".join(varint.write(bit) for bit in bits[:1]) + default
        return out


def lineage(schema: Schema) -> bytes | None:
    """The four bytes that buffers of the schema carry; None if they carry none."""
    return own_lineage(schema) if schema.lineage else None


def own_lineage(schema: Schema) -> bytes:
    """The lineage, whether or not buffers carry it."""
    value = 0x811C9DC5
    for byte in Lineage(schema).bytes():
        value = (value ^ byte) * 0x01000193 % (1 << 32)
    return value.to_bytes(4, "little")


def read(data: bytes) -> Schema:
    """The schema of a compact form."""
    try:
        schema = Reader(data).schema()
    except Invalid as error:
        raise SchemaError(str(error)) from error
    check.schema(schema)
    demand(compact(schema) == data, "the form is not canonical")
    return schema


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pos = 0
        self.definitions: list[Definition] = []

    def varint(self) -> int:
        number, self.pos = varint.read(self.data, self.pos, len(self.data))
        return number

    def take(self, count: int) -> bytes:
        demand(self.pos + count <= len(self.data), "a schema is cut off")
        self.pos += count
        return self.data[self.pos - count : self.pos]

    def byte(self) -> int:
        return self.take(1)[0]

    def text(self) -> str:
        try:
            return self.take(self.varint()).decode()
        except UnicodeDecodeError:
            raise SchemaError("a text is not UTF-8") from None

    def name(self) -> str:
        name = self.text()
        demand(re.fullmatch(r"\w+", name) and (name[0] == "_" or name[0].isalpha()), "%r is no name" % name)
        return name

    def schema(self) -> Schema:
        head = self.byte()
        demand(head >> 3 == 2 and head & 3 != 3, "the head of a schema is %02X" % head)
        counts = [self.varint() for _ in KINDS]
        demand(sum(counts) <= len(self.data), "a schema is cut off")
        names: set[str] = set()
        for kind, count in zip(KINDS, counts):
            for _ in range(count):
                name = self.name()
                demand(name not in names and name not in BUILT_IN, "the name %s" % name)
                names.add(name)
                self.definitions.append(Definition(kind, name))
        number = self.varint()
        demand(number <= counts[2] + 1, "no root %d" % number)
        root = self.definitions[counts[0] + counts[1] + number] if number < counts[2] else None
        value = None if root else self.type(1) if number > counts[2] else ANY
        if value and value.kind == "struct" and not value.optional:
            raise SchemaError("the root is a struct and a type")
        for definition in self.definitions:
            self.definition(definition)
        demand(self.pos == len(self.data), "bytes behind a schema")
        for definition in self.definitions:
            for field in definition.fields:
                self.finish(field)
        width = next(width for width, bits in WIDTH_BITS.items() if bits == head & 3)
        return Schema(self.definitions, root, width, value, bool(head & 4))

    def flags(self, allowed: int) -> tuple[int, str]:
        flags = self.byte()
        demand(flags & ~allowed == 0, "flags %02X" % flags)
        return flags, tidy(self.text()) if flags & 1 else ""

    def definition(self, definition: Definition) -> None:
        flags, definition.docs = self.flags({"enum": 15, "union": 3}.get(definition.kind or "", 7))
        if definition.kind == "struct":
            definition.frozen = bool(flags & 2)
            definition.key = self.text() if flags & 4 else ""
            definition.fields = [self.field() for _ in range(self.varint())]
            return
        definition.open = bool(flags & 2)
        definition.size = SIZES[flags >> 2]
        for _ in range(self.varint()):
            variant = Variant("", docs=self.flags(1)[1])
            variant.name = self.name()
            if definition.kind == "enum":
                variant.number = int.from_bytes(self.take(definition.size), "little")
            else:
                variant.type = self.payload()
            definition.variants.append(variant)

    def field(self) -> Field:
        flags, docs = self.flags(15)
        field = Field(self.name(), self.type(1), docs=docs)
        field.since = self.varint() if flags & 2 else 1
        field.default = self.take(self.varint()) if flags & 4 else None
        field.declares = field.default is not None
        field.rules = self.text() if flags & 8 else ""
        demand(1 <= field.since <= 65535, "revision %d" % field.since)
        return field

    def payload(self) -> Type | None:
        """The type of a payload, None for none."""
        if self.data[self.pos : self.pos + 1] == b"\0":
            self.pos += 1
            return None
        return self.type(1)

    def type(self, depth: int) -> Type:
        demand(depth <= check.NESTED, "types nest more than %d deep" % check.NESTED)
        code = self.byte()
        optional, code = bool(code & 0x80), code & 0x7F
        if code == DEFINITION:
            number = self.varint()
            demand(number < len(self.definitions), "no definition %d" % number)
            return Type(None, optional, definition=self.definitions[number])
        demand(code in NAMES, "no type %02X" % code)
        kind = NAMES[code]
        number = self.varint() if kind in ("array", "string[]") else 0
        if kind in ("decimal", "decimal128"):
            number = self.byte()
            demand(number <= (18 if kind == "decimal" else 38), "%d digits" % number)
        elif kind in ("array", "string[]"):
            demand(1 <= number <= 65535, "%d is no length" % number)
        key = self.type(depth + 1) if kind in ("map", "set") else None
        item = self.type(depth + 1) if kind in ("list", "map", "array") else None
        parts = [self.type(depth + 1) for _ in range(self.varint())] if kind == "tuple" else []
        demand(kind != "tuple" or parts, "a tuple without parts")
        return ANY if kind == "any" and not optional else Type(kind, optional, item, key, parts, number)

    def finish(self, field: Field) -> None:
        """Checks a default and rules as text's are checked, now that enums are known."""
        type_, content = field.type, field.default
        if isinstance(content, bytes):
            demand(not type_.optional, "an optional field declares no default")
            if type_.kind in ("string", "bytes"):
                field.default = content or None
                demand(type_.kind == "bytes" or valid_text(content), "a default is not UTF-8")
            else:
                field.default = self.word(type_, content)
        if field.rules:
            # The rules are written as text writes them, so the parser of text reads them.
            given = field.rules
            field.rules = literals.rules(field, parse_rules(given))
            demand(field.rules == given, "the rules %r are not canonical" % given)

    def word(self, type_: Type, content: bytes) -> int | None:
        width = slot_width(type_) if type_.kind != "bool" else 1
        demand(width is not None and len(content) <= width, "%r has no such default" % type_)
        number = int.from_bytes(content, "little")
        own = own_word(type_) if type_.kind != "bool" else 0
        if type_.kind == "bool":
            demand(number <= 1, "no bool is %d" % number)
        elif type_.kind == "enum":
            demand(any(variant.number == number for variant in type_.named.variants), "no variant %d" % number)
        made = number if type_.kind in ("bool", "enum") else literals.as_word(type_, number)
        return None if number == own else made


def valid_text(content: bytes) -> bool:
    try:
        content.decode()
        return True
    except UnicodeDecodeError:
        return False


def parse_rules(given: str) -> list[tuple[Any, ...]]:
    from .text import Parser

    parser, rules = Parser(given), []
    while not parser.take("end"):
        rules.append(parser.rule())
    return rules
