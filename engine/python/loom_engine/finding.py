"""What a validator says about one place of a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
"""How much a finding weighs: an ``error`` makes a document invalid, a ``warning`` does not."""


@dataclass(frozen=True)
class Finding:
    """One finding; the same members in the same words as in TypeScript.

    Attributes:
        rule_id: The rule's stable id, such as ``V006`` or ``W101``.
        severity: Whether the document is invalid because of it.
        message: One sentence: what is wrong and what to do.
        path: Where it is: a JSON pointer (RFC 6901) from the top of the definition; ``""`` is the definition itself.
        element: The name of the element it is about (a state, an event, ...), where there is one.
    """

    rule_id: str
    severity: Severity
    message: str
    path: str
    element: str | None = None

    def to_dict(self) -> dict[str, str]:
        """The finding as JSON has it, under the names that TypeScript uses."""
        found = {"ruleId": self.rule_id, "severity": self.severity, "message": self.message}
        if self.element is not None:
            found["element"] = self.element
        found["path"] = self.path
        return found
