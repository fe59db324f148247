"""Random schemas, values and broken buffers, as lines of buffers that claim what this reader finds.

The lines are for the crate: `tests/it/conformance.rs` checks them. Every line is made from the seed alone.
"""

import random

from vellum import form, text, varint
from vellum.errors import Invalid, SchemaError
from vellum.schema import DAY, GEO, slot_width
from vellum.values import default_value, from_word, sort_key
from vellum.verify import verify
from vellum.writer import TooLong, Writer, canonical

from .forms import to_json
from .whole import read

SCALARS = (
    "u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char uuid ulid ipv4 ipv6 date time duration timestamp timestamp(s) timestamp(us) timestamp(ns) "
    "decimal(0) decimal(3) decimal128(20) geo4 geo8 geo16"
).split()
KEYS = "bool u8 u16 u64 i8 i32 i128 char uuid ulid ipv4 ipv6 date time timestamp duration decimal(2) string bytes".split()
LETTERS = ["", "x", "aé", "\u65e5\u672c", "hello, world", "\U0001F600" * 3, "z" * 40]


class Schemas:
    """Texts of a schema, of its newest revision and of the one before."""

    def __init__(self, source):
        self.random = source
        self.enums = ["E%d" % n for n in range(source.randint(1, 2))]
        self.unions = ["U%d" % n for n in range(source.randint(0, 2))]
        self.frozen = ["F%d" % n for n in range(source.randint(0, 2))]
        self.structs = ["S%d" % n for n in range(source.randint(1, 3))]

    def type(self, depth):
        pick = self.random.random()
        if depth <= 0 or pick < 0.45:
            return self.random.choice(SCALARS + ["bool", "string", "bytes", "any", "string[3]", "bytes[2]", "string", "bool"] + self.enums)
        if pick < 0.6:
            return self.random.choice(self.unions + self.frozen + self.structs + ["any"])
        kind = self.random.choice(["list", "list", "map", "set", "array", "tuple"])
        if kind == "list":
            return "list<%s>" % self.item(depth - 1)
        if kind == "map":
            return "map<%s, %s>" % (self.key(1), self.item(depth - 1))
        if kind == "set":
            return "set<%s>" % self.key(1)
        if kind == "array":
            return "array<%s, %d>" % (self.item(depth - 1), self.random.choice([1, 2, 3, 9]))
        return "tuple<%s>" % ", ".join(self.item(depth - 1) for _ in range(self.random.randint(1, 3)))

    def key(self, depth):
        pick = self.random.random()
        if pick < 0.15:
            return "bytes[%d]" % self.random.choice([1, 2, 4, 16])
        if pick < 0.35 and depth >= 0:
            return "tuple<%s>" % ", ".join(self.key(depth - 1) for _ in range(self.random.randint(1, 3)))
        return self.random.choice(KEYS + self.enums)

    def item(self, depth):
        return self.type(depth) + self.random.choice(["", "", "?"])

    def default(self, type_):
        """A declared default, for the types that can have one."""
        pick = self.random.random()
        if pick < 0.6:
            return ""
        if pick < 0.7:
            rules = {
                "u8": "in 0..=9", "i64": "in -5..", "string": "max 7 lowercase", "bytes": "max 70", "f32": "in ..=1.5",
                "decimal(3)": "in -1.5..=2", "date": "in -1..", "string[3]": "uppercase", "char": "in ..='z'",
            }
            return " " + rules[type_] if type_ in rules else ""
        if type_ in self.enums:
            return " = v1"
        samples = {
            "bool": "true", "string": '"dé\\n"', "bytes": 'b"\\xff\\0"', "f32": "-1.5", "f64": "1e300", "char": "'q'", "date": "-1",
            "time": "5", "duration": "-7", "decimal(3)": "-1.50", "i8": "-128", "u8": "200", "u16": "18", "i128": "-1", "u128": "1_000",
            "geo4": "65537", "timestamp": "-3", "ipv4": '"127.0.0.1"', "ipv6": '"2001:db8::7"',
        }
        return " = " + samples[type_] if type_ in samples else ""

    def fields(self, frozen):
        made = []
        for number in range(self.random.choice([0, 1, 2, 3, 4, 5, 6, 7])):
            type_ = self.type(2)
            optional = self.random.random() < 0.3
            tail = "?" if optional else self.default(type_)
            since = 1 if frozen else self.random.choice([1, 1, 1, 2, 3])
            made.append((since, "f%d: %s%s%s" % (number, type_, tail, " since %d" % since if since > 1 else "")))
        return made

    def texts(self):
        """Text of the newest revision and of revision 1, whose open unions have fewer variants."""
        newest, oldest = [], []
        for name in self.enums:
            size = self.random.choice(["", " : u16", " : u32", " : u64"])
            first = self.random.choice(["v0", "v0 = 3", "v0 = 200"])
            word = self.random.choice(["open ", "open ", ""])
            head = "%senum %s%s { %s, v1 = 7" % (word, name, size, first)
            newest.append(head + ", v2 = 9 }")
            oldest.append(head + (" }" if word else ", v2 = 9 }"))
        for name in self.unions:
            word = self.random.choice(["open ", ""])
            cases = ["c0" if self.random.random() < 0.6 else "c0: u16"]
            cases += ["c%d: %s" % (n, self.item(1)) for n in range(1, self.random.randint(2, 6))]
            newest.append("%sunion %s { %s }" % (word, name, ", ".join(cases)))
            oldest.append("%sunion %s { %s }" % (word, name, ", ".join(cases[:-1] if word else cases)))
        for name in self.frozen + self.structs:
            frozen = name in self.frozen
            fields = self.fields(frozen)
            for into, last in ((newest, 3), (oldest, 1)):
                parts = ", ".join(field for since, field in fields if since <= last)
                into.append("/// Docs of %s.\n" % name if self.random.random() < 0.2 else "")
                into[-1] += ("%sstruct %s { %s }" % ("frozen " if frozen else "", name, parts))
        width = self.random.choice(["", "", "", " width 2", " width 4"])
        value = self.item(2) if self.random.random() < 0.25 else self.random.choice(self.structs * 5 + ["any"])
        width += self.random.choice(["", "", "", " lineage"])
        root = "root %s%s;" % (value, width)
        self.random.shuffle(newest)
        return " ".join(newest + [root]), " ".join(oldest + [root])


