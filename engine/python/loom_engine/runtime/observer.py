"""What a machine tells while it runs."""

from __future__ import annotations


class IObserver:
    """What a machine tells while it runs. All arguments are names; the context name comes first.

    The first six callbacks are always called; an observer that does not derive from this class may leave the others
    out. A callback may call ``send``: the event then waits until the step is over. A callback that raises stops
    nothing: ``on_error`` is told when the step is over, and the result of ``send`` carries it.

    >>> class Entries(IObserver):
    ...     def __init__(self):
    ...         self.names = []
    ...
    ...     def on_entry(self, context_name, state_name):
    ...         self.names.append(state_name)
    """

    def on_entry(self, context_name: str, state_name: str) -> None:
        """A state is entered; called before its entry actions."""

    def on_exit(self, context_name: str, state_name: str) -> None:
        """A state is left; called before its exit actions."""

    def on_transition_begin(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        """A transition begins: the exits are done, its actions are not."""

    def on_transition_end(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        """A transition ends: the entries are done."""

    def on_timer_start(self, context_name: str, timer_name: str, duration: float) -> None:
        """A timer starts; ``duration`` is in milliseconds."""

    def on_timer_stop(self, context_name: str, timer_name: str) -> None:
        """A running timer is stopped."""

    def on_unhandled(self, context_name: str, event: str, reason: str) -> None:
        """An event changed nothing; ``reason`` is that of the send result."""

    def on_guard_refused(
        self, context_name: str, state_name: str, condition: str, error: str | None = None
    ) -> None:
        """A guard did not pass; with ``error`` when it could not be evaluated."""

    def on_internal_transition(self, context_name: str, state_name: str, transition_name: str) -> None:
        """A transition without a target ran its actions."""

    def on_timer_expired(self, context_name: str, timer_name: str) -> None:
        """A timer ran out; its event follows."""

    def on_action_failed(self, context_name: str, state_name: str, action: str, error: str) -> None:
        """An action failed and its rest was skipped."""

    def on_done(self, context_name: str) -> None:
        """The machine has reached its end."""

    def on_state_set(self, context_name: str, state_prev: str, state_next: str) -> None:
        """The machine was put into another state without a transition."""

    def on_log(self, context_name: str, text: str) -> None:
        """An action logs a text."""

    def on_error(self, context_name: str, message: str) -> None:
        """Something went wrong where no result of ``send`` can tell."""
