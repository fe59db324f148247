"""Reads a whole buffer into values (format.md, sections 1 to 4), and meets every byte that has a meaning on the way.

The walk refuses what a reader refuses. What only a proof of validity looks at, it hands to a `Ledger`: objects, bytes that have to be zero, and
bytes of newer revisions. The ledger of a plain reader does nothing with them; verify.py has one that does.
"""

from . import form, layout, varint
from .errors import ensure
from .schema import own_word, slot_width
from .values import UNREADABLE, default_value, from_word, sort_key

DEPTH = 64
FLAGS = {0x20 | workspace | extended | shift: 1 << shift for workspace in (0, 8) for extended in (0, 16) for shift in range(3)}


class Ledger:
    """What a plain reader does with what it does not look at."""

    def object(self, start, end):
        """The bytes from `start` to `end` are an object."""

    def zero(self, data, start, end, what):
        """These bytes stand for nothing."""

    def zero_bits(self, byte, what):
        """These bits, the others masked out, stand for nothing."""

    def newer(self, data, start, end):
        """These bytes belong to a newer revision."""

    def unknown_size(self):
        """There are elements whose size is not known."""


class Header:
    """The header of a buffer, and the bytes that the buffer consists of."""

    def __init__(self, memory, lineage=None):
        ensure(memory and memory[0] in FLAGS, "the first byte is none of a buffer")
        self.width = FLAGS[memory[0]]
        self.workspace = bool(memory[0] & 8)
        pos = 1
        self.data = memory
        if self.workspace:
            ensure(len(memory) >= 16, "the header of a workspace is cut off")
            ensure(not any(memory[1:4]), "reserved bytes of a workspace are not zero")
            end = int.from_bytes(memory[4:8], "little")
            ensure(16 <= end <= len(memory), "the end of the workspace is beyond the memory or in the header")
            self.data = memory[:end]
            pos = 16
        if memory[0] & 16:
            pos = extensions(self.data, pos, lineage)
        self.root_size, self.root = varint.read(self.data, pos, len(self.data))
        self.root_end = self.root + self.root_size
        ensure(self.root_end <= len(self.data), "the root record does not end within the buffer")


def extensions(data, pos, lineage):
    """Where the extension block at `pos` ends. The lineage alone is known here, so another item that a reader has to know is refused."""
    size, pos = varint.read(data, pos, len(data))
    end = pos + size
    ensure(end <= len(data), "the extension block does not end within the buffer")
    while pos < end:
        id_ = data[pos]
        length, pos = varint.read(data, pos + 1, end)
        pos += length
        ensure(pos <= end, "an extension does not end within the block")
        if id_ == 1 and lineage is not None:
            ensure(data[pos - length : pos] == lineage, "the buffer is of another type")
            # Of several the first counts.
            lineage = None
        ensure(not id_ & 0x80, "extension %d is not known" % id_)
    return end


