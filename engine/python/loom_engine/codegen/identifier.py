"""Which characters generated identifiers have.

The table is written out, so that it is the same for every version of either language and for both generators: ASCII,
and letters of large alphabets that are single characters in every case and that Python leaves as they are (it
normalizes identifiers).
"""

from __future__ import annotations

import re

# Ranges of letters beyond ASCII.
_LETTERS = (
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x12F),
    (0x131, 0x131),
    (0x134, 0x13E),
    (0x141, 0x148),
    (0x14A, 0x17E),
    (0x386, 0x386),
    (0x388, 0x38A),
    (0x38C, 0x38C),
    (0x38E, 0x38F),
    (0x391, 0x3A1),
    (0x3A3, 0x3AF),
    (0x3B1, 0x3CE),
    (0x400, 0x481),
    (0x48A, 0x52F),
    (0x5D0, 0x5EA),
    (0x620, 0x64A),
    (0x3041, 0x3096),
    (0x30A1, 0x30FA),
    (0x4E00, 0x9FA5),
    (0xAC00, 0xD7A3),
)

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LEADING_UNDERSCORES = re.compile(r"^_+")
_DIGITS = frozenset("0123456789")


def identifier_of(text: str) -> str:
    """The identifier that a text becomes; the text itself when it is one already.

    Every character that no identifier has becomes ``_``, several ``_`` at the beginning become one (Python hides such
    names), and a text that begins with a digit gets a ``_`` in front. What would be empty or ``_`` alone becomes
    ``_0``, so that a number behind it does not make such a name again.
    """
    if _PLAIN.fullmatch(text):
        return text
    identifier = "".join(character if _is_usable(character) else "_" for character in text)
    identifier = _LEADING_UNDERSCORES.sub("_", identifier)
    if identifier in ("", "_"):
        return "_0"
    return f"_{identifier}" if identifier[0] in _DIGITS else identifier


def _is_usable(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character == "_"
    code = ord(character)
    return any(first <= code <= last for first, last in _LETTERS)
