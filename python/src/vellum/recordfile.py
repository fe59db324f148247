"""Record files: a record, and a log of its edits (docs/format-file.md).

>>> import vellum
>>> found = read(bytes.fromhex(
...     "DB766C6601000000 EFCDAB8967452301 0000000000000000 1500000000000000 33210BD6E441DE8D D47F0EB06836591F"
...     "D7766C6D0D 100000010150000001000178 10 200107"
...     "764E8E2B71FB1701 0B000000 0100000000000000 0000000000000000 0000000000000000 D3104DE49EA7 0410010008"
... ))
>>> found.record["x"], found.sequence, [str(edit.patch) for edit in found.edits]
(8, 1, ['set x'])
"""

from __future__ import annotations

import io
import os
import struct
from dataclasses import dataclass
from typing import Union

from . import framing
from .errors import Invalid, Unsupported, ensure
from .patch import Patch
from .record import Record
from .schema import Schema
from .window import Bytes
from .xxh3 import xxh3

__all__ = ["Damaged", "Edit", "RecordFile", "is_record_file", "open", "read"]

MAGIC = b"\xdbvlf"
VERSION = 1
HEAD = struct.Struct("<4sB3sQQQQQ")
FRAME = struct.Struct("<QIQQQ")


class Damaged(Invalid):
    """Bytes of a record file are not those that were written, and they were durable.

    `readable` is the number of the last edit before them, or `None`.
    """

    def __init__(self, rule: str, position: int | None = None, path: str | None = None, readable: int | None = None) -> None:
        super().__init__(rule, position, path)
        self.readable = readable


@dataclass(frozen=True)
class Edit:
    """An edit in the log: its number, its time in milliseconds since 1970 or 0, and its patch."""

    sequence: int
    time: int
    patch: Patch


@dataclass(frozen=True)
class RecordFile:
    """The record with all edits, its buffer, the number of the last one, the edits of the log, and the bytes of an incomplete end."""

    record: Record
    buffer: bytes
    schema: Schema
    sequence: int
    edits: list[Edit]
    incomplete: int


def is_record_file(data: Bytes) -> bool:
    """Whether bytes are a record file, by the first of them."""
    return bytes(data[: len(MAGIC)]) == MAGIC


def open(path: Union[str, os.PathLike[str]], recover: bool = False) -> RecordFile:
    """Reads a record file: as `read`. Raises `OSError` if it cannot be opened."""
    with io.open(path, "rb") as file:
        return read(file.read(), recover)


def read(data: Bytes, recover: bool = False) -> RecordFile:
    """The record of the bytes of a record file.

    Raises `Invalid` if they are none, `Unsupported` for a later version, `Damaged` if bytes are damaged that were durable. With `recover` it
    gives what is readable before these.
    """
    data = bytes(data)
    ensure(is_record_file(data), "no record file begins so", 0)
    if len(data) > len(MAGIC) and data[len(MAGIC)] != VERSION:
        raise Unsupported("a record file of version %d, which is not known" % data[len(MAGIC)], len(MAGIC))
    if len(data) < HEAD.size:
        raise Damaged("the head of the file is damaged", 0)
    _, _, reserved, name, sequence, length, checksum, of_head = HEAD.unpack_from(data)
    if xxh3(data[: HEAD.size - 8], 0) != of_head or any(reserved):
        raise Damaged("the head of the file is damaged", 0)
    at = HEAD.size + length
    base = data[HEAD.size : at]
    if len(base) < length or xxh3(base, name) != checksum:
        raise Damaged("the record is damaged", HEAD.size)
    schema, buffer = framing.unpack(base)
    buffer = bytes(buffer)
    edits = []
    while (frame := _frame(data, at, name, sequence)) is not None:
        time, made = frame
        patch = Patch(made, schema)
        buffer = patch.apply(buffer)
        sequence += 1
        at += FRAME.size + len(made)
        edits.append(Edit(sequence, time, patch))
    if not recover and _was_durable(data, at, name, sequence + 1):
        raise Damaged("an edit that was durable is damaged", at, None, sequence)
    return RecordFile(Record(buffer, schema), buffer, schema, sequence, edits, len(data) - at)


def _frame(data: bytes, at: int, name: int, before: int) -> tuple[int, bytes] | None:
    """The time and the patch of a valid frame, which follows an edit of this number."""
    if len(data) - at < FRAME.size:
        return None
    checksum, length, sequence, durable, time = FRAME.unpack_from(data, at)
    end = at + FRAME.size + length
    if sequence != before + 1 or durable >= sequence or end > len(data) or xxh3(data[at + 8 : end], name) != checksum:
        return None
    return time, data[at + FRAME.size : end]


def _was_durable(data: bytes, start: int, name: int, edit: int) -> bool:
    """Whether a later frame says that an edit was durable."""
    most = edit + len(data) // FRAME.size + 1
    budget = 4 * len(data) + (1 << 20)
    for at in range(start, len(data) - FRAME.size + 1):
        checksum, length, sequence, durable, _ = FRAME.unpack_from(data, at)
        end = at + FRAME.size + length
        if not edit <= durable < sequence <= most or end > len(data):
            continue
        if xxh3(data[at + 8 : end], name) == checksum:
            return True
        budget -= end - at
        if budget < 0:
            return True
    return False
