"""Rules about fields and values that the format does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..shape_check import check_shape
from ..shape_issue import ShapeIssue
from ..shape_table import MACHINE_SHAPE
from ..space import is_blank
from .per_survey import per_survey
from .rule import Remark, quoted
from .sites import ActionSite
from .survey import Survey

_ROOT_SHAPE = "StateMachineDefinition"
"""The shape of the whole definition."""
_MARK = re.compile(r"[$_]|x-")
_SINGULAR_ACTION = re.compile(r"/transitions/[0-9]+/action\Z")
_BLOCK_ENTRY = re.compile(r"/on(?:Entry|Exit)/[0-9]+\Z")
_KINDS = ("code", "timerStart", "timerStop", "raise", "assign", "if", "forEach", "send", "cancel", "log")


def check_fields(survey: Survey) -> Iterator[Remark]:
    """W108: a field that the format does not know."""
    for issue in _issues_of(survey).unknown:
        yield Remark(issue.message, issue.path, _element_at(survey, issue.path))


def check_values(survey: Survey) -> Iterator[Remark]:
    """W111: a value of the wrong type, a required one that is missing, or a shape that is not the usual one."""
    for issue in _issues_of(survey).odd:
        yield Remark(_sentence(issue), issue.path, _element_at(survey, issue.path))
    for action in survey.actions:
        yield from _check_action(action)


@dataclass(frozen=True)
class _Issues:
    unknown: Sequence[ShapeIssue]
    odd: Sequence[ShapeIssue]


@per_survey
def _issues_of(survey: Survey) -> _Issues:
    unknown: list[ShapeIssue] = []
    odd: list[ShapeIssue] = []
    for issue in check_shape(MACHINE_SHAPE, _ROOT_SHAPE, survey.definition):
        if issue.kind == "unknown_field" and not _is_singular_action(issue):
            if not _MARK.match(issue.field):
                unknown.append(issue)
        elif not _is_said_elsewhere(issue):
            odd.append(issue)
    return _Issues(unknown, odd)


def _is_singular_action(issue: ShapeIssue) -> bool:
    return issue.field == "action" and _SINGULAR_ACTION.search(issue.path) is not None


def _is_said_elsewhere(issue: ShapeIssue) -> bool:
    """Missing members that have a default, or a rule of their own."""
    if issue.kind != "missing":
        return False
    if issue.path == "":
        return issue.field in ("state", "events")
    if issue.path == "/settings":
        return issue.field == "asynchronous"
    if issue.path.endswith("/parallel"):
        return issue.field == "states"
    return issue.path.endswith("/timerStart") and issue.field == "timer"


def _sentence(issue: ShapeIssue) -> str:
    if _is_singular_action(issue):
        return 'The singular "action" of a transition is not run: write "actions", a list of actions.'
    if issue.kind != "wrong_type":
        return issue.message
    actual = issue.actual or ""
    if "ActionBlock" in (issue.expected or "") and actual == "a list":
        return f'A list in "{issue.field}" is read as its actions: write {{ "actions": [...] }}.'
    if issue.field == "actions" or _BLOCK_ENTRY.search(issue.path):
        if actual.startswith("the string"):
            return 'A plain string among actions is read as code: write { "code": "..." }.'
    return issue.message


def _check_action(site: ActionSite) -> Iterator[Remark]:
    """An action should do exactly one thing."""
    action, effect, element = site.action, site.effect, site.owner.name
    if not isinstance(site.written, dict):
        return
    present = [kind for kind in _KINDS if action.get(kind) is not None]
    if len(present) > 1:
        counted = effect.kind if effect.kind in present else "the first"
        message = (
            f"An action of {quoted(element)} has {' and '.join(present)}, of which only "
            f"{counted} counts: make one action of each."
        )
        yield Remark(message, site.path, element)
    if all(key in ("action", "name") or _is_blank(value) for key, value in action.items()):
        message = f'An action of {quoted(element)} does nothing: give it "code", "timerStart", "timerStop" or "raise".'
        yield Remark(message, site.path, element)


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and is_blank(value))


def _element_at(survey: Survey, path: str) -> str | None:
    """The name of the state, event or timer that a pointer leads into."""
    names = _names_by_path(survey)
    while path != "":
        if path in names:
            return names[path]
        path = path[: path.rindex("/")]
    return None


@per_survey
def _names_by_path(survey: Survey) -> dict[str, str]:
    names = {site.path: site.name for site in survey.states}
    for declared in (*survey.events, *survey.timers):
        id = declared.value.get("id")
        if isinstance(id, str):
            names[declared.path] = id
    return names
