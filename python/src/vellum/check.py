"""The rules of a schema beyond its grammar (schema.md, "Rules beyond the grammar", and the limits of format.md)."""

from __future__ import annotations

from collections.abc import Iterator

from . import layout
from .errors import SchemaError, demand
from .schema import INLINE, KEYS, Definition, Schema, Type, is_key

NESTED = 64
RECORD = 65535


def schema(given: Schema) -> None:
    """Refuses a schema that breaks a rule."""
    for definition in given.definitions:
        names = [part.name for part in definition.variants + definition.fields]
        demand(len(set(names)) == len(names), "%s has a name twice" % definition.name)
        if definition.kind == "enum":
            numbers = [variant.number for variant in definition.variants]
            demand(numbers, "%s has no variant" % definition.name)
            demand(len(set(numbers)) == len(numbers), "%s has a number twice" % definition.name)
        if definition.kind == "union":
            demand(1 <= len(names) <= 240, "%s has %d variants" % (definition.name, len(names)))
        if definition.frozen:
            demand(all(field.since == 1 for field in definition.fields), "%s is frozen" % definition.name)
        for type_ in types(definition):
            nested(type_, 1)
    roots = [] if given.root or given.value is None else [given.value]
    for type_ in roots:
        nested(type_, 1)
    Inline().check(given)
    for type_ in roots:
        Inline().all(type_)
    for definition in given.definitions:
        key(definition)
    Cycles().check(given)
    for definition in given.definitions:
        if definition.kind == "struct":
            demand(layout.Layout(definition.fields, 4).size <= RECORD, "the record of %s is too long" % definition.name)
        for type_ in types(definition):
            singles(type_, definition.kind == "union")
    for type_ in roots:
        singles(type_, True)


def key(struct: Definition) -> None:
    """Refuses a key whose parts are not fields that have an order (keys.md, section 1)."""
    if not struct.key:
        return
    parts = [part.split(" ")[0] for part in struct.key.split(", ")]
    demand(len(set(parts)) == len(parts), "a part of a key comes twice")
    columns = 0
    for part in parts:
        fields = struct.fields
        for step in part.split("."):
            found = next((field.type for field in fields if field.name == step), None)
            if found is None:
                raise SchemaError("no field %s" % part)
            type_ = found
            fields = type_.fields() if type_.kind in ("struct", "tuple") else []
        columns += column(type_)
    demand(columns <= 64, "a key of %d columns" % columns)


def column(type_: Type) -> int:
    """How many columns a type becomes."""
    if type_.kind == "tuple" or type_.kind == "struct" and type_.named.frozen:
        return sum(column(field.type) for field in type_.fields())
    demand(type_.kind in KEYS or type_.kind in ("f32", "f64"), "%r is no part of a key" % type_)
    return 1


def types(definition: Definition) -> list[Type]:
    """The types of fields and payloads."""
    return [field.type for field in definition.fields] + [v.type for v in definition.variants if v.type is not None]


def inner(type_: Type) -> list[Type]:
    return [part for part in (type_.key, type_.item, *type_.parts) if part is not None]


def nested(type_: Type, depth: int) -> None:
    demand(depth <= NESTED, "types nest more than %d deep" % NESTED)
    if type_.key:
        demand(is_key(type_.key), "%r is no key" % type_.key)
    for part in inner(type_):
        nested(part, depth + 1)


def singles(type_: Type, alone: bool) -> None:
    """Refuses an element or payload whose record, or a tuple whose record is too long."""
    if alone and not type_.growable:
        demand(layout.single(type_, 4).size <= RECORD, "a record of %r is too long" % type_)
    if type_.kind == "tuple":
        demand(layout.record(type_, 4).size <= RECORD, "the record of %r is too long" % type_)
    for part in inner(type_):
        singles(part, type_.kind != "tuple")


class Inline:
    """Frozen structs, tuples and arrays that lie inline in one another: how many levels, and none in itself."""

    def __init__(self) -> None:
        self.levels: dict[str, int] = {}

    def check(self, given: Schema) -> None:
        for definition in given.definitions:
            if definition.frozen:
                demand(self.definition(definition) <= INLINE, "more than %d levels inline" % INLINE)
            for type_ in types(definition):
                self.all(type_)

    def all(self, type_: Type) -> None:
        demand(self.level(type_) <= INLINE, "more than %d levels inline" % INLINE)
        for part in inner(type_):
            self.all(part)

    def definition(self, definition: Definition) -> int:
        known = self.levels.get(definition.name)
        demand(known != 0, "%s lies in itself" % definition.name)
        if known is None:
            self.levels[definition.name] = 0
            known = 1 + max([self.level(field.type) for field in definition.fields] or [0])
            self.levels[definition.name] = known
        return known

    def level(self, type_: Type) -> int:
        if type_.kind == "struct" and type_.named.frozen:
            return self.definition(type_.named)
        if type_.kind in ("tuple", "array"):
            return 1 + max(self.level(part) for part in inner(type_))
        return 0


class Cycles:
    """The default of a struct or union does not contain itself."""

    def __init__(self) -> None:
        self.done: dict[str, bool] = {}

    def check(self, given: Schema) -> None:
        for definition in given.definitions:
            self.definition(definition)

    def definition(self, start: Definition) -> None:
        # Not recursive, as a chain of structs may be as long as a schema.
        stack: list[tuple[Definition, Iterator[Definition] | None]] = [(start, None)]
        while stack:
            definition, parts = stack.pop()
            if parts is None:
                if self.done.get(definition.name):
                    continue
                demand(definition.name not in self.done, "the default of %s contains itself" % definition.name)
                self.done[definition.name] = False
                parts = iter(self.parts(definition))
            following = next(parts, None)
            if following is None:
                self.done[definition.name] = True
            else:
                stack += [(definition, parts), (following, None)]

    def parts(self, definition: Definition) -> list[Definition]:
        if definition.kind == "union":
            first = definition.variants[0].type
            return self.holds(first) if first is not None else []
        return [part for field in definition.fields for part in self.holds(field.type)]

    def holds(self, type_: Type) -> list[Definition]:
        """The structs and unions in the default of a type."""
        if type_.optional:
            return []
        if type_.kind in ("struct", "union"):
            return [type_.named]
        if type_.kind in ("tuple", "array"):
            return [found for part in inner(type_) for found in self.holds(part)]
        return []
