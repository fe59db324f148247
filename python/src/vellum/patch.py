"""Patches: what to change in a buffer, as bytes (docs/format-patch.md).

>>> import vellum
>>> schema = vellum.Schema.parse("struct P { x: u8, tags: list<string> } root P;")
>>> patch = vellum.Patch(bytes.fromhex("D310 1ff9cdb0 04 10 01 00 07"), schema)
>>> print(patch)
set x
>>> buffer = vellum.dumps({"x": 1, "tags": ["a"]}, schema)
>>> vellum.Record(patch.apply(buffer), schema).to_json()
'{"x":7,"tags":["a"]}'
"""

from __future__ import annotations

from . import change, content, form, operations, ways
from .errors import Invalid, Newer, SchemaError, Unfit, Unsupported, ensure
from .operations import ADD_KEY, CLEAR, INDEX, INSERT, PUSH, REMOVE, REMOVE_KEY, SET, SPLICE, SPLICE_TEXT, SWITCH, VARIANT, Operation, Step
from .schema import Schema
from .window import Bytes
from .writer import canonical

MARK, LOGICAL, PHYSICAL = 0xD3, 0x10, 0x11

# The index of a push that does not say how many elements there were.
UNKNOWN = 0xFFFFFFFF

__all__ = ["Patch", "is_patch", "join"]


def is_patch(data: Bytes) -> bool:
    """Whether bytes are a patch, and no buffer, by the first of them.

    >>> is_patch(bytes.fromhex("D310 00000000")), is_patch(bytes.fromhex("2000"))
    (True, False)
    """
    return bool(len(data)) and data[0] == MARK


def split(data: bytes) -> tuple[bytes, list[Operation]]:
    """The lineage and the operations of a logical patch."""
    ensure(is_patch(data), "no patch: its first byte is D3", 0)
    ensure(len(data) > 1, "a patch is cut off", 1)
    if data[1] != LOGICAL:
        raise Unsupported("a patch of kind %02X, and only logical ones are known, of kind 10" % data[1], 1)
    ensure(len(data) >= 6, "a patch ends within its lineage", len(data))
    return data[2:6], operations.read(data, 6)


def bytes_of(lineage: bytes, made: list[Operation]) -> bytes:
    return bytes([MARK, LOGICAL]) + lineage + b"".join(operation.bytes() for operation in made)


class Patch:
    """A logical patch for buffers of a schema.

    `data` is its bytes. With `known` operations of a later revision of the schema are passed over: `unknown` counts those on fields that this
    revision does not have, `missed` those that may change what it has, after which a buffer is no longer that of its writer. Without `known` they
    are refused, as `Newer`. Raises `Invalid` for bytes that are no patch, `Unsupported` for a kind of patch that is not known, and
    `SchemaError` for one of another lineage.
    """

    def __init__(self, data: Bytes, schema: Schema, known: bool = False) -> None:
        lineage, found = split(bytes(data))
        here = form.own_lineage(schema)
        if lineage != here:
            raise SchemaError("the patch is of another lineage, %s, and the schema is of %s" % (lineage.hex(), here.hex()))
        self.schema = schema
        self.unknown = 0
        self.missed = 0
        self._lineage = lineage
        self._operations: list[Operation] = []
        self._changes: list[ways.Change] = []
        for operation in found:
            try:
                self._changes.append(ways.read(schema, operation))
                self._operations.append(operation)
            except Newer:
                if not known:
                    raise
                is_unknown = ways.leads_to_unknown_field(schema, operation)
                self.unknown += is_unknown
                self.missed += not is_unknown

    def __bytes__(self) -> bytes:
        """The patch as bytes, without what was passed over."""
        return bytes_of(self._lineage, self._operations)

    def __len__(self) -> int:
        """How many operations there are."""
        return len(self._changes)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "\n".join("%s %s" % (change.name, change.text) for change in self._changes)

    def __repr__(self) -> str:
        return "<Patch of %d operations: %r>" % (len(self), self.schema)

    def apply(self, buffer: Bytes) -> bytes:
        """The buffer with all changes made, in the canonical form.

        Raises `Conflict` with the path where a change cannot be made, what reading the buffer raises if it is not valid, and `Newer` if it
        has what only a newer revision can write again.
        """
        values = content.read(self.schema, buffer)
        for made in self._changes:
            values = change.apply(values, made)
        try:
            return canonical(self.schema, values)
        except Invalid as error:
            raise Unfit(error.rule) from None

    def then(self, following: Patch) -> Patch:
        """One patch that does what this one and then the following one does: `join` of their bytes."""
        return Patch(join(bytes(self), bytes(following)), self.schema)

    def invert(self) -> Patch:
        """The patch that takes this one back, where it was applied to what it was made for.

        Raises `Unfit` with the path of an operation that does not say what was there.

        >>> import vellum
        >>> schema = vellum.Schema.parse("struct P { x: u8, tags: list<string> } root P;")
        >>> patch = vellum.Patch(bytes.fromhex("D310 1ff9cdb0 06 70 01 00 01 02 07"), schema)
        >>> bytes(patch.invert()).hex(" ")
        'd3 10 1f f9 cd b0 06 70 01 00 01 07 02'
        """
        pairs = list(zip(self._operations, self._changes))
        return Patch(bytes_of(self._lineage, [inverse(*pair) for pair in reversed(pairs)]), self.schema)


