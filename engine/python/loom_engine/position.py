"""Places in a text as people count them."""

from __future__ import annotations

import re
from typing import NamedTuple

from .utf16 import utf16_length

BYTE_ORDER_MARK = "\ufeff"

_LINE_END = re.compile("\r\n|\r|\n")


class TextPosition(NamedTuple):
    """A place in a text: the line from 1, and the column in UTF-16 units from 1."""

    line: int
    column: int


def position_at(text: str, offset: int) -> TextPosition:
    """The line and column of an offset in a text; a byte order mark is not counted.

    Args:
        text: The whole text; lines end at ``\\n``, ``\\r\\n`` or a lone ``\\r``.
        offset: The offset in characters; beyond the end it counts as the end.
    """
    end = min(offset, len(text))
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    line = 1
    for line_end in _LINE_END.finditer(text, start):
        if line_end.end() > end:
            break
        line += 1
        start = line_end.end()
    return TextPosition(line, utf16_length(text[start:end]) + 1)


def without_byte_order_mark(text: str) -> str:
    """The text without the byte order mark that some editors write in front."""
    return text[1:] if text.startswith(BYTE_ORDER_MARK) else text
