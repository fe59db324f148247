"""Literals of schema text: numbers as their types read them, declared defaults, and rules in their canonical form (format-schema.md)."""

from __future__ import annotations

import ipaddress
import re
import struct as pack
from fractions import Fraction
from typing import Any

from .errors import Invalid, SchemaError, demand
from .schema import DAY, INTEGERS, SIGNED, Field, Type, own_word, slot_width, word_size
from .tokens import Token
from .values import default_value, from_word, to_word

RANGES = INTEGERS | SIGNED | {"f32", "f64", "char", "time"}


def integer(text: str, low: int, high: int) -> int:
    demand(re.fullmatch("-?[0-9]+", text) is not None, "%s is no integer" % text)
    demand(low <= int(text) <= high, "%s is not in %d to %d" % (text, low, high))
    return int(text)


# Words of slots


def word(type_: Type, token: Token) -> int:
    """The word of a slot that a literal says, before the XOR."""
    kind = type_.kind
    if kind == "enum":
        demand(token.kind == "name", "%s is no variant" % token)
        for variant in type_.named.variants:
            if variant.name == token.value:
                return variant.number
        raise SchemaError("no variant %s" % token.text)
    if kind == "bool":
        demand(token.kind == "name" and token.value in ("true", "false"), "%s is no bool" % token)
        return int(token.value == "true")
    if kind == "char":
        demand(token.kind == "char", "%s is no character" % token)
        return ord(token.text)
    if kind in ("ipv4", "ipv6"):
        demand(token.kind == "text", "%s is no text" % token)
        return int.from_bytes(address(kind, token.text), "little")
    demand(token.kind == "number" or kind in ("f32", "f64") and token.value in ("inf", "NaN"), "%s is no number" % token)
    if kind in ("f32", "f64"):
        found = float_bits(kind, token.text)
        infinite = {"f32": 0x7F800000, "f64": 0x7FF << 52}[kind]
        named = token.value in ("inf", "-inf", "NaN", "-NaN")
        demand(named or found & infinite != infinite, "%s is too large" % token.text)
        return found
    bits = 8 * word_size(type_)
    if kind in ("decimal", "decimal128"):
        number = decimal(token.text, type_.number)
        demand(-(1 << bits - 1) <= number < 1 << bits - 1, "%s does not fit" % token.text)
        return to_word(type_, number)
    if kind in SIGNED:
        return to_word(type_, integer(token.text, -(1 << bits - 1), (1 << bits - 1) - 1))
    number = integer(token.text, 0, DAY - 1 if kind == "time" else (1 << bits) - 1)
    return as_word(type_, number)


def address(kind: str, text: str) -> bytes:
    """The bytes of an address: an IPv4 one as four numbers without leading zeros, an IPv6 one as RFC 4291 writes it."""
    try:
        # Older Pythons take leading zeros, newer ones a scope.
        demand(re.search({"ipv4": r"(^|\.)0[0-9]", "ipv6": r"[.:]0[0-9]+\.|\.0[0-9]|%"}[kind], text) is None, "%s is no %s" % (text, kind))
        return (ipaddress.IPv4Address(text) if kind == "ipv4" else ipaddress.IPv6Address(text)).packed
    except ValueError as error:
        raise SchemaError(str(error)) from error


def as_word(type_: Type, number: int) -> int:
    """Refuses a word that is no value of the type."""
    try:
        from_word(type_, number)
    except Invalid as error:
        raise SchemaError(str(error)) from error
    return number


def decimal(text: str, scale: int) -> int:
    match = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+))?", text)
    if match is None:
        raise SchemaError("%s is no decimal" % text)
    sign, whole, fraction = match.group(1), match.group(2), match.group(3) or ""
    demand(len(fraction) <= scale, "%s has more than %d digits behind the point" % (text, scale))
    return int(sign + whole + fraction.ljust(scale, "0"))


def float_bits(kind: str, text: str) -> int:
    """The bits of the nearest float."""
    mantissa, _, exponent = text.partition("e")
    if len(exponent) > 6 and len(mantissa) < 10_000:
        # Zero or infinity all the same, and soon.
        text = "%se%s99999" % (mantissa, "-" if exponent.startswith("-") else "")
    if kind == "f64" or text in ("inf", "-inf", "NaN", "-NaN"):
        form = "d" if kind == "f64" else "f"
        return int.from_bytes(pack.pack("<" + form, float(text)), "little")
    # To round twice, first to an f64, can give a neighbour of the nearest f32.
    exact, sign = Fraction(text.lstrip("-")), text.startswith("-")
    try:
        near = int.from_bytes(pack.pack("<f", float(exact)), "little")
    except OverflowError:
        near = 0x7F800000
    near = min(near, 0x7F7FFFFF)
    choices = [bits for bits in (near - 1, near, near + 1) if 0 <= bits <= 0x7F800000]
    best = min(choices, key=lambda bits: (abs(magnitude(bits) - exact), bits & 1))
    return best | sign << 31


def magnitude(bits: int) -> Fraction:
    """The value of an f32, infinity being what the next number would be."""
    if bits == 0x7F800000:
        return Fraction(2) ** 128
    return Fraction(pack.unpack("<f", bits.to_bytes(4, "little"))[0])


