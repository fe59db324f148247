"""Varints: lengths, counts and sizes of 1, 2, 4 or 5 bytes, the most significant byte first (format.md, section 1)."""

from __future__ import annotations

from .errors import Invalid, ensure
from .window import Bytes


def read(data: Bytes, pos: int, end: int) -> tuple[int, int]:
    """The number at `pos` and the position behind it; no byte from `end` on is looked at."""
    if pos >= end:
        raise Invalid("a length is cut off", pos)
    first = data[pos]
    if first < 0x80:
        return first, pos + 1
    ensure(first <= 0xE0, "no varint begins with %02X" % first, pos)
    size = 2 if first < 0xC0 else 4 if first < 0xE0 else 5
    ensure(pos + size <= end, "a length is cut off", pos)
    number = int.from_bytes(data[pos : pos + size], "big")
    bits = {2: 14, 4: 29, 5: 32}[size]
    return number & ((1 << bits) - 1), pos + size


def write(number: int, least: int = 1) -> bytes:
    """The shortest form of at least so many bytes."""
    ensure(0 <= number < 1 << 32, "number too large for a varint")
    if number < 1 << 7 and least <= 1:
        return number.to_bytes(1, "big")
    if number < 1 << 14 and least <= 2:
        return (0x8000 | number).to_bytes(2, "big")
    if number < 1 << 29 and least <= 4:
        return (0xC0000000 | number).to_bytes(4, "big")
    return b"\xe0" + number.to_bytes(4, "big")
