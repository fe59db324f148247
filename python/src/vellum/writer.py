"""Writes values in the canonical form (format.md, section 6).

Each object is built as bytes with gaps for its pointers, and the objects behind those gaps; `Writer.place` puts it down and then what it points
to, depth first. Widths are tried from the narrowest until the buffer fits.
"""

from __future__ import annotations

from typing import Any

from . import form, layout, varint
from .errors import Invalid, ensure
from .layout import Layout
from .reader import DEPTH
from .schema import Schema, Type, own_word, word_size
from .values import UNREADABLE, default_value, sort_key, to_word

FLAG = {1: 0x20, 2: 0x21, 4: 0x22}


class Object:
    """Bytes, and the objects that pointers among them lead to, by the offset of the pointer."""

    def __init__(self, start: bytes = b"") -> None:
        self.bytes = bytearray(start)
        self.targets: list[tuple[int, Object]] = []

    def zeros(self, count: int) -> int:
        """Appends a record of zeros; gives its offset."""
        self.bytes += bytes(count)
        return len(self.bytes) - count


list_ = list


class TooLong(Exception):
    """The buffer does not fit the width."""


def canonical(schema: Schema, values: list[Any]) -> bytes:
    """The canonical buffer of the root's values."""
    for width in (1, 2, 4):
        if width >= schema.width:
            try:
                return Writer(width).buffer(schema, values)
            except TooLong:
                pass
    raise Invalid("longer than a buffer can be")