class Walk:
    """One walk over a buffer. `read()` gives the values of the root's fields."""

    def __init__(self, schema, memory, ledger=None):
        self.schema = schema
        self.header = Header(memory, form.lineage(schema))
        self.data = self.header.data
        self.width = self.header.width
        self.end = len(self.data)
        self.budget = self.end
        self.ledger = ledger or Ledger()

    def read(self):
        return self.record(layout.root(self.schema, self.width), self.header.root, self.header.root_size, 0)

    # Records

    def record(self, lay, pos, size, level):
        """The values of the fields of a record of `size` bytes as stored."""
        known = lay.known(size)
        ensure(known is not None, "no record of this struct has %d bytes" % size)
        ensure(pos + size <= self.end, "a record does not end within the buffer")
        for start, bitmap, bits, _ in lay.regions[:known]:
            for number in range(bitmap):
                used = max(0, min(8, bits - 8 * number))
                self.ledger.zero_bits(self.data[pos + start + number] >> used, "a bit that no field has")
        if size > lay.size:
            self.ledger.newer(self.data, pos + lay.size, pos + size)
        return [
            self.field(lay, place, pos, level) if place.region < known else default_value(place.field.type, place.field.default)
            for place in lay.places
        ]

    def one(self, type_, pos, level):
        """The value of a record of one field."""
        lay = layout.single(type_, self.width)
        return self.record(lay, pos, lay.size, level)[0]

    def field(self, lay, place, base, level):
        type_, default = place.field.type, place.field.default
        bits = base + lay.start(place)
        if place.presence is not None and not self.bit(bits, place.presence):
            if place.value is not None:
                self.ledger.zero_bits(self.bit(bits, place.value), "the value bit of an absent value")
            else:
                start = base + place.slot
                self.ledger.zero(self.data, start, start + layout.slot_size(type_, self.width), "the slot of an absent value")
            return None
        if place.value is not None:
            return self.bit(bits, place.value) != bool(default)
        return self.slot(type_, base + place.slot, level, default)

    def bit(self, pos, number):
        return bool(self.data[pos + number // 8] >> number % 8 & 1)

    # Slots

    def slot(self, type_, pos, level, default=None):
        """The value in the slot of a field that is present, if a bit says so."""
        kind = type_.kind
        if type_.nullable:
            target = self.pointer(pos)
            return default_value(type_, default) if target is None else self.object(type_.bare, target, level)
        if type_.is_union:
            return self.union(type_, pos, level)
        if kind == "string[]":
            return self.text(pos, pos + type_.number).rstrip("\0")
        if kind == "array":
            stride = layout.single(type_.item, self.width).size
            return [self.one(type_.item, pos + n * stride, level) for n in range(type_.number)]
        if kind in ("struct", "tuple"):
            lay = layout.record(type_, self.width)
            return self.record(lay, pos, lay.size, level)
        return self.scalar(type_, pos, default)

    def scalar(self, type_, pos, default=None):
        word = int.from_bytes(self.data[pos : pos + slot_width(type_)], "little")
        return from_word(type_, word ^ (own_word(type_) if default is None else default))

    def text(self, start, end):
        try:
            return self.data[start:end].decode()
        except UnicodeDecodeError:
            ensure(False, "a string is not UTF-8")

    def pointer(self, pos):
        target = int.from_bytes(self.data[pos : pos + self.width], "little")
        if target == 0:
            return None
        ensure(self.header.root_end <= target < self.end, "a pointer leads to %d" % target)
        return target

    # Unions

    def union(self, type_, pos, level):
        tag, start, end = self.data[pos], pos + 1, pos + 1 + self.width
        payloads = type_.variants()
        if tag >= len(payloads):
            ensure(type_.open and tag < 0xF0, "no variant has the tag %d" % tag)
            self.ledger.newer(self.data, start, end)
            return (tag, UNREADABLE if any(self.data[start:end]) else None)
        inner, used = payloads[tag], 0
        if inner is None:
            value = None
        elif layout.inline_payload(inner, self.width):
            if inner.kind == "bool":
                value, used = bool(self.data[start] & 1), 1
                self.ledger.zero_bits(self.data[start] >> 1, "bits behind a bool")
            else:
                value, used = self.scalar(inner, start), slot_width(inner)
        elif inner.nullable:
            value, used = self.slot(inner, start, level), self.width
        else:
            target, used = self.pointer(start), self.width
            value = default_value(inner) if target is None else self.payload(inner, target, level)
        self.ledger.zero(self.data, start + used, end, "bytes of a payload that its variant does not use")
        return (tag, value)

    def payload(self, type_, start, level):
        size, pos = varint.read(self.data, start, self.end)
        ensure(size == layout.single(type_, self.width).size, "the size of a payload is not its record's")
        self.content(start, pos, size)
        return self.one(type_, pos, self.deeper(level) if layout.is_level(type_) else level)

    # Objects

    def deeper(self, level):
        ensure(level < DEPTH, "more than %d objects above a value" % DEPTH)
        return level + 1

    def content(self, start, pos, size):
        """An object begins at `start`; its content is `size` bytes at `pos`."""
        ensure(pos + size <= self.end, "an object does not end within the buffer")
        ensure(1 + size <= self.budget, "the objects are longer than the buffer")
        self.budget -= 1 + size
        self.ledger.object(start, pos + size)

    def object(self, type_, start, level):
        kind = type_.kind
        if kind in ("string", "bytes"):
            length, pos = varint.read(self.data, start, self.end)
            self.content(start, pos, length)
            return self.text(pos, pos + length) if kind == "string" else bytes(self.data[pos : pos + length])
        level = self.deeper(level)
        if kind == "struct":
            size, pos = varint.read(self.data, start, self.end)
            self.content(start, pos, size)
            return self.record(layout.record(type_, self.width), pos, size, level)
        if kind == "list":
            return self.list(type_, start, level)
        return self.map(type_, start, level)

    def list(self, type_, start, level):
        count, pos = varint.read(self.data, start, self.end)
        item = type_.item
        if not item.is_union or item.optional:
            return self.elements(item, start, pos, count, level)
        ensure(pos < self.end, "a list of unions is cut off")
        tag, pos = self.data[pos], pos + 1
        if tag == 0xFF:
            return self.elements(item, start, pos, count, level)
        payloads = item.variants()
        if tag >= len(payloads):
            ensure(item.open and tag < 0xF0, "no variant has the tag %d" % tag)
            self.content(start, pos, count)
            # Also without elements, as a stride may follow.
            self.ledger.unknown_size()
            return [(tag, UNREADABLE)] * count
        if payloads[tag] is None:
            self.content(start, pos, count)
            self.ledger.zero(self.data, pos, pos + count, "an element without payload")
            return [(tag, None)] * count
        return [(tag, value) for value in self.elements(payloads[tag], start, pos, count, level)]

    def elements(self, item, start, pos, count, level):
        """Elements of a list that begins at `start`, `pos` being where the stride is, if one is stored, else the first element."""
        if item.growable:
            stride, pos = self.stride(item, pos, 0)
        else:
            stride = layout.single(item, self.width).size
        self.content(start, pos, count * stride)
        return [self.element(item, pos + n * stride, stride, level) for n in range(count)]

    def stride(self, item, pos, before):
        """The size of elements or entries that hold a growable struct, behind `before` bytes of key."""
        stride, pos = varint.read(self.data, pos, self.end)
        size = stride - before - item.optional
        ensure(layout.record(item, self.width).known(size) is not None, "%d is no stride" % stride)
        return stride, pos

    def element(self, item, pos, size, level):
        """One element of `size` bytes."""
        if not item.growable:
            return self.one(item, pos, level)
        if item.optional:
            self.ledger.zero_bits(self.data[pos] >> 1, "bits behind a bit of presence")
            if not self.data[pos] & 1:
                self.ledger.zero(self.data, pos + 1, pos + size, "the record of an absent element")
                return None
            pos, size = pos + 1, size - 1
        return self.record(layout.record(item, self.width), pos, size, level)

    # Maps and sets

    def map(self, type_, start, level):
        header, pos = varint.read(self.data, start, self.end)
        count, entries = header >> 1, []
        if header & 1:
            blocks, pos = varint.read(self.data, pos, self.end)
            self.content(start, pos, blocks * self.width)
            for number in range(blocks):
                block = self.pointer(pos + number * self.width)
                ensure(block is not None, "a null pointer in a directory")
                length, run = varint.read(self.data, block, self.end)
                ensure(length > 0, "a block without entries")
                entries += self.run(type_, block, run, length, level)
            ensure(len(entries) == count, "the blocks do not have as many entries as the map says")
        else:
            entries = self.run(type_, start, pos, count, level)
        keys = [sort_key(key) for key, _ in entries]
        ensure(all(one < next_ for one, next_ in zip(keys, keys[1:])), "keys that do not ascend")
        return entries if type_.kind == "map" else [key for key, _ in entries]

    def run(self, type_, start, pos, count, level):
        """The entries of a run, as pairs; those of a set have no value."""
        item = type_.item
        key_size = layout.single(type_.key, self.width).size
        if item and item.growable:
            stride, pos = self.stride(item, pos, key_size)
        else:
            stride = layout.entry_size(type_, self.width)
        self.content(start, pos, count * stride)
        entries = []
        for entry in range(pos, pos + count * stride, stride):
            key = self.one(type_.key, entry, level)
            entries.append((key, self.element(item, entry + key_size, stride - key_size, level) if item else None))
        return entries
