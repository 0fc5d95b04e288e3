"""Compiles calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .ast import Expression
from .built_ins import is_code_maker
from .call_record import called
from .errors import EvaluationError
from .evaluate import CompiledExpression, CompilePart
from .parse import parse_guard
from .print import print_expression
from .promise import is_promise, promise_refusal
from .scope import Scope
from .values import describe, is_list, is_plain_object

_IN_STATE = "in_state"
"""The one function that the language brings."""

_Arguments = Callable[[Scope], tuple[list[Any], dict[str, Any]]]


def compile_call(expression: Expression, compile_part: CompilePart) -> CompiledExpression:
    """Compiles a call; keyword arguments arrive as keyword arguments."""
    callee = expression["callee"]
    if callee["kind"] == "name" and callee["name"] == _IN_STATE:
        return _compile_in_state(expression, compile_part)
    function = compile_part(callee)
    arguments = _compile_arguments(expression, compile_part)

    def run(scope: Scope) -> Any:
        found = function(scope)
        return invoke(expression, found, *arguments(scope))

    return run


def _compile_in_state(expression: Expression, compile_part: CompilePart) -> CompiledExpression:
    args = [compile_part(argument) for argument in expression["args"]]
    is_usable = len(args) == 1 and not expression["kwargs"]

    def run(scope: Scope) -> bool:
        value = args[0](scope) if is_usable else None
        if isinstance(value, str):
            return scope.in_state(value)
        reason = f'"{_IN_STATE}" takes the name of one state, for example {_IN_STATE}("Idle")'
        raise EvaluationError(reason, print_expression(expression))

    return run


def _compile_arguments(expression: Expression, compile_part: CompilePart) -> _Arguments:
    positional = [compile_part(argument) for argument in expression["args"]]
    keywords = [(keyword["name"], compile_part(keyword["value"])) for keyword in expression["kwargs"]]

    def run(scope: Scope) -> tuple[list[Any], dict[str, Any]]:
        values = [argument(scope) for argument in positional]
        return values, {name: value(scope) for name, value in keywords}

    return run


def invoke(place: Expression | str, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Calls what should be a function; ``place`` is the call, or its text, for the error sentence."""
    if not callable(callee) or is_list(callee) or is_plain_object(callee):
        raise _uncallable(_call_of(place), callee)
    if is_code_maker(callee):
        raise EvaluationError(
            "a function that runs text as code is out of reach", print_expression(_call_of(place))
        )
    return settled(place, called(callee, *args, **kwargs))


def settled(place: Expression | str, value: Any) -> Any:
    """The value of a call; ``place`` is the call, or its text, for the error sentence.

    Raises:
        EvaluationError: When the function returned a promise.
    """
    if not is_promise(value):
        return value
    call = _call_of(place)
    raise EvaluationError(promise_refusal(value, _name_of(call["callee"])), print_expression(call))


def _call_of(place: Expression | str) -> Expression:
    """Generated code carries the text of its calls only; the tree is made again when something went wrong."""
    return parse_guard(place) if isinstance(place, str) else place


def _uncallable(expression: Expression, value: Any) -> EvaluationError:
    callee = expression["callee"]
    text = print_expression(expression)
    if value is not None:
        return EvaluationError(f"{_name_of(callee)} is {describe(value)}, not a function", text)
    if callee["kind"] == "name":
        name = callee["name"]
        advice = f'register a function "{name}", or put it into the context'
        return EvaluationError(f'no function is called "{name}": {advice}', text)
    if callee["kind"] != "member":
        return EvaluationError(f"{_name_of(callee)} is null, not a function", text)
    owner = _name_of(callee["object"])
    return EvaluationError(
        f'{owner} is null or has no function "{callee["name"]}": put one into the context',
        text,
    )


def _name_of(expression: Expression) -> str:
    return f'"{print_expression(expression)}"'
