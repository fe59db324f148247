"""The operations of a patch as bytes (format-patch.md, "Operations" and "Steps"), without a schema."""

from __future__ import annotations

from typing import NamedTuple

from . import varint
from .errors import Invalid, ensure

SET, CLEAR, INSERT, REMOVE, SPLICE, ADD_KEY, REMOVE_KEY, SWITCH, PUSH, SPLICE_TEXT = range(10)
NAMES = ("set", "clear", "insert", "remove", "splice", "add key", "remove key", "switch", "push", "splice text")
VALUE, SAYS, WAS, ONLY = 0x10, 0x20, 0x40, 0x80
FIELD, INDEX, VARIANT, KEY = range(4)


class Step(NamedTuple):
    """A step of a path; `key` is the bytes of a key."""

    kind: int
    number: int
    key: bytes = b""

    def __str__(self) -> str:
        return (".%d", "[%d]", "#%d")[self.kind] % self.number if self.kind != KEY else "[%s]" % self.key.hex()


class Operation(NamedTuple):
    """One change. `says` is whether it says what was there, which `old` is; `only` is bit 7."""

    action: int
    path: tuple[Step, ...]
    at: int = 0
    removed: int = 0
    says: bool = False
    only: bool = False
    old: bytes | None = None
    value: bytes | None = None
    # As it was read, so that what is passed on is not written anew.
    raw: bytes = b""

    def __str__(self) -> str:
        return "%s %s" % (NAMES[self.action], "".join(map(str, self.path)).lstrip("."))

    def bytes(self) -> bytes:
        """The operation as it was read, else in its shortest form."""
        if self.raw:
            return self.raw
        bits = (self.value is not None and VALUE) | (self.says and SAYS) | (self.old is not None and WAS) | (self.only and ONLY)
        out = bytes([self.action | bits]) + varint.write(len(self.path))
        for step in self.path:
            out += varint.write(step.number << 2 | step.kind) + step.key
        if self.action in (SPLICE, PUSH, SPLICE_TEXT):
            out += varint.write(self.at)
        if self.action in (SPLICE, SPLICE_TEXT):
            out += varint.write(self.removed)
        if self.old is not None:
            out += varint.write(len(self.old)) + self.old
        out += self.value or b""
        return varint.write(len(out)) + out


def read(data: bytes, pos: int) -> list[Operation]:
    """The operations from `pos` to the end."""
    found = []
    while pos < len(data):
        start = pos
        length, pos = varint.read(data, pos, len(data))
        ensure(pos + length <= len(data), "an operation does not end within the patch", start)
        found.append(Cursor(data, pos, pos + length).operation()._replace(raw=data[start : pos + length]))
        pos += length
    return found


class Cursor:
    """Reads one operation."""

    def __init__(self, data: bytes, pos: int, end: int) -> None:
        self.data = data
        self.pos = pos
        self.end = end

    def varint(self) -> int:
        number, self.pos = varint.read(self.data, self.pos, self.end)
        return number

    def take(self, count: int) -> bytes:
        ensure(self.pos + count <= self.end, "an operation is cut off", self.pos)
        self.pos += count
        return self.data[self.pos - count : self.pos]

    def step(self) -> Step:
        number = self.varint()
        kind, number = number & 3, number >> 2
        return Step(kind, number, self.take(number) if kind == KEY else b"")

    def operation(self) -> Operation:
        start = self.pos
        head = self.take(1)[0]
        action = head & 15
        ensure(action <= SPLICE_TEXT, "no action is %d" % action, start)
        ensure(head & SAYS or not head & (WAS | ONLY), "an operation that does not say what was there has no `old` and no condition", start)
        count = self.varint()
        ensure(count <= self.end - self.pos, "an operation has more steps than bytes", start)
        path = tuple(self.step() for _ in range(count))
        index = self.varint() if action in (SPLICE, PUSH, SPLICE_TEXT) else 0
        removed = self.varint() if action in (SPLICE, SPLICE_TEXT) else 0
        old = self.take(self.varint()) if head & WAS else None
        value = self.take(self.end - self.pos) if head & VALUE else None
        if self.pos != self.end:
            raise Invalid("bytes behind an operation without a value", self.pos)
        return Operation(action, path, index, removed, bool(head & SAYS), bool(head & ONLY), old, value)
