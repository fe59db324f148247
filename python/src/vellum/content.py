"""Whole values as they are stored (values.py says what they are): of a buffer, and of the bytes that stand for one in a patch."""

from __future__ import annotations

from typing import Any

from . import layout
from .errors import Invalid, Newer, ensure
from .nodes import Entries, Key, Node, Raw, Record, Union
from .reader import Reader
from .schema import Schema, Type, slot_width
from .values import UNREADABLE, from_word, to_word
from .verify import Proof, free
from .walk import Fold, Walk
from .window import Bytes
from .writer import Object, TooLong, Writer


class Whole(Proof):
    """A proof that refuses what a newer revision has and no writer of this one can write again."""

    def newer(self, data: Bytes, start: int, end: int) -> None:
        if any(data[start:end]):
            raise Newer("a record or a union has bytes that only a newer revision knows", start)


class Cut:
    """What stands for the header of a buffer that has none: the slot of one value takes the place of the root record."""

    def __init__(self, width: int, root_end: int) -> None:
        self.width = width
        self.root_end = root_end


class Slot(Walk):
    """Reads a value of a patch: a slot, and behind it a heap with offsets from the slot on."""

    def __init__(self, schema: Schema, data: bytes, width: int, size: int, proof: Proof) -> None:
        self.schema = schema
        self.header = Cut(width, size)  # type: ignore[assignment]
        self.data = data
        self.width = width
        self.end = len(data)
        self.ledger = proof


def leaf(type_: Type, raw: Raw) -> Any:
    if isinstance(raw, Key):
        raw = raw.raw
    if isinstance(raw, tuple):
        return [leaf(part, value) for part, value in zip(type_.parts, raw)]
    return list(raw) if type_.kind == "array" and isinstance(raw, bytes) else raw


def node(node: Node, made: list[Any]) -> Any:
    if isinstance(node, Union):
        return (node.tag, UNREADABLE if node.unreadable else made[0] if made else None)
    if isinstance(node, Entries) and node.type.kind == "map":
        return list(zip(made[::2], made[1::2]))
    return made


FOLD = Fold[Any](leaf, node)


def read(schema: Schema, memory: Bytes) -> list[Any]:
    """The values of the root's fields, to be written again. Refuses what this revision cannot write again."""
    root = Walk(schema, memory, Whole()).root()
    values: list[Any] = FOLD.of(root.type, root)
    return values


def are_bytes(type_: Type) -> bool:
    """Whether it is a list that has the bytes of `bytes`, which it may become in a later revision."""
    return type_.kind == "list" and type_.inner.kind == "u8" and not type_.inner.optional


def read_value(schema: Schema, type_: Type, data: bytes) -> Any:
    """The value that the bytes of a patch stand for (format-patch.md, "Values")."""
    type_ = type_.bare
    kind = type_.kind
    if kind == "bool":
        ensure(data in (b"\0", b"\1"), "a bool is 00 or 01")
        return data == b"\1"
    size = slot_width(type_)
    if size is not None:
        ensure(len(data) == size, "a value of %r has %d bytes, not %d" % (type_, size, len(data)))
        return from_word(type_, int.from_bytes(data, "little"))
    if kind == "bytes":
        return data
    if are_bytes(type_):
        return list(data)
    if kind in ("string", "string[]"):
        ensure(kind == "string" or len(data) == type_.number, "a value of %r has %d bytes, not %d" % (type_, type_.number, len(data)))
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise Invalid("a string is not UTF-8") from None
        return text if kind == "string" else text.rstrip("\0")
    return _read_slot(schema, type_, data)


def _read_slot(schema: Schema, type_: Type, data: bytes) -> Any:
    ensure(data and data[0] < 3, "a value begins with the logarithm of its width, 0, 1 or 2")
    width, content = 1 << data[0], data[1:]
    size = layout.slot_size(type_, width)
    ensure(size <= len(content) < 1 << 8 * width, "a value does not end within its slot, or is longer than its pointers reach")
    proof = Proof()
    reader: Reader = Slot(schema, content, width, size, proof)
    value = FOLD.of(type_, reader.slot(type_, 0, 0))
    end = size
    for start, stop in sorted(proof.objects):
        ensure(end <= start, "objects overlap", start)
        free(proof, content, end, start)
        end = stop
    free(proof, content, end, len(content))
    if not proof.complete:
        raise Newer("a value has parts that only a newer revision knows")
    return value


def write_value(type_: Type, value: Any) -> bytes:
    """The bytes that stand for a value in a patch, at the least width."""
    type_ = type_.bare
    kind = type_.kind
    if kind == "bool":
        return bytes([value])
    size = slot_width(type_)
    if size is not None:
        return to_word(type_, value).to_bytes(size, "little")
    if kind in ("string", "string[]"):
        return bytes(value.encode()).ljust(type_.number if kind == "string[]" else 0, b"\0")
    if kind == "bytes" or are_bytes(type_):
        return bytes(value)
    for log in range(3):
        try:
            return bytes([log]) + _write_slot(type_, value, 1 << log)
        except TooLong:
            pass
    raise Invalid("longer than a value can be")


def _write_slot(type_: Type, value: Any, width: int) -> bytes:
    writer, slot, out = Writer(width), Object(), bytearray()
    slot.zeros(layout.slot_size(type_, width))
    if type_.nullable:
        slot.targets.append((0, writer.object(type_, value, 0)))
    else:
        writer.slot(slot, 0, type_, value, 0)
    writer.place(out, slot)
    return bytes(out)