def inverse(made: Operation, by: ways.Change) -> Operation:
    """The operation that takes one back."""
    action, path = made.action, made.path
    was = Operation(action, path, says=True, old=made.value)
    if action == INSERT:
        return was._replace(action=REMOVE)
    if action == ADD_KEY:
        return was._replace(action=REMOVE_KEY)
    if action == PUSH and made.at == UNKNOWN:
        raise Unfit("%s does not say how many elements there were, and cannot be taken back" % by.name, path=by.text)
    if action == PUSH:
        return was._replace(action=REMOVE, path=(*path, Step(INDEX, made.at)))
    in_set = action == REMOVE_KEY and by.turns[-1].source.kind == "set"
    if not made.says and not in_set and not (action in (SPLICE, SPLICE_TEXT) and not made.removed):
        raise Unfit("%s does not say what was there before, and cannot be taken back" % by.name, path=by.text)
    if action in (REMOVE, REMOVE_KEY):
        return Operation(INSERT if action == REMOVE else ADD_KEY, path, value=made.old)
    if action in (SPLICE, SPLICE_TEXT):
        comes = 0 if by.value is None else len(by.value.encode() if isinstance(by.value, str) else by.value)
        return was._replace(at=made.at, removed=comes, value=made.old)
    back = CLEAR if made.old is None else SWITCH if by.type.is_union else SET
    return was._replace(action=back, value=made.old)


def join(first: Bytes, second: Bytes) -> bytes:
    """One patch that does what the first and then the second one does. No schema is needed.

    Operations that a later one makes pointless are left out. Raises as `Patch` does for bytes that are no patches or not of one lineage.

    >>> seven, eight = (bytes.fromhex("D310 1ff9cdb0 04 10 01 00") + number for number in (b"\\x07", b"\\x08"))
    >>> join(seven, eight) == eight
    True
    """
    (lineage, found), (other, more) = split(bytes(first)), split(bytes(second))
    if lineage != other:
        raise SchemaError("the patches are of different lineages, %s and %s" % (lineage.hex(), other.hex()))
    joined = [operation._replace(raw=b"") for operation in found + more]
    while leave_out(joined):
        pass
    return bytes_of(lineage, joined)


def leave_out(joined: list[Operation]) -> bool:
    """Leaves out one operation that a later one makes pointless, if there is one."""
    for number, later in enumerate(joined):
        makes = later.action in (SET, SWITCH) and later.value is not None
        if later.only or not (makes or later.action in (SET, SWITCH, CLEAR) and len(later.path) == 1):
            continue
        for at in range(number):
            if is_pointless(joined[at], later) and not any(depends(between, later) for between in joined[at + 1 : number]):
                if later.says:
                    joined[number] = later._replace(old=joined[at].old)
                del joined[at]
                return True
    return False


def is_pointless(earlier: Operation, later: Operation) -> bool:
    if earlier.only or not begins(earlier.path, later.path):
        return False
    if later.says:
        return earlier.path == later.path and earlier.action in (SET, CLEAR, SWITCH) and earlier.says
    return earlier.path != later.path or earlier.action in (SET, CLEAR, SWITCH, PUSH, SPLICE, SPLICE_TEXT)


def begins(path: tuple[Step, ...], with_: tuple[Step, ...]) -> bool:
    return path[: len(with_)] == with_


def depends(between: Operation, later: Operation) -> bool:
    """Whether what an operation does depends on what a later one sets, or moves its place, or makes another variant of a union on its way."""
    if begins(between.path, later.path) or begins(later.path, between.path):
        return True
    if between.only and begins(later.path, between.path[:1]):
        return True
    if between.action in (INSERT, REMOVE) and begins(later.path, between.path[:-1]):
        return True
    part = next(pair for pair in zip(between.path, later.path) if pair[0] != pair[1])
    return part[0].kind == part[1].kind == VARIANT
