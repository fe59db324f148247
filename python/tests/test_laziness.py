"""To read one value touches its bytes and those on the way to it, however long the buffer is."""

import tracemalloc

import pytest

import vellum
from vellum.reader import Reader
from vellum.record import Struct

SCHEMA = vellum.Schema.parse(
    "struct Item { id: u64, name: string } struct R { items: list<Item>, title: string, votes: map<u32, u32> } root R width 4;"
)
STRIDE = 12


class Counting:
    """Bytes that count how many of them are read."""

    def __init__(self, content):
        self.content = content
        self.touched = 0

    def __len__(self):
        return len(self.content)

    def __getitem__(self, at):
        found = self.content[at]
        self.touched += len(found) if isinstance(at, slice) else 1
        return bytes(found) if isinstance(at, slice) else found


def write(target, count, votes):
    """A buffer of `count` items, all but the last of which are zeros; a map of so many votes, and the texts behind it."""
    head = bytes.fromhex("22 0c") + bytes(12)
    items = len(head)
    size = items + 5 + 1 + count * STRIDE
    entries = b"".join(number.to_bytes(4, "little") * 2 for number in range(votes))
    flat = (b"\xe0" + (2 * votes).to_bytes(4, "big")) + entries
    texts = b"\x05title\x04last"
    pointers = [items, size + len(flat), size]
    target.write(head[:2] + b"".join(pointer.to_bytes(4, "little") for pointer in pointers))
    target.write(b"\xe0" + count.to_bytes(4, "big") + bytes([STRIDE]))
    target.seek(size - STRIDE)
    target.write((7).to_bytes(8, "little") + (size + len(flat) + 6).to_bytes(4, "little"))
    target.write(flat + texts)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder, made = tmp_path_factory.mktemp("sparse"), {}
    for count in (1_000, 8_700_000):
        with open(folder / str(count), "wb") as file:
            write(file, count, 1000)
        made[count] = folder / str(count)
    return made


def touched(path, read):
    with open(path, "rb") as file:
        counting = Counting(memoryview(file.read()))
    record = Struct(Reader(SCHEMA, counting).root(), None)
    counting.touched = 0
    value = read(record)
    return counting.touched, value


@pytest.mark.parametrize(
    ("read", "value", "most"),
    [
        (lambda record: record["title"], "title", 12),
        (lambda record: record["items"][-1]["name"], "last", 40),
        (lambda record: len(record["items"]), None, 12),
        (lambda record: record["votes"][777], 777, 100),
    ],
    ids=["a field", "a field of the last element", "a length", "a key of a map"],
)
def test_what_is_touched_does_not_depend_on_the_length(files, read, value, most):
    small, large = (touched(path, read) for path in files.values())
    assert files[8_700_000].stat().st_size > 100_000_000
    assert small[0] == large[0] <= most
    assert value in (None, small[1]) and value in (None, large[1])


def test_a_file_is_mapped_and_not_loaded(files):
    tracemalloc.start()
    record = vellum.open(files[8_700_000], SCHEMA)
    assert record["items"][-1].id == 7 and record["title"] == "title" and len(record["items"]) == 8_700_000
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200_000
