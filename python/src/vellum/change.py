"""Changes of whole values by the operations of a patch (format-patch.md, "Operations").

Values are never changed once made, so each function gives a new one, and what a patch did before it is refused is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from .errors import Conflict, Unfit
from .operations import ADD_KEY, CLEAR, FIELD, INDEX, INSERT, PUSH, REMOVE, REMOVE_KEY, SET, SPLICE, SPLICE_TEXT, SWITCH, VARIANT
from .ruled import keeps
from .schema import Type
from .values import default_value, sort_key
from .ways import Change, Turn


class Gone(Exception):
    """What a path leads to is not there."""


class NoElement(Gone):
    """An element is not there, which nothing makes."""


class Absent:
    """What stands for an entry that is not there."""


ABSENT = Absent()
REMOVED = Absent()
Then = Callable[[Any], Any]


def update(value: Any, turns: tuple[Turn, ...], make: bool, then: Then) -> Any:
    """The value with what the turns lead to changed by `then`. With `make` what is not there on the way is made; else `Gone` is raised."""
    if not turns:
        return then(value)
    turn, rest = turns[0], turns[1:]

    def on(part: Any) -> Any:
        return update(part, rest, make, then)

    if value is None or value is ABSENT:
        if not make:
            lacks = turn.kind == INDEX and turn.by >= turn.source.number
            raise NoElement if lacks else Gone
        value = default_value(turn.source.bare)
    if turn.kind == FIELD:
        return [on(part) if n == turn.by else part for n, part in enumerate(value)]
    if turn.kind == INDEX:
        if turn.by >= len(value):
            raise NoElement
        return [*value[: turn.by], on(value[turn.by]), *value[turn.by + 1 :]]
    if turn.kind == VARIANT:
        if value[0] != turn.by:
            # A document is only made into another where it is null, its first variant.
            if not make or turn.source.kind == "any" and value[0] != 0:
                raise Gone
            value = (turn.by, default_value(turn.type))
        return (turn.by, on(value[1]))
    return keyed(turn, value, make, on)


def keyed(turn: Turn, value: Any, make: bool, on: Then) -> Any:
    """The same of the entry of a key. The entries of a set are its keys."""
    is_map = turn.source.kind == "map"
    order, at = sort_key(turn.by), 0
    while at < len(value) and sort_key(value[at][0] if is_map else value[at]) < order:
        at += 1
    is_there = at < len(value) and sort_key(value[at][0] if is_map else value[at]) == order
    if not is_there and not make:
        raise Gone
    found = on((value[at][1] if is_map else turn.by) if is_there else ABSENT)
    entries = [] if found is REMOVED else [(turn.by, found) if is_map else turn.by]
    return [*value[:at], *entries, *value[at + is_there :]]


def find(root: Any, change: Change) -> Any:
    """What the path of a change leads to. Raises `Gone` if that is not there."""
    found: list[Any] = []

    def keep(value: Any) -> Any:
        found.append(value)
        return value

    update(root, change.turns, False, keep)
    return found[0]


def apply(root: Any, change: Change) -> Any:
    """The root's values with a change made. Raises `Conflict` if it cannot be, with its path."""
    try:
        return _apply(root, change)
    except Gone:
        refuse("what it leads to is not there", change)


def refuse(rule: str, change: Change) -> NoReturn:
    raise Conflict("%s: %s" % (change.name, rule), path=change.text)


def empty(change: Change, type_: Type) -> Any:
    """What is there without a value: nothing, or the default."""
    return default_value(type_, change.default)


