"""Checks the lines of patches. vectors/README.md says what a line is and what must hold."""

import random

from vellum import patch, text
from vellum.errors import Error

KEYS = {"name", "schema", "reads", "old", "patch", "new", "refused", "unknown", "missed", "joined", "inverse"}


class Wrong(Exception):
    """What a line says does not hold."""


def expect(holds, message):
    if not holds:
        raise Wrong(message)


def same(found, expected, what):
    expect(found == bytes.fromhex(expected), "%s is %s" % (what, found.hex()))


def refuses(action, what):
    """Expects that an action refuses its input."""
    try:
        result = action()
    except Error:
        return
    raise Wrong("%s, but is %r" % (what, result))


def check(line, schemas={}):
    """Everything that a line claims."""
    expect(not set(line) - KEYS, "unknown keys %s" % sorted(set(line) - KEYS))
    source = line.get("reads", line["schema"])
    if source not in schemas:
        schemas[source] = text.parse(source)
    schema = schemas[source]
    if "joined" in line:
        first, second, *both = map(bytes.fromhex, line["joined"])
        if "refused" in line:
            refuses(lambda: patch.join(first, second), "the join is to be refused")
            return
        same(patch.join(first, second), line["joined"][2], "the join")
        if "old" in line:
            buffer = bytes.fromhex(line["old"])
            one = patch.Patch(second, schema).apply(patch.Patch(first, schema).apply(buffer))
            same(one, line["new"], "what both make")
            same(patch.Patch(both[0], schema).apply(buffer), line["new"], "what the join makes")
        return
    data, passed_over = bytes.fromhex(line["patch"]), (line.get("unknown", 0), line.get("missed", 0))
    if "refused" in line:
        refuses(lambda: patch.Patch(data, schema, known=any(passed_over)).apply(bytes.fromhex(line["old"])), "it is to be refused")
        return
    if any(passed_over):
        refuses(lambda: patch.Patch(data, schema), "it is to be refused where nothing is passed over")
    made = patch.Patch(data, schema, known=True)
    expect((made.unknown, made.missed) == passed_over, "%d operations are not known, %d are missed" % (made.unknown, made.missed))
    if "new" in line:
        same(made.apply(bytes.fromhex(line["old"])), line["new"], "the result")
    if line.get("inverse", False) is None:
        refuses(made.invert, "it cannot be taken back")
    elif "inverse" in line:
        same(bytes(made.invert()), line["inverse"], "the inverse")
        same(made.invert().apply(bytes.fromhex(line["new"])), line["old"], "what the inverse makes")


def generate(seed, count, vectors):
    """Lines of patches with a few bytes changed, which claim what this reader finds."""
    chance = random.Random(seed)
    kept = [line for line in vectors if line.get("patch", "").startswith("d310") and len(line["patch"]) > 18]
    for number in range(count):
        line = chance.choice(kept)
        source = line.get("reads", line["schema"])
        made = {"name": "%d of %s" % (number, line["name"]), "schema": source, "old": line["old"]}
        data = bytearray.fromhex(line["patch"])
        is_one = data[6] == len(data) - 7
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(6 + is_one, len(data))
            match chance.randrange(4):
                case 0:
                    data[at] ^= 1 << chance.randrange(8)
                case 1:
                    data[at] = chance.randrange(20)
                case 2:
                    data.insert(at, chance.randrange(256))
                case 3 if at + 1 < len(data):
                    del data[at]
        if is_one and len(data) < 128 + 7:
            # Most are still one operation of the length that it says.
            data[6] = len(data) - 7
        made["patch"] = data.hex()
        yield claim(made, text.parse(source))


def claim(line, schema):
    """A line with what this reader finds."""
    try:
        one = patch.Patch(bytes.fromhex(line["patch"]), schema, known=True)
        line.update({"unknown": one.unknown} if one.unknown else {})
        line.update({"missed": one.missed} if one.missed else {})
        line["new"] = one.apply(bytes.fromhex(line["old"])).hex()
    except Error as error:
        line["refused"] = str(error)
    return line
