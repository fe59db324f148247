"""Whole buffers as values (values.py of the reader says what they are)."""

from vellum.content import leaf, node
from vellum.walk import Fold, Walk


def read(schema, memory):
    """The values of the root's fields."""
    return Fold(leaf, node).of(None, Walk(schema, memoryview(memory)).root(), bounded=False)
