"""How a language spells what expressions are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal, NamedTuple, Union

from .layout import Piece

RuntimeName = Literal[
    "add",
    "and",
    "assign",
    "broken",
    "call",
    "callHeld",
    "callItem",
    "callMember",
    "callName",
    "chooseActions",
    "code",
    "contains",
    "div",
    "eachItem",
    "eq",
    "ge",
    "giveOutput",
    "gt",
    "held",
    "hostFunctions",
    "inState",
    "invoke",
    "item",
    "le",
    "logText",
    "lt",
    "member",
    "mod",
    "mul",
    "ne",
    "neg",
    "or",
    "own",
    "pos",
    "pow",
    "raise",
    "raiseWith",
    "read",
    "sendAway",
    "sendEvent",
    "setMember",
    "startTimer",
    "statements",
    "stopInvoke",
    "stopTimer",
    "sub",
    "transition",
    "truthy",
    "withInitial",
]
"""The names that generated code takes from the runtime library, as TypeScript spells them."""

ValueType = Literal["boolean", "number", "string", "null", "data", "unknown"]
"""What is known of the value of a piece of code; ``data`` is known to be one of several things."""


class HOLD:
    """How tightly a piece of code holds together: a piece stands in parentheses where a tighter one is needed.

    ``LOOSE`` is a function or what is like one; ``ATOM`` is a name, a call or a literal.
    """

    LOOSE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SIGN = 5
    ATOM = 6


class USES:
    """What a piece of code needs of the function that it stands in: the parameters ``c`` and ``p``."""

    CONTEXT = 1
    PAYLOAD = 2
    BOTH = 3


class Printed(NamedTuple):
    """The printed form of an expression."""

    piece: Piece
    hold: int
    """How tightly it holds together."""
    type: ValueType
    """What is known of its value."""
    depth: int
    """How many levels of calls it is deep."""
    uses: int
    """Which of ``USES`` it needs, added up."""


class PrintedStatement(NamedTuple):
    """The printed form of a statement."""

    piece: Piece
    is_expression: bool
    """Whether the language takes it for an expression."""


class KeywordPiece(NamedTuple):
    """One keyword argument."""

    name: str
    piece: Piece


class Dialect(ABC):
    """How a language spells what expressions are made of."""

    and_word: str
    """The word for ``and`` between values that are known to be true or false."""
    or_word: str
    """The word for ``or``."""
    not_word: str
    """The word for ``not`` with what separates it from its operand."""
    not_hold: int
    """How tightly a ``not`` holds together."""

    @abstractmethod
    def runtime(self, name: RuntimeName) -> str:
        """The spelling of a name of the runtime library; it will be imported."""

    @abstractmethod
    def string(self, text: str) -> str:
        """A string literal."""

    @abstractmethod
    def constant(self, value: Union[float, bool, None]) -> str:
        """A number, a boolean or null."""

    @abstractmethod
    def list(self, items: Sequence[Piece]) -> Piece:
        """A list of values."""

    @abstractmethod
    def object(self, entries: Sequence[tuple[str, Piece]]) -> Piece:
        """An object of values by key."""

    @abstractmethod
    def later(self, value: Piece) -> Piece:
        """A function without parameters that gives a value."""

    @abstractmethod
    def read(self, name: str) -> Piece:
        """The value of a plain name that is no object of the settings and not out of reach."""

    @abstractmethod
    def own(self, name: str) -> Piece:
        """The data's own value of a name."""

    @abstractmethod
    def is_native_member(self, name: str) -> bool:
        """Whether ``object.name`` means the same when the language itself looks it up."""

    @abstractmethod
    def safe_call(
        self,
        name: RuntimeName,
        head: Sequence[Piece],
        args: Sequence[Piece],
        text: str,
        keywords: Sequence[KeywordPiece],
    ) -> Piece:
        """A call of the runtime library: ``head``, the arguments as a list, the text, the keyword arguments."""

    @abstractmethod
    def is_active(self, name: str) -> Piece:
        """The question whether the state of a name is active."""

    @abstractmethod
    def in_state(self, name: Piece | None, text: str) -> Piece:
        """The question for a name that is not known yet; None when it is asked wrongly."""

    @abstractmethod
    def native_equality(self, operator: str, left: Printed, right: Printed) -> Piece | None:
        """``left == right`` or its opposite, natively where that means the same; None where it does not."""

    @abstractmethod
    def assign_name(self, name: str, value: Printed) -> PrintedStatement:
        """``name = value`` for a plain name."""

    @abstractmethod
    def bind(self, name: str, value: Piece) -> Piece:
        """A value by a name of its own, for the statements behind it."""

    @abstractmethod
    def part(self, value: Printed) -> Piece:
        """A function of the module that gives a value of the context and the payload; the piece that calls it."""
