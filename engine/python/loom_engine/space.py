"""White space as JavaScript counts it, which differs from Python's ``str.strip`` in a few characters."""

from __future__ import annotations

SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""Blanks and line ends."""


def trim(text: str) -> str:
    """The text without white space around it."""
    return text.strip(SPACE)


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space."""
    return not trim(text)
