"""Text measured in UTF-16 units, as TypeScript measures it; lone surrogates are units of their own."""

import re
import struct

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def utf16_length(text: str) -> int:
    """How many UTF-16 units the text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_slice(text: str, start: int, end: int) -> str:
    """The units from ``start`` to before ``end``; half of a pair stays as a lone surrogate."""
    if text.isascii():
        return text[start:end]
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def utf16_cut(text: str, most: int) -> str:
    """The text with at most that many units; a longer one ends in an ellipsis."""
    if 2 * len(text) <= most or utf16_length(text) <= most:
        return text
    return utf16_slice(text, 0, most - 1) + "\u2026"


def utf16_joined(text: str) -> str:
    """The text with every high surrogate and the low one behind it made into the character that they mean."""
    if text.isascii() or not _PAIR.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def utf16_contains(text: str, part: str) -> bool:
    """Whether the units of ``part`` stand in ``text`` one after another, also in the middle of a pair."""
    if part in text or text.isascii() or part.isascii():
        return part in text
    return utf16_units(part) in utf16_units(text)


def utf16_key(text: str) -> bytes:
    """What orders texts by their units."""
    return text.encode("utf-16-be", "surrogatepass")


def utf16_units(text: str) -> str:
    """The text with a pair of surrogates for every character that takes two units."""
    if text.isascii():
        return text
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(map(chr, struct.unpack(f">{len(units) // 2}H", units)))
