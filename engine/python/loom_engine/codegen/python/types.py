"""Prints the enumeration of the states, the data, the types of objects and the payloads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..escape import comment_line, python_string
from ..layout import brackets, sequence
from ..plan import CodePlan, DataPlan, DataTypePlan, EventPlan, ObjectTypePlan
from .dialect import dict_of, is_plain_identifier
from .imports import Imports
from .lines import doc_of, line_of


_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"')
"""The texts in a type."""


def type_lines(plan: CodePlan, imports: Imports, has_types: bool) -> list[str]:
    """The enumeration of the states, the data, the types of objects and the payloads."""
    lines = _enumeration_lines(plan)
    for type in () if has_types else plan.object_types:
        lines += _object_type_lines(type, plan, imports)
    lines += _data_lines(plan, imports)
    for event in plan.events:
        lines += _payload_lines(event, imports)
    return [
        *lines,
        "",
        "Transitions = Sequence[Transition]",
        '"""What a state does on an event."""',
        "",
        "Actions = Sequence[Action]",
        '"""What a state does when it is entered or left."""',
    ]


def _enumeration_lines(plan: CodePlan) -> list[str]:
    if not plan.states:
        return []
    return [
        "",
        "",
        f"class {plan.names.enumeration}(IntEnum):",
        *doc_of(f"The states of {comment_line(plan.machine)}.", "    "),
        "",
        *(f"    {state.member} = {state.index}" for state in plan.states),
    ]


def _object_type_lines(type: ObjectTypePlan, plan: CodePlan, imports: Imports) -> list[str]:
    methods = list(filter(_is_member, type.methods))
    properties = list(filter(_is_member, type.properties))
    imports.typing("Protocol")
    if methods or properties:
        imports.typing("Any")
    owners = ", ".join(f"``{comment_line(instance)}``" for instance in type.instances)
    lines = [
        "",
        "",
        f"class {type.name}(Protocol):",
        *doc_of(f"What {comment_line(plan.machine)} uses of {owners}.", "    "),
    ]
    if properties:
        lines += ["", *(f"    {member}: Any" for member in properties)]
    for method in methods:
        lines += ["", f"    def {method}(self, *args: Any, **kwargs: Any) -> Any: ..."]
    return lines


def _data_lines(plan: CodePlan, imports: Imports) -> list[str]:
    imports.typing("TypedDict")
    if plan.declared:
        return _declared_lines(plan.declared, plan, imports)
    if plan.data:
        imports.typing("Any")
    members = dict_of([(name, "Any") for name in plan.data])
    parts = brackets("TypedDict(", [python_string(plan.names.data), members, "total=False"], ")")
    return [
        "",
        "",
        line_of(sequence(f"{plan.names.data} = ", parts), ""),
        *doc_of(f"What the guards and actions of {comment_line(plan.machine)} read and write.", ""),
    ]


def _declared_lines(declared: DataPlan, plan: CodePlan, imports: Imports) -> list[str]:
    words = [_TEXTS.sub("", member.type) for type in declared.types for member in type.members]
    if any(re.search(r"\bAny\b", word) for word in words):
        imports.typing("Any")
    if any("Literal[" in word for word in words):
        imports.typing("Literal")
    name = comment_line(plan.machine)
    lines = [""]
    for type in declared.types:
        is_root = type.name == plan.names.data
        doc = f"The data of {name}." if is_root else f"An object in the data of {name}."
        lines += _typed_dict_lines(type.name, type, [], doc)
    root = declared.types[-1]
    return lines + _typed_dict_lines(declared.given, root, ["total=False"], f"What a host gives of the data of {name}.")


def _typed_dict_lines(name: str, type: DataTypePlan, options: Sequence[str], doc: str) -> list[str]:
    parts = brackets("TypedDict(", [python_string(name), dict_of(type.members), *options], ")")
    return ["", line_of(sequence(f"{name} = ", parts), ""), *doc_of(doc, "")]


def _payload_lines(event: EventPlan, imports: Imports) -> list[str]:
    if not event.parameters:
        return []
    if any(parameter.type.python == "Any" for parameter in event.parameters):
        imports.typing("Any")
    members = dict_of([(parameter.key, parameter.type.python) for parameter in event.parameters])
    parts = brackets("TypedDict(", [python_string(event.payload), members], ")")
    return [
        "",
        line_of(sequence(f"{event.payload} = ", parts), ""),
        *doc_of(f"The payload of ``{comment_line(event.id)}``.", ""),
    ]


def _is_member(name: str) -> bool:
    return is_plain_identifier(name) and not name.startswith("__")
