"""Schema text (schema.md) as a tree. What the grammar does not say is checked by check.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from . import check, literals
from .errors import SchemaError, demand
from .schema import ANY, SCALARS, Definition, Field, Schema, Type, Variant
from .tokens import Token, tokens

Part = TypeVar("Part")

REPRESENTATIONS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
PLAIN = (set(SCALARS) - {"decimal", "decimal128"}) | {"bool"}
BUILT_IN = {name.split("_")[0] for name in SCALARS} | {"bool", "string", "bytes", "any", "list", "array", "map", "set", "tuple"}


def parse(text: str) -> Schema:
    """The schema of a text."""
    return Parser(text).schema()


class Parser:
    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0
        self.definitions: dict[str, Definition] = {}
        self.pending: list[tuple[Field, tuple[list[Any], Token | None]]] = []  # fields whose rules and defaults wait until all definitions are known

    # Tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self, kind: str, value: str | None = None) -> Token | None:
        """The next token if it is this one, else None."""
        token = self.token
        if token.kind != kind or (value is not None and token.value != value):
            return None
        self.at += 1
        return token

    def need(self, kind: str, value: str | None = None) -> Token:
        token = self.take(kind, value)
        if token is None:
            raise SchemaError("%s is expected, not %s" % (value or kind, self.token))
        return token

    def docs(self) -> str:
        lines = []
        while self.token.kind == "docs":
            lines.append(self.need("docs").text)
        return "\n".join(lines)

    def integer(self, low: int, high: int) -> int:
        token = self.need("number")
        return literals.integer(token.text, low, high)

    def commas(self, close: str, each: Callable[[str], Part]) -> list[Part]:
        """What `each` parses, with commas between and perhaps one at the end."""
        found: list[Part] = []
        while True:
            docs = self.docs()
            if self.take(close):
                return found
            found.append(each(docs))
            if not self.take(","):
                self.need(close)
                return found

    # Items

    def schema(self) -> Schema:
        root = None
        while True:
            docs = self.docs()
            if self.take("end"):
                break
            if self.take("name", "root"):
                demand(root is None, "two roots")
                root = self.root()
            else:
                self.item(docs)
        if root is None:
            raise SchemaError("no root")
        for definition in self.definitions.values():
            demand(definition.kind, "no type %s" % definition.name)
        for field, tail in self.pending:
            self.finish(field, tail)
        value, width, lineage = root
        struct = value.definition if value.kind == "struct" and not value.optional else None
        schema = Schema(list(self.definitions.values()), struct, width, None if struct else value, lineage)
        check.schema(schema)
        return schema

    def root(self) -> tuple[Type, int, bool]:
        value, width = self.type(True), 0
        if self.take("name", "width"):
            width = self.integer(1, 4)
            demand(width != 3, "no width 3")
        lineage = bool(self.take("name", "lineage"))
        self.need(";")
        return value, width, lineage

    def reference(self, name: str) -> Definition:
        """The definition of a name, which may come later in the text."""
        return self.definitions.setdefault(name, Definition(None, name))

    def define(self, kind: str, docs: str) -> Definition:
        name = self.need("name").text
        demand(name not in BUILT_IN, "%s is a built-in type" % name)
        definition = self.reference(name)
        demand(definition.kind is None, "two types %s" % name)
        definition.kind, definition.docs = kind, docs
        return definition

    def item(self, docs: str) -> None:
        open_ = bool(self.take("name", "open"))
        frozen = not open_ and bool(self.take("name", "frozen"))
        kind = self.need("name").text
        allowed = ("enum", "union") if open_ else ("struct",) if frozen else ("enum", "union", "struct")
        demand(kind in allowed, "%s where an item begins" % kind)
        definition = self.define(kind, docs)
        definition.open, definition.frozen = open_, frozen
        if kind == "enum":
            self.enum(definition)
        elif kind == "union":
            self.need("{")
            definition.variants = self.commas("}", self.case)
        else:
            if self.take("name", "key"):
                self.need("(")
                definition.key = ", ".join(self.commas(")", self.part))
                demand(definition.key, "a key without parts")
            self.need("{")
            definition.fields = self.commas("}", self.field)

    def enum(self, definition: Definition) -> None:
        if self.take(":"):
            name = self.need("name").text
            demand(name in REPRESENTATIONS, "an enum is no %s" % name)
            definition.size = REPRESENTATIONS[name]
        self.need("{")
        numbers = [-1]

        def variant(docs: str) -> Variant:
            name = self.need("name").text
            highest = (1 << 8 * definition.size) - 1
            if self.take("="):
                numbers[0] = self.integer(0, highest)
            else:
                numbers[0] += 1
                demand(numbers[0] <= highest, "%s has no room for %d" % (definition.name, numbers[0]))
            return Variant(name, numbers[0], docs=docs)

        definition.variants = self.commas("}", variant)

    def case(self, docs: str) -> Variant:
        name = self.need("name").text
        return Variant(name, type_=self.type(True) if self.take(":") else None, docs=docs)

    def part(self, docs: str) -> str:
        demand(not docs, "a doc comment in a key")
        path = self.need("name").text
        while self.take("."):
            step = self.take("number") or self.need("name")
            path += "." + step.text
        if self.take("name", "desc"):
            return path + " desc"
        self.take("name", "asc")
        return path

    def field(self, docs: str) -> Field:
        name = self.need("name").text
        self.need(":")
        field = Field(name, self.type(True), docs=docs)
        rules, default = [], None
        while self.token.kind == "name" and self.token.value != "since":
            rules.append(self.rule())
        if self.take("="):
            default = self.literal()
        if self.take("name", "since"):
            field.since = self.integer(1, 65535)
        self.pending.append((field, (rules, default)))
        return field

    def rule(self) -> tuple[Any, ...]:
        """A rule as (kind, low token, high token), (max, number) or (case, name)."""
        name = self.need("name").text
        if name in ("lowercase", "uppercase"):
            return ("case", name)
        if name == "max":
            return ("max", self.integer(0, (1 << 64) - 1))
        demand(name == "in", "no rule %s" % name)
        low = high = None
        if self.token.kind not in ("..", "..="):
            low = self.literal()
        # With a space between, `=` is the beginning of a default.
        if self.take("..="):
            high = self.literal()
        else:
            self.need("..")
        return ("in", low, high)

    def literal(self) -> Token:
        token = self.token
        demand(token.kind in ("number", "name", "char", "text", "bytes"), "%s is no literal" % token)
        self.at += 1
        return token

    def finish(self, field: Field, tail: tuple[list[Any], Token | None]) -> None:
        rules, default = tail
        if default is not None:
            field.default = literals.default(field.type, default)
            field.declares = True
        field.rules = literals.rules(field, rules)

    # Types

    def type(self, optional: bool) -> Type:
        """A type; `?` behind it is taken only where a value can be absent."""
        name = self.need("name").text
        made = self.bare(name)
        if optional and self.take("?"):
            return Type(made.kind, True, made.item, made.key, made.parts, made.number, made.definition)
        return made

    def bare(self, name: str) -> Type:
        if name in ("string", "bytes"):
            if not self.take("["):
                return Type(name)
            number = self.integer(1, 65535)
            self.need("]")
            return Type("string[]", number=number) if name == "string" else Type("array", item=Type("u8"), number=number)
        if name == "timestamp":
            unit = "ms"
            if self.take("("):
                unit = self.need("name").text
                demand(unit in ("s", "ms", "us", "ns"), "no unit %s" % unit)
                self.need(")")
            return Type("timestamp_" + unit)
        if name in ("decimal", "decimal128"):
            self.need("(")
            digits = self.integer(0, 18 if name == "decimal" else 38)
            self.need(")")
            return Type(name, number=digits)
        if name in ("list", "array", "map", "set", "tuple"):
            self.need("<")
            made = self.container(name)
            self.need(">")
            return made
        if name == "any":
            return ANY
        if name in PLAIN and not name.startswith("timestamp"):
            return Type(name)
        return Type(None, definition=self.reference(name))

    def container(self, name: str) -> Type:
        if name == "set":
            return Type("set", key=self.type(False))
        if name == "tuple":
            parts = [self.type(True)]
            while self.take(","):
                parts.append(self.type(True))
            return Type("tuple", parts=parts)
        if name == "list":
            return Type("list", item=self.type(True))
        first = self.type(name == "array")
        self.need(",")
        if name == "map":
            return Type("map", key=first, item=self.type(True))
        return Type("array", item=first, number=self.integer(1, 65535))
