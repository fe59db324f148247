"""Whether values keep the rules of the fields that they go to (schema.md)."""

from __future__ import annotations

from typing import Any

from . import literals
from .form import parse_rules
from .schema import Type
from .values import UNREADABLE


def keeps(type_: Type, value: Any, rules: str = "") -> bool:
    """Whether a value of a type, and each field in it, keeps its rules. The stack is this function's, as values nest deep."""
    stack: list[tuple[Type | None, Any, str]] = [(type_, value, rules)]
    while stack:
        at, found, own = stack.pop()
        if at is None or found is None or found is UNREADABLE:
            continue
        if own and literals.broken(at, parse_rules(own), found):
            return False
        if at.kind in ("struct", "tuple"):
            stack += [(field.type, part, field.rules) for field, part in zip(at.fields(), found)]
        elif at.kind == "map":
            stack += [(at.item, part, "") for _, part in found]
        elif at.kind in ("list", "array") and at.inner.kind != "u8":
            stack += [(at.item, part, "") for part in found]
        elif at.is_union and at.kind != "any" and found[0] < len(at.variants()):
            stack.append((at.variants()[found[0]], found[1], ""))
    return True
