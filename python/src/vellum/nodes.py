"""Values with parts: each is opened by its head, and its parts are read when they are asked for."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypeVar

from .errors import Error, ensure
from .layout import Layout
from .schema import Type
from .values import sort_key

if TYPE_CHECKING:
    from .reader import Reader

# None, a bool, int, str or bytes as values.py says, a `Node`, or a key that is read already: of a tuple a Python tuple, of bytes[n] bytes.
Raw = Any
# What reads an element by its number.
Get = Callable[["Reader", int], Raw]
Self = TypeVar("Self", bound="Node")


class Key(NamedTuple):
    """A key of a map, which comes before its value."""

    raw: Raw


class Node:
    """A value with parts, of a reader. `defaults` is 0 for one that is stored, else how deep it is in values that are not."""

    def __init__(self, reader: Reader, type_: Type, defaults: int = 0) -> None:
        self.reader = reader
        self.type = type_
        self.defaults = defaults

    def on(self: Self, reader: Reader) -> Self:
        """The same value, whose parts another reader reads."""
        node = copy.copy(self)
        node.reader = reader
        return node

    def parts(self) -> Iterator[tuple[Type, Raw]]:
        """The parts and their types, read one after the other."""
        raise NotImplementedError

    def size(self) -> int:
        """How many parts there are."""
        raise NotImplementedError

    def step(self, number: int) -> str:
        """The step of a path to a part."""
        raise NotImplementedError


class Record(Node):
    """A struct, a tuple, or the record of a root: `known` regions are stored, from `pos` on."""

    def __init__(self, reader: Reader, type_: Type, lay: Layout, pos: int, known: int, level: int, defaults: int = 0) -> None:
        super().__init__(reader, type_, defaults)
        self.lay = lay
        self.pos = pos
        self.known = known
        self.level = level

    def field(self, number: int) -> Raw:
        return self.reader.place(self, self.lay.places[number])

    def parts(self) -> Iterator[tuple[Type, Raw]]:
        for place in self.lay.places:
            yield place.field.type, self.reader.place(self, place)

    def size(self) -> int:
        return len(self.lay.places)

    def step(self, number: int) -> str:
        return "." + self.lay.places[number].field.name


class Elements(Node):
    """The elements of a list or array; `bytes_at` is where they lie if they are of u8."""

    def __init__(self, reader: Reader, type_: Type, count: int, get: Get, defaults: int = 0, bytes_at: int | None = None) -> None:
        super().__init__(reader, type_, defaults)
        self.count = count
        self.get = get
        self.bytes_at = bytes_at

    def element(self, number: int) -> Raw:
        return self.get(self.reader, number)

    @property
    def are_bytes(self) -> bool:
        """Whether this is an array of u8, which `bytes[n]` is another name of."""
        item = self.type.inner
        return self.type.kind == "array" and item.kind == "u8" and not item.optional

    def content(self) -> bytes:
        """The elements of an array of u8."""
        if self.bytes_at is None:
            return bytes(self.element(number) for number in range(self.count))
        return bytes(self.reader.data[self.bytes_at : self.bytes_at + self.count])

    def parts(self) -> Iterator[tuple[Type, Raw]]:
        item = self.type.inner
        if self.bytes_at is not None:
            for byte in self.content():
                yield item, byte
            return
        for number in range(self.count):
            yield item, self.get(self.reader, number)

    def size(self) -> int:
        return self.count

    def step(self, number: int) -> str:
        return "[%d]" % number


class Union(Node):
    """A union or `any`: its variant's number and payload type, and what reads the payload, if it has one."""

    def __init__(
        self,
        reader: Reader,
        type_: Type,
        tag: int,
        inner: Type | None,
        get: Callable[[Reader], Raw] | None,
        defaults: int = 0,
        unreadable: bool = False,
    ) -> None:
        super().__init__(reader, type_, defaults)
        self.tag = tag
        self.inner = inner
        self.get = get
        self.unreadable = unreadable

    @property
    def name(self) -> str | None:
        """The variant's name, None of one that a newer revision has."""
        names = self.type.variant_names()
        return names[self.tag] if self.tag < len(names) else None

    def payload(self) -> Raw:
        return self.get(self.reader) if self.get else None

    def parts(self) -> Iterator[tuple[Type, Raw]]:
        if self.inner is not None:
            yield self.inner, self.payload()

    def size(self) -> int:
        return 0 if self.inner is None else 1

    def step(self, number: int) -> str:
        # A document holds its value without a step of its own.
        return "" if self.type.kind == "any" else ".%s" % self.name


