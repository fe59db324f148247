"""Whole buffers as values (values.py of the reader says what they are)."""

from vellum.nodes import Entries, Key, Record, Union
from vellum.values import UNREADABLE
from vellum.walk import Fold, Walk


def read(schema, memory):
    """The values of the root's fields."""
    return Fold(leaf, node).of(None, Walk(schema, memoryview(memory)).root(), bounded=False)


def leaf(type_, raw):
    if isinstance(raw, Key):
        raw = raw.raw
    if isinstance(raw, tuple):
        return [leaf(part, value) for part, value in zip(type_.parts, raw)]
    return list(raw) if type_.kind == "array" and isinstance(raw, bytes) else raw


def node(node, made):
    if isinstance(node, Union):
        return (node.tag, UNREADABLE if node.unreadable else made[0] if made else None)
    if isinstance(node, Entries) and node.type.kind == "map":
        return list(zip(made[::2], made[1::2]))
    return made
