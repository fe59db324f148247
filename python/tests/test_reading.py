"""What a record gives, value by value."""

import collections.abc
import datetime
import decimal
import ipaddress
import json
import uuid

import pytest

import vellum

SCHEMA = vellum.Schema.parse(
    """
    enum Role { member, admin = 7 }
    open enum Tone : u16 { calm, loud }
    union Contact { none, phone: u64, email: string, home: Address }
    struct Address { street: string, zip: u32? }
    frozen struct Point { x: i16, y: i16 }
    struct Event {
        name: string, nick: string?, age: u16 = 18, ok: bool, maybe: bool?, ratio: f32, exact: f64, letter: char,
        id: uuid, key: ulid, host: ipv4, peer: ipv6, day: date, at: time, seen: timestamp, fine: timestamp(ns), took: duration,
        price: decimal(2), big: decimal128(3), here: geo8, role: Role, tone: Tone, code: string[4], hash: bytes[3], raw: bytes,
        tags: list<string>, points: list<Point>, grid: array<u16, 2>, votes: map<string, u32>, seats: set<tuple<u8, string>>,
        pair: tuple<u8, string?>, contact: Contact, contacts: list<Contact>, address: Address, friend: Address?, extra: any, later: u8 = 9 since 2,
    }
    root Event;
    """
)
UTC = datetime.timezone.utc
VALUE = {
    "name": "Ada", "nick": None, "age": 36, "ok": True, "maybe": False, "ratio": 0.5, "exact": 0.1, "letter": "ß",
    "id": uuid.UUID(int=5), "key": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "host": ipaddress.IPv4Address("127.0.0.1"),
    "peer": ipaddress.IPv6Address("::ffff:1.2.3.4"), "day": datetime.date(2023, 11, 14), "at": 3_600_000_000_001,
    "seen": datetime.datetime(2023, 11, 14, 22, 13, 20, 500_000, UTC), "fine": 1_500_000_000_000_000_001, "took": -5_400_000_000_000,
    "price": decimal.Decimal("-0.05"), "big": decimal.Decimal("12345678901234567890123456789.125"), "here": (52.52, -13.4),
    "role": "admin", "tone": 700, "code": "ab", "hash": b"\x01\x02\x03", "raw": b"\x00\xff",
    "tags": ["x", "", "y"], "points": [{"x": 1, "y": -1}, {"x": 0, "y": 0}], "grid": [1, 2], "votes": {"ada": 3, "bob": 0},
    "seats": {(1, "a"), (1, "b")}, "pair": (4, None), "contact": {"home": {"street": "S", "zip": None}},
    "contacts": ["none", {"phone": 1}, {"email": "e"}], "address": {"street": "", "zip": 7}, "friend": None,
    "extra": {"a": [1, 2.5, None, {"b": b"z"}], "c": True}, "later": 200,
}  # fmt: skip


@pytest.fixture
def record():
    return vellum.Record(vellum.dumps(VALUE, SCHEMA), SCHEMA)


def test_every_type_comes_back_as_python_has_it(record):
    assert record.to_dict() == VALUE
    assert [type(value) for value in record.to_dict().values()] == [type(value) for value in VALUE.values()]
    assert record.verify() is True


def test_fields_are_read_by_name_and_as_attributes(record):
    assert record["name"] == record.name == "Ada"
    assert record.nick is None
    assert list(record) == list(VALUE) and len(record) == len(VALUE)
    assert "name" in record and "nobody" not in record
    assert record.get("nobody", 5) == 5
    assert record.address.zip == 7


def test_lists_are_sequences(record):
    tags = record.tags
    assert isinstance(tags, collections.abc.Sequence)
    assert len(tags) == 3 and tags[-1] == "y" and tags[0:2] == ["x", ""] and list(reversed(tags)) == ["y", "", "x"]
    assert "y" in tags and tags.index("y") == 2 and tags == ["x", "", "y"] and tags != ["x"]
    assert record.points[0]["y"] == -1
    assert record.hash == b"\x01\x02\x03"


def test_maps_are_mappings_in_the_order_of_keys(record):
    votes = record.votes
    assert isinstance(votes, collections.abc.Mapping)
    assert votes["ada"] == 3 and votes.get("nobody") is None and "bob" in votes and 5 not in votes
    assert list(votes) == ["ada", "bob"] and votes == {"ada": 3, "bob": 0} and votes.to_dict() == {"ada": 3, "bob": 0}
    assert (1, "b") in record.seats and (2, "b") not in record.seats and list(record.seats) == [(1, "a"), (1, "b")]
    assert record.seats | {5} == {(1, "a"), (1, "b"), 5}


def test_unions_match(record):
    match record.contact:
        case vellum.Variant("home", address):
            assert address.street == "S"
        case _:
            raise AssertionError
    assert [one.name for one in record.contacts] == ["none", "phone", "email"]
    assert record.contacts[0].value is None and record.contacts[1].value == 1 and record.contacts[1].tag == 1


def test_documents_are_lazy_mappings_and_sequences(record):
    assert isinstance(record.extra, collections.abc.Mapping)
    assert record.extra["a"][1] == 2.5 and record.extra["a"][3]["b"] == b"z"
    with pytest.raises(vellum.NoKey, match="in `extra`"):
        record.extra["zz"]


