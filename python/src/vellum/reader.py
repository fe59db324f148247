"""Reads a buffer by its schema (format.md, sections 1 to 4), each value when it is asked for.

A value without parts is read as values.py says. One with parts is a node (nodes.py): to open it reads its head alone. `Reader` refuses what a
reader refuses of what it looks at. What only a walk over the whole value or a proof looks at (objects, bytes that have to be zero, bytes of newer
revisions) it hands to a `Ledger`. The one of a plain reader does nothing; walk.py and verify.py have others.
"""

from __future__ import annotations

from . import form, layout, varint
from .errors import Invalid, ensure
from .header import Header
from .layout import Layout, Place
from .nodes import Elements, Entries, Get, Raw, Record, Run, Union
from .schema import Schema, Type, own_word, word_size
from .values import default_value, from_word
from .window import Bytes

DEPTH = 64


class Ledger:
    """What a plain reader does with what it does not look at."""

    def object(self, start: int, end: int) -> None:
        """The bytes from `start` to `end` are an object."""

    def zero(self, data: Bytes, start: int, end: int, what: str) -> None:
        """These bytes stand for nothing."""

    def zero_bits(self, byte: int, what: str, position: int) -> None:
        """These bits, the others masked out, stand for nothing."""

    def newer(self, data: Bytes, start: int, end: int) -> None:
        """These bytes belong to a newer revision."""

    def unknown_size(self) -> None:
        """There are elements whose size is not known."""


