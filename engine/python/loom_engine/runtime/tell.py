"""Tells observers."""

from __future__ import annotations

from typing import Any


def tell(observer: Any, callback: str, *args: Any) -> None:
    """Calls a callback of an observer that may not have it; None is nobody."""
    if observer is None:
        return
    method = getattr(observer, callback, None)
    if method is not None:
        method(*args)