class Run(Node):
    """Entries in a row: of a flat map, or of a block."""

    def __init__(self, reader: Reader, type_: Type, pos: int, count: int, stride: int, key_size: int, level: int) -> None:
        super().__init__(reader, type_)
        self.pos = pos
        self.count = count
        self.stride = stride
        self.key_size = key_size
        self.level = level

    def key(self, number: int) -> Raw:
        return solid(self.reader.one(self.type.keys, self.pos + number * self.stride, self.level))

    def value(self, number: int) -> Raw:
        start = self.pos + number * self.stride + self.key_size
        return self.reader.element(self.type.inner, start, self.stride - self.key_size, self.level)


class Entries(Node):
    """A map or set of `count` entries: a run, or the pointers to blocks."""

    def __init__(
        self, reader: Reader, type_: Type, count: int, blocks: Sequence[int] | Run, level: int = 0, start: int = 0, defaults: int = 0
    ) -> None:
        super().__init__(reader, type_, defaults)
        self.count = count
        self.blocks = blocks
        self.level = level
        self.start = start
        self.last: Raw = None

    def runs(self) -> int:
        return 1 if isinstance(self.blocks, Run) else len(self.blocks)

    def run(self, number: int) -> Run:
        if isinstance(self.blocks, Run):
            return self.blocks.on(self.reader)
        return self.reader.block(self.type, self.blocks[number], self.level)

    def entries(self) -> Iterator[tuple[Raw, Run, int]]:
        """Each key, with the run and the number by which its value is read. Refuses keys that do not ascend."""
        met, before = 0, None
        for block in range(self.runs()):
            run = self.run(block)
            met += run.count
            ensure(met <= self.count, "the blocks have more entries than the map says", self.start)
            for number in range(run.count):
                key = run.key(number)
                order = sort_key(key)
                ensure(before is None or before < order, "keys that do not ascend", run.pos + number * run.stride)
                before = order
                yield key, run, number
        ensure(met == self.count, "the blocks have fewer entries than the map says", self.start)

    def parts(self) -> Iterator[tuple[Type, Raw]]:
        is_map = self.type.kind == "map"
        for key, run, number in self.entries():
            self.last = key
            yield self.type.keys, Key(key) if is_map else key
            if is_map:
                yield self.type.inner, run.value(number)

    def find(self, key: Raw) -> Optional[tuple[Run, int]]:
        """The run and number of a key; the keys on the way are read, and no others."""
        wanted = sort_key(key)
        low, high = 0, self.runs()
        while high - low > 1:
            middle = (low + high) // 2
            if sort_key(self.run(middle).key(0)) <= wanted:
                low = middle
            else:
                high = middle
        if low == high:
            return None
        run, low = self.run(low), 0
        high = run.count
        while low < high:
            middle = (low + high) // 2
            found = sort_key(run.key(middle))
            if found == wanted:
                return run, middle
            if found < wanted:
                low = middle + 1
            else:
                high = middle
        return None

    def size(self) -> int:
        return 2 * self.count

    def step(self, number: int) -> str:
        return "[%s]" % (self.last,)


def solid(raw: Raw) -> Raw:
    """A key that is read to its end."""
    if isinstance(raw, Record):
        return tuple(solid(part) for _, part in raw.parts())
    return raw.content() if isinstance(raw, Elements) else raw


def located(error: Error, path: str) -> Error:
    """An error with the path to the value, if it has none yet."""
    if error.path is None:
        error.path = path.lstrip(".")
    return error
