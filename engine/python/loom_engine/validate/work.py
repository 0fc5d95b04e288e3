"""Rules about the work that states invoke."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..members import text_of
from ..runtime.wildcard import is_wildcard
from .references import place_in
from .rule import Remark, quoted, suggester
from .sites import StateSite
from .survey import Survey

_ANSWERS = re.compile(r"(?:done|error)\.invoke\.")
"""What the events that work sends begin with."""

_PARENT = "parent"
"""The machine that invoked this one, as ``send`` names it."""


class _Work(NamedTuple):
    """An entry of ``invoke``: its id, or what stands for it."""

    id: str | None
    machine: str | None
    task: str | None
    path: str


def _work_of(site: StateSite) -> Iterator[_Work]:
    entries = site.state.get("invoke")
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict):
            continue
        machine, task, id = text_of(entry.get("machine")), text_of(entry.get("task")), text_of(entry.get("id"))
        if id is None:
            id = machine if task is None else task
        yield _Work(id, machine, task, f"{site.path}/invoke/{index}")


def check_work_names(survey: Survey) -> Iterator[Remark]:
    """W117: an event or a ``send`` names work that no state invokes."""
    ids = dict.fromkeys(work.id for site in survey.states for work in _work_of(site) if work.id is not None)
    hint = suggester(lambda: ids)

    def unknown(site: StateSite, id: str, what: str, path: str) -> Iterator[Remark]:
        if id not in ids:
            message = (
                f"State {quoted(site.name)} {what}, and no state invokes {quoted(id)}: "
                f'name what a state invokes, or add it to "invoke".{hint(id)}'
            )
            yield Remark(message, path, site.name)

    for transition in survey.transitions:
        members = transition.transition
        for event in transition.events:
            answer = _ANSWERS.match(event)
            if answer is None or is_wildcard(event) or event in survey.model.event_map:
                continue
            is_first = event == text_of(members.get("event"))
            at = "event" if is_first else f"events/{place_in(members.get('events'), event)}"
            what = f"waits for {quoted(event)}"
            yield from unknown(transition.source, event[answer.end() :], what, f"{transition.path}/{at}")
    for action in survey.actions:
        effect = action.effect
        if effect.kind == "send" and effect.to is not None and effect.to != _PARENT:
            what = f"sends {quoted(effect.event)} to {quoted(effect.to)}"
            yield from unknown(action.owner, effect.to, what, f"{action.path}/send/to")


def check_work(survey: Survey) -> Iterator[Remark]:
    """W118: work of a state is neither a machine nor a task, or both, or has the id of another."""
    for site in survey.states:
        taken: set[str] = set()
        for id, machine, task, path in _work_of(site):
            name = f"Work of {quoted(site.name)}" if id is None else f"{quoted(id)} of {quoted(site.name)}"
            if machine is None and task is None:
                message = f'{name} is invoked without "machine" or "task" and never starts: name one of them.'
                yield Remark(message, path, site.name)
            elif machine is not None and task is not None:
                message = f'{name} has both "machine" and "task", and the machine runs: remove one of them.'
                yield Remark(message, f"{path}/task", site.name)
            if id is None:
                continue
            if id in taken:
                message = f"{name} is the second work of the state with this id: give each an id of its own."
                yield Remark(message, path, site.name)
            taken.add(id)
