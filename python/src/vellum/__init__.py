"""A reader of the vellum format, written from its documents alone.

>>> import vellum
>>> schema = vellum.Schema.parse('''
...     struct User { name: string, age: u16 = 18, tags: list<string> }
...     root User;
... ''')
>>> user = vellum.Record(bytes.fromhex("20 04 3600 06 00 03 416461"), schema)
>>> user.name, user["age"], len(user.tags)
('Ada', 36, 0)
>>> user.to_json()
'{"name":"Ada","age":36,"tags":[]}'

A record is read lazily: a field when it is asked for, an element of a list when it is indexed, a key of a map when it is looked for. Every
error is a `vellum.Error`. `vellum.natural` says which of Python's types values have.
"""

from .errors import Conflict, Error, Invalid, Limit, Newer, NoField, NoIndex, NoKey, SchemaError, Unfit, Unsupported
from .files import framed, open
from .framing import stream
from .given import dumps
from .patch import Patch
from .record import Keys, List, Map, Record, Struct, Variant
from .schema import Schema

__all__ = [
    "Conflict",
    "Error",
    "Invalid",
    "Keys",
    "Limit",
    "List",
    "Map",
    "Newer",
    "NoField",
    "NoIndex",
    "NoKey",
    "Patch",
    "Record",
    "Schema",
    "SchemaError",
    "Struct",
    "Unfit",
    "Unsupported",
    "Variant",
    "dumps",
    "framed",
    "open",
    "stream",
]
