"""Small definitions for tests."""

from __future__ import annotations

from typing import Any

from loom_engine.model import enrich
from loom_engine.validate import validate

Members = dict[str, Any]


def machine(root: Members, more: Members | None = None) -> Members:
    """A machine with the event ``go``, whose root has the given members."""
    return {
        "settings": {"namespace": "N", "asynchronous": False},
        "events": [{"name": "S", "events": [{"id": "go"}]}],
        "state": {"name": "Root", **root},
        **(more or {}),
    }


def pair(a: Members | None = None, b: Members | None = None) -> list[Members]:
    """A clean pair of states that use the event; ``a`` and ``b`` are more members of each."""
    return [
        {"name": "A", "transitions": [{"event": "go", "nextState": "B"}], **(a or {})},
        {"name": "B", "transitions": [{"event": "go", "nextState": "A"}], **(b or {})},
    ]


def findings_of(definition: Any) -> list[str]:
    """The findings, each as ``rule element path``."""
    return [
        f"{finding.rule_id} {'-' if finding.element is None else finding.element} {finding.path}"
        for finding in validate(enrich(definition))
    ]
