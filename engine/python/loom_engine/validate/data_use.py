"""What the texts of a definition make of its declared data."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from ..expression import ExpressionError, parse_action, parse_guard
from ..expression.ast import Expression, Statement
from ..members import invocations_of
from ..type_check.data_type import (
    ABSENT,
    ANY,
    DataType,
    DeclaredData,
    DeclaredMember,
    ListType,
    MemberType,
    NumberType,
    ObjectType,
    SimpleType,
)
from ..type_check.declared import declared_data_of
from ..type_check.infer import DataRule, Expected, Inference, are_apart, shown, words_of
from ..type_check.payloads import Payloads, join_types
from ..type_check.signatures import Signature, join_signatures, signature_of
from ..type_check.text_sites import Place, TextSite, walk_texts
from .per_survey import per_survey
from .rule import Remark, quoted, suggester
from .survey import Survey

_MILLISECONDS = NumberType("number", None, None)

_EXPECTED: Mapping[str, Expected] = {
    "guard": SimpleType("boolean"),
    "condition": SimpleType("boolean"),
    "milliseconds": _MILLISECONDS,
    "object": ObjectType(None),
    "list": ListType(ANY),
}
"""The types that texts are used as."""


class DataUse:
    """What the texts of a definition make of its declared data.

    Attributes:
        declared: The declared data.
        faults: What is wrong, by rule.
        used: The names that some text has.
        calls: The calls of host functions and of methods of objects, by ``name`` or ``object.name``.
        tasks: The input of the tasks that states invoke, by name; None where the invocation has no input.
        outputs: The output of those tasks.
        unread: The texts that do not parse: what they use is not known.
    """

    def __init__(self, survey: Survey, declared: DeclaredData) -> None:
        """Looks at every text."""
        self.declared = declared
        self.faults: dict[DataRule, list[Remark]] = {"W121": [], "W122": [], "W123": []}
        self.used: set[str] = set()
        self.unread: list[str] = []
        self.calls: dict[str, Signature] = {}
        self.tasks: dict[str, MemberType | None] = {}
        self.outputs: dict[str, DataType] = {}
        self.payloads = Payloads(event.value for event in survey.events)
        self.objects = _object_names(survey.settings.get("objects"))
        self.hint = suggester(lambda: [*declared.members, *self.payloads.seen_by(None), *self.objects])
        walk_texts(survey.states, self._look)
        for site in survey.states:
            for work in invocations_of(site.state):
                if "task" in work.source:
                    self._note_task(work.source["task"], work.input, self.payloads.output_of(work.id))

    def _note_task(self, task: str, input: str | None, output: DataType) -> None:
        before = self.outputs.get(task)
        self.outputs[task] = output if before is None else join_types(before, output)
        type = None if input is None else self._input_of(input)
        if task not in self.tasks:
            self.tasks[task] = type
            return
        known = self.tasks[task]
        joined = join_types(known.type if known else ANY, type.type if type else ANY)
        self.tasks[task] = MemberType(joined, not known or not type)

    def _input_of(self, text: str) -> MemberType:
        """The type of an input; an object that is written out has the members that are written."""
        try:
            expression = parse_guard(text)
        except ExpressionError:
            return MemberType(ANY, False)
        inference = Inference(_Names(self, Place("", None)), lambda rule, what: None)
        if expression["kind"] != "object":
            return inference.type_of(expression)
        members: dict[str, DeclaredMember] = {}
        for entry in expression["entries"]:
            type = inference.type_of(entry["value"])
            members[entry["key"]] = DeclaredMember(type.type, type.is_optional, entry["key"], None, ABSENT, "")
        return MemberType(ObjectType(DeclaredData(members, [])), False)

    def _look(self, site: TextSite) -> DataType:
        names = _Names(self, site.place)
        inference = Inference(
            names,
            lambda rule, what: self._report(site, rule, what),
            lambda call, types, expected: self._note_call(call, types, expected, names),
        )
        try:
            if site.use == "code":
                for statement in parse_action(site.text):
                    self._statement(statement, names, site, inference)
                return ANY
            expression = parse_guard(site.text)
        except ExpressionError:
            self.unread.append(site.text)
            return ANY
        return self._expression(expression, names, site, inference)

    def _expression(self, expression: Expression, names: _Names, site: TextSite, inference: Inference) -> DataType:
        # A guard that is a plain name may be registered by the host: only a near miss is a mistake.
        if site.use == "guard" and self._is_host_name(expression, names):
            return ANY
        type = inference.type_of(expression, _EXPECTED.get(site.use)).type
        what = f"is {shown(expression)}, {words_of(type)}: it needs"
        if site.use == "milliseconds" and are_apart(type, _MILLISECONDS):
            self._report(site, "W122", f"{what} a number of milliseconds.")
        if site.use == "list" and type.kind not in ("any", "list"):
            self._report(site, "W122", f"{what} a list.")
        if site.use == "object":
            if type.kind not in ("any", "object"):
                self._report(site, "W122", f"{what} an object.")
            self._payload(expression, site, inference)
        return type.items if isinstance(type, ListType) else ANY

    def _payload(self, expression: Expression, site: TextSite, inference: Inference) -> None:
        event = site.payload_of
        types = None if event is None else self.payloads.of(event)
        if event is None or not types or expression["kind"] != "object":
            return
        for entry in expression["entries"]:
            parameter = types.get(entry["key"])
            place = f"the parameter {quoted(entry['key'])} of {quoted(event)}"
            if parameter:
                inference.conform(entry["value"], MemberType(parameter, True), place)
            else:
                what = f"gives {place}, which the event does not declare: declare it, or name another."
                self._report(site, "W121", what + suggester(types.keys)(entry["key"]))

    def _is_host_name(self, expression: Expression, names: _Names) -> bool:
        if expression["kind"] != "name" or names.type_of(expression["name"]):
            return False
        return self.hint(expression["name"]) == ""

    def _statement(self, statement: Statement, names: _Names, site: TextSite, inference: Inference) -> None:
        if statement["kind"] == "expression":
            if not self._is_host_name(statement["expression"], names):
                inference.type_of(statement["expression"], "nothing")
            return
        target, operator, value = statement["target"], statement.get("operator"), statement["value"]
        member = self._target_of(target, site, inference)
        if not member:
            inference.type_of(value)
            return
        if operator is not None:
            value = {"kind": "binary", "operator": operator, "left": target, "right": value}
        inference.check_value(value, member, shown(target))

    def _target_of(self, target: Expression, site: TextSite, inference: Inference) -> MemberType | None:
        """The declared member that is assigned; a plain name is one of the data, whatever the payload has."""
        if target["kind"] != "name":
            return inference.type_of(target)
        name = target["name"]
        known = self.declared.members.get(name)
        self.used.add(name)
        if known or name in self.objects:
            return known
        remedy = f'which is no declared data: declare it in "settings.data".{self.hint(name)}'
        self._report(site, "W121", f"assigns {quoted(name)}, {remedy}")
        return None

    def _note_call(self, call: Expression, types: Sequence[MemberType], expected: Expected, names: _Names) -> None:
        callee = call["callee"]
        name = _called_name(callee, self.objects)
        if name is None or (callee["kind"] == "name" and names.type_of(name)):
            return
        known = self.calls.get(name)
        signature = signature_of(call, types, expected)
        self.calls[name] = join_signatures(known, signature) if known else signature

    def _report(self, site: TextSite, rule: DataRule, what: str) -> None:
        owner = site.place.owner
        self.faults[rule].append(Remark(f"{site.part} of {quoted(owner)} {what}", site.path, owner))


class _Names:
    """The meaning of plain names in a text."""

    def __init__(self, use: DataUse, place: Place) -> None:
        self._use = use
        self._place = place

    def hint(self, name: str) -> str:
        return self._use.hint(name)

    def type_of(self, name: str) -> MemberType | None:
        use = self._use
        local = self._place.locals.get(name)
        if local:
            return MemberType(local, False)
        use.used.add(name)
        parameter = use.payloads.seen_by(self._place.events).get(name)
        member = use.declared.members.get(name)
        if not parameter:
            return member or (MemberType(ANY, False) if name in use.objects else None)
        # An event that is not the only one may leave the parameter out.
        events = self._place.events
        is_optional = events is None or len(events) != 1
        return MemberType(join_types(parameter, member.type) if member else parameter, is_optional)


def _data_use_of(survey: Survey) -> Sequence[DataUse]:
    declared = declared_data_of(survey.settings)
    return [DataUse(survey, declared)] if declared else []


data_use_of = per_survey(_data_use_of)
"""The use of declared data, in a list; an empty one where any member is allowed."""


def _called_name(callee: Expression, objects: Container[str]) -> str | None:
    """The name that a signature has: that of a function, or of a method of an object in the settings."""
    if callee["kind"] == "name":
        name: str = callee["name"]
        return None if name == "in_state" else name
    if callee["kind"] != "member" or callee["object"]["kind"] != "name":
        return None
    owner = callee["object"]["name"]
    return f"{owner}.{callee['name']}" if owner in objects else None


def _object_names(objects: Any) -> dict[str, None]:
    names = [one.get("instance") for one in objects if isinstance(one, dict)] if isinstance(objects, list) else []
    return dict.fromkeys(name for name in names if isinstance(name, str))
