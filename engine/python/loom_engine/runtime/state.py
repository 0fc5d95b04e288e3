"""One state of a machine written in code."""

from __future__ import annotations

from typing import Any, Sequence

from .actions import Action
from .state_kind import StateKind
from .transition import Transition


class State:
    """One state of a machine written in code.

    Generated classes set the lists; classes written by hand may override the hooks instead.
    """

    tags: Sequence[str] = ()
    """Its tags."""
    meta: object = None
    """Its meta data."""
    entry: Sequence[Action] = ()
    """What to do on entering."""
    exit: Sequence[Action] = ()
    """What to do on leaving."""
    always: Sequence[Transition] = ()
    """The transitions that need no event."""

    def __init__(self, name: str, kind: StateKind = StateKind.LEAF, parent: State | None = None) -> None:
        """Makes a state; ``name`` is unique in the machine."""
        self.name = name
        self.kind = kind
        self.parent = parent

    def on_entry(self, context: Any) -> None:
        """Called when the state has been entered, after its actions."""

    def on_exit(self, context: Any) -> None:
        """Called when the state is left, after its actions."""
