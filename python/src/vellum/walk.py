"""Walks over whole values.

A walk keeps a budget of the buffer's length, from which it takes what each object holds, so that its work is bounded on any bytes. What a buffer
does not store (defaults) is bounded by limits. The stack is the walk's own: values nest as deep as schemas do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from .errors import Error, Limit, ensure
from .nodes import Elements, Node, Raw, Record, located
from .reader import Ledger, Reader
from .schema import Type

__all__ = ["Ledger", "Walk", "fold", "Fold"]

# Values that are visited beyond the 64 of each byte, and levels of defaults in defaults.
VALUES = 1 << 18
VALUES_OF_BYTE = 64
# Bytes that are made of names and default texts beyond the 256 of each byte.
BYTES = 1 << 26
BYTES_OF_BYTE = 256
LEVELS = 64

Made = TypeVar("Made")


class Walk(Reader):
    """A reader with a budget."""

    _budget: int | None = None

    @classmethod
    def over(cls, reader: Reader) -> Walk:
        """A walk over values of a buffer that is open."""
        walk = cls.__new__(cls)
        walk.__dict__.update(reader.__dict__)
        return walk

    def content(self, start: int, pos: int, size: int) -> None:
        super().content(start, pos, size)
        left = (self.end if self._budget is None else self._budget) - 1 - size
        ensure(left >= 0, "the objects are longer than the buffer", start)
        self._budget = left

    def pass_over(self, root: Node) -> None:
        """Reads all that is stored, and keeps nothing."""
        stack: list[Frame[None]] = [Frame(root)]
        try:
            while stack:
                frame = stack[-1]
                for _, raw in frame.parts:
                    frame.read += 1
                    if isinstance(raw, Node) and not raw.defaults and not (isinstance(raw, Elements) and raw.bytes_at):
                        stack.append(Frame(raw))
                        break
                else:
                    stack.pop()
        except Error as error:
            raise located(error, path(stack)) from error.__cause__


class Frame(Generic[Made]):
    """A value with parts that is being walked: how many of its parts are read, and what became of those that are done."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.parts = node.parts()
        self.read = 0
        self.made: list[Made] = []


def path(stack: Sequence[Frame[Made]]) -> str:
    """The path to the part that is being read: of a value above the last the one that was read last, of the last one the next."""
    steps = [frame.node.step(frame.read - 1) for frame in stack[:-1]]
    last = stack[-1:]
    return "".join(steps + [frame.node.step(frame.read) for frame in last if frame.read < frame.node.size()])


class Fold(Generic[Made]):
    """What becomes of values: of one without parts, and of one with parts, of what became of these."""

    def __init__(self, leaf: Callable[[Type, Raw], Made], node: Callable[[Node, list[Made]], Made]) -> None:
        self.leaf = leaf
        self.node = node

    def of(self, type_: Type, raw: Raw, bounded: bool = True) -> Made:
        """What becomes of a value. Its parts are read by its own reader, a `Walk` where the bytes may be any."""
        if not isinstance(raw, Node):
            return self.leaf(type_, raw)
        return fold(raw, self, bounded)


def fold(root: Node, how: Fold[Made], bounded: bool = True) -> Made:
    leaf, make = how.leaf, how.node
    left = Left(root.reader.end)
    stack: list[Frame[Made]] = [Frame(root)]
    try:
        while True:
            frame = stack[-1]
            for type_, raw in frame.parts:
                if bounded:
                    left.take(frame.node, frame.read, raw)
                if isinstance(raw, Node):
                    frame.read += 1
                    stack.append(Frame(raw))
                    break
                frame.made.append(leaf(type_, raw))
                frame.read += 1
            else:
                done = make(frame.node, frame.made)
                stack.pop()
                if not stack:
                    return done
                stack[-1].made.append(done)
    except Error as error:
        raise located(error, path(stack)) from error.__cause__


class Left:
    """What is left of the limits in a walk over a buffer of so many bytes."""

    def __init__(self, length: int) -> None:
        self.values = VALUES + VALUES_OF_BYTE * length
        self.bytes = BYTES + BYTES_OF_BYTE * length

    def take(self, node: Node, number: int, raw: Raw) -> None:
        """Takes a part of a value. Texts that are stored are within what each byte of the buffer has."""
        self.values -= 1
        if self.values < 0:
            raise Limit("the value has more than %d parts beyond %d for each byte" % (VALUES, VALUES_OF_BYTE))
        if isinstance(node, Record):
            self.bytes -= len(node.lay.places[number].field.name)
            if isinstance(raw, (str, bytes)):
                self.bytes -= len(raw)
            if self.bytes < 0:
                raise Limit("the names and texts of the value have more than %d bytes beyond %d for each byte" % (BYTES, BYTES_OF_BYTE))
        if isinstance(raw, Node) and raw.defaults > LEVELS:
            raise Limit("defaults nest more than %d deep" % LEVELS)
