"""What kind of document a file is, and where its definition stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class DocumentKindRow:
    """What is known of a document kind before its content is read.

    Attributes:
        kind: The kind's word in programs.
        title: What a person calls it.
        wrapper_keys: The keys under which files may wrap the definition, the preferred one first.
        keys: A definition of this kind has all these keys.
        lists: Of ``keys``, those that hold a list.
        without: A definition of this kind has none of these keys.
    """

    kind: str
    title: str
    wrapper_keys: tuple[str, ...]
    keys: tuple[str, ...]
    lists: tuple[str, ...]
    without: tuple[str, ...]


DOCUMENT_KINDS = (
    DocumentKindRow("machine", "state machine", ("stateMachine", "StateMachine"), ("state",), (), ()),
    DocumentKindRow("erd", "entity-relationship diagram", (), ("entities",), ("entities",), ("state",)),
    DocumentKindRow(
        "sequence",
        "sequence",
        (),
        ("participants", "messages"),
        ("participants", "messages"),
        ("state", "entities"),
    ),
    DocumentKindRow("system", "system", (), ("members",), ("members",), ("state", "entities", "participants")),
)
"""The document kinds, one row a kind; a definition is of the first kind whose row fits it."""


def kind_of_document(value: Any) -> DocumentKindRow | None:
    """The kind that a parsed document's content tells, wrapped or bare; None when it looks like no kind."""
    envelope = document_envelope(value)
    if envelope is not None:
        return next((row for row in DOCUMENT_KINDS if envelope in row.wrapper_keys), None)
    if not isinstance(value, dict):
        return None
    return next((row for row in DOCUMENT_KINDS if _fits(row, value)), None)


def document_envelope(value: Any) -> str | None:
    """The key under which a parsed document wraps its definition; None for a bare document.

    A wrapper key that does not hold an object wraps nothing.
    """
    if not isinstance(value, dict):
        return None
    keys = (key for row in DOCUMENT_KINDS for key in row.wrapper_keys)
    return next((key for key in keys if isinstance(value.get(key), dict)), None)


def unwrap_definition(data: Any) -> Any:
    """The definition inside a parsed document: what the wrapper key holds, else the document itself."""
    envelope = document_envelope(data)
    return data if envelope is None else data[envelope]


def _fits(row: DocumentKindRow, value: dict[str, Any]) -> bool:
    return (
        all(key in value for key in row.keys)
        and all(isinstance(value[key], list) for key in row.lists)
        and not any(key in value for key in row.without)
    )
