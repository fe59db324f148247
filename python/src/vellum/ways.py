"""What the operations of a patch change, by a schema (format-patch.md, "Steps" and "Values")."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import layout
from .content import read_value
from .errors import Error, Invalid, Newer
from .nodes import located
from .operations import ADD_KEY, FIELD, INDEX, INSERT, KEY, NAMES, PUSH, REMOVE, REMOVE_KEY, SPLICE, SPLICE_TEXT, SWITCH, VARIANT
from .operations import Operation, Step
from .schema import Field, Schema, Type

# Format-patch.md, "Steps": no value of a valid buffer is deeper.
MAX_STEPS = 640


class Turn(NamedTuple):
    """A step by a schema: from a value of `source`, by the place of a field in the declaration, an index, a tag or a key."""

    source: Type
    kind: int
    by: Any
    type: Type
    default: int | bytes | None = None


class Change(NamedTuple):
    """An operation by a schema: `type` is what its path leads to, of an element of a set the key's."""

    action: int
    turns: tuple[Turn, ...]
    text: str
    at: int
    removed: int
    says: bool
    only: bool
    old: Any
    value: Any

    @property
    def name(self) -> str:
        return NAMES[self.action]

    @property
    def type(self) -> Type:
        return self.turns[-1].type

    @property
    def default(self) -> int | bytes | None:
        return self.turns[-1].default

    @property
    def item(self) -> Type:
        """The type of the elements of a list that the path leads to, or of the list that it leads through."""
        return self.type.inner


def root(schema: Schema) -> Type:
    """The type of the root record: where the root is no struct, one of this one field."""
    return Type("struct", definition=schema.root) if schema.root else Type("tuple", parts=[f.type for f in schema.root_fields()])


def numbered(fields: list[Field]) -> list[int]:
    """The fields in the order in which patches number them, by their places in the declaration."""

    def group(place: int) -> int:
        type_ = fields[place].type
        return 2 if type_.kind == "bool" else int(layout.has_pointer(type_))

    return sorted(range(len(fields)), key=lambda place: (fields[place].since, group(place)))


def read(schema: Schema, operation: Operation) -> Change:
    """What an operation changes. Raises `Newer` where only a newer revision knows, and `Invalid` where none of this lineage can."""
    text = ""
    try:
        turns: list[Turn] = []
        at = root(schema)
        for step in operation.path:
            turn = follow(schema, at, step)
            text += named(schema, turn, not turns)
            turns.append(turn)
            at = turn.type
        if not 0 < len(turns) <= MAX_STEPS:
            raise Invalid("a path has 1 to %d steps" % MAX_STEPS)
        return change(schema, operation, tuple(turns), text.lstrip("."))
    except Error as error:
        raise located(error, text)


def follow(schema: Schema, at: Type, step: Step) -> Turn:
    kind, number = step.kind, step.number
    if kind == FIELD and at.kind in ("struct", "tuple"):
        fields = at.fields()
        if number >= len(fields):
            raise Newer("field %d of %r is of a newer revision" % (number, at))
        place = numbered(fields)[number]
        return Turn(at, kind, place, fields[place].type, fields[place].default)
    if kind == INDEX and at.kind in ("list", "array"):
        return Turn(at, kind, number, at.inner)
    if kind == VARIANT and at.is_union:
        if number >= len(at.variants()):
            raise Newer("variant %d of %r is of a newer revision" % (number, at))
        payload = at.variants()[number]
        if payload is None:
            raise Invalid("variant %d of %r has no payload" % (number, at))
        return Turn(at, kind, number, payload)
    if kind == KEY and at.kind in ("map", "set"):
        return Turn(at, kind, read_value(schema, at.keys, step.key), at.inner if at.kind == "map" else at.keys)
    raise Invalid("a step goes into %r, which has no such parts" % at)


def leads_to_unknown_field(schema: Schema, operation: Operation) -> bool:
    """Whether the path leads to a field of a newer revision through what is always there, so that nothing known is made on the way."""
    at = root(schema)
    for step in operation.path:
        if step.kind == FIELD and at.kind in ("struct", "tuple") and step.number >= len(at.fields()):
            return True
        if step.kind not in (FIELD, INDEX):
            return False
        try:
            at = follow(schema, at, step).type
        except Error:
            return False
        if at.optional:
            return False
    return False


def named(schema: Schema, turn: Turn, first: bool) -> str:
    """A step as text."""
    if turn.kind == FIELD:
        return "" if first and schema.root is None else ".%s" % turn.source.fields()[turn.by].name
    if turn.kind == VARIANT:
        return ".%s" % turn.source.variant_names()[turn.by]
    return "[%s]" % (turn.by,)


def change(schema: Schema, operation: Operation, turns: tuple[Turn, ...], text: str) -> Change:
    action, last = operation.action, turns[-1]
    type_ = last.type
    in_set = last.source.kind == "set"
    fits = {
        INSERT: last.kind == INDEX and last.source.kind == "list",
        REMOVE: last.kind == INDEX and last.source.kind == "list",
        SPLICE: type_.kind == "list",
        ADD_KEY: last.kind == KEY,
        REMOVE_KEY: last.kind == KEY,
        SWITCH: type_.is_union,
        PUSH: type_.kind == "list",
        SPLICE_TEXT: type_.kind in ("string", "string[]", "bytes"),
    }.get(action, not in_set)
    if not fits:
        raise Invalid("%s does not lead to what it changes" % NAMES[action])
    given = type_.inner if action == PUSH else type_
    value = None if operation.value is None else read_value(schema, given, operation.value)
    old = None if operation.old is None else read_value(schema, given, operation.old)
    removed = operation.removed
    if operation.says and action in (SPLICE, SPLICE_TEXT):
        removed = 0 if old is None else len(old.encode() if isinstance(old, str) else old)
    return Change(action, turns, text, operation.at, removed, operation.says, operation.only, old, value)
