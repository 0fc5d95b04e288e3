"""Writes machine definitions as XML."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeGuard

from .deep_stack import with_room
from .error import LoomError
from .json_write import json_text
from .numbers import is_number, number_text
from .space import trim
from .xml_shape import DEFINITION_XML, EXTENSION_NAMESPACE, ROOT_ELEMENT, XmlMember, XmlShape

Members = dict[str, Any]

_MOST_LEVELS = 1000
"""The most levels of elements, as many as are read by default."""

_BEYOND = "  " * _MOST_LEVELS

_TIMER_START = ("timer", "duration", "repeat")
_WRITABLE = re.compile("[\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")
_FORBIDDEN_IN_JSON = re.compile("[\ufffe\uffff]")


def write_xml(definition: Members) -> str:
    """Writes a definition as XML that ``parse_xml`` reads back as an equal one.

    What the format's own elements cannot hold (unknown fields, values of other types, characters that XML forbids) is
    carried as JSON in ``loom:extra`` elements, which other readers pass over.

    Args:
        definition: A definition that ``StateMachineParser`` would accept.

    Returns:
        The text, with two spaces of indent and a final newline.

    Raises:
        LoomError: With code ``too_deep``, when the elements would nest more than 1000 levels deep, which nobody reads.
    """
    return with_room(lambda: _write(definition))


def _write(definition: Members) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    _write_element(lines, "", ROOT_ELEMENT, definition, DEFINITION_XML)
    if any(line.startswith(_BEYOND) for line in lines):
        raise _too_deep()
    # Only declared where something is carried, so that plain documents stay plain.
    if any("<loom:" in line for line in lines):
        lines[1] = lines[1].replace(ROOT_ELEMENT, f'{ROOT_ELEMENT} xmlns:loom="{EXTENSION_NAMESPACE}"', 1)
    return "\n".join(lines) + "\n"


def _write_element(lines: list[str], indent: str, name: str, value: Members, shape: XmlShape) -> None:
    rest = dict(value)
    attributes = _take_attributes(rest, shape)

    def write_content(inner: str) -> None:
        for member in shape.elements:
            if _write_member(lines, inner, member, rest.get(member.member)):
                del rest[member.member]
        _write_rest(lines, inner, rest)

    _write_tag(lines, indent, name, attributes, write_content)


def _take_attributes(rest: Members, shape: XmlShape) -> list[str]:
    """The members that attributes can hold; they are taken out of ``rest``."""
    texts: list[str] = []
    for name in shape.attributes:
        if _is_writable(rest.get(name)):
            texts.append(_attribute_text(name, rest.pop(name)))
    for name in shape.flags:
        if isinstance(rest.get(name), bool):
            texts.append(_attribute_text(name, str(rest.pop(name)).lower()))
    return texts


def _write_member(lines: list[str], indent: str, member: XmlMember, value: Any) -> bool:
    """Writes a member as elements; False, and nothing, when they could not be read back as the same value."""
    if member.form == "block":
        return _write_block(lines, indent, member.element, value)
    if member.form == "object":
        if not isinstance(value, dict) or not _has_lists(value, member.shape):
            return False
        _write_element(lines, indent, member.element, value, member.shape)
        return True
    if not isinstance(value, list) or (not value and member.form != "group" and not member.always):
        return False
    if member.form == "actions":
        for action in value:
            _write_action(lines, indent, action)
        return True
    if member.form == "texts":
        return _write_texts(lines, indent, member.element, value)
    if not _is_object_list(value, member.shape):
        return False
    if member.form == "list":
        for item in value:
            _write_element(lines, indent, member.element, item, member.shape)
        return True

    def write_items(inner: str) -> None:
        for item in value:
            _write_element(lines, inner, member.inner, item, member.shape)

    _write_tag(lines, indent, member.element, [], write_items)
    return True


def _write_texts(lines: list[str], indent: str, name: str, texts: list[Any]) -> bool:
    if not all(_is_trimmed_text(text) for text in texts):
        return False
    lines.extend(f"{indent}<{name}>{_escape_text(text)}</{name}>" for text in texts)
    return True


def _write_block(lines: list[str], indent: str, name: str, value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("actions"), list):
        return False

    def write_content(inner: str) -> None:
        for action in value["actions"]:
            _write_action(lines, inner, action)
        _write_rest(lines, inner, {key: member for key, member in value.items() if key != "actions"})

    _write_tag(lines, indent, name, [], write_content)
    return True


def _write_action(lines: list[str], indent: str, action: Any) -> None:
    if not isinstance(action, dict):
        lines.append(_carrier(indent, "value", action))
        return
    rest = dict(action)
    code, timer_start = action.get("code"), action.get("timerStart")
    if isinstance(code, str) and _is_trimmed_text(code):
        del rest["code"]
        extra = _carrier("", "extra", rest) if rest else ""
        lines.append(f"{indent}<action>{_escape_text(code)}{extra}</action>")
    elif isinstance(timer_start, dict):
        if _is_timer_start_text(timer_start):
            del rest["timerStart"]
        _write_leaf(lines, indent, "timerStart", _timer_start_attributes(timer_start), rest)
    elif _is_writable(action.get("timerStop")):
        _write_leaf(lines, indent, "timerStop", [_attribute_text("timer", rest.pop("timerStop"))], rest)
    elif _is_writable(action.get("raise")):
        _write_leaf(lines, indent, "raise", [_attribute_text("event", rest.pop("raise"))], rest)
    else:
        lines.append(_carrier(indent, "value", action))


def _timer_start_attributes(timer_start: Members) -> list[str]:
    """Numbers are written for other readers, and carried besides."""
    texts: list[str] = []
    for name in _TIMER_START:
        value = timer_start.get(name)
        if is_number(value):
            texts.append(_attribute_text(name, number_text(value)))
        elif _is_writable(value):
            texts.append(_attribute_text(name, value))
    return texts


def _is_timer_start_text(timer_start: Members) -> bool:
    return all(name in _TIMER_START and _is_writable(value) for name, value in timer_start.items())


def _write_leaf(lines: list[str], indent: str, name: str, attributes: list[str], rest: Members) -> None:
    _write_tag(lines, indent, name, attributes, lambda inner: _write_rest(lines, inner, rest))


def _write_tag(
    lines: list[str],
    indent: str,
    name: str,
    attributes: list[str],
    write_content: Callable[[str], None],
) -> None:
    """Writes an element around its content, or an empty one when that writes nothing."""
    if len(indent) >= len(_BEYOND):
        raise _too_deep()
    tag = " ".join([name, *attributes])
    start = len(lines)
    lines.append(f"{indent}<{tag}>")
    write_content(indent + "  ")
    if len(lines) == start + 1:
        lines[start] = f"{indent}<{tag}/>"
    else:
        lines.append(f"{indent}</{name}>")


def _too_deep() -> LoomError:
    return LoomError(
        "too_deep", f"The definition nests more than {_MOST_LEVELS} levels deep as XML: make it flatter."
    )


def _write_rest(lines: list[str], indent: str, rest: Members) -> None:
    """Carries the members that neither attributes nor elements hold."""
    if rest:
        lines.append(_carrier(indent, "extra", rest))


def _carrier(indent: str, name: str, value: Any) -> str:
    return f"{indent}<loom:{name}>{_escape_text(_xml_safe_json(value))}</loom:{name}>"


def _xml_safe_json(value: Any) -> str:
    """JSON text without characters that XML forbids."""
    return _FORBIDDEN_IN_JSON.sub(lambda unit: f"\\u{ord(unit[0]):04x}", json_text(value))


def _has_lists(value: Members, shape: XmlShape) -> bool:
    """Whether all lists that the reader always makes are there."""
    return all(
        member.form != "list" or not member.always or _is_object_list(value.get(member.member), member.shape)
        for member in shape.elements
    )


def _is_object_list(value: Any, shape: XmlShape) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) and _has_lists(item, shape) for item in value)


def _is_trimmed_text(value: Any) -> bool:
    return _is_writable(value) and value != "" and trim(value) == value


def _is_writable(value: Any) -> TypeGuard[str]:
    """Whether it is text of which XML 1.0 allows every character."""
    return isinstance(value, str) and _WRITABLE.fullmatch(value) is not None


def _attribute_text(name: str, value: str) -> str:
    escaped = _escape_text(value).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")
    return f'{name}="{escaped}"'


def _escape_text(text: str) -> str:
    """``\\r`` is escaped because a reader of XML turns it into a new line."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
