"""Buffers with their schema, and streams of buffers (format-framing.md)."""

from . import form, varint
from .errors import ensure

MAGIC = b"\xd7vlm"


def pack(schema, buffer):
    content = form.compact(schema)
    return MAGIC + varint.write(len(content)) + content + buffer


def unpack(data):
    """The schema and the buffer."""
    ensure(data.startswith(MAGIC), "no packed buffer")
    length, pos = varint.read(data, len(MAGIC), len(data))
    ensure(pos + length <= len(data), "the schema is cut off")
    return form.read(data[pos : pos + length]), data[pos + length :]


def stream(data):
    """The records of a stream."""
    records, pos = [], 0
    while pos < len(data):
        length, pos = varint.read(data, pos, len(data))
        ensure(pos + length <= len(data), "a record is cut off")
        records.append(data[pos : pos + length])
        pos += length
    return records
