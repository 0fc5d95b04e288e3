"""A chart made ready to run: flat tables that all machines of a kind share.

Nothing in them changes while a machine runs, apart from caches that only save work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .actions import Action
from .configuration import ConfigurationTable
from .transition import Test
from .wildcard import best_wildcard, is_wildcard, matches_event

if TYPE_CHECKING:
    from .state import State

EVENTLESS = ""
"""The event of event-less transitions."""

DONE_WORK = "done.invoke."
"""Prefix of the events of work that ends."""

FAILED_WORK = "error.invoke."
"""Prefix of the events of work that fails."""

ACTION_FAILED = "error.action"
"""The event of an action that fails in an asynchronous machine."""

COMPLETION_PREFIX = "done.state."
"""What the events of completions begin with."""


class StateNode:
    """One state."""

    __slots__ = (
        "index",
        "name",
        "kind",
        "parent",
        "is_final",
        "is_region",
        "deep",
        "last",
        "children",
        "histories",
        "initial",
        "entry",
        "exit",
        "transitions",
        "wildcards",
        "completion",
        "has_join",
        "has_hooks",
        "state",
    )

    def __init__(
        self,
        index: int,
        name: str,
        kind: str,
        parent: StateNode | None,
        *,
        is_final: bool = False,
        is_region: bool = False,
        deep: bool = False,
        entry: Sequence[Action] = (),
        exit: Sequence[Action] = (),
        has_join: bool = False,
        has_hooks: bool = False,
        state: State | None = None,
    ) -> None:
        self.index = index
        """Its place in document order, from 0, the root."""
        self.name = name
        self.kind = kind
        """``leaf``, ``composite``, ``parallel`` or ``history``."""
        self.parent = parent
        self.is_final = is_final
        """Whether entering it completes its parent."""
        self.is_region = is_region
        """Whether it is a region of its parent."""
        self.deep = deep
        """For a history state: whether it remembers leaves instead of children."""
        self.last = index
        """The index of its last descendant, its own without any."""
        self.children: list[StateNode] = []
        """The children that can be active, or the regions."""
        self.histories: list[StateNode] = []
        """The history states among its children."""
        self.initial: StateNode | None = None
        """Where its default entry leads; for a history state, where it leads without a record."""
        self.entry = entry
        """The actions on entering."""
        self.exit = exit
        """The actions on leaving."""
        self.transitions: list[Edge] = []
        """The transitions, in document order; the join of a parallel state is the last."""
        self.wildcards: dict[str, str] | None = None
        """The wildcards of its transitions by the events that they take; None without wildcards."""
        self.completion: str | None = None
        """The event that its completion raises; None when nothing listens to it."""
        self.has_join = has_join
        """Whether its completion leads somewhere by itself (``parallel.nextState``)."""
        self.has_hooks = has_hooks
        """Whether its class overrides a hook."""
        self.state = state
        """The object with its hooks, for a state that is a class."""

    def __repr__(self) -> str:
        return f"StateNode({self.name!r}, {self.kind})"


class Guard:
    """A guard."""

    __slots__ = ("text", "is_plain_name", "test", "error")

    def __init__(self, text: str, is_plain_name: bool, test: Test | None, error: str) -> None:
        self.text = text
        """The text as written."""
        self.is_plain_name = is_plain_name
        """Whether the text is a plain name, so that only the expression looks it up in the context."""
        self.test = test
        """Decides by its truth; None when the text does not parse."""
        self.error = error
        """Why the text does not parse."""


class Edge:
    """One transition."""

    __slots__ = ("source", "event", "target", "more", "is_external", "guard", "actions", "name")

    def __init__(
        self,
        source: StateNode,
        event: str,
        target: StateNode | None,
        guard: Guard | None,
        actions: Sequence[Action],
        more: Sequence[StateNode] = (),
        is_external: bool = False,
    ) -> None:
        self.source = source
        self.event = event
        """Its event; ``EVENTLESS`` for none."""
        self.target = target
        """The declared target; None for an internal transition."""
        self.more = more
        """Further targets, in other regions."""
        self.is_external = is_external
        """Whether it leaves its source even where the target is inside it."""
        self.guard = guard
        self.actions = actions
        self.name = event if guard is None else f"{event}[{guard.text}]"
        """What the observer is told: the event, with the guard in brackets."""


class ChartTables:
    """A whole chart."""

    def __init__(self, name: str) -> None:
        """Makes an empty chart of the machine called ``name``."""
        self.name = name
        self.nodes: list[StateNode] = []
        """All states in document order, the root first."""
        self.node_by_name: dict[str, StateNode] = {}
        """State name to state. States that never run stand for the state above them that does."""
        self.events: list[str] = []
        """The ids of all events that are declared, used or raised."""
        self.known_events: set[str] = set()
        """The same, as a set."""
        self.wildcards: list[str] = []
        """The wildcards that transitions wait for."""
        self.timers: dict[str, str] = {}
        """Timer name to the event it raises."""
        self.bubbles = False
        """Whether an unhandled completion completes the parent."""
        self.configurations = ConfigurationTable()
        """The configurations met so far."""

    @property
    def root(self) -> StateNode:
        """The root."""
        return self.nodes[0]

    def timer_event(self, timer: str) -> str:
        """The event that a timer raises; one that nothing declares raises its own name."""
        return self.timers.get(timer, timer)

    def use_event(self, event: str) -> None:
        """Notes that an event is declared, used or raised."""
        if event not in self.known_events:
            self.known_events.add(event)
            self.events.append(event)

    def event_named(self, event: str) -> str:
        """The event that is sent: for one that the tables do not have, the wildcard that takes it."""
        if not self.wildcards or event in self.known_events:
            return event
        return best_wildcard(self.wildcards, event) or event

    def add_node(self, node: StateNode) -> None:
        """Adds the next state in document order to the tables and to its parent."""
        self.nodes.append(node)
        self.node_by_name[node.name] = node
        if node.parent is None:
            return
        (node.parent.histories if node.kind == "history" else node.parent.children).append(node)

    def close_tree(self) -> None:
        """Works out where every subtree ends, once all states are there."""
        for node in reversed(self.nodes):
            if node.parent is not None and node.parent.last < node.last:
                node.parent.last = node.last

    def set_completions(self) -> None:
        """Works out which completions anybody listens to, once all transitions and events are there."""
        self.wildcards = [*filter(is_wildcard, self.events)]
        for node in self.nodes:
            event = completion_event_of(node)
            if node.kind not in ("composite", "parallel"):
                continue
            is_taken = any(matches_event(wildcard, event) for wildcard in self.wildcards)
            if self.bubbles or is_taken or event in self.known_events:
                node.completion = event
                self.use_event(event)
        if self.wildcards:
            for node in self.nodes:
                self._find_wildcards(node)

    def _find_wildcards(self, node: StateNode) -> None:
        """Finds the events that the wildcards of a state take: those that it does not name itself."""
        named = {edge.event for edge in node.transitions}
        own = [wildcard for wildcard in self.wildcards if wildcard in named]
        if not own:
            return
        best = ((event, best_wildcard(own, event)) for event in self.events if event not in named)
        node.wildcards = {event: wildcard for event, wildcard in best if wildcard is not None}


def completion_event_of(node: StateNode) -> str:
    """The event that the completion of a state raises."""
    return COMPLETION_PREFIX + node.name


def is_below(node: StateNode, ancestor: StateNode) -> bool:
    """Whether ``node`` is below ``ancestor``, at any depth."""
    return ancestor.index < node.index <= ancestor.last


def is_within(node: StateNode, ancestor: StateNode) -> bool:
    """Whether ``node`` is ``ancestor`` or below it."""
    return ancestor.index <= node.index <= ancestor.last
