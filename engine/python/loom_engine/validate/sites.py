"""States, transitions and actions with their place in the document.

A big definition has hundreds of thousands of them, so that each is one small object, and the pointer to it is only
written when a finding needs it.
"""

from __future__ import annotations

from typing import Any, Literal

from ..actions import ActionEffect, actions_of, effect_of
from ..lowering import delay_event
from ..members import condition_of, delay_of, events_of, further_targets_of, kind_of, target_of

Slot = Literal["root", "child", "region"]
ActionBlockName = Literal["onEntry", "onExit", "actions"]
"""The member that holds a list of actions."""


class StateSite:
    """A state with its place in the tree and in the document.

    Attributes:
        state: The state itself.
        name: Its name.
        kind: Its kind; one that is not known is ``normal``.
        slot: Whether it is the root, a child or a region of its parent.
        parent: The state it stands in.
        region: The nearest region that contains the state, itself included.
        index: Its place among its parent's children or regions, as the document counts them.
        order: Its place in document order.
        end: The place of the first state after all its descendants.
        children: Its children.
        regions: Its regions.
        transitions: Its transitions.
    """

    __slots__ = (
        "state",
        "name",
        "kind",
        "slot",
        "parent",
        "region",
        "index",
        "order",
        "end",
        "children",
        "regions",
        "transitions",
    )

    def __init__(self, state: dict[str, Any], slot: Slot, parent: StateSite | None, index: int, order: int) -> None:
        """A state as it is met on the walk."""
        self.state = state
        self.name: str = state["name"]
        self.kind = kind_of(state)
        self.slot = slot
        self.parent = parent
        self.region: StateSite | None = self if slot == "region" else parent.region if parent else None
        self.index = index
        self.order = order
        self.end = order + 1
        self.children: list[StateSite] = []
        self.regions: list[StateSite] = []
        self.transitions = _transition_sites(self)

    @property
    def path(self) -> str:
        """JSON pointer to the state."""
        steps: list[str] = []
        at = self
        while at.parent:
            steps.append(f"/{'parallel/states' if at.slot == 'region' else 'states'}/{at.index}")
            at = at.parent
        return "/state" + "".join(reversed(steps))


class TransitionSite:
    """A transition with its source and its place in the document.

    Attributes:
        transition: The transition itself.
        source: The state that declares it.
        index: Its place among the transitions of its source.
        event: The first event's id, or the event of its delay; None for an event-less transition.
        events: The ids of all events that the document names.
        further: The names of the targets behind the first.
        target: The target's name; None for an internal transition.
        to: The target, if there is such a state.
    """

    __slots__ = ("transition", "source", "index", "event", "events", "target", "further", "to", "all_to")

    def __init__(self, transition: dict[str, Any], source: StateSite, index: int) -> None:
        """A transition as its source lists it."""
        self.transition = transition
        self.source = source
        self.index = index
        self.events = events_of(transition)
        self.event = self.events[0] if self.events else None
        if self.event is None and delay_of(transition) is not None:
            self.event = delay_event(source.name, index)
        self.target = target_of(transition)
        self.further = further_targets_of(transition)
        self.to: StateSite | None = None
        self.all_to: list[StateSite] = []
        """All target states that there are."""

    @property
    def condition(self) -> str | None:
        """The guard's text."""
        return condition_of(self.transition)

    @property
    def path(self) -> str:
        """JSON pointer to the transition."""
        return f"{self.source.path}/transitions/{self.index}"


