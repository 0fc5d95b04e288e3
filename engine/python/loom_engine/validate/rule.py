"""What a rule of the validator is, and what rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..finding import Severity
from ..json_quote import quoted as quoted
from ..suggest import did_you_mean

if TYPE_CHECKING:
    from .survey import Survey


@dataclass(frozen=True)
class Remark:
    """What a rule finds at one place."""

    message: str
    """One sentence: what is wrong and what to do."""
    path: str
    """JSON pointer to the offending value."""
    element: str | None = None
    """The name of the element it is about."""


@dataclass(frozen=True)
class Rule:
    """One rule of the validator."""

    id: str
    """Its stable id."""
    severity: Severity
    """How much its findings weigh."""
    title: str
    """What it is about, in a few words."""
    explanation: str
    """When it fires and what to do then."""
    check: Callable[[Survey], Iterable[Remark]]
    """Looks over a definition; gives the remarks in document order."""


# How many different words get a suggestion: each one is compared with every candidate.
_MOST_SUGGESTIONS = 20


def suggester(candidates: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """Gives ``did_you_mean`` for words against the same candidates, with a bound on the work."""
    known: dict[str, str] = {}

    def hint(word: str) -> str:
        found = known.get(word)
        if found is None:
            found = did_you_mean(word, candidates()) if len(known) < _MOST_SUGGESTIONS else ""
            known[word] = found
        return found

    return hint
