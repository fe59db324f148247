"""Bytes and schemas of any kind give errors of this package, and no others."""

import json
import pathlib
import pickle
import random

import pytest

import vellum

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "conformance" / "vectors" / "v1"
USER = vellum.Schema.parse("struct User { name: string, tags: list<string>, votes: map<string, u8>, age: u8 } root User;")
BYTES = vellum.dumps({"name": "Ada", "tags": ["x"], "votes": {"a": 1}, "age": 3}, USER)


def touch(value, depth=0):
    """Reads all that a value has by its public interface."""
    if depth > 6:
        return
    if isinstance(value, (vellum.Struct, vellum.Map)):
        for key in value:
            touch(value[key], depth + 1)
    elif isinstance(value, vellum.List):
        for number in range(min(len(value), 20)):
            touch(value[number], depth + 1)
    elif isinstance(value, vellum.Keys):
        list(value)
    elif isinstance(value, vellum.Variant):
        repr(value)
        touch(value.value, depth + 1)


def only_errors(make):
    """Whether all that can be done with what is made gives errors of the package or none."""
    try:
        record = make()
    except vellum.Error:
        return
    for act in (record.verify, record.to_dict, record.to_json, lambda: touch(record.value)):
        try:
            act()
        except vellum.Error as error:
            assert error.rule and str(error)


def lines():
    chosen = []
    for name in ("documents", "types", "validity", "revisions", "older_editors", "edited", "roots"):
        found = [line for line in json.loads((VECTORS / (name + ".json")).read_text("utf-8")) if "hex" in line and "schema" in line]
        chosen += [line for line in found if len(line["hex"]) < 500][:: max(1, len(found) // 5)]
    return chosen


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.get("name", ""))
def test_no_byte_that_is_changed_or_missing_gives_another_error(line):
    schema, content = vellum.Schema.parse(line["schema"]), bytes.fromhex(line["hex"])
    for at in range(len(content)):
        only_errors(lambda: vellum.Record(content[:at], schema))
        for byte in {content[at] ^ 0xFF, content[at] ^ 1, 0, 0x22}:
            only_errors(lambda: vellum.Record(content[:at] + bytes([byte]) + content[at + 1 :], schema))


def test_no_byte_of_a_schema_that_is_changed_or_missing_gives_another_error():
    source = random.Random(7)
    framed = vellum.dumps({"name": "Ada", "tags": ["x"], "votes": {"a": 1}, "age": 3}, USER, framed=True)
    for at in range(len(framed)):
        only_errors(lambda: vellum.framed(framed[:at]))
        for byte in {framed[at] ^ 0xFF, framed[at] ^ 1, 0, source.randrange(256)}:
            only_errors(lambda: vellum.framed(framed[:at] + bytes([byte]) + framed[at + 1 :]))


def test_bytes_of_chance_give_no_other_error():
    source = random.Random(8)
    for _ in range(2000):
        content = source.randbytes(source.randrange(40))
        only_errors(lambda: vellum.Record(b"\x20" + content, USER))
        only_errors(lambda: vellum.framed(b"\xd7vlm" + bytes([min(len(content), 30)]) + b"\x10" + content))


@pytest.mark.parametrize(
    ("content", "kind", "rule"),
    [
        (b"", vellum.Invalid, "empty"),
        (b"{}", vellum.Invalid, "first byte is 7B"),
        (b"\x40\x01\x00", vellum.Invalid, "first byte is 40"),
        (b"\xd3vlm", vellum.Unsupported, "newer reader"),
        (b"\xd7vlm\x00", vellum.Invalid, "framed"),
        (b"\x30\x02\x82\x00\x04\x00\x00\x00\x00", vellum.Unsupported, "extension 130"),
        (BYTES[:4], vellum.Invalid, "does not end within the buffer"),
        (b"\x20\x05\x00\x00\x00\x00\x00", None, ""),
        (b"\x20\x03\x00\x00\x00", vellum.Invalid, "no record of User has 3 bytes"),
    ],
)
def test_what_is_no_buffer_is_refused_when_it_is_opened(content, kind, rule):
    if kind is None:
        vellum.Record(content, USER)
        return
    with pytest.raises(kind, match=rule) as caught:
        vellum.Record(content, USER)
    assert caught.value.position is not None


def test_errors_have_the_position_the_path_and_the_rule():
    schema = vellum.Schema.parse("struct A { n: list<B> } struct B { s: string } root A;")
    good = vellum.dumps({"n": [{"s": "a"}, {"s": "b"}]}, schema)
    bad = good[:-1] + b"\xff"
    for act in (
        lambda record: record.n[1].s,
        lambda record: record.n[1].to_dict(),
        lambda record: record.to_json(),
        lambda record: record.verify(),
    ):
        with pytest.raises(vellum.Invalid) as caught:
            act(vellum.Record(bad, schema))
        error = caught.value
        assert (error.path, error.position, error.rule) == ("n[1].s", len(bad) - 1, "a string is not UTF-8")
        assert str(error) == "a string is not UTF-8 (at %d, in `n[1].s`)" % (len(bad) - 1)
    assert vellum.Record(bad, schema).n[0].s == "a"


def test_what_is_not_there_is_an_error_of_both_kinds():
    record = vellum.Record(BYTES, USER)
    for act, kind, other in [
        (lambda: record["nobody"], vellum.NoField, KeyError),
        (lambda: record.nobody, vellum.NoField, AttributeError),
        (lambda: record.tags[1], vellum.NoIndex, IndexError),
        (lambda: record.tags[-2], vellum.NoIndex, IndexError),
        (lambda: record.votes["z"], vellum.NoKey, KeyError),
        (lambda: record.votes[5], vellum.NoKey, KeyError),
    ]:
        with pytest.raises(kind) as caught:
            act()
        assert isinstance(caught.value, vellum.Error) and isinstance(caught.value, other)
        assert str(caught.value).count("\\") == 0
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again)) == (type(caught.value), str(caught.value))
    assert not hasattr(record, "nobody")


