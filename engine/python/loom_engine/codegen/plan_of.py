"""Works out what a generated module says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..actions import actions_of
from ..lowering import lower
from ..members import (
    JsonObject,
    condition_of,
    event_of,
    further_targets_of,
    invocations_of,
    initial_of,
    target_of,
    transitions_of,
)
from ..model import EnrichedModel, enrich
from ..type_check.declared import declared_data_of
from ..validate.data_use import data_use_of
from ..validate.survey import survey_of
from .names import StateNames, names_of
from .names_used import NamesUsed
from .plan import (
    ActionPlan,
    ChartPlan,
    CodeActionPlan,
    CodePlan,
    DurationPlan,
    EventPlan,
    ForEachPlan,
    GuardPlan,
    HandlerPlan,
    IfPlan,
    InvokePlan,
    LogPlan,
    OutputPlan,
    RaisePlan,
    SendPlan,
    StartTimerPlan,
    StatePlan,
    StopInvokePlan,
    TransitionPlan,
)
from .plan_actions import plan_action, plan_guard, plan_invocations, plan_output
from .plan_data import plan_data
from .plan_events import plan_events, plan_feeders
from .plan_objects import plan_objects
from .state_tree import TreeState, is_below, state_tree_of
from .type_map import Spelling

_NO_NAME = Spelling("", "")


def plan_of(model: EnrichedModel, has_types: bool) -> CodePlan:
    """Works out what the module generated from a definition says.

    Args:
        model: The definition with its indexes.
        has_types: Whether a module gives the classes of objects and parameters.
    """
    definition = lower(model.definition)
    return _Planner(model if definition is model.definition else enrich(definition), has_types).plan()


class _Planner:
    def __init__(self, model: EnrichedModel, has_types: bool) -> None:
        self._model = model
        self._tree = state_tree_of(model.definition)
        self._names = names_of(model.definition, self._tree)
        self._used = NamesUsed()
        self._events = plan_events(model, self._names, has_types)

    def plan(self) -> CodePlan:
        settings = _settings_of(self._model.definition)
        states = [self._plan_state(state) for state in self._tree.states]
        chart = self._plan_chart()
        events = list(self._events.values())
        use = data_use_of(survey_of(self._model)) if declared_data_of(settings) else []
        planned = plan_objects(settings.get("objects"), self._names, self._used, events)
        return CodePlan(
            machine=_text(settings.get("name")) or "StateMachine",
            namespace=_text(settings.get("namespace")),
            description=_text(settings.get("description")),
            is_async=settings.get("asynchronous") is True,
            names=self._names.machine,
            object_types=planned.object_types,
            parameter_types=planned.parameter_types,
            objects=planned.objects,
            hidden=planned.hidden,
            data=planned.data,
            declared=plan_data(use[0], self._names) if use else None,
            events=events,
            states=states,
            feeders=plan_feeders(self._model, self._names, self._events),
            chart=chart,
            scope=planned.scope,
            part=self._names.part,
        )

    def _plan_state(self, node: TreeState) -> StatePlan:
        names: StateNames = self._names.states[node.index]
        always: list[TransitionPlan] = []
        by_event: dict[str, list[TransitionPlan]] = {}
        entry = [
            *self._plan_actions(node.state.get("onEntry")),
            *self._in_use(plan_invocations(node.state)),
            *self._in_use(plan_output(node.state) if node.kind == "FINAL" else []),
        ]
        exit: list[ActionPlan] = [
            *self._plan_actions(node.state.get("onExit")),
            *(StopInvokePlan(work.id) for work in invocations_of(node.state)),
        ]
        for event, transition in self._plan_transitions(node.state):
            (always if event is None else by_event.setdefault(event, [])).append(transition)
        return StatePlan(
            name=node.name,
            class_name=names.class_name,
            member=names.member,
            index=node.index,
            kind=node.kind,
            parent=None if node.parent is None else node.parent.index,
            description=_text(node.state.get("description")),
            tags=_tags_of(node.state.get("tags")),
            meta=node.state.get("meta"),
            entry=entry,
            exit=exit,
            always=always,
            handlers=[HandlerPlan(self._use_event(event, True), list) for event, list in by_event.items()],
        )

    def _plan_transitions(self, state: JsonObject) -> list[tuple[str | None, TransitionPlan]]:
        return [(event_of(one), self._plan_transition(state, one)) for one in transitions_of(state)]

    def _plan_transition(self, state: JsonObject, transition: JsonObject) -> TransitionPlan:
        target = target_of(transition)
        place = None if target is None else self._tree.by_name.get(target)
        guard = plan_guard(condition_of(transition))
        if guard.test:
            self._used.add_expressions([guard.test])
        actions = self._plan_actions(transition.get("actions"))
        if target is not None and place is None:
            guard = _lost(guard, state.get("name"), target)
        return TransitionPlan(
            target=None if place is None else place.name,
            targets=[
                self._tree.by_name[name].name
                for name in further_targets_of(transition)
                if name in self._tree.by_name
            ],
            is_external=transition.get("type") == "external",
            guard=guard.guard,
            test=guard.test,
            error=guard.error,
            actions=actions,
            description=_text(transition.get("description")),
        )

    def _plan_actions(self, block: object) -> list[ActionPlan]:
        plans = (plan_action(action, self._event_of_timer) for action in actions_of(block))
        return self._in_use([plan for plan in plans if plan is not None])

    def _in_use(self, plans: list[ActionPlan]) -> list[ActionPlan]:
        for plan in plans:
            self._use(plan)
        return plans

    def _use(self, plan: ActionPlan) -> None:
        """Notes what an action, and those inside it, use."""
        if isinstance(plan, CodeActionPlan):
            self._used.add_statements(plan.statements)
        elif isinstance(plan, RaisePlan):
            self._use_event(plan.event, False)
            self._use_values(plan.data)
        elif isinstance(plan, StartTimerPlan):
            self._use_values(plan.duration, plan.repeat)
        elif isinstance(plan, SendPlan):
            if plan.to is None:
                self._use_event(plan.event, False)
            self._use_values(plan.data, plan.delay)
        elif isinstance(plan, InvokePlan):
            self._use_values(plan.input)
        elif isinstance(plan, (LogPlan, OutputPlan)):
            self._use_values(plan.value)
        elif isinstance(plan, IfPlan):
            self._used.add_expressions([plan.test])
            for inner in (*plan.then, *plan.otherwise):
                self._use(inner)
        elif isinstance(plan, ForEachPlan):
            self._used.add_expressions([plan.items])
            for inner in plan.actions:
                self._use(inner)

    def _use_values(self, *values: DurationPlan | None) -> None:
        self._used.add_expressions([value for value in values if isinstance(value, dict)])

    def _use_event(self, id: str, has_handler: bool) -> EventPlan:
        """The plan of an event; one that no source declares is added when it is first met."""
        known = self._events.get(id)
        if known and (known.handler or not has_handler):
            return known
        names = self._names.use_event(id) if has_handler else None
        event = EventPlan(
            id=id,
            number=known.number if known else len(self._events),
            is_declared=False,
            handler=names.handler if names else None,
            method=names.method if names else _NO_NAME,
            payload=names.payload if names else "",
            parameters=[],
            description=None,
        )
        self._events[id] = event
        return event

    def _event_of_timer(self, name: str) -> str:
        timer = self._model.timer_map.get(name)
        id = timer.get("id") if timer is not None else None
        return id if isinstance(id, str) and id != "" else name

    def _plan_chart(self) -> ChartPlan:
        states, by_name = self._tree.states, self._tree.by_name
        initial: dict[str, str] = {}
        joins: dict[str, str] = {}
        for state in states:
            descendant = by_name.get(initial_of(state.state) or "")
            is_composite = state.kind in ("COMPOSITE", "ROOT")
            if is_composite and descendant and is_below(descendant, state):
                initial[state.name] = descendant.name
            target = None if state.join is None else by_name.get(state.join)
            if target:
                joins[state.name] = target.name
                self._use_event(f"done.state.{state.name}", False)
        named = [(alias, by_name[alias].name) for alias in dict.fromkeys(self._tree.aliases)]
        return ChartPlan(
            timers=[
                *((name, self._event_of_timer(name)) for name in self._model.timer_map),
            ],
            bubbles=_settings_of(self._model.definition).get("completion") == "bubble",
            initial=list(initial.items()),
            deep=_deep_histories(states),
            joins=list(joins.items()),
            aliases=[(alias, name) for alias, name in named if alias != name],
        )


def _lost(guard: GuardPlan, source: object, target: str) -> GuardPlan:
    """The guard of a transition whose target does not exist: nothing can take it."""
    error = f'The state "{source}" has a transition to "{target}", which does not exist.'
    return GuardPlan(f"to {target}" if guard.guard is None else guard.guard, None, error)


def _deep_histories(states: Sequence[TreeState]) -> list[str]:
    return [state.name for state in states if state.kind == "HISTORY" and state.state.get("history") == "deep"]


def _settings_of(definition: object) -> Mapping[str, Any]:
    settings = definition.get("settings") if isinstance(definition, dict) else None
    return settings if isinstance(settings, dict) else {}


def _tags_of(tags: Any) -> list[str]:
    return [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
