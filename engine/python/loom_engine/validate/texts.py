"""Rules about guards, actions and durations: texts that are run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ..expression import ExpressionError, parse_action, parse_guard
from ..members import delay_of, output_of
from ..number_of import number_of
from ..numbers import number_text
from ..space import is_blank
from .rule import Remark, quoted
from .sites import ActionSite, StateSite, TransitionSite
from .survey import Survey


def check_texts(survey: Survey) -> Iterator[Remark]:
    """W106: a guard or an action does not parse."""
    guard_fault = _fault_finder(parse_guard)
    for site in survey.states:
        for text, what, at in _values_of(site):
            fault = guard_fault(text)
            if fault is not None:
                message = f"{what} of {quoted(site.name)} does not parse. {fault}"
                yield Remark(message, f"{site.path}/{at}", site.name)
    for transition in survey.transitions:
        condition, source = transition.condition, transition.source
        fault = None if condition is None else guard_fault(condition)
        if fault is None:
            continue
        message = f"A guard of {quoted(source.name)} does not parse and never passes. {fault}"
        yield Remark(message, f"{transition.path}/condition", source.name)
    code_fault = _fault_finder(parse_action)
    for action in survey.actions:
        owner = action.owner
        for text, at, is_code in _texts_of(action):
            fault = code_fault(text) if is_code else guard_fault(text)
            if fault is None:
                continue
            message = f"An action of {quoted(owner.name)} does not parse and does nothing. {fault}"
            path = action.path if isinstance(action.written, str) else f"{action.path}/{at}"
            yield Remark(message, path, owner.name)


def _values_of(site: StateSite) -> Iterator[tuple[str, str, str]]:
    """The expressions of a state itself."""
    work = site.state.get("invoke")
    for index, entry in enumerate(work if isinstance(work, list) else ()):
        text = entry.get("input") if isinstance(entry, dict) else None
        if isinstance(text, str) and not is_blank(text):
            yield text, "An input", f"invoke/{index}/input"
    output = output_of(site.state)
    if site.kind == "final" and output is not None:
        yield output, "The output", "output"


def _texts_of(site: ActionSite) -> list[tuple[str, str, bool]]:
    """The texts of an action: where they stand, and whether they are statements."""
    effect = site.effect
    if effect.kind == "code":
        code = site.action.get("code")
        is_code = isinstance(code, str) and not is_blank(code)
        return [(effect.code, "code" if is_code else "assign/value", True)]
    if effect.kind == "if":
        return [(effect.condition, "if/condition", False)]
    if effect.kind == "forEach":
        return [(effect.items, "forEach/list", False)]
    if effect.kind == "log":
        return [(effect.value, "log", False)]
    if effect.kind == "raise" and effect.data is not None:
        return [(effect.data, "data", False)]
    if effect.kind == "send" and effect.data is not None:
        return [(effect.data, "send/data", False)]
    return []


def check_effect(survey: Survey) -> Iterator[Remark]:
    """W114: a timer action or an event-less transition that can never work."""
    for action in survey.actions:
        yield from _check_timer_start(action)
        yield from _check_delay(action)
    for transition in survey.transitions:
        source, target = transition.source, transition.target
        yield from _check_after(transition)
        if transition.event is not None or transition.condition is not None or source.kind == "history":
            continue
        if target is not None and target != source.name:
            continue
        message = (
            f"The event-less transition of {quoted(source.name)} stays in its state and has no guard, "
            f"so that it is taken without end: give it an event, a guard or another target."
        )
        yield Remark(message, transition.path, source.name)


def _check_timer_start(site: ActionSite) -> Iterator[Remark]:
    effect, element = site.effect, site.owner.name
    if effect.kind == "none" and isinstance(site.action.get("timerStart"), dict):
        message = f'State {quoted(element)} starts a timer without saying which: put its name in "timer".'
        yield Remark(message, f"{site.path}/timerStart", element)
    if effect.kind != "timerStart":
        return
    for member, duration in (("duration", effect.duration), ("repeat", effect.repeat)):
        fault = None if duration is None else _duration_fault(duration, member)
        if fault is None:
            continue
        message = (
            f"State {quoted(element)} starts the timer {quoted(effect.timer)} with a {member} that never "
            f"works: {fault}; write milliseconds, as a number or an expression"
            + (', or leave "repeat" out.' if member == "repeat" else ".")
        )
        yield Remark(message, f"{site.path}/timerStart/{member}", element)


def _check_delay(site: ActionSite) -> Iterator[Remark]:
    effect, element = site.effect, site.owner.name
    if effect.kind != "send" or effect.delay is None:
        return
    fault = _duration_fault(effect.delay, "duration")
    if fault is not None:
        message = (
            f"State {quoted(element)} sends {quoted(effect.event)} with a delay that never works: {fault}; write "
            f"milliseconds, as a number or an expression."
        )
        yield Remark(message, f"{site.path}/send/delay", element)


def _check_after(site: TransitionSite) -> Iterator[Remark]:
    element, delay = site.source.name, delay_of(site.transition)
    fault = None if delay is None else _duration_fault(delay, "duration")
    if fault is not None:
        message = (
            f"State {quoted(element)} has a transition after a delay that never works: {fault}; write "
            f"milliseconds, as a number or an expression."
        )
        yield Remark(message, f"{site.path}/after", element)


def _duration_fault(duration: str | float, member: str) -> str | None:
    """What is wrong with a duration or repeat, as far as it does not depend on the moment."""
    written = quoted(duration) if isinstance(duration, str) else number_text(duration)
    milliseconds = number_of(duration) if isinstance(duration, str) else duration
    if not math.isnan(milliseconds):
        if milliseconds < 0:
            return f"{written} is negative"
        if milliseconds == 0 and member == "repeat":
            return f"{written} is not above 0"
        return None if math.isfinite(milliseconds) else f"{written} is not finite"
    try:
        expression = parse_guard(str(duration))
    except ExpressionError:
        return f"{written} does not parse"
    return f"{written} is no number" if expression["kind"] in ("literal", "list", "object") else None


# How many texts to remember; big machines repeat few texts often and many never.
_MOST_REMEMBERED = 1000


def _fault_finder(parse: Callable[[str], object]) -> Callable[[str], str | None]:
    """Gives the parser's sentence for a text that does not parse."""
    known: dict[str, str | None] = {}

    def fault_finder(text: str) -> str | None:
        if text in known:
            return known[text]
        fault = _fault_of(parse, text)
        if len(known) < _MOST_REMEMBERED:
            known[text] = fault
        return fault

    return fault_finder


def _fault_of(parse: Callable[[str], object], text: str) -> str | None:
    try:
        parse(text)
    except ExpressionError as error:
        return str(error)
    return None