def test_an_unknown_variant_of_an_open_union_is_newer():
    older = vellum.Schema.parse("open union U { a } struct R { u: U, n: u8 } root R;")
    newer = vellum.Schema.parse("open union U { a, b: string } struct R { u: U, n: u8 } root R;")
    record = vellum.Record(vellum.dumps({"u": {"b": "x"}, "n": 5}, newer), older)
    assert record.n == 5 and record.u.tag == 1 and record.verify() is False
    for act in (lambda: record.u.name, lambda: record.u.value, record.to_dict, record.to_json):
        with pytest.raises(vellum.Newer, match="in `u`"):
            act()


def test_defaults_without_end_are_bounded():
    chain = "".join("struct S%d { x: S%d, y: S%d }" % (n, n + 1, n + 1) for n in range(60)) + "struct S60 { n: u8 = 7 } root S0;"
    record = vellum.Record(b"\x20\x02\x00\x00", vellum.Schema.parse(chain))
    assert record.verify() and record.x.y.x.y is not None
    for act in (record.to_dict, record.to_json):
        with pytest.raises(vellum.Limit):
            act()
    chain = "".join("struct S%d { x: S%d }" % (n, n + 1) for n in range(5000)) + "struct S5000 { n: u8 = 7 } root S0;"
    record = vellum.Record(b"\x20\x01\x00", vellum.Schema.parse(chain))
    assert record.verify()
    with pytest.raises(vellum.Limit):
        record.to_dict()
    value = record
    for _ in range(5000):
        value = value.x
    assert value.n == 7


def test_hostile_schemas_are_refused():
    deep = "".join("frozen struct S%d { x: S%d }" % (n, n + 1) for n in range(5000)) + "frozen struct S5000 { n: u8 } root S0;"
    wide = "".join("frozen struct S%d { %s }" % (n, ", ".join("f%d: S%d" % (m, n + 1) for m in range(90))) for n in range(7))
    for text in (
        deep,
        wide + "frozen struct S7 { n: u8 } root S0;",
        "root " + "list<" * 100 + "u8" + ">" * 100 + ";",
        "root " + "list<" * 5000 + "u8" + ">" * 5000 + ";",
        "struct P { x: u8 = %s } root P;" % ("9" * 5000),
        "struct P { x: f32 = 1e99999999999 } root P;",
        "struct P { x: decimal(2) = %s } root P;" % ("9" * 5000),
        'struct P { x: string = "\ud800" } root P;',
        "struct \ud800 { x: u8 } root P;",
        "root",
        "",
    ):
        with pytest.raises(vellum.SchemaError):
            vellum.Schema.parse(text)
    vellum.Schema.parse("struct P { x: f32 = 1e-99999999999 } root P;")


def test_a_map_does_not_claim_more_entries_than_there_are_bytes():
    schema = vellum.Schema.parse("root map<u8, u8>;")
    record = vellum.Record(bytes.fromhex("20 01 03 e0ffffffff 01 0a 01 0102"), schema)
    with pytest.raises(vellum.Invalid, match="more entries"):
        list(record.value)
    record = vellum.Record(bytes.fromhex("20 01 03 05 01 06 01 0102"), schema)
    assert len(record.value) == 2
    with pytest.raises(vellum.Invalid, match="fewer entries"):
        list(record.value)


def test_objects_that_are_shared_are_bounded():
    schema = vellum.Schema.parse("struct N { l: list<N>, m: list<N> } root N;")
    # A list of one element, both lists of which are this list.
    record = vellum.Record(bytes.fromhex("20 02 04 04 01 02 04 04"), schema)
    assert len(record.l[0].m[0].l) == 1
    for act in (record.verify, record.to_dict, record.to_json):
        with pytest.raises(vellum.Invalid, match="longer than the buffer|more than 64"):
            act()
