"""Tells plain names from other guards."""

from __future__ import annotations

from ..expression.names import is_reserved, is_word
from ..space import trim


def is_plain_name(text: str) -> bool:
    """Whether a guard's text is a plain name and nothing else."""
    word = trim(text)
    return is_word(word) and not is_reserved(word)
