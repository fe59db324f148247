"""The tokens of schema text (schema.md, "Grammar")."""

from __future__ import annotations

import re

from .errors import SchemaError, demand

ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", '"': '"', "'": "'"}
DIGITS = r"[0-9](?:_*[0-9])*"
NUMBER = re.compile(r"-?%s(\.%s)?(e-?%s)?|-inf\b|-NaN\b" % (DIGITS, DIGITS, DIGITS))


class Token:
    """`kind` is name, number, char, text, bytes, docs, end, or the symbol itself; `value` the content, a number's as it is written."""

    def __init__(self, kind: str, value: str | bytes, pos: int) -> None:
        self.kind = kind
        self.value = value
        self.pos = pos

    @property
    def text(self) -> str:
        """The value of a token that is no bytes."""
        return self.value if isinstance(self.value, str) else ""

    def __repr__(self) -> str:
        return "%s %r at %d" % (self.kind, self.value, self.pos)


def tokens(text: str) -> list[Token]:
    """All tokens of a text; comments but `///` are left out."""
    found: list[Token] = []
    pos = 0
    while pos < len(text):
        start, char = pos, text[pos]
        if char.isspace():
            pos += 1
        elif text.startswith("//", pos):
            stop = text.find("\n", pos)
            stop = len(text) if stop < 0 else stop
            if text.startswith("///", pos) and not text.startswith("////", pos):
                line = text[pos + 3 : stop].rstrip()
                found.append(Token("docs", line[1:] if line.startswith(" ") else line, pos))
            pos = stop
        elif text.startswith("/*", pos):
            stop = text.find("*/", pos + 2)
            demand(stop >= 0, "a comment does not end")
            pos = stop + 2
        elif text.startswith('b"', pos):
            content, pos = quoted(text, pos + 1, True)
            found.append(Token("bytes", content, start))
        elif char == '"':
            content, pos = quoted(text, pos, False)
            found.append(Token("text", content, start))
        elif char == "'":
            content, pos = quoted(text, pos, False)
            demand(len(content) == 1, "no single character at %d" % start)
            found.append(Token("char", content, start))
        elif char == "_" or char.isalpha():
            while pos < len(text) and (text[pos] == "_" or text[pos].isalnum()):
                pos += 1
            found.append(Token("name", text[start:pos], start))
        elif char.isdigit() or char == "-":
            match = NUMBER.match(text, pos)
            if match is None:
                raise SchemaError("no number at %d" % pos)
            pos = match.end()
            demand(pos == len(text) or not (text[pos] == "_" or text[pos].isalnum()), "a number runs into a name at %d" % pos)
            found.append(Token("number", match.group().replace("_", ""), start))
        else:
            symbol = next((s for s in ("..=", "..", *"{}()<>[],;:=?.") if text.startswith(s, pos)), None)
            if symbol is None:
                raise SchemaError("%r at %d" % (char, pos))
            pos += len(symbol)
            found.append(Token(symbol, symbol, start))
    return found + [Token("end", "", len(text))]


def quoted(text: str, pos: int, raw: bool) -> tuple[str | bytes, int]:
    """The content of a literal whose quotation mark is at `pos`, as text or (raw) as bytes, and the position behind it."""
    mark, pos, out = text[pos], pos + 1, b""
    while True:
        demand(pos < len(text) and text[pos] != "\n", "a literal does not end on its line")
        char = text[pos]
        pos += 1
        if char == mark:
            break
        if char != "\\":
            out += char.encode()
            continue
        demand(pos < len(text), "a literal does not end")
        escape, pos = text[pos], pos + 1
        if escape in ESCAPES:
            out += ESCAPES[escape].encode()
        elif escape == "x":
            digits = re.compile("[0-9a-fA-F]{2}").match(text, pos)
            if digits is None:
                raise SchemaError("\\x without two digits")
            out += bytes([int(digits.group(), 16)])
            pos = digits.end()
        elif escape == "u":
            digits = re.compile(r"\{([0-9a-fA-F]{1,6})\}").match(text, pos)
            if digits is None:
                raise SchemaError("\\u without digits in braces")
            number = int(digits.group(1), 16)
            demand(number < 0xD800 or 0xE000 <= number < 0x110000, "%X is no character" % number)
            out += chr(number).encode()
            pos = digits.end()
        else:
            raise SchemaError("no escape \\%s" % escape)
    try:
        return (out if raw else out.decode()), pos
    except UnicodeDecodeError:
        raise SchemaError("a literal is not UTF-8") from None
