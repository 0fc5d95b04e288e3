"""Plans the objects of the settings, their types, and what is left to the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .names import GeneratedNames
from .names_used import NamesUsed, NameSet
from .plan import EventPlan, NameScope, ObjectPlan, ObjectTypePlan
from .type_map import UNKNOWN_TYPE, Spelling, built_in_type


@dataclass(frozen=True)
class ObjectsPlan:
    """The parts of a ``CodePlan`` that objects make, by its names."""

    objects: list[ObjectPlan]
    object_types: list[ObjectTypePlan]
    parameter_types: list[tuple[str, str]]
    hidden: list[ObjectPlan]
    data: list[str]
    scope: NameScope


def plan_objects(
    settings: object,
    names: GeneratedNames,
    used: NamesUsed,
    events: Sequence[EventPlan],
) -> ObjectsPlan:
    """Plans the objects of the settings, their types, and what is left to the data."""
    entries = settings if isinstance(settings, list) else []
    objects = _objects_of(entries, names)
    parameters = {parameter.key for event in events for parameter in event.parameters}
    native: dict[str, str] = {}
    for plan in objects:
        # What the payload may hide, or an action replace, is looked up when it is needed; so is what has no known type.
        if plan.has_class and plan.instance not in parameters and plan.instance not in used.assigned:
            native.setdefault(plan.instance, plan.name)
    return ObjectsPlan(
        objects=objects,
        object_types=_types_of(entries, names, used),
        parameter_types=list(names.parameter_classes.items()),
        hidden=[plan for plan in objects if plan.instance not in native],
        data=[name for name in used.data if name not in native],
        scope=NameScope(native),
    )


def _objects_of(entries: Sequence[Any], names: GeneratedNames) -> list[ObjectPlan]:
    plans: list[ObjectPlan] = []
    for index, entry in enumerate(entries):
        name = names.instances.get(index)
        instance = _member_of(entry, "instance")
        if name is not None and instance is not None:
            word = _member_of(entry, "class")
            plans.append(ObjectPlan(instance, name, _type_of(word, names), word in names.classes))
    return plans


def _type_of(word: str | None, names: GeneratedNames) -> Spelling:
    if word is None:
        return UNKNOWN_TYPE
    name = names.classes.get(word)
    return built_in_type(word) or UNKNOWN_TYPE if name is None else Spelling(name, name)


def _types_of(entries: Sequence[Any], names: GeneratedNames, used: NamesUsed) -> list[ObjectTypePlan]:
    plans: list[ObjectTypePlan] = []
    for source, name in names.classes.items():
        found = [_member_of(entry, "instance") for entry in entries if _member_of(entry, "class") == source]
        instances = list(dict.fromkeys(instance for instance in found if instance is not None))
        methods = _members_used(used.methods, instances)
        properties = [member for member in _members_used(used.properties, instances) if member not in methods]
        plans.append(ObjectTypePlan(source, name, instances, list(methods), properties))
    return plans


def _members_used(by_instance: Mapping[str, NameSet], instances: Sequence[str]) -> NameSet:
    return dict.fromkeys(member for instance in instances for member in by_instance.get(instance, ()))


def _member_of(entry: object, key: str) -> str | None:
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, str) else None
