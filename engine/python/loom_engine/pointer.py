"""JSON pointers (RFC 6901)."""

from __future__ import annotations

from collections.abc import Iterable


def to_pointer(steps: Iterable[str | int]) -> str:
    """Writes a JSON pointer from its steps; no steps make ``""``."""
    return "".join("/" + _escaped(step) for step in steps)


def from_pointer(pointer: str) -> list[str]:
    """The steps of a JSON pointer, unescaped; array indices stay text."""
    if pointer == "":
        return []
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")]


def _escaped(step: str | int) -> str:
    return step.replace("~", "~0").replace("/", "~1") if isinstance(step, str) else str(step)
