"""Plans the events of a machine and the classes that send them."""

from __future__ import annotations

from collections.abc import Mapping

from ..members import JsonObject
from ..model import EnrichedModel
from .names import GeneratedNames
from .plan import EventPlan, FeederPlan, ParameterPlan
from .type_map import UNKNOWN_TYPE, Spelling, built_in_type


def plan_events(model: EnrichedModel, names: GeneratedNames, has_types: bool) -> dict[str, EventPlan]:
    """The events that the sources of a model declare, by id, numbered."""
    timers = {timer["id"]: timer.get("description") for timer in model.timer_map.values() if _has_id(timer)}
    plans: dict[str, EventPlan] = {}
    for id, event in model.event_map.items():
        description = timers.get(id)
        if description is None:
            description = event.get("description")
        event_names = names.use_event(id)
        plans[id] = EventPlan(
            id=id,
            number=len(plans),
            is_declared=True,
            handler=event_names.handler,
            method=event_names.method,
            payload=event_names.payload,
            # A timer sends its event without a payload.
            parameters=[] if id in timers else _plan_parameters(event, names, has_types),
            description=description if isinstance(description, str) else None,
        )
    return plans


def plan_feeders(
    model: EnrichedModel,
    names: GeneratedNames,
    events: Mapping[str, EventPlan],
) -> list[FeederPlan]:
    """The feeders of a model with their events, each event once."""
    plans: list[FeederPlan] = []
    for source, entries in model.feeders_map.items():
        class_name = names.feeders.get(source)
        if class_name is None:
            continue
        ids = dict.fromkeys(event["id"] for event in entries)
        plans.append(FeederPlan(source, class_name, [events[id] for id in ids if id in events]))
    return plans


def _has_id(timer: JsonObject) -> bool:
    return isinstance(timer.get("id"), str)


def _plan_parameters(event: JsonObject, names: GeneratedNames, has_types: bool) -> list[ParameterPlan]:
    plans: dict[str, ParameterPlan] = {}
    event_names = names.events.get(event["id"])
    written = event.get("parameters")
    for parameter in written if isinstance(written, list) else []:
        key = parameter.get("name") if isinstance(parameter, dict) else None
        if not isinstance(key, str) or key in plans:
            continue
        name = event_names.parameters.get(key) if event_names else None
        if name is None:
            continue
        description = parameter.get("description")
        plans[key] = ParameterPlan(
            key=key,
            name=name,
            type=_plan_type(parameter.get("type"), names, has_types),
            description=description if isinstance(description, str) else None,
        )
    return list(plans.values())


def _plan_type(word: object, names: GeneratedNames, has_types: bool) -> Spelling:
    """Without a module of types nothing is known of a class that no object has."""
    if not isinstance(word, str):
        return UNKNOWN_TYPE
    named = names.classes.get(word)
    if named is None and has_types:
        named = names.parameter_classes.get(word)
    return built_in_type(word, names.has_data) or (UNKNOWN_TYPE if named is None else Spelling(named, named))