class Writer:
    def __init__(self, width: int) -> None:
        self.width = width
        # The bytes of objects that are done, so that a width that is too small is given up soon.
        self.done = 0

    def number(self, number: int) -> bytes:
        """A varint."""
        return varint.write(number)

    def buffer(self, schema: Schema, values: list[Any]) -> bytes:
        lay = layout.root(schema, self.width)
        carried = form.lineage(schema)
        extension = b"" if carried is None else bytes([6, 1, 4]) + carried
        root = Object(bytes([FLAG[self.width] | bool(extension) << 4]) + extension + self.number(lay.size))
        self.record(root, root.zeros(lay.size), lay, values, 0)
        out = bytearray()
        self.place(out, root)
        return bytes(out)

    def place(self, out: bytearray, thing: Object) -> None:
        """Puts an object down, then what it points to in the order of the slots. The stack is this function's, as values nest deep."""
        stack: list[tuple[int | None, Object]] = [(None, thing)]
        while stack:
            slot, thing = stack.pop()
            start = len(out)
            out += thing.bytes
            if len(out) >= 1 << 8 * self.width:
                raise TooLong()
            if slot is not None:
                out[slot : slot + self.width] = start.to_bytes(self.width, "little")
            targets = sorted(thing.targets, key=lambda pair: pair[0], reverse=True)
            stack += [(start + offset, target) for offset, target in targets]

    # Records

    def record(self, out: Object, pos: int, lay: Layout, values: list[Any], level: int) -> None:
        """Fills a record of zeros at `pos` with the values of its fields."""
        for place, value in zip(lay.places, values):
            type_, default = place.field.type, place.field.default
            bits = pos + lay.start(place)
            if place.presence is not None:
                if value is None:
                    continue
                self.set_bit(out, bits, place.presence)
            if place.value is not None:
                if value != bool(default):
                    self.set_bit(out, bits, place.value)
            else:
                self.slot(out, pos + place.slot, type_, value, level, default)

    def one(self, out: Object, pos: int, type_: Type, value: Any, level: int) -> None:
        self.record(out, pos, layout.single(type_, self.width), [value], level)

    def set_bit(self, out: Object, pos: int, number: int) -> None:
        out.bytes[pos + number // 8] |= 1 << number % 8

    def slot(self, out: Object, pos: int, type_: Type, value: Any, level: int, default: int | bytes | None = None) -> None:
        kind = type_.kind
        if type_.nullable:
            if not self.is_null(type_, value, default):
                out.targets.append((pos, self.object(type_.bare, value, level)))
        elif type_.is_union:
            self.union(out, pos, type_, value, level)
        elif kind == "string[]":
            content = value.encode()
            ensure(len(content) <= type_.number and not value.endswith("\0"), "%r is no string[%d]" % (value, type_.number))
            out.bytes[pos : pos + len(content)] = content
        elif kind == "array":
            stride = layout.single(type_.inner, self.width).size
            for number, item in enumerate(value):
                self.one(out, pos + number * stride, type_.inner, item, level)
        elif kind in ("struct", "tuple"):
            self.record(out, pos, layout.record(type_, self.width), value, level)
        else:
            word = to_word(type_, value) ^ (default if isinstance(default, int) else own_word(type_))
            out.bytes[pos : pos + word_size(type_)] = word.to_bytes(word_size(type_), "little")

    def union(self, out: Object, pos: int, type_: Type, value: Any, level: int) -> None:
        tag, payload = value
        ensure(payload is not UNREADABLE, "the payload of an unknown variant cannot be written")
        out.bytes[pos] = tag
        inner = type_.variants()[tag] if tag < len(type_.variants()) else None
        if inner is None:
            return
        pos += 1
        if layout.inline_payload(inner, self.width):
            if inner.kind == "bool":
                out.bytes[pos] = payload
            else:
                self.slot(out, pos, inner, payload, level)
        elif inner.nullable:
            self.slot(out, pos, inner, payload, level)
        elif not self.is_null(inner, payload, None):
            size = layout.single(inner, self.width).size
            target = Object(self.number(size))
            self.one(target, target.zeros(size), inner, payload, self.deeper(level) if layout.is_level(inner) else level)
            out.targets.append((pos, target))

    # What the canonical form prescribes, and other buffers need not follow

    def is_null(self, type_: Type, value: Any, default: int | bytes | None) -> bool:
        """Whether a slot that can be null is."""
        return bool(value == default_value(type_, default))

    def is_packed(self, tag: int, item: Type) -> bool:
        """Whether a list of unions, all of this tag if it is not FF, stores payloads only."""
        return tag < len(item.variants())

    # Objects

    def deeper(self, level: int) -> int:
        ensure(level < DEPTH, "more than %d objects above a value" % DEPTH)
        return level + 1

    def object(self, type_: Type, value: Any, level: int) -> Object:
        made = self.content(type_, value, level)
        self.done += len(made.bytes)
        if self.done >= 1 << 8 * self.width:
            raise TooLong()
        return made

    def content(self, type_: Type, value: Any, level: int) -> Object:
        if type_.kind in ("string", "bytes"):
            content = value.encode() if type_.kind == "string" else value
            return Object(self.number(len(content)) + content)
        level = self.deeper(level)
        if type_.kind == "struct":
            lay = layout.record(type_, self.width)
            out = Object(self.number(lay.size))
            self.record(out, out.zeros(lay.size), lay, value, level)
            return out
        if type_.kind == "list":
            return self.list(type_.inner, value, level)
        return self.map(type_, value, level)

    def list(self, item: Type, values: list_[Any], level: int) -> Object:
        out = Object(self.number(len(values)))
        if item.is_union and not item.optional:
            tags = {tag for tag, _ in values}
            tag = tags.pop() if len(tags) == 1 else 0xFF
            if self.is_packed(tag, item):
                out.bytes.append(tag)
                payload = item.variants()[tag]
                if payload is None:
                    out.zeros(len(values))
                    return out
                item, values = payload, [payload for _, payload in values]
            else:
                out.bytes.append(0xFF)
        stride = layout.element_size(item, self.width)
        if item.growable:
            out.bytes += self.number(stride)
        for value in values:
            self.element(out, out.zeros(stride), item, value, level)
        return out

    def element(self, out: Object, pos: int, item: Type, value: Any, level: int) -> None:
        if not item.growable:
            self.one(out, pos, item, value, level)
        elif value is not None:
            if item.optional:
                out.bytes[pos] = 1
                pos += 1
            self.record(out, pos, layout.record(item, self.width), value, level)

    def map(self, type_: Type, value: Any, level: int) -> Object:
        entries = value if type_.kind == "map" else [(key, None) for key in value]
        keys = [sort_key(key) for key, _ in entries]
        ensure(all(one < next_ for one, next_ in zip(keys, keys[1:])), "a key comes twice")
        blocks = self.blocks(type_, entries)
        if blocks is None:
            return self.run(2 * len(entries), type_, entries, level)
        out = Object(self.number(2 * len(entries) + 1) + self.number(len(blocks)))
        for block in blocks:
            pos = out.zeros(self.width)
            out.targets.append((pos, self.run(len(block), type_, block, level)))
        return out

    def blocks(self, type_: Type, entries: list_[Any]) -> list_[list_[Any]] | None:
        """The entries of each block, None if the map is flat."""
        room, fill = layout.capacity(type_)
        if len(entries) <= room:
            return None
        return [entries[start : start + fill] for start in range(0, len(entries), fill)]

    def run(self, header: int, type_: Type, entries: list_[Any], level: int) -> Object:
        out = Object(self.number(header))
        stride = layout.entry_size(type_, self.width)
        key_size = layout.single(type_.keys, self.width).size
        if type_.item and type_.item.growable:
            out.bytes += self.number(stride)
        for key, value in entries:
            pos = out.zeros(stride)
            self.one(out, pos, type_.keys, key, level)
            if type_.item:
                self.element(out, pos + key_size, type_.item, value, level)
        return out
