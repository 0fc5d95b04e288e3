"""Transitions of machines written by hand."""

from __future__ import annotations

from .context import Context
from .state import State
from .state_kind import StateKind


class TransitionHelper:
    """Transitions of machines written by hand.

    The caller runs the transition's actions and sets ``state_current`` between begin and end.

    >>> from loom_engine.runtime import Context, State, StateKind, TransitionHelper
    >>> root = State("Root", StateKind.ROOT)
    >>> idle, active = State("Idle", parent=root), State("Active", parent=root)
    >>> context = Context("Manual")
    >>> context.state_current = idle
    >>> TransitionHelper.process_transition_begin(context, idle, active, "go")
    >>> context.state_current = active
    >>> TransitionHelper.process_transition_end(context, idle, active)
    >>> context.serialize()
    {'state': 'Active'}
    """

    @staticmethod
    def find_common_ancestor(a: State, b: State) -> State | None:
        """The lowest state that is both states, or above them; None when there is none."""
        others = {state.name for state in _upwards(b, None)}
        return next((state for state in _upwards(a, None) if state.name in others), None)

    @staticmethod
    def process_transition_begin(context: Context, prev: State, next: State, name: str) -> None:
        """Leaves the states below the common ancestor, innermost first, and tells that the transition begins."""
        context.transition_name = name
        common = TransitionHelper.find_common_ancestor(prev, next)
        for state in _upwards(prev, common):
            context.observer.on_exit(context.name, state.name)
            state.on_exit(context)
        context.observer.on_transition_begin(context.name, prev.name, next.name, name)

    @staticmethod
    def process_transition_end(context: Context, prev: State, next: State) -> None:
        """Enters the states below the common ancestor, outermost first, and tells that the transition has ended."""
        common = TransitionHelper.find_common_ancestor(prev, next)
        for state in reversed(_upwards(next, common)):
            context.observer.on_entry(context.name, state.name)
            state.on_entry(context)
        context.observer.on_transition_end(context.name, prev.name, next.name, context.transition_name)
        context.transition_name = ""
        if next.kind == StateKind.FINAL:
            context._on_end()


def _upwards(start: State, end: State | None) -> list[State]:
    """The states from ``start`` upwards, without ``end`` and what is above it."""
    states: list[State] = []
    state: State | None = start
    while state is not None and (end is None or state.name != end.name):
        states.append(state)
        state = state.parent
    return states
