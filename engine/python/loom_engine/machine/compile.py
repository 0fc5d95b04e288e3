"""Compiles a definition."""

from __future__ import annotations

from typing import Any, Mapping, Sequence, Union

from ..actions import (
    ForEachEffect,
    IfEffect,
    RaiseEffect,
    SendEffect,
    actions_of,
    effect_of,
)
from ..members import (
    JsonObject,
    children_of,
    condition_of,
    event_of,
    further_targets_of,
    initial_of,
    invocations_of,
    join_target_of,
    kind_of,
    output_of,
    regions_of,
    target_of,
    text_of,
    transitions_of,
)
from ..lowering import lower
from ..model import EnrichedModel, enrich
from ..runtime.actions import Action
from ..runtime.chart import set_initial
from ..runtime.errors import MachineRuntimeError
from ..runtime.tables import EVENTLESS, Edge, Guard, StateNode, completion_event_of
from ..validate import FATAL_RULES, validate as find_findings
from ..runtime.work import stop_invoke
from .compile_text import compile_action, compile_guard, compile_invocations, compile_output
from .errors import MachineDefinitionError
from .program import MachineProgram

MachineSource = Union[Mapping[str, Any], EnrichedModel, MachineProgram]
"""What a machine can be made from."""


def compile_machine(source: MachineSource, validate: bool = True) -> MachineProgram:
    """Compiles a definition once, so that many machines can run it.

    Args:
        source: The definition, or its enriched model, which must not change afterwards; a program comes back.
        validate: Whether to run all rules, or only those whose findings keep a machine from running.

    Raises:
        MachineDefinitionError: When the definition has a finding of V001, V002 or V006.
    """
    if isinstance(source, MachineProgram):
        return source
    model = source if isinstance(source, EnrichedModel) else enrich(source)  # type: ignore[arg-type]
    findings = find_findings(model) if validate else find_findings(model, only=FATAL_RULES)
    fatal = [finding for finding in findings if finding.rule_id in FATAL_RULES]
    if fatal:
        raise MachineDefinitionError(fatal)
    program = MachineProgram(_name_of(model.definition), model, findings)
    definition = lower(model.definition)
    _Compiler(program, model if definition is model.definition else enrich(definition)).fill()
    return program