class ActionSite:
    """An entry, exit or transition action with its place in the document.

    Attributes:
        owner: The state that it belongs to.
        written: What stands in the document: an object, or plain text.
    """

    __slots__ = ("owner", "written", "_transition", "_member", "_in_block", "_index", "_inner")

    def __init__(
        self,
        owner: StateSite,
        transition: TransitionSite | None,
        member: ActionBlockName,
        in_block: bool,
        index: int,
        written: object,
        inner: str = "",
    ) -> None:
        """An action as its block or list has it; ``in_block`` tells a block from a plain list.

        ``inner`` is the pointer from the outermost action to one inside it.
        """
        self.owner = owner
        self.written = written
        self._transition = transition
        self._member = member
        self._in_block = in_block
        self._index = index
        self._inner = inner

    @property
    def all(self) -> list[ActionSite]:
        """The action and all actions inside it."""
        kind = self.effect.kind
        if kind not in ("if", "forEach"):
            return [self]
        sites = [self]
        members = self.action.get(kind)
        for name in ("then", "else") if kind == "if" else ("actions",):
            written = members.get(name) if isinstance(members, dict) else None
            for index, action in enumerate(written if isinstance(written, list) else ()):
                inner = f"{self._inner}/{kind}/{name}/{index}"
                place = (self.owner, self._transition, self._member, self._in_block, self._index)
                sites.extend(ActionSite(*place, action, inner).all)
        return sites

    @property
    def action(self) -> dict[str, Any]:
        """The action, whatever is written made into one."""
        return actions_of([self.written])[0]

    @property
    def effect(self) -> ActionEffect:
        """What it does."""
        return effect_of(self.action)

    @property
    def is_on_entry(self) -> bool:
        """Whether it is an entry action that is inside no other."""
        return self._member == "onEntry" and self._inner == ""

    @property
    def path(self) -> str:
        """JSON pointer to the action."""
        above = self._transition or self.owner
        return f"{above.path}/{self._member}/{'actions/' if self._in_block else ''}{self._index}{self._inner}"


def is_below(inner: StateSite, outer: StateSite) -> bool:
    """Whether ``inner`` stands below ``outer``."""
    return outer.order < inner.order < outer.end


def is_within(inner: StateSite, outer: StateSite) -> bool:
    """Whether ``inner`` is ``outer`` or stands below it."""
    return outer.order <= inner.order < outer.end


def first_child(site: StateSite) -> StateSite | None:
    """The child that is entered by default when ``initial`` does not say otherwise."""
    return next((child for child in site.children if child.kind != "history"), None)


def is_leaf(site: StateSite) -> bool:
    """Whether nothing below the state can be active."""
    return not site.regions and first_child(site) is None




_Waiting = tuple[dict[str, Any], Slot, StateSite | None, int]
"""A state that the walk has not reached, with its slot, its parent and its index."""


def survey_states(root: object) -> list[StateSite]:
    """All states from the root down, in document order."""
    states: list[StateSite] = []
    waiting: list[_Waiting] = []
    _wait(waiting, [root], "root", None)
    while waiting:
        site = StateSite(*waiting.pop(), len(states))
        states.append(site)
        _add_to_parent(site)
        parallel = site.state.get("parallel")
        if isinstance(parallel, dict):
            _wait(waiting, parallel.get("states"), "region", site)
        _wait(waiting, site.state.get("states"), "child", site)
    # Descendants stand behind their ancestors: going backwards, every `end` is final when it is handed up.
    for site in reversed(states):
        if site.parent and site.parent.end < site.end:
            site.parent.end = site.end
    return states


def _wait(waiting: list[_Waiting], states: object, slot: Slot, parent: StateSite | None) -> None:
    if not isinstance(states, list):
        return
    for index in reversed(range(len(states))):
        state = states[index]
        if isinstance(state, dict) and isinstance(state.get("name"), str):
            waiting.append((state, slot, parent, index))


def _add_to_parent(site: StateSite) -> None:
    if site.parent:
        (site.parent.regions if site.slot == "region" else site.parent.children).append(site)


def _transition_sites(source: StateSite) -> list[TransitionSite]:
    transitions = source.state.get("transitions")
    if not isinstance(transitions, list):
        return []
    return [
        TransitionSite(transition, source, index)
        for index, transition in enumerate(transitions)
        if isinstance(transition, dict)
    ]
