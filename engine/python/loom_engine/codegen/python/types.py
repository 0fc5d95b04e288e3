"""Prints the enumeration of the states, the data, the types of objects and the payloads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..escape import comment_line, python_string
from ..layout import Piece, brackets, sequence
from ..plan import CodePlan, DataPlan, EventPlan, ObjectTypePlan
from .dialect import dict_of, is_plain_identifier
from .imports import Imports
from .lines import doc_of, line_of


_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"')
"""The texts in a type."""


_ANY_SIGNATURE = "(self, *args: Any, **kwargs: Any) -> Any"
"""The signature of a method of which nothing is known."""


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
    signatures = [(method, _signature_of(method, type, plan)) for method in methods]
    if properties or any(signature == _ANY_SIGNATURE for _, signature in signatures):
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
    for method, signature in signatures:
        lines += ["", f"    def {method}{signature}: ..."]
    return lines


def _signature_of(method: str, type: ObjectTypePlan, plan: CodePlan) -> str:
    found = plan.declared.method_of(type.instances, method) if plan.declared else None
    return found.method if found else _ANY_SIGNATURE


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
    words = [member.type for type in declared.types for member in type.members]
    words += [function.callable for function in declared.functions]
    words += [word for _, input, output in declared.tasks for word in (input, output)]
    words += [method.method for method in declared.methods.values()]
    words = [_TEXTS.sub("", word) for word in words]
    if any(re.search(r"\bAny\b", word) for word in words):
        imports.typing("Any")
    if any("Literal[" in word for word in words):
        imports.typing("Literal")
    name = comment_line(plan.machine)
    lines = [""]
    for type in declared.types:
        is_root = type.name == plan.names.data
        inner = f"What a task of {name} gets." if type.is_input else f"An object in the data of {name}."
        doc = f"The data of {name}." if is_root else inner
        lines += _typed_dict_lines(type.name, type.members, [], doc)
    members = declared.types[-1].members
    lines += _typed_dict_lines(declared.given, members, ["total=False"], f"What a host gives of the data of {name}.")
    if declared.functions:
        imports.callable()
        functions = [(function.name, function.callable) for function in declared.functions]
        doc = f"The functions that guards and actions of {name} call."
        lines += _typed_dict_lines(declared.functions_type, functions, ["total=False"], doc)
    if declared.tasks:
        imports.callable()
        imports.runtime("TaskTools")
        if any(output != "object" for _, _, output in declared.tasks):
            imports.runtime("TaskResult")
        tasks = [
            (task, f"Callable[[{input}, TaskTools], {output if output == 'object' else f'TaskResult[{output}]'}]")
            for task, input, output in declared.tasks
        ]
        doc = f"The tasks that states of {name} invoke."
        lines += _typed_dict_lines(declared.tasks_type, tasks, ["total=False"], doc)
    return lines


def _typed_dict_lines(
    name: str, members: Sequence[tuple[str, Piece]], options: Sequence[str], doc: str
) -> list[str]:
    parts = brackets("TypedDict(", [python_string(name), dict_of(members), *options], ")")
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