class _Compiler:
    """The tables under construction."""

    def __init__(self, program: MachineProgram, model: EnrichedModel) -> None:
        self._program = program
        self._model = model
        """The model of what is to run."""
        self._states: list[JsonObject] = []
        """The states of the nodes, one for one."""
        self._guards: dict[str, Guard] = {}

    def fill(self) -> None:
        program = self._program
        definition = self._model.definition
        settings = definition.get("settings")
        program.bubbles = isinstance(settings, dict) and settings.get("completion") == "bubble"
        program.timers = {name: _event_id_of(timer) for name, timer in self._model.timer_map.items()}
        for event in self._model.event_map:
            program.use_event(event)
        self._add_tree(_root_of(definition))
        program.close_tree()
        for node, state in zip(program.nodes, self._states):
            self._add_transitions(node, state)
        for node, state in zip(program.nodes, self._states):
            initial = initial_of(state)
            set_initial(node, None if initial is None else program.node_by_name.get(initial))
        program.set_completions()

    def _add_tree(self, root: JsonObject) -> None:
        # A list of what waits instead of recursion: a definition may be deeper than the call stack.
        waiting: list[tuple[JsonObject, StateNode | None]] = [(root, None)]
        while waiting:
            state, parent = waiting.pop()
            node = self._add_node(state, parent)
            waiting.extend((below, node) for below in reversed(self._below(node, state)))

    def _add_node(self, state: JsonObject, parent: StateNode | None) -> StateNode:
        kind = _node_kind_of(state, parent is None)
        is_region = parent is not None and parent.kind == "parallel" and kind != "history"
        is_final = kind_of(state) == "final" and kind == "leaf" and not is_region
        node = StateNode(
            len(self._program.nodes),
            text_of(state.get("name")) or "",
            kind,
            parent,
            is_final=is_final,
            is_region=is_region,
            deep=state.get("history") == "deep",
            entry=self._entry_of(state, is_final),
            exit=(
                *self._compile_actions(state.get("onExit")),
                *(stop_invoke(work.id) for work in invocations_of(state)),
            ),
            has_join=kind == "parallel" and join_target_of(state) is not None,
        )
        self._states.append(state)
        self._program.add_node(node)
        return node

    def _below(self, node: StateNode, state: JsonObject) -> list[JsonObject]:
        """The states below a node that run; those that do not are noted as names for the node."""
        children = children_of(state)
        regions = regions_of(state)
        if node.kind == "history":
            self._ignore([*children, *regions], node)
            return []
        if node.kind == "parallel":
            self._ignore(children, node)
            return regions
        # Without an active region, what stands there is history at most, and as good as among the children.
        return [*children, *regions]

    def _ignore(self, states: list[JsonObject], node: StateNode) -> None:
        """States that never run: as targets they stand for the state above them that does."""
        waiting = [*states]
        while waiting:
            state = waiting.pop()
            self._program.node_by_name[text_of(state.get("name")) or ""] = node
            waiting.extend(children_of(state))
            waiting.extend(regions_of(state))

    def _entry_of(self, state: JsonObject, is_final: bool) -> tuple[Action, ...]:
        """The actions on entry; work begins after them, and the output comes last."""
        output = output_of(state) if is_final else None
        return (
            *self._compile_actions(state.get("onEntry")),
            *compile_invocations(state),
            *(() if output is None else (compile_output(text_of(state.get("name")) or "", output),)),
        )

    def _compile_actions(self, block: object) -> tuple[Action, ...]:
        for action in actions_of(block):
            self._use_events(action)
        return tuple(compile_action(action, self._program) for action in actions_of(block))

    def _use_events(self, action: JsonObject) -> None:
        """Notes the events that an action, or one inside it, sends."""
        effect = effect_of(action)
        if isinstance(effect, (RaiseEffect, SendEffect)):
            if not isinstance(effect, SendEffect) or effect.to is None:
                self._program.use_event(effect.event)
        elif isinstance(effect, (IfEffect, ForEachEffect)):
            inner = effect.actions if isinstance(effect, ForEachEffect) else [*effect.then, *effect.otherwise]
            for one in inner:
                self._use_events(one)

    def _add_transitions(self, node: StateNode, state: JsonObject) -> None:
        for transition in transitions_of(state):
            target = target_of(transition)
            self._add_transition(
                node,
                event_of(transition) or EVENTLESS,
                None if target is None else self._target(node, target),
                condition_of(transition),
                self._compile_actions(transition.get("actions")),
                [self._target(node, name) for name in further_targets_of(transition)],
                transition.get("type") == "external",
            )
        join = join_target_of(state)
        if node.has_join and join is not None:
            self._add_transition(node, completion_event_of(node), self._target(node, join), None, ())

    def _add_transition(
        self,
        source: StateNode,
        event: str,
        target: StateNode | None,
        condition: str | None,
        actions: tuple[Action, ...],
        more: Sequence[StateNode] = (),
        is_external: bool = False,
    ) -> None:
        if event != EVENTLESS:
            self._program.use_event(event)
        guard = None if condition is None else self._guard(condition)
        source.transitions.append(Edge(source, event, target, guard, actions, more, is_external))

    def _guard(self, text: str) -> Guard:
        guard = self._guards.get(text)
        if guard is None:
            guard = self._guards[text] = compile_guard(text)
        return guard

    def _target(self, source: StateNode, name: str) -> StateNode:
        node = self._program.node_by_name.get(name)
        if node is not None:
            return node
        raise MachineRuntimeError(
            "unknown_state",
            f'The state "{source.name}" has a transition to "{name}", which does not exist: '
            "add the state or correct the name.",
        )


def _node_kind_of(state: JsonObject, is_root: bool) -> str:
    if kind_of(state) == "history" and not is_root:
        return "history"
    if any(map(_can_be_active, regions_of(state))):
        return "parallel"
    return "composite" if any(map(_can_be_active, children_of(state))) else "leaf"


def _can_be_active(state: JsonObject) -> bool:
    return kind_of(state) != "history"


def _root_of(definition: Mapping[str, Any]) -> JsonObject:
    root = definition.get("state")
    if isinstance(root, dict):
        return root
    raise MachineRuntimeError("no_root", "The definition has no root state: add `state`.")


def _name_of(definition: Mapping[str, Any]) -> str:
    settings = definition.get("settings")
    name = settings.get("name") if isinstance(settings, dict) else None
    return name if isinstance(name, str) and name else "Machine"


def _event_id_of(timer: JsonObject) -> str:
    event = timer.get("id")
    name: str = timer["name"]
    return event if isinstance(event, str) and event else name
