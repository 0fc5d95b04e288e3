"""Which words are names."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

VALUE_WORDS: Mapping[str, bool | None] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    "undefined": None,
}
"""The words that stand for a value, in either language's spelling."""

_OPERATOR_WORDS = frozenset(["and", "or", "not", "in", "is"])

_START_CATEGORIES = frozenset(["Lu", "Ll", "Lt", "Lm", "Lo", "Nl"])
_CONTINUE_CATEGORIES = _START_CATEGORIES | {"Mn", "Mc", "Nd", "Pc"}
# Unicode's Other_ID_Start and Other_ID_Continue (UAX 31); the one letter that is Pattern_Syntax is no part of a name.
_OTHER_START = frozenset("\u1885\u1886\u2118\u212e\u309b\u309c")
_ETHIOPIC_DIGITS = frozenset(map(chr, range(0x1369, 0x1372)))
_OTHER_CONTINUE = frozenset("\u00b7\u0387\u19da\u200c\u200d\u30fb\uff65") | _ETHIOPIC_DIGITS
_NOT_IN_NAMES = "\u2e2f"


def starts_name(character: str) -> bool:
    """Whether a name can begin with the character (``ID_Start``, ``$`` or ``_``)."""
    if character.isascii():
        return character.isalpha() or character in "$_"
    return _has_category(character, _START_CATEGORIES) or character in _OTHER_START


def continues_name(character: str) -> bool:
    """Whether a name can go on with the character (``ID_Continue`` or ``$``)."""
    if character.isascii():
        return character.isalnum() or character in "$_"
    return _has_category(character, _CONTINUE_CATEGORIES) or character in _OTHER_START or character in _OTHER_CONTINUE


def name_at(text: str, start: int) -> str:
    """The name that begins at ``start``; ``""`` when none does."""
    if start >= len(text) or not starts_name(text[start]):
        return ""
    end = start + 1
    while end < len(text) and continues_name(text[end]):
        end += 1
    return text[start:end]


def is_word(word: str) -> bool:
    """Whether ``word`` is spelled like a name; keywords are."""
    return word != "" and name_at(word, 0) == word


def is_reserved(word: str) -> bool:
    """Whether ``word`` means something else than a name."""
    return word in VALUE_WORDS or word in _OPERATOR_WORDS


def is_forbidden(name: str) -> bool:
    """Whether a member of this name is out of reach on every value.

    These are the doors from data to the language itself, in JavaScript (``constructor``, ``prototype``, ``__proto__``)
    and in Python (``__class__`` and its kin).
    """
    return name in ("constructor", "prototype") or (name.startswith("__") and name.endswith("__"))


def _has_category(character: str, categories: frozenset[str]) -> bool:
    return unicodedata.category(character) in categories and character != _NOT_IN_NAMES
