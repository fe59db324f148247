"""Record files: the vectors of the crate `vellum-file`."""

import json
import pathlib

import pytest

import vellum
from vellum import recordfile

VECTORS = pathlib.Path(__file__).parents[2] / "file/tests/vectors"
EXPECTED = json.loads((VECTORS / "expected.json").read_text("utf-8"))


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected["name"])
def test_a_kept_file_is_read(expected):
    path = VECTORS / (expected["name"] + ".record")
    if "refused" in expected:
        with pytest.raises(vellum.Unsupported if expected["refused"] == "later version" else vellum.Invalid):
            recordfile.open(path)
    elif "damaged" in expected:
        with pytest.raises(recordfile.Damaged) as error:
            recordfile.open(path)
        assert (error.value.position, error.value.readable) == (expected["damaged"], expected.get("readable"))
        if "readable" in expected:
            found = recordfile.open(path, recover=True)
            assert (found.sequence, found.record.to_dict()) == (expected["readable"], expected["record"])
    else:
        found = recordfile.open(path)
        assert (found.sequence, len(found.edits)) == (expected["sequence"], expected["edits"])
        assert found.record.to_dict() == expected["record"]
        assert vellum.open(path).to_dict() == expected["record"]


def test_no_byte_of_a_file_changes_unseen():
    data = (VECTORS / "whole.record").read_bytes()
    whole = recordfile.read(data)
    for at in range(0, len(data), 7):
        changed = data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]
        try:
            found = recordfile.read(changed)
        except vellum.Error:
            continue
        # The last edit alone: nothing says that it was durable.
        assert found.sequence == whole.sequence - 1 and found.incomplete > 0
