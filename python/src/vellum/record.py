"""Records and the values in them, each read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from typing import Any, NoReturn, Optional, overload

from .errors import Error, Newer, NoField, NoIndex, NoKey
from .jsontext import TEXT
from .natural import natural, stored
from .nodes import Elements, Entries, Node, Raw, located
from .nodes import Record as RecordNode
from .nodes import Union as UnionNode
from .plain import PLAIN
from .reader import Reader
from .schema import Schema, Type
from .verify import verify
from .walk import Fold, Made, Walk
from .window import Bytes

# The way from the root to a value, the last step last.
Way = Optional[tuple[Any, str]]


def text(way: Way) -> str:
    steps: list[str] = []
    while way is not None:
        way, step = way
        steps.append(step)
    return "".join(reversed(steps)).lstrip(".")


def wrap(type_: Type, raw: Raw, way: Way) -> Any:
    """A value as users see it."""
    if not isinstance(raw, Node):
        return natural(type_, raw)
    if isinstance(raw, RecordNode):
        if raw.type.kind == "tuple":
            return tuple(wrap(part, read(raw, n, way), (way, ".%d" % n)) for n, part in enumerate(raw.type.parts))
        return Struct(raw, way)
    if isinstance(raw, Elements):
        return raw.content() if raw.are_bytes else List(raw, way)
    if isinstance(raw, UnionNode):
        return document(raw, way) if raw.type.kind == "any" else Variant(raw, way)
    if isinstance(raw, Entries):
        return Map(raw, way) if raw.type.kind == "map" else Keys(raw, way)
    return None


def read(node: RecordNode, number: int, way: Way) -> Raw:
    try:
        return node.field(number)
    except Error as error:
        raise located(error, text((way, "." + node.lay.places[number].field.name))) from error.__cause__


def document(node: UnionNode, way: Way) -> Any:
    try:
        payload = node.payload()
    except Error as error:
        raise located(error, text(way)) from error.__cause__
    return wrap(node.inner, payload, way) if node.inner else None


def whole(node: Node, how: Fold[Made], way: Way) -> Made:
    """A whole value, under a walk's budget."""
    try:
        return how.of(node.type, node.on(Walk.over(node.reader)))
    except Error as error:
        if way is not None and error.path is not None:
            error.path = "%s%s%s" % (text(way), "" if error.path[:1] in ("", "[") else ".", error.path)
        raise


class Value:
    """What values with parts have in common. Not made by callers."""

    __slots__ = ("_node", "_way")

    def __init__(self, node: Any, way: Way) -> None:
        self._node = node
        self._way = way

    def to_json(self) -> str:
        """The whole value as JSON, as the crate writes it: without spaces, fields in the order of their declaration.

        Raises what reading any part of it raises, and `Limit` where most of a very large value is not stored.
        """
        return whole(self._node, TEXT, self._way)

    def _refuse(self, error: Error, step: str = "") -> NoReturn:
        raise located(error, text((self._way, step))) from error.__cause__


