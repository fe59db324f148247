"""Whole values as plain Python: dicts, lists, sets and tuples."""

from __future__ import annotations

from typing import Any

from .errors import Newer
from .natural import natural
from .nodes import Elements, Entries, Key, Node, Raw, Record, Union
from .schema import Type
from .walk import Fold


def leaf(type_: Type, raw: Raw) -> Any:
    return natural(type_, raw.raw if isinstance(raw, Key) else raw)


def node(node: Node, made: list[Any]) -> Any:
    if isinstance(node, Record):
        if node.type.kind == "tuple":
            return tuple(made)
        return {place.field.name: value for place, value in zip(node.lay.places, made)}
    if isinstance(node, Union):
        if node.type.kind == "any":
            return made[0] if made else None
        if node.name is None:
            raise Newer("variant %d of %r is of a newer revision" % (node.tag, node.type))
        return {node.name: made[0]} if made else node.name
    if isinstance(node, Entries):
        return dict(zip(made[::2], made[1::2])) if node.type.kind == "map" else set(made)
    return bytes(made) if isinstance(node, Elements) and node.are_bytes else made


PLAIN = Fold(leaf, node)
