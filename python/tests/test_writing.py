"""What `dumps` takes and refuses."""

import decimal

import pytest

import vellum

SCHEMA = vellum.Schema.parse(
    """
    union U { none, word: string }
    struct N { n: u8 }
    struct R { a: u8 in 1..=5 = 1, s: string? max 3, l: list<U>, m: map<string, N>, d: decimal(1)?, x: u8 since 2, e: string? lowercase }
    root R;
    """
)


def test_a_record_is_written_as_it_was_read():
    data = vellum.dumps({"l": ["none", {"word": "w"}], "m": {"b": {"n": 1}, "a": {"n": 2}}, "e": "ok"}, SCHEMA, framed=True)
    record = vellum.framed(data)
    assert record.verify()
    assert vellum.dumps(record, SCHEMA, framed=True) == data
    assert vellum.dumps(record.to_dict(), SCHEMA, framed=True) == data


@pytest.mark.parametrize(
    ("change", "path", "rule"),
    [
        ({"a": 6}, "a", "breaks the rule"),
        ({"a": 256}, "a", "no value of u8"),
        ({"a": True}, "a", "no value of u8"),
        ({"a": None}, "a", "no value of u8"),
        ({"s": "four"}, "s", "breaks the rule"),
        ({"s": "\ud800"}, "s", "no value of string"),
        ({"e": "No"}, "e", "breaks the rule"),
        ({"d": decimal.Decimal("0.05")}, "d", "no value of decimal"),
        ({"d": decimal.Decimal("NaN")}, "d", "no value of decimal"),
        ({"d": 10**30}, "d", "no value of decimal"),
        ({"l": "none"}, "l", "no value of list"),
        ({"l": ["none", "word"]}, "l[1]", "no value of U"),
        ({"l": [{"word": 5}]}, "l[0].word", "no value of string"),
        ({"m": {"k": {"n": 300}}}, "m[k].n", "no value of u8"),
        ({"m": {"k": {}}}, "m[k]", "lacks its field 'n'"),
        ({"m": {5: {"n": 1}}}, "m", "no value of string"),
        ({"q": 1}, "", "no field 'q'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(change, path, rule):
    with pytest.raises(vellum.Unfit, match=rule) as caught:
        vellum.dumps({"l": [], "m": {}, **change}, SCHEMA)
    assert (caught.value.path or "") == path


def test_values_that_nest_without_end_are_refused():
    schema = vellum.Schema.parse("root any;")
    loop: list = []
    loop.append(loop)
    with pytest.raises(vellum.Unfit):
        vellum.dumps(loop, schema)
    deep: list = [1]
    for _ in range(63):
        deep = [deep]
    assert vellum.Record(vellum.dumps(deep, schema), schema).verify()
    with pytest.raises(vellum.Unfit, match="64 objects"):
        vellum.dumps([deep], schema)
