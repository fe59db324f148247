"""Walks over whole values.

A walk keeps a budget of the buffer's length, from which it takes what each object holds, so that its work is bounded on any bytes. What a buffer
does not store (defaults) is bounded by limits. The stack is the walk's own: values nest as deep as schemas do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Sized
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
        # What was read of a node is only counted, for the path of an error.
        stack: list[tuple[Node, Iterator[tuple[Type, Raw]], list[int]]] = [(root, root.parts(), [])]
        try:
            while stack:
                for _, raw in stack[-1][1]:
                    if isinstance(raw, Node) and not raw.defaults and not (isinstance(raw, Elements) and raw.bytes_at):
                        stack.append((raw, raw.parts(), []))
                        break
                    stack[-1][2].append(0)
                else:
                    stack.pop()
                    if stack:
                        stack[-1][2].append(0)
        except Error as error:
            raise located(error, path(stack)) from error.__cause__


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
    length = root.reader.end
    values = VALUES + VALUES_OF_BYTE * length
    made_bytes = BYTES + BYTES_OF_BYTE * length
    stack: list[tuple[Node, Iterator[tuple[Type, Raw]], list[Made]]] = [(root, root.parts(), [])]
    try:
        while True:
            node, parts, made = stack[-1]
            for type_, raw in parts:
                if bounded:
                    values -= 1
                    if values < 0:
                        raise Limit("the value has more than %d parts, most of which are not stored" % VALUES)
                    if isinstance(node, Record):
                        made_bytes -= len(node.lay.places[len(made)].field.name)
                        if node.defaults and isinstance(raw, (str, bytes)) or not node.defaults and type_.nullable:
                            made_bytes -= len(raw) if isinstance(raw, (str, bytes)) else 0
                        if made_bytes < 0:
                            raise Limit("the names and defaults of the value have more than %d bytes" % BYTES)
                if isinstance(raw, Node):
                    if bounded and raw.defaults > LEVELS:
                        raise Limit("defaults nest more than %d deep" % LEVELS)
                    stack.append((raw, raw.parts(), []))
                    break
                made.append(leaf(type_, raw))
            else:
                stack.pop()
                done = make(node, made)
                if not stack:
                    return done
                stack[-1][2].append(done)
    except Error as error:
        raise located(error, path(stack)) from error.__cause__


def path(stack: Sequence[tuple[Node, object, Sized]]) -> str:
    """The path to the part that is being read."""
    return "".join(step(node, len(made)) for node, _, made in stack)


def step(node: Node, number: int) -> str:
    return node.step(number) if not isinstance(node, Record) or number < len(node.lay.places) else ""


