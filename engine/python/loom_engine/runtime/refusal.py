"""The words for events that are not handled."""

from __future__ import annotations

from .results import SendReason, SendResult


def refusal(event: str, state: str, reason: SendReason, queued: bool = False) -> SendResult:
    """The result of an event that nothing was tried for."""
    return SendResult(False, False, state, state, event, queued, reason, sentence(event, state, reason, None))


def sentence(event: str, state: str, reason: SendReason, problem: str | None) -> str:
    """One sentence that says why an event was not handled."""
    if reason == "stopped":
        return f'"{event}" was not handled: the machine was stopped in "{state}".'
    if reason == "machine is done":
        return f'"{event}" was not handled: the machine has reached its final state "{state}".'
    if reason == "queued":
        return f'"{event}" waits until the step that is running has ended.'
    if reason == "unknown event":
        return f'There is no transition for "{event}" in "{state}": no event has this id, and nothing uses it.'
    if reason == "guard refused":
        why = f": {problem}" if problem else "."
        return f'There is no transition for "{event}" in "{state}" whose guard passes{why}'
    return f'There is no transition for "{event}" in "{state}".'