class Struct(Value, Mapping[str, Any]):
    """A struct: a mapping from the names of its fields, in the order of their declaration. A field is read when it is asked for.

    >>> import vellum
    >>> schema = vellum.Schema.parse("struct P { x: u8, name: string? } root P;")
    >>> record = vellum.Record(bytes.fromhex("20 02 07 00"), schema)
    >>> record["x"], record.x, record.name
    (7, 7, None)
    >>> list(record)
    ['x', 'name']

    A field that the buffer does not store has its default, and one that is absent is `None`. `record.x` is short for
    `record["x"]` where no method has this name.
    """

    __slots__ = ()
    _node: RecordNode

    def __getitem__(self, name: str) -> Any:
        """The field of this name. Raises `NoField` if there is none, and `Invalid` if its bytes are no value of its type."""
        number = self._names().get(name)
        if number is None:
            self._refuse(NoField("%s has no field %r" % (self._title(), name)))
        place = self._node.lay.places[number]
        return wrap(place.field.type, read(self._node, number, self._way), (self._way, "." + name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in Value.__slots__:
            raise AttributeError(name)
        return self[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __contains__(self, name: object) -> bool:
        return name in self._names()

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names()]

    def __repr__(self) -> str:
        return "<%s %s: %s>" % (type(self).__name__, self._title(), ", ".join(self._names()))

    def to_dict(self) -> dict[str, Any]:
        """The whole struct as plain Python, which no longer needs the buffer.

        Structs and maps are dicts, lists are lists, sets are sets, and a union is the name of its variant or a dict of one entry from the
        name to the payload, as in JSON. Raises what reading any part raises.

        >>> import vellum
        >>> schema = vellum.Schema.parse("struct P { x: u8, tags: list<string> } root P;")
        >>> vellum.Record(bytes.fromhex("20 02 07 04 01 06 01 61"), schema).to_dict()
        {'x': 7, 'tags': ['a']}
        """
        made: dict[str, Any] = whole(self._node, PLAIN, self._way)
        return made

    def _names(self) -> dict[str, int]:
        return self._node.lay.by_name

    def _title(self) -> str:
        return repr(self._node.type)


class Record(Struct):
    """The root of a buffer, read by a schema.

    `buffer` is anything with bytes (`bytes`, `bytearray`, `memoryview`, `mmap`); it is not copied, and not to be changed meanwhile.
    Its header is read at once, and raises `Invalid` for what is no buffer of the schema as far as that says, `Unsupported` for what needs a
    newer reader. All else is read when it is asked for, so that errors of the bytes are raised there, or all at once by `verify`.
    """

    __slots__ = ("_memory", "schema")

    def __init__(self, buffer: Bytes, schema: Schema) -> None:
        memory = memoryview(buffer)
        if memory.format != "B" or memory.ndim != 1 or not memory.c_contiguous:
            memory = memory.cast("B")
        self._memory = memory
        self.schema = schema
        super().__init__(Reader(schema, memory).root(), None)

    @property
    def value(self) -> Any:
        """The root's value: the record itself if the root is a struct, else what the schema's root is, such as a `List`.

        >>> import vellum
        >>> record = vellum.Record(bytes.fromhex("20 01 03 02 0708"), vellum.Schema.parse("root list<u8>;"))
        >>> list(record.value)
        [7, 8]
        """
        if self.schema.value is None:
            return self
        return wrap(self.schema.value, read(self._node, 0, self._way), None)

    def to_json(self) -> str:
        """The root's value as JSON.

        >>> import vellum
        >>> schema = vellum.Schema.parse("struct P { x: f32, at: date } root P;")
        >>> vellum.Record(bytes.fromhex("20 08 cdcccc3d db4c0000"), schema).to_json()
        '{"x":0.1,"at":"2023-11-14"}'
        """
        if self.schema.value is None:
            return super().to_json()
        return TEXT.of(self.schema.value, self._node.on(Walk.over(self._node.reader)).field(0))

    def to_dict(self) -> dict[str, Any]:
        """The whole struct as plain Python. Raises `NoField` if the root is no struct: then `record.value` has what there is."""
        if self.schema.value is not None:
            raise NoField("the root is no struct but %r: see `value`" % self.schema.value)
        return super().to_dict()

    def verify(self) -> bool:
        """Proves that the whole buffer is valid (docs/format.md, section 5).

        Returns whether the proof is complete: False where there are bytes of a newer revision, or of objects that nothing known leads to.
        Raises `Invalid` with the rule that does not hold, the position and the path.

        >>> import vellum
        >>> schema = vellum.Schema.parse("struct P { ok: bool, tags: list<string> } root P;")
        >>> vellum.Record(bytes.fromhex("20 02 01 00"), schema).verify()
        True
        >>> vellum.Record(bytes.fromhex("20 02 01 07"), schema).verify()
        Traceback (most recent call last):
        vellum.errors.Invalid: a pointer leads to 7, and objects lie from 4 to 4 (at 3, in `tags`)
        """
        return verify(self.schema, self._memory)

    def _names(self) -> dict[str, int]:
        return super()._names() if self.schema.value is None else {}

    def _title(self) -> str:
        return self.schema.root.name if self.schema.root else "a root that is no struct (see `value`)"


class List(Value, Sequence[Any]):
    """A list or array. Its length is known from its head, and an element is read when it is asked for. A slice is a list of Python's."""

    __slots__ = ()
    _node: Elements

    def __len__(self) -> int:
        return self._node.count

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        """An element, counted from the end if the index is negative. Raises `NoIndex` if there is none."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            self._refuse(NoIndex("no element %d in a list of %d" % (index, len(self))))
        step = "[%d]" % number
        try:
            raw = self._node.element(number)
        except Error as error:
            self._refuse(error, step)
        return wrap(self._node.type.inner, raw, (self._way, step))

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (List, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "<List of %d: %r>" % (len(self), self._node.type.inner)

    def to_list(self) -> list[Any]:
        """The whole list as plain Python, as `Struct.to_dict` makes it."""
        made: list[Any] = whole(self._node, PLAIN, self._way)
        return made


class Map(Value, Mapping[Any, Any]):
    """A map, in the order of its keys. A key is looked for by halves, without reading the others; a value is read when it is asked for.

    >>> import vellum
    >>> schema = vellum.Schema.parse("struct P { votes: map<string, u8> } root P;")
    >>> record = vellum.Record(bytes.fromhex("20 01 03 04 08 01 0a 02 01 61 01 62"), schema)
    >>> record.votes["b"], "c" in record.votes, dict(record.votes)
    (2, False, {'a': 1, 'b': 2})
    """

    __slots__ = ()
    _node: Entries

    def __getitem__(self, key: Any) -> Any:
        """The value of a key. Raises `NoKey` if there is none, or it is none of the type."""
        step = "[%s]" % (key,)
        try:
            found = self._node.find(stored(self._node.type.keys, key))
            if found is None:
                raise NoKey("no key %r" % (key,))
            raw = found[0].value(found[1])
        except Error as error:
            self._refuse(error, "" if isinstance(error, NoKey) else step)
        return wrap(self._node.type.inner, raw, (self._way, step))

    def __contains__(self, key: object) -> bool:
        return has(self, key)

    def __iter__(self) -> Iterator[Any]:
        return keys(self)

    def __len__(self) -> int:
        return self._node.count

    def __repr__(self) -> str:
        return "<Map of %d: %r>" % (len(self), self._node.type)

    def to_dict(self) -> dict[Any, Any]:
        """The whole map as plain Python, as `Struct.to_dict` makes it."""
        made: dict[Any, Any] = whole(self._node, PLAIN, self._way)
        return made


class Keys(Value, AbstractSet[Any]):
    """A set, in the order of its keys. A key is looked for by halves."""

    __slots__ = ()
    _node: Entries

    def __contains__(self, key: object) -> bool:
        return has(self, key)

    def __iter__(self) -> Iterator[Any]:
        return keys(self)

    def __len__(self) -> int:
        return self._node.count

    def __repr__(self) -> str:
        return "<Keys of %d: %r>" % (len(self), self._node.type)

    @classmethod
    def _from_iterable(cls, it: Any) -> Any:
        return set(it)

    def to_set(self) -> set[Any]:
        """The whole set as plain Python."""
        made: set[Any] = whole(self._node, PLAIN, self._way)
        return made


def has(value: Map | Keys, key: object) -> bool:
    try:
        return value._node.find(stored(value._node.type.keys, key)) is not None
    except NoKey:
        return False
    except Error as error:
        value._refuse(error)


def keys(value: Map | Keys) -> Iterator[Any]:
    try:
        for key, _, _ in value._node.entries():
            yield natural(value._node.type.keys, key)
    except Error as error:
        value._refuse(error)


class Variant(Value):
    """What a union holds: the name of its variant, and the value, `None` where the variant has none.

    >>> import vellum
    >>> schema = vellum.Schema.parse("union Contact { none, phone: u8, email: string } root Contact;")
    >>> match vellum.Record(bytes.fromhex("20 02 01 07"), schema).value:
    ...     case vellum.Variant("phone", number):
    ...         print(number)
    7
    """

    __slots__ = ()
    __match_args__ = ("name", "value")
    _node: UnionNode

    @property
    def name(self) -> str:
        """The variant's name. Raises `Newer` for one of an open union that only a newer revision knows."""
        found = self._node.name
        if found is None:
            self._refuse(Newer("variant %d of %r is of a newer revision" % (self.tag, self._node.type)))
        return found

    @property
    def tag(self) -> int:
        """The variant's number, also of one that only a newer revision knows."""
        return self._node.tag

    @property
    def value(self) -> Any:
        """The payload, read when it is asked for."""
        if self._node.inner is None:
            # Says that it is of a newer revision, if it is.
            self.name
            return None
        step = ".%s" % self.name
        try:
            raw = self._node.payload()
        except Error as error:
            self._refuse(error, step)
        return wrap(self._node.inner, raw, (self._way, step))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        if self._node.name is None or other._node.name is None:
            return self is other
        return self.name == other.name and bool(self.value == other.value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "<Variant %s of %r>" % (self._node.name or self.tag, self._node.type)
