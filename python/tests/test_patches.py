"""What programs do with patches; the vectors say what patches do."""

import json
import pathlib
import random

import pytest

import vellum
from vellum import patch

SCHEMA = vellum.Schema.parse("struct H { street: string, number: u32 } struct U { name: string, age: u16 = 18, home: H, tags: list<string>, votes: map<string, u8> } root U;")
LINEAGE = "15bcf741"
LINES = json.loads((pathlib.Path(__file__).parents[2] / "tests/conformance/vectors/patch1/patches.json").read_text("utf-8"))


def made(operations, **given):
    return vellum.Patch(bytes.fromhex("d310" + LINEAGE + operations), SCHEMA, **given)


def user(**given):
    return vellum.dumps({"name": "Ada", "home": {"street": "Main", "number": 1}, "tags": ["a", "b"], "votes": {"x": 1}, **given}, SCHEMA)


def test_a_patch_is_applied_to_a_buffer_and_taken_back():
    there_and_back = made("08 70 01 00 02 1200 2500")
    assert str(there_and_back) == "set age" and len(there_and_back) == 1
    new = there_and_back.apply(user())
    assert vellum.Record(new, SCHEMA).age == 37
    assert there_and_back.invert().apply(new) == user()


def test_two_patches_are_joined():
    joined = made("05 10 01 00 2500").then(made("05 10 01 00 2600"))
    assert len(joined) == 1 and vellum.Record(joined.apply(user()), SCHEMA).age == 38


@pytest.mark.parametrize(
    ("operations", "path", "rule"),
    [
        ("08 f0 01 00 02 1300 2500", "age", "what is there is not what it was made for"),
        ("04 03 02 0c 15", "tags[5]", "what it leads to is not there"),
        ("05 06 02 10 07 7a", "votes[z]", "what it leads to is not there"),
        ("06 15 02 10 07 78 05", "votes[x]", "the key is there with another value"),
    ],
)
def test_a_change_that_cannot_be_made_says_where(operations, path, rule):
    with pytest.raises(vellum.Conflict) as error:
        made(operations).apply(user())
    assert error.value.path == path and rule in error.value.rule


def test_a_key_without_a_value_is_added_with_the_default_and_only_where_it_is_missing():
    without_value = made("05 05 02 10 07 79")
    assert vellum.Record(without_value.apply(user()), SCHEMA).votes["y"] == 0
    with pytest.raises(vellum.Conflict):
        without_value.apply(user(votes={"y": 0}))


def test_what_is_no_patch_says_what_was_expected():
    for data, kind in [(b"", vellum.Invalid), (user(), vellum.Invalid), (bytes.fromhex("d311"), vellum.Unsupported), (bytes.fromhex("d31000000000"), vellum.SchemaError)]:
        with pytest.raises(kind):
            vellum.Patch(data, SCHEMA)
    assert not patch.is_patch(user()) and patch.is_patch(bytes.fromhex("d310"))


def test_what_a_newer_revision_changes_is_refused_or_counted():
    with pytest.raises(vellum.Newer):
        made("05 10 01 7c 2500")
    known = made("05 10 01 7c 2500 05 10 01 00 2500", known=True)
    assert known.unknown == 1 and len(known) == 1 and vellum.Record(known.apply(user()), SCHEMA).age == 37


def test_any_bytes_are_a_patch_or_an_error():
    chance = random.Random(7)
    schemas = {}
    for line in LINES:
        if "patch" not in line or "old" not in line:
            continue
        text = line.get("reads", line["schema"])
        schema = schemas.setdefault(text, vellum.Schema.parse(text))
        for _ in range(20):
            data = bytearray.fromhex(line["patch"])
            for _ in range(chance.randint(1, 3)):
                if len(data) > 6:
                    at = chance.randrange(6, len(data))
                    data[at : at + chance.randint(0, 1)] = bytes(chance.choice([[], [chance.randrange(256)], [chance.randrange(8)]]))
            try:
                patch.join(data, data)
                one = vellum.Patch(data, schema, known=True)
                written = one.apply(bytes.fromhex(line["old"]))
                assert vellum.Record(written, schema).verify() is not None
                assert bytes(vellum.Patch(bytes(one), schema)) == bytes(one)
                one.invert()
            except vellum.Error:
                pass
