"""Files and bytes that carry their schema."""

from __future__ import annotations

import io
import mmap
import os
from typing import Union

from . import framing, recordfile
from .errors import Invalid
from .record import Record
from .schema import Schema
from .window import Bytes


def open(path: Union[str, os.PathLike[str]], schema: Schema | None = None) -> Record:
    """The record of a file: one that carries its schema, a record file, or one of a buffer alone, with the schema beside it.

    The file is mapped into memory, so only the pages of what is read are loaded; it stays mapped as long as a value of it is there, and is
    not to be changed or shortened meanwhile. With `schema`, a file that carries another revision is read by the given one.

    Raises `OSError` if the file cannot be opened, `Invalid` if its bytes are no buffer, `SchemaError` if the schema in it is none, and
    `Unsupported` for what needs a newer reader.
    """
    with io.open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size == 0:
            raise Invalid("the file is empty, and no buffer is", 0)
        memory = memoryview(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ))
    if recordfile.is_record_file(memory):
        found = recordfile.read(memory)
        return found.record if schema is None else Record(found.buffer, schema)
    if memory[:1] == framing.MAGIC[:1]:
        carried, buffer = framing.unpack(memory)
        return Record(buffer, schema or carried)
    if schema is None:
        if 0xC0 <= memory[0] <= 0xDF:
            framing.unpack(memory)
        raise Invalid("the file carries no schema, and none is given", 0)
    return Record(memory, schema)


def framed(data: Bytes) -> Record:
    """The record of bytes that carry their schema.

    >>> record = framed(bytes.fromhex("d7766c6d 0d 100000010150000001000178 10 200107"))
    >>> record["x"]
    7

    Raises `Invalid` if the bytes are none such, `SchemaError` if the schema in them is none, and `Unsupported` for what needs a newer reader.
    """
    memory = memoryview(data)
    schema, buffer = framing.unpack(memory if memory.format == "B" and memory.ndim == 1 else memory.cast("B"))
    return Record(buffer, schema)
