"""Rules about names and ids that stand for one thing."""

from __future__ import annotations

from collections.abc import Iterator

from .rule import Remark, quoted
from .sites import StateSite
from .survey import Survey


def check_root(survey: Survey) -> Iterator[Remark]:
    """V001: there is no root state."""
    if survey.root:
        return
    present = isinstance(survey.definition, dict) and "state" in survey.definition
    yield Remark(
        'The machine has no root state: give "state" an object with a name and the first states.',
        "/state" if present else "",
    )


def check_state_names(survey: Survey) -> Iterator[Remark]:
    """V002: a state's name stands more than once in the tree."""
    if len(survey.by_name) == len(survey.states):
        return
    seen: dict[str, StateSite] = {}
    for site in survey.states:
        first = seen.setdefault(site.name, site)
        if first is not site:
            yield _repeated("state name", site.name, f"{site.path}/name", first.path)


def check_event_ids(survey: Survey) -> Iterator[Remark]:
    """V003: an event's id stands more than once."""
    seen: dict[str, str] = {}
    for event in survey.events:
        id = event.value.get("id")
        if not isinstance(id, str):
            continue
        first = seen.setdefault(id, event.path)
        if first != event.path:
            yield _repeated("event id", id, f"{event.path}/id", first)


def check_timer_ids(survey: Survey) -> Iterator[Remark]:
    """V004: a timer's id is an event's or another timer's, or its name is another timer's."""
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    for event in survey.events:
        id = event.value.get("id")
        if isinstance(id, str):
            ids[id] = event.path
    for timer in survey.timers:
        id, name = timer.value.get("id"), timer.value.get("name")
        if isinstance(id, str):
            first = ids.setdefault(id, timer.path)
            if first != timer.path:
                yield _repeated("timer id", id, f"{timer.path}/id", first)
        if isinstance(name, str):
            first = names.setdefault(name, timer.path)
            if first != timer.path:
                element = id if isinstance(id, str) else name
                yield _repeated("timer name", name, f"{timer.path}/name", first, element)


def _repeated(what: str, word: str, path: str, first: str, element: str | None = None) -> Remark:
    return Remark(
        f"The {what} {quoted(word)} is taken already, at {first}: give one of the two another.",
        path,
        word if element is None else element,
    )
