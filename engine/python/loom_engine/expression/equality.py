"""Equality and membership."""

from __future__ import annotations

from typing import Any

from ..numbers import as_double, is_number
from ..utf16 import utf16_contains
from .built_ins import is_built_in
from .errors import EvaluationError
from .limits import MAX_COMPARED_VALUES
from .names import is_forbidden
from .reach import has_own_member
from .values import describe, is_list, is_plain_object, type_of


class _Budget:
    """How many pairs of values may still be looked at."""

    def __init__(self) -> None:
        self.left = MAX_COMPARED_VALUES


def is_equal(a: Any, b: Any) -> bool:
    """Whether two values are equal.

    Numbers, strings, booleans and null are compared by value without conversion, lists and plain objects by content,
    host objects by identity; NaN equals nothing.

    Raises:
        EvaluationError: When the values are too large to compare, or contain themselves.
    """
    answer = _compare_surface(a, b)
    return _has_same_content(a, b, _Budget()) if answer is None else answer


def is_member(item: Any, collection: Any) -> bool:
    """Whether ``collection`` holds ``item``: a list by ``is_equal``, a string as a substring, an object as an own key.

    Raises:
        EvaluationError: When the collection is none of these, or a string is searched for something else.
    """
    if is_list(collection):
        return _is_in_list(item, collection)
    if isinstance(collection, str):
        if isinstance(item, str):
            return utf16_contains(collection, item)
        raise EvaluationError(f"a string holds only strings, not {describe(item)}")
    if is_plain_object(collection):
        return isinstance(item, str) and not is_forbidden(item) and item in collection
    # What keeps its contents elsewhere than in members, such as a set: an answer from its members would mislead.
    if type_of(collection) == "host" and not is_built_in(type(collection)):
        return isinstance(item, str) and not is_forbidden(item) and has_own_member(collection, item)
    raise EvaluationError(f'"in" needs a list, a string or an object to look into, not {describe(collection)}')


def _is_in_list(item: Any, items: Any) -> bool:
    budget = _Budget()
    for candidate in items:
        answer = _compare_surface(candidate, item)
        if _has_same_content(candidate, item, budget) if answer is None else answer:
            return True
    return False


def _compare_surface(a: Any, b: Any) -> bool | None:
    """The answer where identity and type decide; None for two different objects, whose content decides."""
    if is_number(a) and is_number(b):
        return bool(as_double(a) == as_double(b))
    if a is b:
        return True
    kind = type_of(a)
    if kind in ("list", "object", "host"):
        return None if type_of(b) in ("list", "object", "host") else False
    # Two bound methods of one object are equal, not identical.
    return kind == type_of(b) and bool(a == b)


def _has_same_content(a: Any, b: Any, budget: _Budget) -> bool:
    """Compares without recursion, so that neither depth nor a circle can exhaust the stack."""
    pending = [(a, b)]
    while pending:
        if not _compare_members(*pending.pop(), pending, budget):
            return False
    return True


def _compare_members(a: Any, b: Any, pending: list[tuple[Any, Any]], budget: _Budget) -> bool:
    if is_list(a):
        if not is_list(b) or len(a) != len(b):
            return False
        return all(_compare_member(one, other, pending, budget) for one, other in zip(a, b))
    if not is_plain_object(a) or not is_plain_object(b) or len(a) != len(b):
        return False
    return all(key in b and _compare_member(member, b[key], pending, budget) for key, member in a.items())


def _compare_member(a: Any, b: Any, pending: list[tuple[Any, Any]], budget: _Budget) -> bool:
    """Whether the pair may be equal; its content, where that decides, is looked at later."""
    budget.left -= 1
    if budget.left < 0:
        raise EvaluationError(f"the values hold more than {MAX_COMPARED_VALUES} members, or contain themselves")
    answer = _compare_surface(a, b)
    if answer is None:
        pending.append((a, b))
        return True
    return answer
