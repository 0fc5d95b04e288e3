"""What goes wrong with guards and actions."""

from __future__ import annotations

from ..error import LoomError
from ..utf16 import utf16_length, utf16_slice

_SHOWN_LENGTH = 80


class ExpressionError(LoomError):
    """A guard or action whose text does not parse; its ``code`` is ``expression_syntax``."""

    problem: str
    """What is wrong, without its place and without a full stop."""
    advice: str | None
    """What to do about it."""
    offset: int
    """Where in the text, in UTF-16 units from 0; the sentence counts characters from 1."""

    def __init__(self, problem: str, offset: int, advice: str | None = None) -> None:
        """Makes the error from what is wrong, its offset, and what to do about it; without full stops."""
        suffix = f": {advice}" if advice else ""
        super().__init__("expression_syntax", f"{problem} at character {offset + 1}{suffix}.")
        self.problem = problem
        self.offset = offset
        self.advice = advice


class EvaluationError(LoomError):
    """A guard or action that parses but fails when it runs; its ``code`` is ``expression_value``."""

    reason: str
    """What is wrong, without the text of the expression and without a full stop."""

    def __init__(self, reason: str, text: str | None = None) -> None:
        """Makes the error from what is wrong and, where known, the text of the part that failed."""
        quoted = "" if text is None else f" `{_shorten(text)}`"
        super().__init__("expression_value", f"Cannot evaluate{quoted}: {reason}.")
        self.reason = reason


def _shorten(text: str) -> str:
    return f"{utf16_slice(text, 0, _SHOWN_LENGTH)}..." if utf16_length(text) > _SHOWN_LENGTH else text
