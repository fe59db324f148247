"""Proves that a buffer is valid (format.md, section 5, "A valid buffer")."""

from __future__ import annotations

from .errors import ensure
from .schema import Schema
from .walk import Ledger, Walk
from .window import Bytes


class Proof(Ledger):
    """Keeps the objects, refuses what has to be zero and is not, and remembers whether there can be objects of a newer revision."""

    def __init__(self) -> None:
        self.objects: list[tuple[int, int]] = []
        self.complete = True

    def object(self, start: int, end: int) -> None:
        self.objects.append((start, end))

    def zero(self, data: Bytes, start: int, end: int, what: str) -> None:
        ensure(not any(data[start:end]), what + " is not zero", start)

    def zero_bits(self, byte: int, what: str, position: int) -> None:
        ensure(byte == 0, what + " is not zero", position)

    def newer(self, data: Bytes, start: int, end: int) -> None:
        self.complete = self.complete and not any(data[start:end])

    def unknown_size(self) -> None:
        self.complete = False


def verify(schema: Schema, memory: Bytes) -> bool:
    """Refuses a buffer that is not valid. True if the proof is complete: no bytes are unclaimed, nor is there anything newer."""
    proof = Proof()
    walk = Walk(schema, memory, proof)
    header, data = walk.header, walk.data
    ensure(len(data) < 1 << 8 * header.width, "longer than pointers of %d bytes reach" % header.width, 0)
    walk.pass_over(walk.root())
    end = header.root_end
    for start, stop in sorted(proof.objects):
        ensure(end <= start, "objects overlap", start)
        free(proof, data, end, start)
        end = stop
    free(proof, data, end, len(data))
    return proof.complete


def free(proof: Proof, data: Bytes, start: int, end: int) -> None:
    """Bytes of no object that are not free space are unclaimed: they leave the proof incomplete."""
    while start < end:
        if data[start] == 0xFF:
            some = bytes(data[start : min(end, start + 4096)])
            start += len(some) - len(some.lstrip(b"\xff"))
        elif data[start] == 0xFE and start + 5 <= end:
            start += 5 + int.from_bytes(data[start + 1 : start + 5], "little")
        else:
            start = end + 1
    proof.complete = proof.complete and start == end
