"""Plans the types and the first values of declared data."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..naming import pascal_case, snake_case
from ..type_check.data_type import DataType, DeclaredData, EnumType, ListType, MemberType, ObjectType
from ..type_check.initial import initial_data_of
from .escape import python_string
from ..validate.data_use import DataUse
from .identifier import identifier_of
from .names import GeneratedNames
from .plan import DataMemberPlan, DataPlan, DataTypePlan
from .plan_signatures import plan_signature, result_of

_SIMPLE: Mapping[str, str] = {
    "text": "str",
    "number": "float",
    "integer": "int",
    "boolean": "bool",
    "any": "Any",
}


_DATA_END = re.compile(r"Data(?=(?:_[0-9]+)?$)")


def plan_data(use: DataUse, names: GeneratedNames) -> DataPlan:
    """Plans the types and the first values of declared data."""
    declared = use.declared
    data = names.machine.data
    planner = _DataPlanner(names)
    root = DataTypePlan(data, planner.members_of(declared, data), False)
    signatures = {
        path: plan_signature(path.rsplit(".", 1)[-1], signature, planner.spelled)
        for path, signature in use.calls.items()
    }
    given = names.data_type(f"{data}Start")
    functions_type = names.data_type(_DATA_END.sub("Functions", data))
    tasks_type = names.data_type(_DATA_END.sub("Tasks", data)) if use.tasks else ""
    tasks = []
    for name, input in use.tasks.items():
        wanted = _DATA_END.sub(lambda _: f"{pascal_case(snake_case(name))}Input", data)
        given_input = "None" if input is None else planner.input_of(input, wanted)
        tasks.append((name, given_input, result_of(use.outputs[name], planner.spelled)))
    return DataPlan(
        given=given,
        types=[*planner.types, root],
        members=set(declared.members),
        initial=initial_data_of(declared),
        functions_type=functions_type,
        tasks_type=tasks_type,
        tasks=tasks,
        functions=[signature for path, signature in signatures.items() if "." not in path],
        methods={path: signature for path, signature in signatures.items() if "." in path},
    )


class _DataPlanner:
    def __init__(self, names: GeneratedNames) -> None:
        self._names = names
        self.types: list[DataTypePlan] = []
        self._objects: dict[int, str] = {}
        self._is_input = False

    def input_of(self, type: MemberType, name: str) -> str:
        """The spelling of what a task gets."""
        self._is_input = True
        return self.spelled(type, name)

    def members_of(self, declared: DeclaredData, owner: str) -> list[DataMemberPlan]:
        return [
            DataMemberPlan(member.name, self.spelled(member, owner + pascal_case(snake_case(member.name))))
            for member in declared.members.values()
        ]

    def spelled(self, member: MemberType, name: str = "") -> str:
        """The spelling of a type; the types of objects have their names already."""
        spelling = self._type_of(member.type, name)
        return f"{spelling} | None" if member.is_optional and member.type.kind != "any" else spelling

    def _type_of(self, type: DataType, name: str) -> str:
        if isinstance(type, EnumType):
            texts = list(dict.fromkeys(type.values))
            return f"Literal[{', '.join(map(python_string, texts))}]" if texts else _SIMPLE["text"]
        if isinstance(type, ListType):
            return f"list[{self._type_of(type.items, f'{name}Item')}]"
        if isinstance(type, ObjectType):
            return self._object_of(type.declared, name)
        return _SIMPLE[type.kind]

    def _object_of(self, declared: DeclaredData | None, name: str) -> str:
        if not declared:
            return "dict[str, Any]"
        known = self._objects.get(id(declared))
        if known is not None:
            return known
        members = self.members_of(declared, name)
        given = self._names.data_type(identifier_of(name))
        self.types.append(DataTypePlan(given, members, self._is_input))
        self._objects[id(declared)] = given
        return given
