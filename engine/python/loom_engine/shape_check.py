"""Compares values with their shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .numbers import is_number
from .shape import FieldShape, ObjectShape, ShapeTable
from .shape_issue import Place, ShapeIssue, missing, unknown_field, wrong_type
from .type_expression import ArrayType, LiteralType, Primitive, ShapeType, TypeExpression, UnionType, parse_type


@dataclass(frozen=True)
class _Task:
    """A value that still has to be looked at."""

    value: Any
    type: TypeExpression
    at: Place


@dataclass(frozen=True)
class _CompiledShape:
    shape: ObjectShape
    fields: Mapping[str, FieldShape]


_Shapes = Mapping[str, _CompiledShape]


def check_shape(table: ShapeTable, root_name: str, value: Any) -> list[ShapeIssue]:
    """Compares a value with its shape: fields that are missing, of the wrong type, or unknown.

    A member that is ``null`` counts as absent, unless its type allows ``null``. Any JSON value can be checked, of any
    depth.

    Args:
        table: The shapes.
        root_name: The name of the shape the value should have.
        value: The value.

    Returns:
        The issues; those of an object itself (missing fields first) come before those inside its members.
    """
    shapes = _compile(table)
    issues: list[ShapeIssue] = []
    tasks = [_Task(value, parse_type(root_name), Place(None, "", "", root_name))]
    while tasks:
        tasks.extend(reversed(_check_value(shapes, tasks.pop(), issues)))
    return issues


@lru_cache(maxsize=8)
def _compile(table: ShapeTable) -> _Shapes:
    return {shape.name: _CompiledShape(shape, {field.name: field for field in shape.fields}) for shape in table}


def _check_value(shapes: _Shapes, task: _Task, issues: list[ShapeIssue]) -> list[_Task]:
    """Checks one value without its content; gives the tasks for what is inside."""
    type_ = _alternative(shapes, task.type, task.value)
    if type_ is None:
        issues.append(wrong_type(task.at, task.type, task.value))
        return []
    if isinstance(type_, ArrayType):
        return _item_tasks(task, type_.of)
    if isinstance(type_, ShapeType):
        return _check_object(shapes, task, type_, issues)
    return []


def _item_tasks(task: _Task, type_: TypeExpression) -> list[_Task]:
    at = task.at
    return [_Task(item, type_, Place(at, step, at.field, at.owner)) for step, item in enumerate(task.value)]


def _check_object(shapes: _Shapes, task: _Task, type_: ShapeType, issues: list[ShapeIssue]) -> list[_Task]:
    compiled = _shape_of(shapes, type_.name)
    members: Mapping[str, Any] = task.value
    if not type_.partial:
        for field in compiled.shape.fields:
            if field.required and _is_absent(members, field):
                issues.append(missing(task.at, type_.name, field))
    tasks: list[_Task] = []
    for key, member in members.items():
        at = Place(task.at, key, key, type_.name)
        known = compiled.fields.get(key)
        if known is None:
            issues.append(unknown_field(at, type_.name, compiled.shape, members))
        elif not _is_absent(members, known):
            tasks.append(_Task(member, parse_type(known.type), at))
    return tasks


def _shape_of(shapes: _Shapes, name: str) -> _CompiledShape:
    shape = shapes.get(name)
    if shape is None:
        raise TypeError(f"Cannot check against the shape {name}: the table does not have it")
    return shape


def _is_absent(members: Mapping[str, Any], field: FieldShape) -> bool:
    if field.name not in members:
        return True
    return members[field.name] is None and not _allows_null(parse_type(field.type))


def _allows_null(type_: TypeExpression) -> bool:
    if isinstance(type_, UnionType):
        return any(_allows_null(member) for member in type_.of)
    return isinstance(type_, Primitive) and type_.name in ("null", "unknown")


def _alternative(shapes: _Shapes, type_: TypeExpression, value: Any) -> TypeExpression | None:
    """The member of a union that the value is meant to be; a single type when it fits; else None."""
    if not isinstance(type_, UnionType):
        return type_ if _fits(type_, value) else None
    fitting = [member for member in type_.of if _fits(member, value)]
    for member in fitting:
        if not isinstance(member, ShapeType) or _is_tagged(shapes, member.name, value):
            return member
    return fitting[0] if fitting else None


def _is_tagged(shapes: _Shapes, name: str, value: Any) -> bool:
    """Whether the value has the literals that the shape prescribes for required fields."""
    for field in _shape_of(shapes, name).shape.fields:
        type_ = parse_type(field.type)
        if field.required and isinstance(type_, LiteralType) and value.get(field.name) != type_.value:
            return False
    return True


def _fits(type_: TypeExpression, value: Any) -> bool:
    """Whether the value is of the type as far as can be seen without looking inside it."""
    if isinstance(type_, LiteralType):
        return isinstance(value, str) and value == type_.value
    if isinstance(type_, ArrayType):
        return isinstance(value, list)
    if isinstance(type_, ShapeType):
        return isinstance(value, dict)
    if isinstance(type_, UnionType):
        return any(_fits(member, value) for member in type_.of)
    return _fits_primitive(type_.name, value)


def _fits_primitive(name: str, value: Any) -> bool:
    if name == "string":
        return isinstance(value, str)
    if name == "number":
        return is_number(value)
    if name == "integer":
        return is_number(value) and (isinstance(value, int) or value.is_integer())
    if name == "boolean":
        return isinstance(value, bool)
    return value is None if name == "null" else True
