"""Schemas as a tree: types, fields, enums, unions and structs (schema.md).

The tree is what both the text and the compact form are read into. `Type.kind` is the built-in type's name, or `enum`, `union`, `struct`
(growable or frozen) with the definition in `Type.definition`. `bytes[n]` is read as `array<u8, n>`, as format.md says.
"""

# The bytes of a slot, for every type that format.md calls a scalar.
SCALARS = {
    "u8": 1, "i8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4, "u64": 8, "i64": 8, "u128": 16, "i128": 16,
    "f32": 4, "f64": 8, "char": 4, "uuid": 16, "ulid": 16, "ipv4": 4, "ipv6": 16, "date": 4, "time": 8, "duration": 8,
    "timestamp_s": 8, "timestamp_ms": 8, "timestamp_us": 8, "timestamp_ns": 8,
    "decimal": 8, "decimal128": 16, "geo4": 4, "geo8": 8, "geo16": 16,
}

# Scalars that are two's complement numbers with a sign.
SIGNED = {
    "i8", "i16", "i32", "i64", "i128", "date", "duration", "decimal", "decimal128",
    "timestamp_s", "timestamp_ms", "timestamp_us", "timestamp_ns",
}

INTEGERS = {"u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"}

# Scalars that are bytes, in the order of which they sort.
BYTEWISE = {"uuid", "ulid", "ipv4", "ipv6"}

# What has one order by itself: keys of structs, and with what `is_key` adds those of maps and sets.
KEYS = INTEGERS | SIGNED | BYTEWISE | {"bool", "char", "time", "string", "bytes", "enum"}

# Nanoseconds of a day, the first that is no time.
DAY = 86_400_000_000_000

# The largest latitude and longitude, as stored, and the bytes of each.
GEO = {"geo4": (9_000, 18_000, 2), "geo8": (900_000_000, 1_800_000_000, 4), "geo16": (90 * 10**9, 180 * 10**9, 8)}


class Type:
    """A type, with its `?`."""

    def __init__(self, kind, optional=False, item=None, key=None, parts=(), number=0, definition=None):
        self._kind = kind
        self.optional = optional
        self.item = item  # of a list or array, and the values of a map
        self.key = key  # of a map or set
        self.parts = tuple(parts)  # of a tuple
        self.number = number  # length of an array or string[n], digits of a decimal
        self.definition = definition
        self.bare = self if not optional else Type(kind, False, item, key, parts, number, definition)

    def __repr__(self):
        inner = [repr(part) for part in (self.key, self.item) if part] + [repr(part) for part in self.parts]
        name = self.definition.name if self.definition else self.kind
        return name + ("<%s>" % ", ".join(inner) if inner else "") + ("?" if self.optional else "")

    @property
    def kind(self):
        # In text a name can stand before its definition, so the kind is the definition's.
        return self.definition.kind if self.definition else self._kind

    @property
    def growable(self):
        return self.kind == "struct" and not self.definition.frozen

    @property
    def is_union(self):
        return self.kind in ("union", "any")

    @property
    def nullable(self):
        """Whether its slot is one pointer, whose null tells absence where the type is optional."""
        return self.kind in ("string", "bytes", "list", "map", "set") or self.growable

    def fields(self):
        """The fields of the record that lies inline for a frozen struct or a tuple."""
        if self.kind == "tuple":
            return [Field("%d" % n, part) for n, part in enumerate(self.parts)]
        return self.definition.fields

    def variants(self):
        """The payloads of a union or `any`, None for no payload."""
        return ANY_PAYLOADS if self.kind == "any" else [variant.type for variant in self.definition.variants]

    def variant_names(self):
        return ANY_NAMES if self.kind == "any" else [variant.name for variant in self.definition.variants]

    @property
    def open(self):
        """Whether a number without a variant is accepted."""
        return self.kind in ("enum", "union") and self.definition.open


class Field:
    """A field; `default` is the word of a scalar's slot, bytes of a string or bytes, or None if it is the type's own, declared or not."""

    def __init__(self, name, type_, default=None, since=1, rules="", docs=""):
        self.name = name
        self.type = type_
        self.default = default
        self.declares = default is not None
        self.since = since
        self.rules = rules
        self.docs = docs


class Variant:
    """A variant of an enum, with its number, or of a union, with its payload's type or None."""

    def __init__(self, name, number=0, type_=None, docs=""):
        self.name = name
        self.number = number
        self.type = type_
        self.docs = docs


class Definition:
    """An enum, union or struct. `size` is the bytes of an enum's number."""

    def __init__(self, kind, name, docs=""):
        self.kind = kind
        self.name = name
        self.docs = docs
        self.open = False
        self.frozen = False
        self.size = 1
        self.key = ""
        self.variants = []
        self.fields = []


class Schema:
    """Definitions by name, the root, the declared width (0 for none), and whether buffers carry the lineage.

    `root` is None where the root is no struct but of the type `value`.
    """

    def __init__(self, definitions, root, width, value=None, lineage=False):
        self.definitions = definitions
        self.root = root
        self.value = value
        self.width = width
        self.lineage = lineage

    def sorted(self, kind):
        """The definitions of one kind, in the order in which they are numbered."""
        return sorted((d for d in self.definitions if d.kind == kind), key=lambda d: d.name.encode())

    def root_fields(self):
        return self.root.fields if self.root else [Field("", self.value)]


ANY = Type("any")
ANY_NAMES = ["null", "bool", "i8", "i16", "i32", "i64", "u64", "f64", "string", "bytes", "list", "map"]
ANY_PAYLOADS = [None] + [Type(name) for name in ANY_NAMES[1:10]] + [
    Type("list", item=ANY),
    Type("map", key=Type("string"), item=ANY),
]


def slot_width(type_):
    """The bytes of the slot of an enum or a scalar, else None."""
    if type_.kind == "enum":
        return type_.definition.size
    return SCALARS.get(type_.kind)


def is_key(type_):
    """Whether a map or set can be sorted by it (format.md, section 4)."""
    if type_.optional:
        return False
    if type_.kind == "array":
        return type_.item.kind == "u8" and not type_.item.optional
    return all(is_key(part) for part in type_.parts) if type_.kind == "tuple" else type_.kind in KEYS


def own_word(type_):
    """The word that a slot is XORed with where no default is declared (format.md, section 3)."""
    return type_.definition.variants[0].number if type_.kind == "enum" else 0
