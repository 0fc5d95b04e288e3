"""Tells observers."""

from __future__ import annotations

from typing import Any

from ..expression.promise import refuse_promise_of_callback


def tell(observer: Any, callback: str, *args: Any) -> None:
    """Calls a callback of an observer that may not have it; None is nobody."""
    if observer is None:
        return
    method = getattr(observer, callback, None)
    if method is not None:
        refuse_promise_of_callback(method(*args))
