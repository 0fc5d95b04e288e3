"""How Python spells expressions."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from ...expression.names import is_forbidden
from ...naming import snake_case
from ...numbers import number_text
from ..dialect import HOLD, Dialect, KeywordPiece, Printed, PrintedStatement, RuntimeName
from ..escape import python_string
from ..layout import Item, Piece, Row, brackets, sequence
from ..reserved import PYTHON_WORDS

# Names of the runtime library that Python keeps for itself.
_RENAMED: Mapping[str, str] = {"and": "and_", "or": "or_", "raise": "raise_event"}

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class PythonDialect(Dialect):
    """How Python spells expressions."""

    and_word = "and"
    or_word = "or"
    not_word = "not "
    not_hold = HOLD.NOT

    def __init__(self, use: Callable[[str], None], add_part: Callable[[Printed], str]) -> None:
        """Makes the dialect.

        Args:
            use: Told of each name of the runtime library that is used, as Python spells it.
            add_part: Makes a function of the module; gives its name.
        """
        self._use = use
        self._add_part = add_part

    def runtime(self, name: RuntimeName) -> str:
        """The spelling of a name of the runtime library; it will be imported."""
        spelled = _RENAMED.get(name) or snake_case(name)
        self._use(spelled)
        return spelled

    def string(self, text: str) -> str:
        """A string literal."""
        return python_string(text)

    def constant(self, value: float | bool | None) -> str:
        """A number, a boolean or null."""
        if value is None or isinstance(value, bool):
            return str(value)
        if math.isfinite(value):
            return number_text(value)
        return 'float("inf")' if value > 0 else 'float("-inf")'

    def list(self, items: Sequence[Piece]) -> Piece:
        """A list of values."""
        return brackets("[", items, "]")

    def object(self, entries: Sequence[tuple[str, Piece]]) -> Piece:
        """An object of values by key."""
        return dict_of(entries)

    def later(self, value: Piece) -> Piece:
        """A function without parameters that gives a value."""
        return sequence("lambda: ", value)

    def read(self, name: str) -> Piece:
        """The value of a plain name that is no object of the settings and not out of reach."""
        return brackets(f"{self.runtime('read')}(", ["p", "c", self.string(name)], ")")

    def own(self, name: str) -> Piece:
        """The data's own value of a name."""
        return brackets(f"{self.runtime('own')}(", ["c", self.string(name)], ")")

    def is_native_member(self, name: str) -> bool:
        """Whether ``object.name`` means the same when the language itself looks it up."""
        return is_plain_identifier(name) and not name.startswith("__") and not is_forbidden(name)

    def safe_call(
        self,
        name: RuntimeName,
        head: Sequence[Piece],
        args: Sequence[Piece],
        text: str,
        keywords: Sequence[KeywordPiece],
    ) -> Piece:
        """A call of the runtime library: ``head``, the arguments as a list, the text, the keyword arguments."""
        last = [dict_of(keywords)] if keywords else []
        return brackets(f"{self.runtime(name)}(", [*head, self.list(args), self.string(text), *last], ")")

    def is_active(self, name: str) -> Piece:
        """The question whether the state of a name is active."""
        return f"c.is_active({self.string(name)})"

    def in_state(self, name: Piece | None, text: str) -> Piece:
        """The question for a name that is not known yet; None when it is asked wrongly."""
        asked = "None" if name is None else name
        return brackets(f"{self.runtime('inState')}(", ["c", asked, self.string(text)], ")")

    def native_equality(self, operator: str, left: Printed, right: Printed) -> Piece | None:
        """None: ``==`` of Python converts between numbers and truth values."""
        return None

    def assign_name(self, name: str, value: Printed) -> PrintedStatement:
        """``name = value`` for a plain name."""
        piece = brackets(f"{self.runtime('assign')}(", ["c", self.string(name), value.piece], ")")
        return PrintedStatement(piece, True)

    def bind(self, name: str, value: Piece) -> Piece:
        """A value by a name of its own, for the statements behind it."""
        return sequence(f"{name} = ", closed(value))

    def part(self, value: Printed) -> Piece:
        """A function of the module that gives a value of the context and the payload; the piece that calls it."""
        return f"{self._add_part(value)}(c, p)"


def closed(piece: Piece) -> Piece:
    """A piece that may go over several lines wherever it stands."""
    return brackets("(", [piece], ")", has_last_comma=False) if isinstance(piece, Row) else piece


def dict_of(entries: Sequence[tuple[str, Piece]]) -> Piece:
    """A dict of texts as keys."""
    return brackets("{", [sequence(f"{python_string(key)}: ", value) for key, value in entries], "}")


def tuple_of(items: Sequence[Piece | Item]) -> Piece:
    """A tuple."""
    return brackets("(", items, ")", is_tuple=True)


def is_plain_identifier(name: str) -> bool:
    """Whether a name can be written in Python as it is."""
    return _IDENTIFIER.fullmatch(name) is not None and name not in PYTHON_WORDS
