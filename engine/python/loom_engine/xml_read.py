"""Reads machine definitions from XML."""

from __future__ import annotations

from typing import Any

from .deep_stack import with_room
from .definition import StateMachineDefinition
from .error import LoomError
from .json_text import parse_json_text
from .smdf_error import SmdfError
from .space import trim
from .structure import structure_fault
from .xml_shape import DEFINITION_XML, EXTENSION_NAMESPACE, ROOT_ELEMENT, SMDF_NAMESPACE, XmlMember, XmlShape
from .xml_tree import XmlElement, parse_xml_tree

Members = dict[str, Any]


def parse_xml(text: str) -> StateMachineDefinition:
    """Reads a machine definition from XML, ``.smdf.xml`` or ``.fsm``, with a namespace under any prefix or without one.

    Actions keep the order of the document; unknown elements and attributes are passed over; nothing is filled in, but a
    state without a name is called ``""``.

    Raises:
        XmlSyntaxError: When the text is no XML, has a DOCTYPE, or passes a bound.
        SmdfError: When the root element has nothing of a machine, or what it carries as JSON is no machine.
    """
    root = parse_xml_tree(text)
    reader = _XmlReader(root.namespace)
    definition = with_room(lambda: reader.read(root, DEFINITION_XML))
    if root.name != ROOT_ELEMENT and not definition:
        problem = f'The element "{root.name}" holds no state machine: put "settings", "events" and "state" in it'
        raise SmdfError(problem, "", root.position)
    fault = structure_fault(definition)
    if fault:
        raise SmdfError(fault.problem, fault.path)
    return StateMachineDefinition(definition)


class _XmlReader:
    """Reads elements by their rows in the table of the format."""

    def __init__(self, root_namespace: str) -> None:
        """Elements in the namespace of the root, or in none, belong to the format."""
        self._namespaces = frozenset(["", SMDF_NAMESPACE, root_namespace])

    def read(self, element: XmlElement, shape: XmlShape) -> Members:
        members: Members = dict(shape.defaults)
        for name in shape.attributes:
            if name in element.attributes:
                members[name] = element.attributes[name]
        for name in shape.flags:
            if name in element.attributes:
                members[name] = trim(element.attributes[name]).lower() == "true"
        for member in shape.elements:
            value = self._member(element, member)
            if value is not None:
                members[member.member] = value
        if "condition" in shape.attributes:
            self._read_condition(element, members)
        members.update(self._extra(element))
        return members

    def _member(self, element: XmlElement, member: XmlMember) -> Any:
        """What the elements of a member say; None when there are none."""
        if member.form == "actions":
            return self._actions(element) or None
        children = self._children(element, member.element)
        if member.form == "list":
            items = [self.read(child, member.shape) for child in children]
            return items if items or member.always else None
        if member.form == "texts":
            return [text for text in (trim(child.text) for child in children) if text] or None
        if not children:
            return None
        first = children[0]
        if member.form == "object":
            return self.read(first, member.shape)
        if member.form == "block":
            return {"actions": self._actions(first), **self._extra(first)}
        return [self.read(child, member.shape) for child in self._children(first, member.inner)]

    def _read_condition(self, element: XmlElement, members: Members) -> None:
        """A guard may stand in an element of its own, where long text reads better."""
        children = self._children(element, "condition")
        text = trim(children[0].text) if children else ""
        if text:
            members["condition"] = text

    def _actions(self, block: XmlElement) -> list[Any]:
        actions: list[Any] = []
        for element in block.children:
            if element.namespace != EXTENSION_NAMESPACE:
                action = _effect_member(element) if element.namespace in self._namespaces else None
                if action is not None:
                    actions.append({**action, **self._extra(element)})
            elif element.name == "value":
                actions.append(_carried_json(element))
        return actions

    def _children(self, element: XmlElement, name: str) -> list[XmlElement]:
        return [child for child in element.children if child.name == name and child.namespace in self._namespaces]

    def _extra(self, element: XmlElement) -> Members:
        """The members that the element carries as JSON: they win over what its attributes and elements say."""
        for child in element.children:
            if child.name != "extra" or child.namespace != EXTENSION_NAMESPACE:
                continue
            members = _carried_json(child)
            if isinstance(members, dict):
                return members
            raise SmdfError("The carried members must be a JSON object", "", child.position)
        return {}


def _effect_member(element: XmlElement) -> Members | None:
    if element.name == "action":
        code = trim(element.text)
        return {"code": code} if code else None
    if element.name == "timerStart":
        names = ("timer", "duration", "repeat")
        return {"timerStart": {name: element.attributes[name] for name in names if name in element.attributes}}
    if element.name == "timerStop":
        return {"timerStop": element.attributes.get("timer", "")}
    if element.name == "raise":
        return {"raise": element.attributes.get("event", "")}
    return None


def _carried_json(element: XmlElement) -> Any:
    try:
        return parse_json_text(element.text)
    except LoomError as cause:
        reason = str(cause).removesuffix(".")
        raise SmdfError(f"The carried JSON cannot be read: {reason}", "", element.position) from cause