class Values:
    """Random values of a type. Depth bounds recursive types."""

    def __init__(self, source):
        self.random = source

    def fields(self, fields, depth):
        return [self.value(field.type, depth, field.default) for field in fields]

    def value(self, type_, depth, default=None):
        if self.random.random() < 0.12:
            return default_value(type_, default)
        if type_.optional and self.random.random() < 0.2:
            return None
        kind = type_.kind
        if kind == "bool":
            return self.random.random() < 0.5
        if kind == "string[]":
            fitting = [letters for letters in LETTERS if len(letters.encode()) <= type_.number]
            return self.random.choice(fitting)
        if kind == "string":
            return self.random.choice(LETTERS) * self.random.choice([1, 1, 1, 7])
        if kind == "bytes":
            return bytes(self.random.choice([0, 255, 1, 65]) for _ in range(self.random.choice([0, 1, 2, 5])))
        if slot_width(type_) is not None:
            return self.scalar(type_)
        if depth <= 0:
            return default_value(type_.bare, default)
        if kind == "list":
            return self.list(type_.item, depth)
        if kind == "array":
            return [self.value(type_.item, depth - 1) for _ in range(type_.number)]
        if kind in ("map", "set"):
            count = self.random.choice([0, 1, 2, 4, 4, 70])
            keys = {sort_key(key): key for key in (self.value(type_.key, 1) for _ in range(count))}
            ordered = [keys[key] for key in sorted(keys)]
            return ordered if kind == "set" else [(key, self.value(type_.item, depth - 2)) for key in ordered]
        if type_.is_union:
            return self.union(type_, depth)
        return self.fields(type_.fields(), depth - 1)

    def list(self, item, depth):
        count = self.random.choice([0, 1, 2, 3])
        values = [self.value(item, depth - 1) for _ in range(count)]
        if item.is_union and not item.optional and self.random.random() < 0.6:
            tag = self.random.randrange(len(item.variants()))
            values = [self.union(item, depth - 1, tag) for _ in values]
        return values

    def union(self, type_, depth, tag=None):
        payloads = type_.variants()
        tag = self.random.randrange(len(payloads)) if tag is None else tag
        return (tag, self.value(payloads[tag], depth - 1) if payloads[tag] is not None else None)

    def scalar(self, type_):
        bits = 8 * slot_width(type_)
        if type_.kind == "enum":
            unknown = [250] if type_.open else []
            return self.random.choice([variant.number for variant in type_.definition.variants] + unknown)
        if type_.kind == "char":
            return self.random.choice([0, 65, 0xE9, 0x10FFFF, 0xD7FF])
        if type_.kind == "time":
            return self.random.choice([0, 1, DAY - 1])
        if type_.kind in GEO:
            latitude, longitude, each = GEO[type_.kind]
            place = self.random.choice([(latitude, -longitude), (0, 1), (-latitude, longitude)])
            return int.from_bytes(b"".join(part.to_bytes(each, "little", signed=True) for part in place), "little")
        word = self.random.choice([0, 1, (1 << bits) - 1, 1 << bits - 1, self.random.getrandbits(bits), self.random.getrandbits(7)])
        return from_word(type_, word)