def _apply(root: Any, change: Change) -> Any:
    action = change.action
    if change.value is not None and action not in (CLEAR, REMOVE, REMOVE_KEY, SPLICE_TEXT):
        check_rules(change, change.value)
    if change.only and action in (SET, CLEAR, SWITCH, REMOVE, REMOVE_KEY):
        check_old(root, change)
    if action == CLEAR or action in (SET, SWITCH) and change.value is None:
        try:
            return update(root, change.turns, False, lambda _: empty(change, change.type))
        except NoElement:
            raise
        except Gone:
            return root
    if action in (SET, SWITCH):
        return update(root, change.turns, True, lambda _: change.value)
    if action == REMOVE_KEY:
        return update(root, change.turns, False, lambda _: REMOVED)
    if action == ADD_KEY:
        return update(root, change.turns, True, lambda found: added(change, found))
    if action in (INSERT, REMOVE):
        change, index = change._replace(turns=change.turns[:-1]), change.turns[-1].by
        if action == REMOVE:
            return update(root, change.turns, False, lambda found: spliced(change, found, index, 1, []))
        return update(root, change.turns, True, lambda found: spliced(change, found, index, 0, [element(change)]))
    if action == PUSH:
        return update(root, change.turns, True, lambda found: [*parts(found), element(change)])
    # What brings nothing makes nothing.
    makes = bool(change.value)
    then = spliced_by if action == SPLICE else text
    try:
        return update(root, change.turns, makes, lambda found: then(change, found))
    except NoElement:
        raise
    except Gone:
        then(change, ABSENT)
        return root


def spliced_by(change: Change, found: Any) -> Any:
    new = spliced(change, found, change.at, change.removed, change.value or [])
    return new if new or found is not None else None


def check_rules(change: Change, value: Any) -> Any:
    """The value, if it keeps the rules of the fields that it goes to. What is spliced into a text is not all of it."""
    whole = change.action in (SET, SWITCH, SPLICE_TEXT) and change.turns[-1].kind == FIELD
    field = change.turns[-1].source.fields()[change.turns[-1].by] if whole else None
    if not keeps(change.item if change.action == PUSH else change.type, value, field.rules if field else ""):
        raise Unfit("%s: a value breaks the rules of its field" % change.name, path=change.text)
    return value


def check_old(root: Any, change: Change) -> None:
    """Refuses a change where something else is than it was made for."""
    try:
        found = find(root, change)
    except Gone:
        found = None
        if change.action in (REMOVE, REMOVE_KEY):
            raise
    if found != change.old:
        refuse("what is there is not what it was made for", change)


def added(change: Change, found: Any) -> Any:
    if change.turns[-1].source.kind == "set":
        if change.value is not None:
            refuse("an element of a set has no value", change)
        return change.turns[-1].by
    if found is ABSENT:
        return default_value(change.type) if change.value is None else change.value
    # Without a value only an absent one is the same, not a default.
    if found != change.value:
        refuse("the key is there with another value", change)
    return found


def element(change: Change) -> Any:
    return default_value(change.item) if change.value is None else change.value


def parts(found: Any) -> list[Any]:
    """The elements of a list, of one that is not there none."""
    return [] if found is None or found is ABSENT else found


def spliced(change: Change, found: Any, index: int, removed: int, value: list[Any]) -> list[Any]:
    elements = parts(found)
    if index + removed > len(elements):
        raise Gone
    if change.only and change.action == SPLICE and change.old is not None and elements[index : index + removed] != change.old:
        refuse("the elements that it removes are others", change)
    return [*elements[:index], *value, *elements[index + removed :]]


def text(change: Change, found: Any) -> Any:
    """Text or bytes with some of them replaced, within its rules."""
    new = check_rules(change, replaced(change, found))
    return new if new or found is not None else None


def replaced(change: Change, found: Any) -> Any:
    """Text or bytes with some of them replaced; of text no character is cut."""
    is_text = change.type.kind != "bytes"
    content = default_value(change.type.bare) if found is None or found is ABSENT else found
    content = content.encode() if is_text else content
    end = change.at + change.removed
    if end > len(content):
        raise Gone
    parts = [content[: change.at], content[change.at : end], content[end:]]
    if change.only and change.old is not None and encoded(change.old) != parts[1]:
        refuse("the bytes that it removes are others", change)
    new = parts[0] + encoded(change.value) + parts[2]
    if not is_text:
        return new
    try:
        made: str = "".join(part.decode() for part in (parts[0], encoded(change.value), parts[2]))
    except UnicodeDecodeError:
        refuse("it cuts a character", change)
    if change.type.kind == "string[]" and len(new) > change.type.number:
        refuse("the text is longer than its slot", change)
    return made.rstrip("\0") if change.type.kind == "string[]" else made


def encoded(value: Any) -> bytes:
    return b"" if value is None else value.encode() if isinstance(value, str) else bytes(value)
