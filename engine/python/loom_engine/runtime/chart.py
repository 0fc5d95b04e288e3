"""The states of a machine made ready to run."""

from __future__ import annotations

from typing import Iterable, Mapping, Sequence

from .actions import Action, RaiseAction
from .errors import MachineRuntimeError
from .plain_name import is_plain_name
from .state import State
from .state_kind import StateKind
from .tables import EVENTLESS, ChartTables, Edge, Guard, StateNode, completion_event_of, is_below
from .transition import Transition


class Chart(ChartTables):
    """The states of a machine made ready to run, once for all its instances.

    >>> from loom_engine.runtime import Chart, Context, State, StateKind, transition
    >>> class Closed(State):
    ...     on_push = [transition(target="Open")]
    >>> root = State("Door", StateKind.ROOT)
    >>> states = [root, Closed("Closed", parent=root), State("Open", parent=root)]
    >>> chart = Chart("Door", states, events=["push"], handlers={"on_push": "push"})
    >>> door = Context("Door", chart)
    >>> door.enter_initial_state()
    >>> door.send("push").to
    'Open'
    """

    def __init__(
        self,
        name: str,
        states: Sequence[State],
        *,
        events: Iterable[str] = (),
        handlers: Mapping[str, str] | None = None,
        timers: Mapping[str, str] | None = None,
        bubbles: bool = False,
        initial: Mapping[str, str] | None = None,
        deep: Iterable[str] = (),
        joins: Mapping[str, str] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """Makes a chart.

        Args:
            name: The machine's name.
            states: The states in document order, the root first, parents before children.
            events: The event ids; ``fire`` takes their places here.
            handlers: Property of a state to the event that the transitions listed there wait for.
            timers: Timer name to the event it sends; a timer that is not here sends its own name.
            bubbles: Whether an unhandled completion completes the parent.
            initial: State to the descendant entered by default; without one, the first child that is not history.
            deep: The history states that remember leaves.
            joins: Parallel state to where it goes when it is complete.
            aliases: Names that stand for a state beside its own.

        Raises:
            MachineRuntimeError: With code ``unknown_state``, when a name leads nowhere; with code ``no_root``, when
                there is no state.
        """
        super().__init__(name)
        if not states:
            raise MachineRuntimeError("no_root", f'The chart "{name}" has no state.')
        self.bubbles = bubbles
        self.timers.update(timers or {})
        for event in events:
            self.use_event(event)
        joins = joins or {}
        shape = _Shape(states, frozenset(deep), frozenset(joins))
        for state in states:
            self._add_state(state, shape)
        self.close_tree()
        for alias, state_name in (aliases or {}).items():
            self.node_by_name[alias] = self._target(alias, state_name)
        for node in self.nodes:
            self._add_transitions(node, handlers or {}, joins.get(node.name))
        for node in self.nodes:
            self._set_initial(node, (initial or {}).get(node.name))
        self.set_completions()

    def _add_state(self, state: State, shape: _Shape) -> None:
        parent = None if state.parent is None else self._target(state.name, state.parent.name)
        kind = shape.kind_of(state)
        is_region = parent is not None and parent.kind == "parallel" and kind != "history"
        self._use_raised(state.entry)
        self._use_raised(state.exit)
        self.add_node(
            StateNode(
                len(self.nodes),
                state.name,
                kind,
                parent,
                is_final=state.kind == StateKind.FINAL and kind == "leaf" and not is_region,
                is_region=is_region,
                deep=state.name in shape.deep,
                entry=state.entry,
                exit=state.exit,
                has_join=kind == "parallel" and state.name in shape.joined,
                has_hooks=_has_hooks(state),
                state=state,
            )
        )

    def _add_transitions(self, node: StateNode, handlers: Mapping[str, str], join: str | None) -> None:
        for member in _members_of(node.state):
            if member == "always":
                event = EVENTLESS
            elif member in handlers:
                event = handlers[member]
            else:
                continue
            for transition in getattr(node.state, member) or ():
                self._add_edge(node, event, transition)
        if join is not None and node.has_join:
            self._add_edge(node, completion_event_of(node), Transition(target=join))

    def _add_edge(self, source: StateNode, event: str, transition: Transition) -> None:
        if event != EVENTLESS:
            self.use_event(event)
        self._use_raised(transition.actions)
        target = None if transition.target is None else self._target(source.name, transition.target)
        more = [self._target(source.name, name) for name in transition.targets]
        guard = _guard_of(transition)
        source.transitions.append(
            Edge(source, event, target, guard, transition.actions, more, transition.external)
        )

    def _use_raised(self, actions: Sequence[Action]) -> None:
        for action in actions:
            if isinstance(action, RaiseAction):
                self.use_event(action.event)

    def _target(self, origin: str, name: str) -> StateNode:
        node = self.node_by_name.get(name)
        if node is not None:
            return node
        raise MachineRuntimeError(
            "unknown_state",
            f'"{origin}" leads to the state "{name}", which the chart "{self.name}" does not have.',
        )

    def _set_initial(self, node: StateNode, name: str | None) -> None:
        named = None if name is None else self._target(node.name, name)
        set_initial(node, named)


class _Shape:
    """What the kinds of the nodes follow from."""

    def __init__(self, states: Sequence[State], deep: frozenset[str], joined: frozenset[str]) -> None:
        self.deep = deep
        self.joined = joined
        # A history state is never active, so that it makes no state a composite.
        self._with_children = {
            state.parent.name
            for state in states
            if state.parent is not None and state.kind != StateKind.HISTORY
        }

    def kind_of(self, state: State) -> str:
        if state.kind == StateKind.HISTORY:
            return "history"
        if state.name not in self._with_children:
            return "leaf"
        return "parallel" if state.kind == StateKind.PARALLEL else "composite"


def set_initial(node: StateNode, named: StateNode | None) -> None:
    """Works out where a state's default entry leads, from the state that its definition names."""
    if node.kind == "history":
        presets = (edge.target for edge in node.transitions if edge.event == EVENTLESS)
        preset = next(presets, None)
        # A default outside the parent could lead back here without end.
        is_inside = preset is not None and node.parent is not None and is_below(preset, node.parent)
        node.initial = preset if is_inside else None
    elif node.kind == "composite":
        first = node.children[0] if node.children else None
        node.initial = named if named is not None and is_below(named, node) else first


def _members_of(state: State | None) -> list[str]:
    """The names of what the state's object and classes have, those of its own class first, in their order."""
    if state is None:
        return []
    members = dict.fromkeys(vars(state))
    for cls in type(state).__mro__:
        members.update(dict.fromkeys(vars(cls)))
    return [*members]


def _has_hooks(state: State) -> bool:
    return any(
        hook in vars(state) or getattr(type(state), hook) is not getattr(State, hook)
        for hook in ("on_entry", "on_exit")
    )


def _guard_of(transition: Transition) -> Guard | None:
    if transition.guard is None:
        return None
    test = transition.test if transition.error is None else None
    return Guard(transition.guard, is_plain_name(transition.guard), test, transition.error or "")


NO_CHART = ChartTables("")
"""The tables of a context that has no chart: it stands in no state."""
