"""Checks the vectors, or lines of buffers from a generator. vectors/README.md says what a line is and what must hold."""

import hashlib
import json
import pathlib
import sys
import threading

from conformance import forms, generate, patches
from conformance.whole import read
from vellum import form, framing, layout, text
from vellum.errors import Invalid, SchemaError
from vellum.values import UNREADABLE
from vellum.verify import verify
from vellum.writer import canonical

KEYS = {
    "name", "schema", "schema_bytes", "fingerprint", "hex", "json", "canonical", "compact", "valid", "complete", "reads", "refused",
    "packed", "stream", "records", "breaks",
}
SCHEMAS = {}


class Wrong(Exception):
    """What a line says does not hold."""


def expect(holds, message):
    if not holds:
        raise Wrong(message)


def schema_of(line):
    """The schema of a line, from its text, its bytes or both."""
    source, content = line.get("schema"), line.get("schema_bytes")
    expect(source is not None or content is not None, "no schema")
    key = (source, content)
    if key not in SCHEMAS:
        if len(SCHEMAS) > 1000:
            SCHEMAS.clear()
        SCHEMAS[key] = text.parse(source) if source is not None else form.read(bytes.fromhex(content))
    schema = SCHEMAS[key]
    if content is not None:
        expected = bytes.fromhex(content)
        expect(form.compact(schema) == expected, "the compact form is %s" % form.compact(schema).hex())
        expect(form.compact(form.read(expected)) == expected, "the compact form does not survive")
    if "fingerprint" in line:
        expect("%016X" % form.fingerprint(schema) == line["fingerprint"].upper(), "the fingerprint is %016X" % form.fingerprint(schema))
    return schema


def root_form(schema, found):
    """The JSON form of the root's fields."""
    if schema.root is None:
        return forms.to_json(layout.root(schema, 1).places[0].field.type, found[0])
    return {field.name: forms.to_json(field.type, value) for field, value in zip(schema.root.fields, found)}


def root_values(schema, given):
    if schema.root is None:
        return [forms.from_json(layout.root(schema, 1).places[0].field.type, given)]
    return forms.struct_from_json(schema.root.fields, given)


def refuses(action, kind, what):
    """Expects that an action refuses its input."""
    try:
        result = action()
    except kind:
        return
    raise Wrong("%s, but is %r" % (what, result))


def check(line):
    """Everything that a line claims."""
    if "patch" in line or "joined" in line:
        patches.check(line)
        return
    unknown = set(line) - KEYS
    expect(not unknown, "unknown keys %s" % sorted(unknown))
    if line.get("refused"):
        refuses(lambda: schema_of(line) and "accepted", SchemaError, "the schema is to be refused")
        return
    if "stream" in line:
        data = bytes.fromhex(line["stream"])
        if line.get("reads") is False:
            refuses(lambda: framing.stream(data), Invalid, "the stream is to be refused")
        else:
            expect(framing.stream(data) == [bytes.fromhex(record) for record in line["records"]], "the records are others")
        return
    schema = schema_of(line)
    if "hex" not in line:
        return
    buffer = bytes.fromhex(line["hex"])
    if line.get("reads") is False:
        refuses(lambda: root_form(schema, read(schema, buffer)), Invalid, "a reader is to refuse it")
    else:
        check_value(line, schema, buffer)
    valid = line.get("valid", True)
    if valid is False:
        refuses(lambda: "valid" if verify(schema, buffer) else "valid as far as it is known", Invalid, "it is to be invalid")
    elif valid:
        complete = verify(schema, buffer)
        expect(line.get("complete", complete) == complete, "the proof is%s complete" % ("" if complete else " not"))
    if "packed" in line:
        packed = bytes.fromhex(line["packed"])
        written = framing.pack(schema, buffer)
        expect(written == packed, "the packed form is %s" % written.hex())
        other, rest = framing.unpack(packed)
        expect((form.compact(other), rest) == (form.compact(schema), buffer), "the packed form does not survive")