# Defaults


def default(type_: Type, token: Token) -> int | bytes | None:
    """A declared default, as `Field.default` has it; None if it is the type's own."""
    demand(not type_.optional, "an optional field declares no default")
    if type_.kind in ("string", "bytes"):
        demand(token.kind == ("text" if type_.kind == "string" else "bytes"), "%s is no %s" % (token, type_.kind))
        content = token.value.encode() if isinstance(token.value, str) else token.value
        return content or None
    demand(type_.kind == "bool" or slot_width(type_) is not None, "%r has no declared default" % type_)
    value = word(type_, token)
    return None if value == (own_word(type_) if type_.kind != "bool" else 0) else value


# Rules


def rules(field: Field, given: list[Any]) -> str:
    """The rules of a field in their canonical form. The last of a kind counts; the default has to keep them."""
    last = {rule[0]: rule for rule in given}
    if not last:
        return ""
    # A struct's default is not known yet, and no rule is for structs.
    simple = field.type.kind in RANGES or field.type.kind in ("string", "string[]", "bytes")
    demand(simple, "no rules of %r" % field.type)
    parts, value = [], default_value(field.type, field.default)
    if "in" in last:
        demand(field.type.kind in RANGES, "no range of %r" % field.type)
        _, low, high = last["in"]
        ends = [word(field.type, token) if token is not None else None for token in (low, high)]
        shown = ["" if end is None else show(field.type, end) for end in ends]
        if any(shown):
            parts.append("in %s..%s" % (shown[0], "=" + shown[1] if shown[1] else ""))
        low, high = [None if end is None else number(field.type, end) for end in ends]
        demand(low == low and high == high, "NaN is no end of a range")
        demand(low is None or high is None or low <= high, "no value is in the range")
        if value is not None:
            given = number(field.type, to_word(field.type, value))
            demand((low is None or low <= given) and (high is None or given <= high), "the default is not in the range")
    if "max" in last:
        demand(field.type.kind in ("string", "string[]", "bytes"), "no max of %r" % field.type)
        limit = last["max"][1]
        content = value.encode() if isinstance(value, str) else value
        demand(content is None or len(content) <= limit, "the default is longer than max")
        parts.append("max %d" % limit)
    if "case" in last:
        demand(field.type.kind in ("string", "string[]"), "no case of %r" % field.type)
        case = last["case"][1]
        other = str.isupper if case == "lowercase" else str.islower
        demand(value is None or not any(other(char) for char in value), "the default is not in " + case)
        parts.append(case)
    return " ".join(parts)


def broken(type_: Type, given: list[Any], value: Any) -> bool:
    """Whether a value breaks one of the rules of its field."""
    for rule in given:
        if rule[0] == "in":
            found = number(type_, to_word(type_, value))
            low, high = (None if end is None else number(type_, word(type_, end)) for end in rule[1:])
            if not ((low is None or low <= found) and (high is None or found <= high)):
                return True
        elif rule[0] == "max":
            if len(value.encode() if isinstance(value, str) else value) > rule[1]:
                return True
        elif any(map(str.isupper if rule[1] == "lowercase" else str.islower, value)):
            return True
    return False


def number(type_: Type, bits: int) -> Any:
    """What ranges compare."""
    if type_.kind in ("f32", "f64"):
        form = "d" if type_.kind == "f64" else "f"
        return pack.unpack("<" + form, bits.to_bytes(word_size(type_), "little"))[0]
    return from_word(type_, bits)


def show(type_: Type, bits: int) -> str:
    """A literal in its canonical form."""
    value = number(type_, bits)
    if type_.kind in ("f32", "f64"):
        return show_float(type_.kind, value)
    if type_.kind in ("decimal", "decimal128"):
        digits = str(abs(value)).rjust(type_.number + 1, "0")
        point = len(digits) - type_.number
        return ("-" if value < 0 else "") + digits[:point] + ("." + digits[point:] if type_.number else "")
    if type_.kind == "char":
        char = chr(value)
        if char in "'\\":
            return "'\\%s'" % char
        return "'%s'" % char if " " <= char <= "~" else "'\\u{%x}'" % value
    return str(value)


def show_float(kind: str, value: float) -> str:
    """The shortest digits that give the same value, with a point, or with an exponent where it is large or small."""
    if value != value or value in (float("inf"), float("-inf")):
        return {"nan": "NaN"}.get(str(value), str(value))
    bits = float_bits(kind, repr(value))
    for precision in range(17):
        shown = "%.*e" % (precision, value)
        if float_bits(kind, shown.replace("e+", "e")) == bits:
            break
    mantissa, exponent = shown.split("e")
    power = int(exponent)
    if value and not 1e-4 <= abs(value) < 1e16:
        return "%se%d" % (mantissa, power)
    sign, digits = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    digits = digits.replace(".", "")
    if power < 0:
        return sign + "0." + "0" * (-power - 1) + digits
    digits = digits.ljust(power + 2, "0")
    return sign + digits[: power + 1] + "." + digits[power + 1 :]
