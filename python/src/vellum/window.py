"""What is read: bytes, or a window of them such as a mapped file."""

from __future__ import annotations

from typing import Union

Bytes = Union[bytes, bytearray, memoryview]