class Loose(Writer):
    """Writes buffers that are valid and not canonical: objects in any order with free space between, long varints, defaults that are
    objects of their own, mixed lists of one variant, maps in short blocks, in a workspace or not."""

    def __init__(self, source, width):
        super().__init__(width)
        self.random = source

    def number(self, number):
        return varint.write(number, self.random.choice([1, 1, 1, 2, 4, 5]))

    def place(self, out, thing):
        waiting, workspace = [(None, thing)], self.random.random() < 0.2
        while waiting:
            slot, thing = waiting.pop(self.random.randrange(len(waiting)))
            if slot is None and workspace:
                thing.bytes[0:1] = bytes([thing.bytes[0] | 8]) + bytes(15)
                thing.targets = [(offset + 15, target) for offset, target in thing.targets]
            elif slot is not None and self.random.random() < 0.3:
                out += b"\xff" * self.random.randint(1, 4)
            start = len(out)
            out += thing.bytes
            if slot is not None:
                # A pointer that does not fit says that the buffer is too long as well.
                if start >= 1 << 8 * self.width:
                    raise TooLong()
                out[slot : slot + self.width] = start.to_bytes(self.width, "little")
            waiting += [(start + offset, target) for offset, target in thing.targets]
        out += b"\xff" * self.random.choice([0, 0, 1, 5])
        if len(out) >= 1 << 8 * self.width:
            raise TooLong()
        if workspace:
            out[4:8] = len(out).to_bytes(4, "little")
            out[8:16] = self.random.randbytes(8)
            out += self.random.randbytes(self.random.choice([0, 3]))

    def is_null(self, type_, value, default):
        return super().is_null(type_, value, default) and (value is None or self.random.random() < 0.5)

    def is_packed(self, tag, item):
        return super().is_packed(tag, item) and self.random.random() < 0.5

    def blocks(self, type_, entries):
        if self.random.random() < 0.5:
            return super().blocks(type_, entries)
        cuts = [0, *sorted(self.random.sample(range(1, len(entries)), min(2, max(0, len(entries) - 1)))), len(entries)]
        return [entries[one:next_] for one, next_ in zip(cuts, cuts[1:]) if one < next_]


def loose(source, schema, values):
    """A valid buffer of the values that need not be canonical."""
    for width in (source.choice([1, 1, 2, 4]), 4):
        try:
            return Loose(source, width).buffer(schema, values)
        except TooLong:
            pass
    return canonical(schema, values)


