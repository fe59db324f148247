"""Where fields lie in a record (format.md, section 2).

A layout is computed for one pointer width. Regions follow in order of revision; in each the slots without pointers come first, then the
bitmap, then the slots with pointers.
"""

from __future__ import annotations

from collections.abc import Callable

from .schema import Definition, Field, Schema, Type, slot_width, word_size


class Place:
    """Where a field is: the numbers of its bits counted from `bits` (None for no such bit), and the offset of its slot, if it has one."""

    def __init__(self, field: Field, region: int) -> None:
        self.field = field
        self.region = region
        self.presence: int | None = None
        self.value: int | None = None
        self.slot: int = 0


class Layout:
    """The places of the fields, in declaration order, and the regions as (start of the bitmap, its bytes, bits in use, end)."""

    def __init__(self, fields: list[Field], width: int) -> None:
        revisions = sorted({1} | {field.since for field in fields})
        self.places = [Place(field, revisions.index(field.since)) for field in fields]
        self.by_name = {field.name: number for number, field in enumerate(fields)}
        self.regions: list[tuple[int, int, int, int]] = []
        pos = 0
        for number, _ in enumerate(revisions):
            places = [place for place in self.places if place.region == number]
            bits = 0
            for place in places:
                if has_presence(place.field.type):
                    place.presence, bits = bits, bits + 1
                if place.field.type.kind == "bool":
                    place.value, bits = bits, bits + 1
            for pointers in (False, True):
                for place in places:
                    if place.field.type.kind != "bool" and has_pointer(place.field.type) == pointers:
                        place.slot = pos
                        pos += slot_size(place.field.type, width)
                if not pointers:
                    start, bitmap = pos, (bits + 7) // 8
                    pos += bitmap
            if pos == 0:
                # No record has zero bytes. The byte is like a bitmap in which no bit is in use.
                pos = bitmap = 1
            self.regions.append((start, bitmap, bits, pos))
        self.size = pos

    def start(self, place: Place) -> int:
        return self.regions[place.region][0]

    def known(self, size: int) -> int | None:
        """How many regions a record of `size` bytes stores, None if no record has this size."""
        ends = [region[3] for region in self.regions]
        if size > ends[-1]:
            return len(ends)
        return ends.index(size) + 1 if size in ends else None


def has_presence(type_: Type) -> bool:
    return type_.optional and not type_.nullable


def has_pointer(type_: Type) -> bool:
    """Whether a slot of the type holds at least one pointer."""
    if type_.nullable or type_.is_union:
        return True
    if type_.kind == "tuple":
        return any(has_pointer(part) for part in type_.parts)
    if type_.kind == "struct":
        struct = type_.named
        if struct.pointer is None:
            struct.pointer = any(has_pointer(field.type) for field in struct.fields)
        return struct.pointer
    return type_.kind == "array" and has_pointer(type_.inner)


def slot_size(type_: Type, width: int) -> int:
    """The bytes of a slot. A bool has none."""
    if type_.kind == "bool":
        return 0
    if type_.nullable:
        return width
    if type_.is_union:
        return 1 + width
    if type_.kind == "string[]":
        return type_.number
    if type_.kind == "array":
        return type_.number * single(type_.inner, width).size
    if type_.kind in ("struct", "tuple"):
        return record(type_, width).size
    return word_size(type_)


def record(type_: Type, width: int) -> Layout:
    """The layout of a struct or tuple."""
    return _cached(type_.definition or type_, "record", width, type_.fields)


def single(type_: Type, width: int) -> Layout:
    """The layout of a record of one field: an element, a key, a payload."""
    return _cached(type_, "single", width, lambda: [Field("", type_)])


def root(schema: Schema, width: int) -> Layout:
    return _cached(schema, "root", width, schema.root_fields)


def _cached(holder: Type | Definition | Schema, what: str, width: int, fields: Callable[[], list[Field]]) -> Layout:
    layouts = holder.layouts
    if (what, width) not in layouts:
        layouts[what, width] = Layout(fields(), width)
    return layouts[what, width]


def inline_payload(type_: Type, width: int) -> bool:
    """Whether a union's payload of the type lies in the slot: a bool, enum or scalar of at most `width` bytes, not optional."""
    if type_.optional:
        return False
    size = 1 if type_.kind == "bool" else slot_width(type_)
    return size is not None and size <= width


def is_level(type_: Type) -> bool:
    """Whether the object of a payload counts for the depth of nesting: not if it is one scalar or enum that is not optional."""
    return type_.optional or slot_width(type_) is None


def entry_size(type_: Type, width: int) -> int:
    """The bytes of an entry of a map or set of the newest revision, its byte of presence included."""
    size = single(type_.keys, width).size
    if type_.kind == "map":
        size += element_size(type_.inner, width)
    return size


def element_size(type_: Type, width: int) -> int:
    """The bytes of an element of the newest revision, its byte of presence included."""
    if type_.growable:
        return record(type_, width).size + type_.optional
    return single(type_, width).size


def capacity(type_: Type) -> tuple[int, int]:
    """C of section 4, and F, the entries of a block of the canonical form."""
    room = max(8, 8192 // entry_size(type_, 4))
    return room, room - room // 4
