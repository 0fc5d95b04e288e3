"""A transition of a machine written in code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Sequence

from .actions import Action

Test = Callable[[Any, Any], Any]
"""What a guard or an expression means: its value, from the context and the payload of the event."""


@dataclass(frozen=True)
class Transition:
    """A transition of a machine written in code."""

    target: str | None = None
    """The name of the state it leads to; without one it is internal."""
    targets: Sequence[str] = ()
    """The names of further states that it leads to, in other regions."""
    external: bool = False
    """Whether it leaves its state even where the target is inside it."""
    guard: str | None = None
    """The guard's text, which observers are told."""
    test: Test | None = None
    """What the guard means."""
    error: str | None = None
    """Why the guard's text means nothing: it never passes."""
    actions: Sequence[Action] = ()
    """What to do on the way."""


def transition(
    target: str | None = None,
    guard: str | None = None,
    test: Test | None = None,
    error: str | None = None,
    actions: Sequence[Action] = (),
    targets: Sequence[str] = (),
    external: bool = False,
) -> Transition:
    """A transition, for use in the lists of a state class."""
    return Transition(target, targets, external, guard, test, error, actions)
