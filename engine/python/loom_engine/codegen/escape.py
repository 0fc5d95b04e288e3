"""Texts of a definition inside generated code.

What is not plainly visible is written as an escape, so that nothing ends a string, a comment or a line that should not,
and nothing hides in the code.
"""

from __future__ import annotations

import re

# Ranges of characters that cannot be seen, or change how others are seen; single surrogates among them.
_UNSEEN = (
    (0x0, 0x1F),
    (0x7F, 0xA0),
    (0xAD, 0xAD),
    (0x61C, 0x61C),
    (0x1680, 0x1680),
    (0x180E, 0x180E),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x3000, 0x3000),
    (0xD800, 0xDFFF),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFF),
    (0xE0000, 0xE0FFF),
)

_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_PARAGRAPH_END = re.compile("\r\n|[\n\r\u0085\u2028\u2029]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def python_string(text: str) -> str:
    """A string literal of Python."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    return '"' + "".join(map(_escaped_character, text)) + '"'


def _escaped_character(character: str) -> str:
    escape = _ESCAPES.get(character)
    if escape:
        return escape
    code = ord(character)
    if not _is_unseen(code):
        return character
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"


def comment_lines(text: str, width: int) -> list[str]:
    """The lines of a text for a comment.

    They are trimmed, unseen characters are replaced by spaces or left out, and none is longer than ``width`` where
    words allow it.

    Args:
        text: The text.
        width: The most characters of a line.
    """
    lines: list[str] = []
    for paragraph in _PARAGRAPH_END.split(text):
        lines += _wrapped(_visible(paragraph), width)
    while lines and lines[0] == "":
        lines.pop(0)
    while lines and lines[-1] == "":
        lines.pop()
    return lines


def comment_line(text: str) -> str:
    """A text on one line of a comment."""
    return " ".join(word for word in _visible(text).split(" ") if word != "")


def _visible(text: str) -> str:
    return "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    code = ord(character)
    if not _is_unseen(code):
        return character
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else " "


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if word == "":
            continue
        if line != "" and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = word if line == "" else f"{line} {word}"
    return [*lines, line]


def _is_unseen(code: int) -> bool:
    if 0x1F < code < 0x7F:
        return False
    return any(first <= code <= last for first, last in _UNSEEN)