def test_json_is_that_of_the_crate(record):
    assert record.to_json() == (
        '{"name":"Ada","nick":null,"age":36,"ok":true,"maybe":false,"ratio":0.5,"exact":0.1,"letter":"ß",'
        '"id":"00000000-0000-0000-0000-000000000005","key":"01ARZ3NDEKTSV4RRFFQ69G5FAV","host":"127.0.0.1","peer":"::ffff:1.2.3.4",'
        '"day":"2023-11-14","at":"01:00:00.000000001","seen":"2023-11-14T22:13:20.500Z","fine":"2017-07-14T02:40:00.000000001Z",'
        '"took":"-PT1H30M","price":"-0.05","big":"12345678901234567890123456789.125","here":[52.52,-13.4],"role":"admin","tone":700,'
        '"code":"ab","hash":[1,2,3],"raw":"AP8=","tags":["x","","y"],"points":[{"x":1,"y":-1},{"x":0,"y":0}],"grid":[1,2],'
        '"votes":{"ada":3,"bob":0},"seats":[[1,"a"],[1,"b"]],"pair":[4,null],"contact":{"home":{"street":"S","zip":null}},'
        '"contacts":["none",{"phone":1},{"email":"e"}],"address":{"street":"","zip":7},"friend":null,'
        '"extra":{"a":[1,2.5,null,{"b":"eg=="}],"c":true},"later":200}'
    )
    assert json.loads(record.extra.to_json()) == {"a": [1, 2.5, None, {"b": "eg=="}], "c": True}


def test_json_keys_are_text():
    schema = vellum.Schema.parse("root map<tuple<u32, string, date, bytes>, bool>;")
    data = vellum.dumps({(7, 'E"', datetime.date(2023, 11, 14), b"\xab"): True}, schema)
    assert vellum.Record(data, schema).to_json() == r'{"[7,\"E\\\"\",\"2023-11-14\",\"ab\"]":true}'


@pytest.mark.parametrize(
    ("kind", "number", "text"),
    [
        ("date", 2_932_896, '"9999-12-31"'),
        ("date", 2_932_897, "2932897"),
        ("date", -719_528, '"0000-01-01"'),
        ("date", -719_529, "-719529"),
        ("date", -719_163, '"0000-12-31"'),
        ("timestamp(s)", -1, '"1969-12-31T23:59:59Z"'),
        ("timestamp(us)", 1, '"1970-01-01T00:00:00.000001Z"'),
        ("duration", 0, '"PT0S"'),
        ("duration", 60_000_000_000, '"PT1M"'),
        ("duration", 100_000_000, '"PT0.1S"'),
    ],
)
def test_dates_and_times_as_text(kind, number, text):
    schema = vellum.Schema.parse("root %s;" % kind)
    assert vellum.Record(vellum.dumps(number, schema), schema).to_json() == text


def test_what_is_not_stored_has_its_default():
    empty = vellum.dumps({}, vellum.Schema.parse("struct E {} root E;"))
    schema = vellum.Schema.parse("struct N { n: u8 = 5, s: string = \"d\" } struct E { a: N since 2, b: u8 = 7 since 2, c: list<N> since 2, d: bytes[2] since 2 } root E;")
    record = vellum.Record(empty, schema)
    assert record.to_dict() == {"a": {"n": 5, "s": "d"}, "b": 7, "c": [], "d": b"\0\0"}
    assert record.a.s == "d" and record.d == b"\0\0" and record.verify()


def test_roots_of_other_types():
    for text, value in [("list<u8>", [7, 8]), ("u64?", None), ("any", {"a": [1]}), ("map<u8, string>", {1: "x"}), ("string", "x")]:
        schema = vellum.Schema.parse("root %s;" % text)
        record = vellum.Record(vellum.dumps(value, schema), schema)
        assert record.value == value
        assert len(record) == 0
        with pytest.raises(vellum.NoField, match="see `value`"):
            record["x"]


def test_maps_in_blocks_are_searched_through_their_directory():
    schema = vellum.Schema.parse("root map<u64, u64>;")
    votes = {number * 3: number for number in range(2000)}
    found = vellum.Record(vellum.dumps(votes, schema), schema).value
    assert all(found[key] == value for key, value in votes.items())
    assert all(key + 1 not in found and key - 1 not in found for key in votes)
    assert found.to_dict() == votes


def test_files_are_opened_with_their_schema_or_beside_it(tmp_path):
    carried, bare, text = tmp_path / "a.vlf", tmp_path / "a.bin", tmp_path / "a.vlm"
    schema = vellum.Schema.parse("struct P { x: u8 } root P;")
    carried.write_bytes(vellum.dumps({"x": 7}, schema, framed=True))
    bare.write_bytes(vellum.dumps({"x": 7}, schema))
    text.write_text("struct P { x: u8 } root P;")
    assert vellum.open(carried).x == 7
    assert vellum.open(str(bare), vellum.Schema.load(text)).x == 7
    newer = vellum.Schema.parse("struct P { x: u8, y: u8 = 3 since 2 } root P;")
    assert vellum.open(carried, newer).y == 3
    with pytest.raises(vellum.Invalid, match="none is given"):
        vellum.open(bare)
    with pytest.raises(OSError):
        vellum.open(tmp_path / "none")


def test_streams_are_taken_apart():
    assert [bytes(one) for one in vellum.stream(bytes.fromhex("03200107 00 03200108"))] == [b"\x20\x01\x07", b"", b"\x20\x01\x08"]


def test_schemas_have_their_three_forms():
    schema = vellum.Schema.parse("struct P { x: u8 } root P;")
    assert vellum.Schema.from_bytes(schema.to_bytes()).fingerprint == schema.fingerprint
    assert repr(schema) == "<Schema of P>"
