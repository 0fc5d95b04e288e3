"""How a definition is written as XML: one row for each kind of object, read by the reader and by the writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass
class XmlShape:
    """How the members of an object become attributes and elements.

    Attributes:
        attributes: Members with text: attributes of the same name.
        flags: Members that are true or false: attributes of the same name.
        defaults: Members that are never absent, with what they are when nothing says otherwise.
        elements: Child elements, in the order of writing.
    """

    attributes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    elements: tuple[XmlMember, ...] = ()


@dataclass(frozen=True)
class XmlMember:
    """A member that is written as child elements.

    Attributes:
        form: ``object``: one element. ``list``: one element for each object; without an element the member is absent,
            unless it is ``always`` a list. ``group``: a list of objects inside one element, so that an empty list
            shows. ``texts``: one element for each text. ``block``: the actions of an entry or exit block, in one
            element. ``actions``: the actions of a transition, directly inside it.
        member: The key.
        element: The element's name.
        shape: What the objects are like.
        inner: The name of the elements inside a group.
        always: Whether a list is there even when it is empty.
    """

    form: Literal["object", "list", "group", "texts", "block", "actions"]
    member: str
    element: str = ""
    shape: XmlShape = field(default_factory=XmlShape)
    inner: str = ""
    always: bool = False


SMDF_NAMESPACE = "http://www.stateforge.com/StateMachineDotNet-v1"
"""The namespace of the elements in documents that declare one."""

EXTENSION_NAMESPACE = "urn:loom:smdf"
"""The namespace of what carries JSON: members and actions that no element of the format can hold."""

ROOT_ELEMENT = "stateMachine"
"""The name of the root element."""

_PARAMETER = XmlShape(("name", "type", "description"))
_TIMER = XmlShape(("id", "name", "description"))
_OBJECT = XmlShape(("instance", "class", "namespace"))
_CONTEXT = XmlShape(("class", "instance", "baseClass"))
_PROVENANCE = XmlShape(("kind", "pdeId", "pdeFolder", "originalPrompt", "engine"))
_EVENT = XmlShape(
    ("id", "name", "description", "preAction", "postAction"),
    elements=(XmlMember("list", "parameters", "parameter", _PARAMETER),),
)
_SOURCE = XmlShape(
    ("name", "file", "feeder", "description"),
    elements=(XmlMember("list", "events", "event", _EVENT), XmlMember("list", "timers", "timer", _TIMER)),
)
_SETTINGS = XmlShape(
    ("namespace", "name", "description", "targetLanguage", "notes", "completion"),
    flags=("asynchronous",),
    elements=(
        XmlMember("list", "objects", "object", _OBJECT),
        XmlMember("object", "context", "context", _CONTEXT),
        XmlMember("texts", "using", "using"),
        XmlMember("texts", "imports", "import"),
        XmlMember("object", "_source", "source", _PROVENANCE),
    ),
)
_TRANSITION = XmlShape(
    ("event", "nextState", "condition", "description"),
    elements=(XmlMember("actions", "actions"),),
)
_STATE = XmlShape(("name", "kind", "description", "notes", "prompt", "initial", "history"), defaults={"name": ""})
_PARALLEL = XmlShape(("nextState",), elements=(XmlMember("list", "states", "state", _STATE, always=True),))
# A state contains states: its row can only be completed once it exists.
_STATE.elements = (
    XmlMember("block", "onEntry", "onEntry"),
    XmlMember("block", "onExit", "onExit"),
    XmlMember("list", "transitions", "transition", _TRANSITION),
    XmlMember("list", "states", "state", _STATE),
    XmlMember("object", "parallel", "parallel", _PARALLEL),
)

DEFINITION_XML = XmlShape(
    elements=(
        XmlMember("object", "settings", "settings", _SETTINGS),
        XmlMember("group", "events", "events", _SOURCE, inner="eventSource"),
        XmlMember("object", "state", "state", _STATE),
    ),
)
"""The whole definition: the document's root element."""
