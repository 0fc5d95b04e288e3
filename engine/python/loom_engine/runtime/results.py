"""What becomes of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

Payload = Mapping[str, Any]
"""The data that comes with an event."""

SendReason = str
"""Why an event was not handled: ``stopped``, ``machine is done``, ``queued``, ``unknown event``,
``guard refused`` or ``no transition``."""


@dataclass(frozen=True)
class SendResult:
    """What became of an event."""

    __slots__ = ("handled", "changed", "from_", "to", "event", "queued", "reason", "error")

    handled: bool
    """Whether the event selected a transition."""
    changed: bool
    """Whether the configuration differs between the call and its return."""
    from_: str
    """The state at the call; ``from`` in ``to_dict``."""
    to: str
    """The state at the return."""
    event: str
    """The event's id."""
    queued: bool
    """Whether it waits for the running step to end."""
    reason: SendReason | None
    """Why it was not handled."""
    error: str | None
    """One sentence: why it was not handled, or the first thing that went wrong on the way."""

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data; members that say nothing are absent."""
        members: dict[str, Any] = {
            "handled": self.handled,
            "changed": self.changed,
            "from": self.from_,
            "to": self.to,
            "event": self.event,
        }
        if self.queued:
            members["queued"] = True
        if self.reason is not None:
            members["reason"] = self.reason
        if self.error is not None:
            members["error"] = self.error
        return members