def lines(seed, count):
    """Lines of buffers: the canonical form of a value, buffers of the other revision, and broken ones."""
    source = random.Random(seed)
    while count > 0:
        try:
            newest, oldest = Schemas(source).texts()
            schemas = [(newest, text.parse(newest)), (oldest, text.parse(oldest))]
        except SchemaError:
            continue
        for _ in range(6):
            yield of_form(source, form.compact(schemas[0][1]))
            count -= 1
        for _ in range(3):
            for line in of_schemas(source, schemas):
                yield line
                count -= 1


def of_form(source, content):
    """A line of a compact form with few bytes changed, which is refused or not."""
    content = broken(source, content)
    line = {"name": "a form", "schema_bytes": content.hex()}
    try:
        form.read(content)
    except SchemaError as error:
        return {**line, "name": "a broken form: %s" % error, "refused": True}
    return line


def of_schemas(source, schemas):
    """Lines of one value of each revision."""
    for number, (written, schema) in enumerate(schemas):
        values = Values(source).fields(schema.root_fields(), 5)
        try:
            buffer = canonical(schema, values)
        except Invalid:
            continue
        yield claim(written, schema, buffer, "canonical", canonical=True, schema_bytes=form.compact(schema).hex())
        other, foreign = schemas[1 - number]
        yield claim(other, foreign, buffer, "of the %s revision" % ("newer" if number == 0 else "older"))
        for _ in range(3):
            yield claim(written, schema, broken(source, buffer), "broken")
        for _ in range(2):
            buffer = loose(source, schema, values)
            yield claim(written, schema, buffer, "not canonical", valid=True)
            yield claim(other, foreign, buffer, "not canonical, of the other revision")
            yield claim(written, schema, broken(source, buffer), "not canonical, broken")


def broken(source, buffer):
    """A buffer with few bytes changed."""
    out = bytearray(buffer)
    for _ in range(source.choice([1, 1, 2])):
        pos = min(source.randrange(len(out)), source.randrange(len(out)))
        change = source.randrange(6)
        if change == 0:
            out[pos] ^= 1 << source.randrange(8)
        elif change == 1:
            out[pos] = source.choice([0, 1, 2, 3, 0x7F, 0x80, 0xC0, 0xE0, 0xFF])
        elif change == 2:
            out[pos] = source.randrange(len(out) + 1) & 0xFF
        elif change == 3:
            del out[max(1, source.randrange(len(out))) :]
        elif change == 4:
            out += source.choice([b"\xff", b"\xff\xff\xff", b"\0"])
        else:
            out[pos] = (out[pos] + source.choice([1, -1])) & 0xFF
    return bytes(out)


def claim(written, schema, buffer, name, **more):
    """What this reader finds in a buffer."""
    line = {"name": name, "schema": written, "hex": buffer.hex(), **more}
    try:
        found = read(schema, buffer)
    except Invalid:
        return {**line, "reads": False, "valid": False}
    fields = schema.root_fields()
    parts = [to_json(field.type, value) for field, value in zip(fields, found)]
    line["json"] = wide(parts[0] if schema.root is None else {field.name: part for field, part in zip(fields, parts)})
    try:
        line["complete"] = verify(schema, buffer)
        line["valid"] = True
    except Invalid as error:
        if more.get("valid"):
            raise AssertionError("%s: %s" % (line, error)) from error
        return {**line, "valid": False, "name": "%s: %s" % (name, error)}
    if line["complete"]:
        line["compact"] = canonical(schema, found).hex()
    return line


def wide(form_):
    """Integers of more than 53 bits as text, which every JSON reader keeps."""
    if isinstance(form_, bool) or not isinstance(form_, (int, list, dict)):
        return form_
    if isinstance(form_, int):
        return form_ if -(1 << 53) < form_ < 1 << 53 else str(form_)
    if isinstance(form_, list):
        return [wide(part) for part in form_]
    return {name: wide(part) for name, part in form_.items()}
