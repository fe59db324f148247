"""Whole buffers as values (values.py of the reader says what they are)."""

from vellum.nodes import Entries, Key, Record, Union
from vellum.walk import Fold, Walk

# The payload of an unknown variant whose bytes are not all zero.
UNREADABLE = object()


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


def sort_key(value):
    """What the keys of maps and sets are sorted by: text by its UTF-8, arrays and tuples part by part, all else as it is."""
    if isinstance(value, list):
        return tuple(sort_key(part) for part in value)
    return value.encode() if isinstance(value, str) else value
