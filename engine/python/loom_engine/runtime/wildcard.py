"""Wildcards among the events that transitions wait for."""

from __future__ import annotations

from typing import Iterable

DELAY_PREFIX = "after."
"""What the events of delays begin with, which no wildcard takes."""


def is_wildcard(event: str) -> bool:
    """Whether an event stands for others: ``*``, or a prefix such as ``order.*``."""
    return event == "*" or event.endswith(".*")


def matches_event(wildcard: str, event: str) -> bool:
    """Whether a wildcard takes an event.

    ``*`` takes every one, ``order.*`` takes ``order`` and all that begins with ``order.``. The events of delays are
    taken by none.
    """
    if event.startswith(DELAY_PREFIX):
        return False
    if wildcard == "*":
        return True
    prefix = wildcard[:-2]
    return event == prefix or event.startswith(f"{prefix}.")


def best_wildcard(wildcards: Iterable[str], event: str) -> str | None:
    """The most specific of some wildcards that takes an event."""
    fitting = [wildcard for wildcard in wildcards if matches_event(wildcard, event)]
    return max(fitting, key=len) if fitting else None
