"""All guards, actions and other expressions of a definition, with what they can see.

A member that holds a text is a row of a table here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from ..actions import actions_of
from ..members import condition_of, event_of, kind_of
from ..number_of import number_of
from ..space import is_blank
from .data_type import ANY, DataType, NumberType
from .payloads import PayloadEvents

TextUse = Literal["guard", "condition", "value", "milliseconds", "code", "object", "list"]
"""The role of a text."""


@dataclass(frozen=True)
class Place:
    """The place of a list of actions."""

    owner: str
    """The name of the state that it belongs to."""
    events: PayloadEvents
    """The events whose payload it may see."""
    locals: Mapping[str, DataType] = field(default_factory=dict)
    """The names of the loops around it."""


@dataclass(frozen=True)
class TextSite:
    """A text with its place in the document."""

    text: str
    use: TextUse
    part: str
    """The text in words, such as ``A guard``."""
    path: str
    """JSON pointer to the text."""
    place: Place
    payload_of: str | None
    """The event whose payload it gives."""


class StatePlace(Protocol):
    """A state with its place in the document."""

    @property
    def state(self) -> Any:
        """The state."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def path(self) -> str:
        """JSON pointer to it."""


LookAtText = Callable[[TextSite], DataType]
"""Looks at a text; gives the type of its items where it is a list."""


class _TextRow(NamedTuple):
    """A text inside an action."""

    use: TextUse
    part: str
    at: str | None = None
    """The member of the row's member that holds it; none when the row's member is the text itself."""
    beside: str | None = None
    """A member of the action itself."""


class _ActionRow(NamedTuple):
    """A member of an action that says what it does."""

    member: str
    texts: Sequence[_TextRow] = ()
    blocks: Sequence[str] = ()
    """Members with lists of further actions."""
    event: str | None = None
    """The member with the event that it sends."""


_ACTION_ROWS: Sequence[_ActionRow] = (
    _ActionRow("code", [_TextRow("code", "An action")]),
    _ActionRow(
        "timerStart",
        [_TextRow("milliseconds", "A duration", "duration"), _TextRow("milliseconds", "A repeat", "repeat")],
    ),
    _ActionRow("timerStop"),
    _ActionRow("raise", [_TextRow("object", "A payload", beside="data")], event=""),
    _ActionRow("assign", [_TextRow("code", "An action", "value")]),
    _ActionRow("if", [_TextRow("condition", "A condition", "condition")], blocks=["then", "else"]),
    _ActionRow("forEach", [_TextRow("list", "A list", "list")], blocks=["actions"]),
    _ActionRow(
        "send",
        [_TextRow("milliseconds", "A delay", "delay"), _TextRow("object", "A payload", "data")],
        event="event",
    ),
    _ActionRow("cancel"),
    _ActionRow("log", [_TextRow("value", "A log entry")]),
)
"""The members of actions; of several the first counts."""


def walk_texts(states: Iterable[StatePlace], look: LookAtText) -> None:
    """Shows every text of a definition, in the order of the states."""
    for site in states:
        _StateTexts(site, look).walk()


class _StateTexts:
    def __init__(self, site: StatePlace, look: LookAtText) -> None:
        self._site = site
        self._look = look

    def walk(self) -> None:
        state, path = self._site.state, self._site.path
        any_event = Place(self._site.name, None)
        for member in ("onEntry", "onExit"):
            self._block(state.get(member), f"{path}/{member}", any_event)
        invoke = state.get("invoke")
        for index, entry in enumerate(invoke if isinstance(invoke, list) else []):
            if isinstance(entry, dict):
                self._text(entry.get("input"), f"{path}/invoke/{index}/input", any_event, "value", "An input")
        if kind_of(state) == "final":
            self._text(state.get("output"), f"{path}/output", any_event, "value", "The output")
        transitions = state.get("transitions")
        for index, transition in enumerate(transitions if isinstance(transitions, list) else []):
            if isinstance(transition, dict):
                self._transition(transition, f"{path}/transitions/{index}", any_event)

    def _transition(self, transition: dict[str, Any], path: str, any_event: Place) -> None:
        place = Place(self._site.name, _events_of(transition))
        self._text(transition.get("after"), f"{path}/after", any_event, "milliseconds", "A delay")
        self._text(condition_of(transition), f"{path}/condition", place, "guard", "A guard")
        self._block(transition.get("actions"), f"{path}/actions", place)

    def _block(self, block: object, path: str, place: Place) -> None:
        written = block.get("actions") if isinstance(block, dict) else block
        if not isinstance(written, list):
            return
        inner = f"{path}/actions" if isinstance(block, dict) else path
        for index, action in enumerate(actions_of(written)):
            self._action(action, isinstance(written[index], str), f"{inner}/{index}", place)

    def _action(self, action: dict[str, Any], is_plain: bool, path: str, place: Place) -> None:
        row = next((row for row in _ACTION_ROWS if _counts(action.get(row.member))), None)
        if not row:
            return
        value = action[row.member]
        inside = value if isinstance(value, dict) else {}
        at = path if is_plain else f"{path}/{row.member}"
        payload_of = None if row.event is None else value if row.event == "" else inside.get(row.event)
        items: DataType = ANY
        for use, part, member, beside in row.texts:
            if beside is not None:
                text, pointer = action.get(beside), f"{path}/{beside}"
            elif member is None:
                text, pointer = value, at
            else:
                text = _assignment_of(inside) if row.member == "assign" else inside.get(member)
                pointer = f"{at}/{member}"
            items = self._text(text, pointer, place, use, part, payload_of)
        if row.member == "forEach":
            place = Place(place.owner, place.events, _loop_names(inside, items, place.locals))
        for block in row.blocks:
            self._block(inside.get(block), f"{at}/{block}", place)

    def _text(
        self, text: object, path: str, place: Place, use: TextUse, part: str, payload_of: object = None
    ) -> DataType:
        if not isinstance(text, str) or is_blank(text):
            return ANY
        # Milliseconds that are written out are no expression.
        if use == "milliseconds" and not math.isnan(number_of(text)):
            return ANY
        event = payload_of if isinstance(payload_of, str) else None
        return self._look(TextSite(text, use, part, path, place, event))


def _events_of(transition: dict[str, Any]) -> PayloadEvents:
    """The events that may take a transition."""
    event, events = event_of(transition), transition.get("events")
    others = [one for one in events if isinstance(one, str)] if isinstance(events, list) else []
    every = others if event is None else [event, *others]
    if every:
        return every
    # A timer has no payload; an event-less transition sees that of the event before it.
    return None if transition.get("after") is None else []


def _counts(member: object) -> bool:
    return not is_blank(member) if isinstance(member, str) else isinstance(member, dict)


def _assignment_of(inside: Mapping[str, Any]) -> str | None:
    target, value = inside.get("target"), inside.get("value")
    return f"{target} = {value}" if isinstance(target, str) and isinstance(value, str) else None


def _loop_names(inside: Mapping[str, Any], items: DataType, outer: Mapping[str, DataType]) -> Mapping[str, DataType]:
    locals = dict(outer)
    item, index = inside.get("item"), inside.get("index")
    if isinstance(item, str):
        locals[item] = items
    if isinstance(index, str):
        locals[index] = NumberType("integer", None, None)
    return locals