class Reader:
    """One buffer and its schema."""

    def __init__(self, schema: Schema, memory: Bytes, ledger: Ledger | None = None) -> None:
        self.schema = schema
        self.header = Header(memory, form.lineage(schema))
        self.data = self.header.data
        self.width = self.header.width
        self.end = len(self.data)
        self.ledger = ledger or Ledger()

    def root(self) -> Record:
        """The root record."""
        struct = Type("struct", definition=self.schema.root) if self.schema.root else Type("tuple")
        return self.record(struct, layout.root(self.schema, self.width), self.header.root, self.header.root_size, 0)

    # Records

    def record(self, type_: Type, lay: Layout, pos: int, size: int, level: int) -> Record:
        """A record of `size` bytes as stored."""
        known = lay.known(size)
        if known is None:
            raise Invalid("no record of %r has %d bytes" % (type_, size), pos)
        ensure(pos + size <= self.end, "a record does not end within the buffer", pos)
        for start, bitmap, bits, _ in lay.regions[:known]:
            for number in range(bitmap):
                used = max(0, min(8, bits - 8 * number))
                at = pos + start + number
                self.ledger.zero_bits(self.data[at] >> used, "a bit that no field has", at)
        if size > lay.size:
            self.ledger.newer(self.data, pos + lay.size, pos + size)
        return Record(self, type_, lay, pos, known, level)

    def place(self, record: Record, place: Place) -> Raw:
        """The value of a field."""
        if place.region < record.known:
            return self.field(record.lay, place, record.pos, record.level)
        return self.default(place.field.type, place.field.default, record.defaults + 1)

    def one(self, type_: Type, pos: int, level: int) -> Raw:
        """The value of a record of one field."""
        lay = layout.single(type_, self.width)
        if pos + lay.size > self.end:
            raise Invalid("a record does not end within the buffer", pos)
        _, bitmap, bits, _ = lay.regions[0]
        if bitmap:
            at = pos + lay.regions[0][0]
            self.ledger.zero_bits(self.data[at] >> bits, "a bit that no field has", at)
        return self.field(lay, lay.places[0], pos, level)

    def field(self, lay: Layout, place: Place, base: int, level: int) -> Raw:
        type_, default = place.field.type, place.field.default
        bits = base + lay.start(place)
        if place.presence is not None and not self.bit(bits, place.presence):
            if place.value is not None:
                self.ledger.zero_bits(self.bit(bits, place.value), "the value bit of an absent value", bits)
            else:
                start = base + place.slot
                self.ledger.zero(self.data, start, start + layout.slot_size(type_, self.width), "the slot of an absent value")
            return None
        if place.value is not None:
            return self.bit(bits, place.value) != bool(default)
        return self.slot(type_, base + place.slot, level, default)

    def bit(self, pos: int, number: int) -> bool:
        return bool(self.data[pos + number // 8] >> number % 8 & 1)

    # Slots

    def slot(self, type_: Type, pos: int, level: int, default: int | bytes | None = None) -> Raw:
        """The value in the slot of a field that is present, if a bit says so."""
        kind = type_.kind
        if type_.nullable:
            target = self.pointer(pos)
            return self.default(type_, default) if target is None else self.object(type_.bare, target, level)
        if type_.is_union:
            return self.union(type_, pos, level)
        if kind == "string[]":
            return self.text(pos, pos + type_.number).rstrip("\0")
        if kind == "array":
            stride = layout.single(type_.inner, self.width).size
            return Elements(self, type_, type_.number, inline(type_.inner, pos, stride, level), bytes_at=octets(type_.inner, pos))
        if kind in ("struct", "tuple"):
            lay = layout.record(type_, self.width)
            return self.record(type_, lay, pos, lay.size, level)
        return self.scalar(type_, pos, default)

    def scalar(self, type_: Type, pos: int, default: int | bytes | None = None) -> int | bytes:
        word = int.from_bytes(self.data[pos : pos + word_size(type_)], "little")
        try:
            return from_word(type_, word ^ (default if isinstance(default, int) else own_word(type_)))
        except Invalid as error:
            error.position = pos
            raise

    def text(self, start: int, end: int) -> str:
        try:
            return str(self.data[start:end], "utf-8")
        except UnicodeDecodeError as error:
            raise Invalid("a string is not UTF-8", start + error.start) from None

    def pointer(self, pos: int) -> int | None:
        target = int.from_bytes(self.data[pos : pos + self.width], "little")
        if target == 0:
            return None
        if not self.header.root_end <= target < self.end:
            raise Invalid("a pointer leads to %d, and objects lie from %d to %d" % (target, self.header.root_end, self.end), pos)
        return target

    def default(self, type_: Type, declared: int | bytes | None = None, level: int = 1) -> Raw:
        """The value of a slot that is all zero or not stored, at a level of defaults in defaults."""
        kind = type_.kind
        if type_.optional:
            return None
        if kind in ("struct", "tuple"):
            return Record(self, type_, layout.record(type_, self.width), 0, 0, 0, level)
        if kind == "list":
            return Elements(self, type_, 0, same(type_.inner, level), level)
        if kind in ("map", "set"):
            return Entries(self, type_, 0, [], defaults=level)
        if kind == "array":
            return Elements(self, type_, type_.number, same(type_.inner, level + 1), level)
        if type_.is_union:
            first = type_.variants()[0]
            return Union(self, type_, 0, first, (lambda reader: reader.default(first, None, level + 1)) if first else None, level)
        return default_value(type_, declared)

    # Unions

    def union(self, type_: Type, pos: int, level: int) -> Union:
        tag, start, end = self.data[pos], pos + 1, pos + 1 + self.width
        payloads = type_.variants()
        if tag >= len(payloads):
            ensure(type_.open and tag < 0xF0, "%r has no variant %d" % (type_, tag), pos)
            self.ledger.newer(self.data, start, end)
            return Union(self, type_, tag, None, None, unreadable=any(self.data[start:end]))
        inner = payloads[tag]
        if inner is None:
            used = 0
        elif layout.inline_payload(inner, self.width):
            used = 1 if inner.kind == "bool" else word_size(inner)
        else:
            used = self.width
        self.ledger.zero(self.data, start + used, end, "bytes of a payload that its variant does not use")
        return Union(self, type_, tag, inner, (lambda reader: reader.payload_of_slot(inner, start, level)) if inner else None)

    def payload_of_slot(self, inner: Type, start: int, level: int) -> Raw:
        if layout.inline_payload(inner, self.width):
            if inner.kind != "bool":
                return self.scalar(inner, start)
            self.ledger.zero_bits(self.data[start] >> 1, "bits behind a bool", start)
            return bool(self.data[start] & 1)
        if inner.nullable:
            return self.slot(inner, start, level)
        target = self.pointer(start)
        return self.default(inner) if target is None else self.payload(inner, target, level)

    def payload(self, type_: Type, start: int, level: int) -> Raw:
        size, pos = varint.read(self.data, start, self.end)
        ensure(size == layout.single(type_, self.width).size, "the size of a payload is not its record's", start)
        self.content(start, pos, size)
        return self.one(type_, pos, self.deeper(level, start) if layout.is_level(type_) else level)

    # Objects

    def deeper(self, level: int, position: int) -> int:
        ensure(level < DEPTH, "more than %d objects above a value" % DEPTH, position)
        return level + 1

    def content(self, start: int, pos: int, size: int) -> None:
        """An object begins at `start`; its content is `size` bytes at `pos`."""
        ensure(pos + size <= self.end, "an object does not end within the buffer", start)
        self.ledger.object(start, pos + size)

    def object(self, type_: Type, start: int, level: int) -> Raw:
        kind = type_.kind
        if kind in ("string", "bytes"):
            length, pos = varint.read(self.data, start, self.end)
            self.content(start, pos, length)
            return self.text(pos, pos + length) if kind == "string" else bytes(self.data[pos : pos + length])
        level = self.deeper(level, start)
        if kind == "struct":
            size, pos = varint.read(self.data, start, self.end)
            self.content(start, pos, size)
            return self.record(type_, layout.record(type_, self.width), pos, size, level)
        if kind == "list":
            return self.list(type_, start, level)
        return self.map(type_, start, level)

    def list(self, type_: Type, start: int, level: int) -> Elements:
        count, pos = varint.read(self.data, start, self.end)
        item = type_.inner
        if not item.is_union or item.optional:
            return self.elements(type_, item, start, pos, count, level)
        ensure(pos < self.end, "a list of unions is cut off", start)
        tag, pos = self.data[pos], pos + 1
        if tag == 0xFF:
            return self.elements(type_, item, start, pos, count, level)
        payloads = item.variants()
        if tag >= len(payloads):
            ensure(item.open and tag < 0xF0, "%r has no variant %d" % (item, tag), pos - 1)
            self.content(start, pos, count)
            # Also without elements, as a stride may follow.
            self.ledger.unknown_size()
            return Elements(self, type_, count, lambda reader, _: Union(reader, item, tag, None, None, unreadable=True))
        inner = payloads[tag]
        if inner is None:
            self.content(start, pos, count)
            self.ledger.zero(self.data, pos, pos + count, "an element without payload")
            return Elements(self, type_, count, lambda reader, _: Union(reader, item, tag, None, None))
        payload = self.elements(type_, inner, start, pos, count, level).get

        def get(reader: Reader, number: int) -> Union:
            return Union(reader, item, tag, inner, lambda reader: payload(reader, number))

        return Elements(self, type_, count, get)

    def elements(self, type_: Type, item: Type, start: int, pos: int, count: int, level: int) -> Elements:
        """Elements of a list that begins at `start`, `pos` being where the stride is, if one is stored, else the first element."""
        if item.growable:
            stride, pos = self.stride(item, pos, 0)
        else:
            stride = layout.single(item, self.width).size
        self.content(start, pos, count * stride)
        return Elements(self, type_, count, nth(item, pos, stride, level), bytes_at=octets(item, pos))

    def stride(self, item: Type, pos: int, before: int) -> tuple[int, int]:
        """The size of elements or entries that hold a growable struct, behind `before` bytes of key."""
        start = pos
        stride, pos = varint.read(self.data, pos, self.end)
        size = stride - before - item.optional
        ensure(layout.record(item, self.width).known(size) is not None, "%d is no stride" % stride, start)
        return stride, pos

    def element(self, item: Type, pos: int, size: int, level: int) -> Raw:
        """One element of `size` bytes."""
        if not item.growable:
            return self.one(item, pos, level)
        if item.optional:
            self.ledger.zero_bits(self.data[pos] >> 1, "bits behind a bit of presence", pos)
            if not self.data[pos] & 1:
                self.ledger.zero(self.data, pos + 1, pos + size, "the record of an absent element")
                return None
            pos, size = pos + 1, size - 1
        return self.record(item.bare, layout.record(item, self.width), pos, size, level)

    # Maps and sets

    def map(self, type_: Type, start: int, level: int) -> Entries:
        header, pos = varint.read(self.data, start, self.end)
        count = header >> 1
        if not header & 1:
            return Entries(self, type_, count, self.run(type_, start, pos, count, level))
        blocks, pos = varint.read(self.data, pos, self.end)
        self.content(start, pos, blocks * self.width)
        # Blocks do not share bytes, and an entry has one at least; so nothing is prepared for entries that cannot be.
        ensure(count <= self.end, "a map of more entries than the buffer has bytes", start)
        places = range(pos, pos + blocks * self.width, self.width)
        return Entries(self, type_, count, places, level, start)

    def block(self, type_: Type, pos: int, level: int) -> Run:
        """The block that the pointer at `pos` leads to."""
        start = self.pointer(pos)
        if start is None:
            raise Invalid("a null pointer in a directory", pos)
        length, run = varint.read(self.data, start, self.end)
        ensure(length > 0, "a block without entries", start)
        return self.run(type_, start, run, length, level)

    def run(self, type_: Type, start: int, pos: int, count: int, level: int) -> Run:
        item = type_.item
        key_size = layout.single(type_.keys, self.width).size
        if item and item.growable:
            stride, pos = self.stride(item, pos, key_size)
        else:
            stride = layout.entry_size(type_, self.width)
        self.content(start, pos, count * stride)
        return Run(self, type_, pos, count, stride, key_size, level)


def nth(item: Type, pos: int, stride: int, level: int) -> Get:
    """What reads elements at a stride."""
    return lambda reader, number: reader.element(item, pos + number * stride, stride, level)


def inline(item: Type, pos: int, stride: int, level: int) -> Get:
    """What reads elements of an array, in which a growable struct is behind a pointer."""
    return lambda reader, number: reader.one(item, pos + number * stride, level)


def same(item: Type, level: int) -> Get:
    """What gives elements that are not stored."""
    return lambda reader, _: reader.default(item, None, level)


def octets(item: Type, pos: int) -> int | None:
    """Where elements lie that are bytes as they are stored."""
    return pos if item.kind == "u8" and not item.optional else None
