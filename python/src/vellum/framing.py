"""Buffers with their schema, and streams of buffers (format-framing.md)."""

from __future__ import annotations

from . import form, varint
from .errors import Unsupported, ensure
from .schema import Schema
from .window import Bytes

MAGIC = b"\xd7vlm"


def pack(schema: Schema, buffer: bytes) -> bytes:
    content = form.compact(schema)
    return MAGIC + varint.write(len(content)) + content + buffer


def unpack(data: Bytes) -> tuple[Schema, Bytes]:
    """The schema and the buffer."""
    if len(data) and 0xC0 <= data[0] <= 0xDF and data[0] != MAGIC[0]:
        raise Unsupported("what begins with %02X needs a newer reader" % data[0], 0)
    ensure(bytes(data[:4]) == MAGIC, "no buffer that carries its schema begins so", 0)
    length, pos = varint.read(data, len(MAGIC), len(data))
    ensure(pos + length <= len(data), "the schema is cut off", pos)
    return Schema.from_bytes(bytes(data[pos : pos + length])), data[pos + length :]


def stream(data: Bytes) -> list[Bytes]:
    """The records of a stream: buffers one after another, each behind its length.

    >>> stream(bytes.fromhex("03 200107 03 200108"))
    [b' \\x01\\x07', b' \\x01\\x08']
    """
    records, pos = [], 0
    while pos < len(data):
        length, pos = varint.read(data, pos, len(data))
        ensure(pos + length <= len(data), "a record is cut off", pos)
        records.append(data[pos : pos + length])
        pos += length
    return records