def check_value(line, schema, buffer):
    """Reads, and writes what was read."""
    if "json" not in line and "compact" not in line and not line.get("canonical"):
        return
    found = read(schema, buffer)
    if "json" in line:
        given = root_values(schema, line["json"])
        if readable(found) != readable(given):
            expect(False, "it reads as %s" % json.dumps(root_form(schema, found), ensure_ascii=False))
        if line.get("canonical"):
            expect_bytes(canonical(schema, given), buffer)
    elif line.get("canonical"):
        expect_bytes(canonical(schema, found), buffer)
    if "compact" in line:
        expect_bytes(canonical(schema, found), bytes.fromhex(line["compact"]))


def expect_bytes(written, expected):
    expect(written == expected, "the canonical form is %s" % written.hex())


def readable(value):
    """A value in which nothing stands for a payload that cannot be read."""
    if isinstance(value, (list, tuple)):
        return type(value)(readable(part) for part in value)
    return None if value is UNREADABLE else value


def describe(where, line, error):
    shown = line.get("schema", line.get("schema_bytes", "")) if isinstance(line, dict) else ""
    name = line.get("name", "") if isinstance(line, dict) else ""
    print("FAIL %s %s: %s: %s" % (where, name, type(error).__name__, error))
    if shown:
        print("     schema %s" % " ".join(shown.split()))
    for key in ("reads", "hex", "old", "patch", "new") if isinstance(line, dict) else ():
        if isinstance(line.get(key), str):
            print("     %-6s %s" % (key, line[key]))
    if isinstance(line, dict) and "json" in line:
        print("     json   %s" % json.dumps(line["json"], ensure_ascii=False))


def lines_of_vectors():
    folder = pathlib.Path(__file__).parent / "vectors"
    for hashes in sorted(folder.glob("*.sha256")):
        kept = dict(reversed(row.split()) for row in hashes.read_text(encoding="utf-8").splitlines())
        found = {"%s/%s" % (hashes.stem, path.name): path for path in (folder / hashes.stem).iterdir()}
        if kept.keys() != found.keys():
            raise SystemExit("%s names other files than %s holds: %s" % (hashes.name, hashes.stem, sorted(kept.keys() ^ found.keys())))
        for name, path in found.items():
            if hashlib.sha256(path.read_bytes()).hexdigest() != kept[name]:
                raise SystemExit("%s is not the file that %s names: these vectors do not change" % (name, hashes.name))
    for path in sorted(folder.glob("*/*.json")):
        for number, line in enumerate(json.loads(path.read_text(encoding="utf-8"))):
            yield "%s/%s[%d]" % (path.parent.name, path.name, number), line


def lines_of_buffers(name):
    source = sys.stdin if name == "-" else open(name, encoding="utf-8")
    with source:
        for number, line in enumerate(source, 1):
            if line.strip():
                yield "line %d" % number, json.loads(line)


def run(lines):
    passed = failed = 0
    for where, line in lines:
        try:
            check(line)
            passed += 1
        except Exception as error:  # whatever goes wrong is a failure of this line
            failed += 1
            describe(where, line, error)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


def main(arguments):
    if arguments == ["vectors"]:
        return run(lines_of_vectors())
    if len(arguments) == 2 and arguments[0] == "buffers":
        return run(lines_of_buffers(arguments[1]))
    if len(arguments) == 3 and arguments[0] == "generate":
        for line in generate.lines(int(arguments[1]), int(arguments[2])):
            print(json.dumps(line, ensure_ascii=False))
        return 0
    if len(arguments) == 3 and arguments[0] == "patches":
        for line in patches.generate(int(arguments[1]), int(arguments[2]), [line for _, line in lines_of_vectors()]):
            print(json.dumps(line, ensure_ascii=False))
        return 0
    print(__doc__ + "\nrun.py vectors | run.py buffers FILE | run.py buffers - | run.py generate SEED COUNT | run.py patches SEED COUNT")
    return 2


if __name__ == "__main__":
    # Chains of structs in structs are as long as a schema makes them.
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 << 20)
    codes = []
    thread = threading.Thread(target=lambda: codes.append(main(sys.argv[1:])))
    thread.start()
    thread.join()
    sys.exit(codes[0] if codes else 1)
