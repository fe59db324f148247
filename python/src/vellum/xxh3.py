"""XXH3 with 64 bits and a seed, of the xxHash specification: the checksum of record files (format-file.md).

>>> "%016x" % xxh3(b"", 0), "%016x" % xxh3(b"vellum" * 100, 7)
('2d06800538d394c2', '9ca3835040bf84ae')
"""

from __future__ import annotations

import struct

WORD = (1 << 64) - 1
PRIME_32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIME_64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
MIX_1, MIX_2 = 0x165667919E3779F9, 0x9FB21C651E98DF25

# The default secret.
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
STRIPE = 64
STRIPES = (len(SECRET) - STRIPE) // 8


def word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 8], "little")


def half(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def fold(one: int, other: int) -> int:
    product = one * other
    return (product & WORD) ^ (product >> 64)


def rotated(value: int, bits: int) -> int:
    return (value << bits | value >> (64 - bits)) & WORD


def swapped(value: int, size: int) -> int:
    return int.from_bytes(value.to_bytes(size, "little"), "big")


def avalanche(value: int) -> int:
    value ^= value >> 37
    value = value * MIX_1 & WORD
    return value ^ value >> 32


def old_avalanche(value: int) -> int:
    value ^= value >> 33
    value = value * PRIME_64[1] & WORD
    value ^= value >> 29
    value = value * PRIME_64[2] & WORD
    return value ^ value >> 32


def mix(data: bytes, at: int, secret: int, seed: int) -> int:
    low, high = word(SECRET, secret) + seed & WORD, word(SECRET, secret + 8) - seed & WORD
    return fold(word(data, at) ^ low, word(data, at + 8) ^ high)


def short(data: bytes, seed: int) -> int:
    """Of at most 16 bytes."""
    length = len(data)
    if length > 8:
        low = word(data, 0) ^ ((word(SECRET, 24) ^ word(SECRET, 32)) + seed & WORD)
        high = word(data, length - 8) ^ ((word(SECRET, 40) ^ word(SECRET, 48)) - seed & WORD)
        return avalanche(length + swapped(low, 8) + high + fold(low, high) & WORD)
    if length > 3:
        seed ^= swapped(seed & 0xFFFFFFFF, 4) << 32
        value = half(data, length - 4) | half(data, 0) << 32
        value ^= (word(SECRET, 8) ^ word(SECRET, 16)) - seed & WORD
        value ^= rotated(value, 49) ^ rotated(value, 24)
        value = value * MIX_2 & WORD
        value ^= (value >> 35) + length
        value = value * MIX_2 & WORD
        return value ^ value >> 28
    if length:
        value = data[0] << 16 | data[length >> 1] << 24 | data[-1] | length << 8
        return old_avalanche(value ^ ((half(SECRET, 0) ^ half(SECRET, 4)) + seed & WORD))
    return old_avalanche(seed ^ word(SECRET, 56) ^ word(SECRET, 64))


def middle(data: bytes, seed: int) -> int:
    """Of 17 to 240 bytes."""
    length = len(data)
    value = length * PRIME_64[0]
    if length <= 128:
        for index in range((length - 1) // 32 + 1):
            value += mix(data, 16 * index, 32 * index, seed)
            value += mix(data, length - 16 * (index + 1), 32 * index + 16, seed)
        return avalanche(value & WORD)
    for index in range(8):
        value += mix(data, 16 * index, 16 * index, seed)
    value = avalanche(value & WORD)
    for index in range(8, length // 16):
        value += mix(data, 16 * index, 16 * (index - 8) + 3, seed)
    return avalanche(value + mix(data, length - 16, 136 - 17, seed) & WORD)


def long(data: bytes, seed: int) -> int:
    """Of more than 240 bytes."""
    parts = struct.unpack("<24Q", SECRET)
    secret = struct.pack("<24Q", *(part + (seed, -seed)[index % 2] & WORD for index, part in enumerate(parts)))
    keys = [struct.unpack_from("<8Q", secret, 8 * stripe) for stripe in range(STRIPES + 1)]
    last = struct.unpack_from("<8Q", secret, len(secret) - STRIPE - 7)
    lanes = [PRIME_32[2], *PRIME_64[:4], PRIME_32[1], PRIME_64[4], PRIME_32[0]]

    def add(at: int, key: tuple[int, ...]) -> None:
        for index, value in enumerate(struct.unpack_from("<8Q", data, at)):
            keyed = value ^ key[index]
            lanes[index ^ 1] = lanes[index ^ 1] + value & WORD
            lanes[index] = lanes[index] + (keyed & 0xFFFFFFFF) * (keyed >> 32) & WORD

    stripes = (len(data) - 1) // STRIPE
    for stripe in range(stripes):
        add(stripe * STRIPE, keys[stripe % STRIPES])
        if stripe % STRIPES == STRIPES - 1:
            for index, lane in enumerate(lanes):
                lanes[index] = (lane ^ lane >> 47 ^ keys[STRIPES][index]) * PRIME_32[0] & WORD
    add(len(data) - STRIPE, last)
    value = len(data) * PRIME_64[0]
    for index in range(4):
        key = struct.unpack_from("<2Q", secret, 11 + 16 * index)
        value += fold(lanes[2 * index] ^ key[0], lanes[2 * index + 1] ^ key[1])
    return avalanche(value & WORD)


def xxh3(data: bytes, seed: int) -> int:
    """The checksum of bytes. About a megabyte takes a second."""
    if len(data) <= 16:
        return short(data, seed)
    return middle(data, seed) if len(data) <= 240 else long(data, seed)
