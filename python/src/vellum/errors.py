"""The errors of this package. Each is a `vellum.Error`."""

from __future__ import annotations


class Error(Exception):
    """What every error of this package is.

    `rule` says what was expected, `position` is the offset in the buffer where that is not so, and `path` the way from
    the root to the value, as in `home.tags[3]`. Position and path are `None` where there is none to name.

    >>> import vellum
    >>> schema = vellum.Schema.parse("struct P { x: u8 } root P;")
    >>> try:
    ...     vellum.Record(b"no buffer", schema)
    ... except vellum.Error as error:
    ...     print(error)
    the first byte is 6E, and none of a buffer (at 0)
    """

    def __init__(self, rule: str, position: int | None = None, path: str | None = None) -> None:
        super().__init__(rule)
        self.rule = rule
        self.position = position
        self.path = path

    def __str__(self) -> str:
        where = [] if self.position is None else ["at %d" % self.position]
        where += ["in `%s`" % self.path] if self.path else []
        return "%s (%s)" % (self.rule, ", ".join(where)) if where else self.rule

    def __reduce__(self) -> tuple[type[Error], tuple[str, int | None, str | None]]:
        return type(self), (self.rule, self.position, self.path)


class Invalid(Error):
    """The bytes are no buffer, or none of this schema: a rule of format.md or format-framing.md does not hold."""


class Unsupported(Invalid):
    """The bytes need a newer reader: another version of the format, or an extension that a reader has to know."""


class Newer(Error):
    """The value is of a variant that only a newer revision of the schema knows."""


class Unfit(Error, ValueError):
    """What is to be written is no value of the schema."""


class SchemaError(Error, ValueError):
    """A schema, as text or in its compact form, breaks a rule of schema.md or format-schema.md."""


class Limit(Error):
    """The value is too large to be made whole: it has far more parts, most of them defaults, than the buffer has bytes."""


class Conflict(Error):
    """A patch changes what is not there, or something else than it was made for."""


class NoField(Error, KeyError, AttributeError):
    """The struct has no field of this name."""

    __str__ = Error.__str__


class NoKey(Error, KeyError):
    """The map has no such key, or a key of another type was asked for."""

    __str__ = Error.__str__


class NoIndex(Error, IndexError):
    """The index is not within the list."""


def ensure(holds: object, rule: str, position: int | None = None) -> None:
    """Refuses a buffer in which a rule does not hold."""
    if not holds:
        raise Invalid(rule, position)


def demand(holds: object, rule: str) -> None:
    """Refuses a schema in which a rule does not hold."""
    if not holds:
        raise SchemaError(rule)
