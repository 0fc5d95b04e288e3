"""What the operators and names of guards and actions mean, for code that was generated from them.

``EXPRESSIONS.md`` says it in words. All raise ``EvaluationError`` where an expression has no value.
"""

from __future__ import annotations

from typing import Any, Callable, Mapping, Protocol, Sequence

from ..expression.arithmetic import apply_sign, calculate, compare
from ..expression.assign import assign_member, refuse_payload
from ..expression.call_record import called
from ..expression.compile_call import invoke, settled
from ..expression.equality import is_equal, is_member
from ..expression.errors import EvaluationError
from ..expression.names import is_forbidden
from ..expression.reach import reach
from ..expression.scope import Scope, look_up
from ..expression.values import is_truthy
from .results import Payload


class NameSource(Protocol):
    """Where names are looked up beside the payload."""

    data: Any
    functions: Mapping[str, Callable[..., Any]]


def truthy(value: Any) -> bool:
    """Whether a value counts as true."""
    return is_truthy(value)


def eq(a: Any, b: Any) -> bool:
    """``a == b``."""
    return is_equal(a, b)


def ne(a: Any, b: Any) -> bool:
    """``a != b``."""
    return not is_equal(a, b)


def lt(a: Any, b: Any) -> bool:
    """``a < b``."""
    return compare("<", a, b)


def le(a: Any, b: Any) -> bool:
    """``a <= b``."""
    return compare("<=", a, b)


def gt(a: Any, b: Any) -> bool:
    """``a > b``."""
    return compare(">", a, b)


def ge(a: Any, b: Any) -> bool:
    """``a >= b``."""
    return compare(">=", a, b)


def contains(item: Any, container: Any) -> bool:
    """``item in container``."""
    return is_member(item, container)


def add(a: Any, b: Any) -> Any:
    """``a + b``."""
    return calculate("+", a, b)


def sub(a: Any, b: Any) -> Any:
    """``a - b``."""
    return calculate("-", a, b)


def mul(a: Any, b: Any) -> Any:
    """``a * b``."""
    return calculate("*", a, b)


def div(a: Any, b: Any) -> Any:
    """``a / b``."""
    return calculate("/", a, b)


def mod(a: Any, b: Any) -> Any:
    """``a % b``, with the sign of ``b``."""
    return calculate("%", a, b)


def pow(a: Any, b: Any) -> Any:
    """``a ** b``."""
    return calculate("**", a, b)


def neg(a: Any) -> Any:
    """``-a``."""
    return apply_sign("-", a)


def pos(a: Any) -> Any:
    """``+a``."""
    return apply_sign("+", a)


def member(object: Any, name: str) -> Any:
    """``object.name``; None where there is none within reach."""
    return reach(object, name)


def item(object: Any, index: Any) -> Any:
    """``object[index]``; None where there is none within reach."""
    return reach(object, index)


def call(
    callee: Any, owner: Any, args: Sequence[Any], text: str, kwargs: Mapping[str, Any] | None = None
) -> Any:
    """Calls a function.

    Args:
        callee: What should be a function.
        owner: The object it was found on; a method knows its own.
        args: The positional arguments.
        text: The call as written, for the error sentence.
        kwargs: The keyword arguments.
    """
    return invoke(text, callee, args, kwargs or {})


def call_name(
    payload: Payload | None,
    source: NameSource,
    name: str,
    args: Sequence[Any],
    text: str,
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """``name(args)``: a call by a plain name."""
    return call(read(payload, source, name), None, args, text, kwargs)


def call_member(
    owner: Any, name: str, args: Sequence[Any], text: str, kwargs: Mapping[str, Any] | None = None
) -> Any:
    """``owner.name(args)``."""
    return call(reach(owner, name), owner, args, text, kwargs)


def held(payload: Payload | None, name: str, object: Any) -> Any:
    """An object that the context holds, by the name that the settings give it; the payload's own member comes
    first."""
    return payload[name] if payload is not None and name in payload else object


def call_held(
    payload: Payload | None,
    name: str,
    object: Any,
    method: str,
    args: Sequence[Any],
    text: str,
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """``name.method(args)`` for an object that the context holds: the language itself looks the method up.

    Args:
        payload: The payload of the event.
        name: The name that the settings give the object; the payload's own member of it comes first.
        object: The object.
        method: The method's name.
        args: The positional arguments.
        text: The call as written, for the error sentence.
        kwargs: The keyword arguments.
    """
    owner = held(payload, name, object)
    found = getattr(object, method, None) if owner is object else None
    if not callable(found):
        return call_member(owner, method, args, text, kwargs)
    return settled(text, called(found, *args, **(kwargs or {})))


def call_item(
    owner: Any, index: Any, args: Sequence[Any], text: str, kwargs: Mapping[str, Any] | None = None
) -> Any:
    """``owner[index](args)``."""
    return call(reach(owner, index), owner, args, text, kwargs)


def in_state(machine: Any, name: Any, text: str) -> bool:
    """``in_state(name)``: whether the named state is active; ``text`` is the call as written, for the error."""
    if isinstance(name, str):
        return bool(machine.is_active(name))
    reason = '"in_state" takes the name of one state, for example in_state("Idle")'
    raise EvaluationError(reason, text)


def and_(first: Any, *others: Callable[[], Any]) -> Any:
    """``first and ...``: the first operand that counts as false, else the last; the others wait for their turn."""
    return _first_that(False, first, others)


def or_(first: Any, *others: Callable[[], Any]) -> Any:
    """``first or ...``: the first operand that counts as true, else the last; the others wait for their turn."""
    return _first_that(True, first, others)


def read(payload: Payload | None, source: NameSource, name: str) -> Any:
    """The value of a plain name: the payload's own member, else the context's, else the function of that name, else
    None."""
    if is_forbidden(name):
        return None
    return look_up(Scope(payload, source.data, source.functions, _nowhere), name)


def own(source: NameSource, name: str) -> Any:
    """The context's own value of a name, as ``name += 1`` reads it, even where the payload has that name."""
    return reach(source.data, name)


def assign(source: NameSource, name: str, value: Any) -> None:
    """``name = value``: sets the context's member."""
    assign_member(source.data, name, value)


def set_member(payload: Payload | None, root: str | None, owner: Any, key: Any, value: Any) -> None:
    """``owner.key = value`` and ``owner[key] = value``.

    Args:
        payload: The payload of the event, which cannot be assigned by any way.
        root: The plain name that the path starts with, where it does.
        owner: The object.
        key: The member's name, or the index.
        value: What it becomes.
    """
    if root is not None and payload is not None and root in payload:
        raise EvaluationError(f'"{root}" belongs to the event\'s payload, which cannot be assigned')
    refuse_payload(owner, payload)
    assign_member(owner, key, value)


def _first_that(decides: bool, first: Any, others: Sequence[Callable[[], Any]]) -> Any:
    value = first
    for other in others:
        if is_truthy(value) is decides:
            break
        value = other()
    return value


def _nowhere(state: str) -> bool:
    """No plain name asks for a state."""
    return False
