"""Walks over the tokens of one text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..utf16 import utf16_length, utf16_slice
from .errors import ExpressionError
from .limits import MAX_NESTING
from .tokens import Token, tokenize

Result = TypeVar("Result")

_ADVICE = {
    "=": 'compare with "=="',
    "++": 'add with "+= 1" in an action',
    "--": 'subtract with "-= 1" in an action, put a space between two signs',
    "if": "there is no conditional expression, use two transitions with a guard each",
    ";": "a guard is one expression",
}
"""What to write in place of what other languages have."""

_SHOWN_LENGTH = 40


class TokenReader:
    """Walks over the tokens of one text, knows how deep it is nested, and words what is wrong."""

    def __init__(self, text: str, lines_matter: bool) -> None:
        """Cuts the text into tokens; ``lines_matter`` when a new line outside brackets ends what is being read."""
        self._tokens = tokenize(text)
        self._lines_matter = lines_matter
        self._at = 0
        self._nesting = 0
        self._brackets = 0

    @property
    def next(self) -> Token:
        """The token to read next."""
        return self._tokens[self._at]

    @property
    def next_text(self) -> str:
        """The text of the token to read next when it is a word or a symbol; a string literal is neither."""
        return _text_of(self._tokens[self._at])

    @property
    def continuation(self) -> str:
        """The same, or nothing when a new line ends the statement before it."""
        token = self._tokens[self._at]
        return "" if self._lines_matter and self._brackets == 0 and token.starts_line else _text_of(token)

    @property
    def second_text(self) -> str:
        """The text of the token after the next one."""
        return _text_of(self._tokens[min(self._at + 1, len(self._tokens) - 1)])

    def is_at_end(self) -> bool:
        """Whether everything is read."""
        return self.next.type == "end"

    def take(self) -> Token:
        """Takes the next token."""
        token = self.next
        if token.type != "end":
            self._at += 1
        return token

    def take_if(self, text: str) -> bool:
        """Takes the next token if it is the given word or symbol."""
        if self.next_text != text:
            return False
        self.take()
        return True

    def expect(self, text: str) -> None:
        """Takes the next token, which must be the given symbol."""
        if not self.take_if(text):
            raise self.unexpected(f'Expected "{text}" but found')

    def in_brackets(self, close: str, read: Callable[[], Result]) -> Result:
        """Reads what stands inside a pair of brackets, where new lines do not matter."""
        self.take()
        self._brackets += 1
        result = self.nested(read)
        self._brackets -= 1
        self.expect(close)
        return result

    def nested(self, read: Callable[[], Result]) -> Result:
        """Reads something one level deeper."""
        self.check_depth(1)
        self._nesting += 1
        result = read()
        self._nesting -= 1
        return result

    def check_depth(self, levels: int) -> None:
        """Refuses to go more than the allowed number of levels deep."""
        if self._nesting + levels <= MAX_NESTING:
            return
        advice = "split it, for example into registered functions"
        raise ExpressionError(f"More than {MAX_NESTING} levels of nesting", self.next.offset, advice)

    def unexpected(self, problem: str, advice: str | None = None) -> ExpressionError:
        """The error for a next token that cannot stand here."""
        token = self.next
        is_long = utf16_length(token.text) > _SHOWN_LENGTH
        shown = utf16_slice(token.text, 0, _SHOWN_LENGTH) + "..." if is_long else token.text
        found = shown if token.type == "value" else f'"{shown}"'
        if token.type == "end":
            found = "the end of the text"
        return ExpressionError(f"{problem} {found}", token.offset, advice or _ADVICE.get(self.next_text))


def _text_of(token: Token) -> str:
    return token.text if token.type in ("word", "symbol") else ""
