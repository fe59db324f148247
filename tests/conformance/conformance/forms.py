"""The JSON form of values that loses nothing (vectors/README.md)."""

import struct as pack

from vellum.errors import Invalid, ensure
from vellum.schema import BYTEWISE, GEO, INTEGERS, SIGNED, slot_width
from vellum.values import default_value, from_word, sort_key, to_word


def to_json(type_, value):
    """The JSON form."""
    kind = type_.kind
    if value is None:
        return None
    if kind in ("f32", "f64"):
        return "%0*x" % (2 * slot_width(type_), value)
    if kind == "char":
        return chr(value)
    if kind == "bytes" or kind in BYTEWISE:
        return value.hex()
    if kind in GEO:
        raw, each = value.to_bytes(slot_width(type_), "little"), GEO[kind][2]
        return [int.from_bytes(part, "little", signed=True) for part in (raw[:each], raw[each:])]
    if kind == "enum":
        names = [variant.name for variant in type_.definition.variants if variant.number == value]
        return names[0] if names else value
    if kind in ("list", "array"):
        return [to_json(type_.item, item) for item in value]
    if kind == "set":
        return [to_json(type_.key, key) for key in value]
    if kind == "map":
        return [[to_json(type_.key, key), to_json(type_.item, item)] for key, item in value]
    if kind == "tuple":
        return [to_json(part, item) for part, item in zip(type_.parts, value)]
    if kind == "struct":
        return {field.name: to_json(field.type, item) for field, item in zip(type_.fields(), value)}
    if type_.is_union:
        tag, payload = value
        if tag >= len(type_.variants()):
            return {"#%d" % tag: None}
        inner = type_.variants()[tag]
        return {type_.variant_names()[tag]: to_json(inner, payload) if inner else None}
    return value


def from_json(type_, form):
    """The value of a JSON form. Refuses a form that is not the type's."""
    try:
        return _from_json(type_, form)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError, pack.error) as error:
        raise Invalid("%r is no %r: %s" % (form, type_, error)) from error


def _from_json(type_, form):
    kind = type_.kind
    if form is None:
        ensure(type_.optional, "null is no %r" % type_)
        return None
    if kind == "bool":
        ensure(isinstance(form, bool), "%r is no bool" % form)
        return form
    if kind in ("f32", "f64"):
        ensure(len(form) == 2 * slot_width(type_), "%r does not have the digits of %s" % (form, kind))
        return int(form, 16)
    if kind == "char":
        return ord(form)
    if kind in BYTEWISE:
        ensure(len(form) == 2 * slot_width(type_), "%r is no %s" % (form, kind))
        return bytes.fromhex(form)
    if kind in GEO:
        each = GEO[kind][2]
        raw = b"".join(int(part).to_bytes(each, "little", signed=True) for part in form)
        return from_word(type_, int.from_bytes(raw, "little"))
    if kind == "enum":
        if isinstance(form, str):
            names = {variant.name: variant.number for variant in type_.definition.variants}
            # The number of an unknown variant may be text, as every integer may be.
            return names[form] if form in names else from_word(type_, int(form))
        return from_word(type_, form)
    if kind in INTEGERS or kind in SIGNED or kind == "time":
        return _integer(type_, form)
    if kind in ("string", "string[]"):
        ensure(isinstance(form, str), "%r is no text" % form)
        return form
    if kind == "bytes":
        return bytes.fromhex(form)
    return _container(type_, form)


def _integer(type_, form):
    ensure(isinstance(form, (int, str)) and not isinstance(form, bool), "%r is no integer" % form)
    number = int(form)
    ensure(from_word(type_, to_word(type_, number)) == number, "%d is no %s" % (number, type_.kind))
    return number


def _container(type_, form):
    kind = type_.kind
    if kind in ("list", "array") and type_.item.kind == "u8" and isinstance(form, str):
        form = list(bytes.fromhex(form))
    if kind in ("list", "array", "set", "map", "tuple"):
        ensure(isinstance(form, list), "%r is no array" % (form,))
    if kind in ("list", "array"):
        ensure(kind == "list" or len(form) == type_.number, "the array has %d elements" % len(form))
        return [from_json(type_.item, item) for item in form]
    if kind == "set":
        return sorted((from_json(type_.key, key) for key in form), key=sort_key)
    if kind == "map":
        pairs = [(from_json(type_.key, key), from_json(type_.item, item)) for key, item in form]
        return sorted(pairs, key=lambda pair: sort_key(pair[0]))
    if kind == "tuple":
        ensure(len(form) == len(type_.parts), "the tuple has %d parts" % len(form))
        return [from_json(part, item) for part, item in zip(type_.parts, form)]
    if kind == "struct":
        return struct_from_json(type_.fields(), form)
    return _union(type_, form)


def struct_from_json(fields, form):
    """The values of fields; what the form leaves out has its default."""
    ensure(isinstance(form, dict), "%r is no object" % (form,))
    unknown = set(form) - {field.name for field in fields}
    ensure(not unknown, "no fields %s" % sorted(unknown))
    return [
        from_json(field.type, form[field.name]) if field.name in form else default_value(field.type, field.default)
        for field in fields
    ]


def _union(type_, form):
    ensure(isinstance(form, dict) and len(form) == 1, "%r is not one variant" % (form,))
    ((name, payload),) = form.items()
    if name.startswith("#"):
        return (int(name[1:]), None)
    tag = type_.variant_names().index(name)
    inner = type_.variants()[tag]
    ensure(inner is not None or payload is None, "%s has no payload" % name)
    return (tag, from_json(inner, payload) if inner else None)
