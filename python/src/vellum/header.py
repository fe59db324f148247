"""The header of a buffer (format.md, section 1)."""

from __future__ import annotations

from . import varint
from .errors import Invalid, Unsupported, ensure
from .window import Bytes

FLAGS = {0x20 | workspace | extended | shift: 1 << shift for workspace in (0, 8) for extended in (0, 16) for shift in range(3)}


class Header:
    """The header of a buffer, and the bytes that the buffer consists of."""

    def __init__(self, memory: Bytes, lineage: bytes | None = None) -> None:
        ensure(len(memory), "the bytes are empty, and no buffer is", 0)
        flags = memory[0]
        if flags not in FLAGS:
            refuse(memory)
        self.width = FLAGS[flags]
        self.workspace = bool(flags & 8)
        pos = 1
        self.data = memory
        if self.workspace:
            ensure(len(memory) >= 16, "the header of a workspace is cut off", len(memory))
            ensure(not any(memory[1:4]), "reserved bytes of a workspace are not zero", 1)
            end = int.from_bytes(memory[4:8], "little")
            ensure(16 <= end <= len(memory), "the end of the workspace is beyond the memory or in the header", 4)
            self.data = memory[:end]
            pos = 16
        if flags & 16:
            pos = extensions(self.data, pos, lineage)
        self.root_size, self.root = varint.read(self.data, pos, len(self.data))
        self.root_end = self.root + self.root_size
        ensure(self.root_end <= len(self.data), "the root record does not end within the buffer", pos)


def refuse(memory: Bytes) -> None:
    """Says what the first byte is instead of that of a buffer."""
    first = memory[0]
    if bytes(memory[:4]) == b"\xd7vlm":
        raise Invalid("the buffer carries its schema: it is to be opened by `framed`", 0)
    if 0xC0 <= first <= 0xDF or first >> 5 > 1 and first & 31 in (flags & 31 for flags in FLAGS) and first >= 0x80:
        raise Unsupported("what begins with %02X needs a newer reader" % first, 0)
    raise Invalid("the first byte is %02X, and none of a buffer" % first, 0)


def extensions(data: Bytes, pos: int, lineage: bytes | None) -> int:
    """Where the extension block at `pos` ends. The lineage alone is known here, so another item that a reader has to know is refused."""
    start = pos
    size, pos = varint.read(data, pos, len(data))
    end = pos + size
    ensure(end <= len(data), "the extension block does not end within the buffer", start)
    while pos < end:
        item, id_ = pos, data[pos]
        length, pos = varint.read(data, pos + 1, end)
        pos += length
        ensure(pos <= end, "an extension does not end within the block", item)
        if id_ == 1 and lineage is not None:
            ensure(bytes(data[pos - length : pos]) == lineage, "the buffer is of another type: its lineage is not the schema's", item)
            # Of several the first counts.
            lineage = None
        if id_ & 0x80:
            raise Unsupported("extension %d is not known, and has to be" % id_, item)
    return end
