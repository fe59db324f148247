"""The two ways in which input is refused."""


class Refused(Exception):
    """A buffer, a value or a stream breaks a rule of format.md or format-framing.md."""


class BadSchema(Exception):
    """A schema, as text or in its compact form, breaks a rule of schema.md or format-schema.md."""


def ensure(holds, message):
    """Refuses a buffer in which a rule does not hold."""
    if not holds:
        raise Refused(message)


def demand(holds, message):
    """Refuses a schema in which a rule does not hold."""
    if not holds:
        raise BadSchema(message)
