"""Rules about declared data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..numbers import is_number, number_text
from ..pointer import to_pointer
from ..type_check.data_type import (
    ABSENT,
    ANY,
    DataType,
    DeclaredData,
    DeclaredMember,
    EnumType,
    ListType,
    NumberType,
    ObjectType,
    SimpleType,
)
from ..type_check.declared import declared_data_of, repeated_inside
from ..type_check.infer import DataRule, are_apart, words_of
from ..type_check.literals import fault_of_literal
from .data_use import data_use_of
from .rule import Remark, quoted
from .survey import Survey

_Fault = tuple[str, str]
"""What a sentence about a member goes on with, and the pointer."""


def check_data(rule: DataRule) -> Callable[[Survey], Iterator[Remark]]:
    """W121, W122 and W123: names, types and values in guards and actions that the declared data does not have."""

    def check(survey: Survey) -> Iterator[Remark]:
        for use in data_use_of(survey):
            yield from use.faults[rule]

    return check


def check_declarations(survey: Survey) -> Iterator[Remark]:
    """W124: a declaration of data that cannot be meant."""
    declared = declared_data_of(survey.settings)
    if not declared:
        return
    for repeated in repeated_inside(declared):
        name = quoted(repeated.name)
        if repeated.is_object:
            what = "has the name of an object of the settings, which hides it: rename one of them."
        else:
            what = "is declared twice, and the first declaration counts: remove one, or rename it."
        yield Remark(f"The data {name} {what}", repeated.path, repeated.name)
    yield from _check_members(declared)


def _check_members(data: DeclaredData) -> Iterator[Remark]:
    for member in data.members.values():
        for faults in (_check_type(member.type, member.path), _check_initial(member)):
            for what, path in faults:
                yield Remark(f"The data {quoted(member.name)} {what}", path, member.name)
        yield from _inside(member.type)


def _inside(type: DataType) -> Iterator[Remark]:
    """The members of objects inside a type."""
    if isinstance(type, ListType):
        yield from _inside(type.items)
    elif isinstance(type, ObjectType) and type.declared:
        yield from _check_members(type.declared)


def _check_type(type: DataType, path: str) -> Iterator[_Fault]:
    if isinstance(type, EnumType) and not type.values:
        yield 'is an enum without "values": list the texts that it may be.', path
    elif isinstance(type, NumberType):
        minimum, maximum = type.minimum, type.maximum
        if minimum is not None and maximum is not None and minimum > maximum:
            bounds = f"a minimum, {number_text(minimum)}, above its maximum, {number_text(maximum)}"
            yield f"has {bounds}: exchange them.", path
    elif isinstance(type, ListType):
        yield from _check_type(type.items, f"{path}/items")


def _check_initial(member: DeclaredMember) -> Iterator[_Fault]:
    if member.initial is not ABSENT:
        yield from _check_given(member.initial, member.type, member.is_optional, f"{member.path}/initial")
        return
    fault = None if member.is_optional else fault_of_literal(member.type, 0)
    if fault is not None:
        yield f'has no "initial" and begins with {fault}', member.path


def _check_given(value: object, type: DataType, is_optional: bool, path: str) -> Iterator[_Fault]:
    """Goes through the parts of a value with their types."""
    if value is None:
        if not is_optional and type.kind != "any":
            remedy = f"give it {words_of(type)}, or declare it as optional."
            yield f"begins with null, but it is not optional: {remedy}", path
        return
    given = _sort_of(value)
    if are_apart(given, type):
        yield f"begins with {words_of(given)}, but it is {words_of(type)}: give it {words_of(type)}.", path
    elif isinstance(value, list) and isinstance(type, ListType):
        for index, item in enumerate(value):
            yield from _check_given(item, type.items, False, f"{path}/{index}")
    elif isinstance(value, dict) and isinstance(type, ObjectType) and type.declared:
        for key, member in type.declared.members.items():
            if key in value:
                yield from _check_given(value[key], member.type, member.is_optional, path + to_pointer([key]))
    else:
        fault = fault_of_literal(type, value)
        if fault is not None:
            yield f"begins with {fault}", path


def _sort_of(value: object) -> DataType:
    """The type of a value that is not null."""
    if isinstance(value, str):
        return SimpleType("text")
    if isinstance(value, bool):
        return SimpleType("boolean")
    if is_number(value):
        return NumberType("number", None, None)
    return ListType(ANY) if isinstance(value, list) else ObjectType(None)


def check_unused_data(survey: Survey) -> Iterator[Remark]:
    """W125: no guard and no action uses a member."""
    if not survey.root:
        return
    for use in data_use_of(survey):
        for name, member in use.declared.members.items():
            if name in use.used or any(name in text for text in use.unread):
                continue
            message = f"No guard and no action uses the data {quoted(name)}: use it, or remove it."
            yield Remark(message, member.path, name)
