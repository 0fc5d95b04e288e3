"""Reads definitions from JSON and XML."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from .definition import StateMachineDefinition
from .finding import Finding
from .json_locate import locate
from .json_text import parse_json_text
from .kinds import document_envelope, kind_of_document, unwrap_definition
from .model import EnrichedModel, enrich
from .smdf_error import SmdfError
from .structure import StructureFault, structure_fault
from .validate import validate
from .xml_read import parse_xml

_EXTENSION = re.compile(r"\.([^./\\]+)\Z")
_LOOKS_LIKE_XML = re.compile("\ufeff?\\s*<")


class StateMachineParser:
    """Reads machine definitions, and gives and checks their models."""

    def parse_file(self, path: str | os.PathLike[str]) -> EnrichedModel:
        """Reads a file, ``.smdf.json``, ``.smdf.xml`` or ``.fsm``; a definition without a name is named after it.

        Raises:
            LoomError: What ``parse_json`` and ``parse_xml`` raise.
            OSError: When the file cannot be read.
        """
        file = Path(path)
        return enrich(_named(self.parse_text(file.read_text(encoding="utf-8", errors="replace"), file.name), file))

    def parse_text(self, text: str, path: str = "") -> StateMachineDefinition:
        """Reads the text of a file in either format.

        The file's name tells which where it can, in upper or lower case; else whether the text begins like XML.

        Raises:
            LoomError: What ``parse_json`` and ``parse_xml`` raise.
        """
        match = _EXTENSION.search(path)
        extension = match[1].lower() if match else ""
        if extension == "json":
            return self.parse_json(text)
        if extension in ("xml", "fsm") or _LOOKS_LIKE_XML.match(text):
            return self.parse_xml(text)
        return self.parse_json(text)

    def parse_json(self, text: str) -> StateMachineDefinition:
        """Reads a definition from JSON text, bare or wrapped in ``stateMachine``.

        Lossless: unknown fields stay, and nothing is filled in. What is odd but readable loads, and ``validate``
        explains it.

        Raises:
            JsonSyntaxError: When the text is no JSON, or passes a bound.
            SmdfError: When it cannot be read as a machine: with the pointer, line and column of the offending value.
        """
        document = parse_json_text(text)
        envelope = document_envelope(document)
        prefix = "" if envelope is None else f"/{envelope}"
        fault = _fault_in(document)
        if fault:
            raise SmdfError(fault.problem, fault.path, locate(text, prefix + fault.path))
        return StateMachineDefinition(unwrap_definition(document))

    def parse_xml(self, text: str) -> StateMachineDefinition:
        """Reads a definition from XML, ``.smdf.xml`` or ``.fsm``; see ``loom_engine.xml_read.parse_xml``.

        Raises:
            XmlSyntaxError: When the text is no XML, has a DOCTYPE, or passes a bound.
            SmdfError: When the root element has nothing of a machine, or what it carries as JSON is no machine.
        """
        return parse_xml(text)

    def enrich(self, definition: dict[str, Any]) -> EnrichedModel:
        """Gives the indexes of a definition."""
        return enrich(definition)

    def validate(self, model: EnrichedModel) -> list[Finding]:
        """Checks a definition; an empty list means that nothing is wrong with it."""
        return validate(model)


def to_definition(document: Any) -> StateMachineDefinition:
    """Takes a parsed JSON value, bare or wrapped, as a machine definition.

    Raises:
        SmdfError: When it cannot be read as a machine: with the pointer of the offending value.
    """
    fault = _fault_in(document)
    if fault:
        raise SmdfError(fault.problem, fault.path)
    return StateMachineDefinition(unwrap_definition(document))


def _fault_in(document: Any) -> StructureFault | None:
    kind = kind_of_document(document)
    if kind is not None and kind.kind != "machine":
        return StructureFault(f"This is a document of another kind, {kind.title}: open it as one", "")
    return structure_fault(unwrap_definition(document))


def _named(definition: StateMachineDefinition, file: Path) -> StateMachineDefinition:
    """The definition with the file's name for a missing one: ``order.smdf.json`` is ``order``."""
    settings = definition.get("settings")
    if not isinstance(settings, dict) or settings.get("name") is not None:
        return definition
    name = file.stem[: -len(".smdf")] if file.stem.endswith(".smdf") else file.stem
    return StateMachineDefinition({**definition, "settings": {**settings, "name": name}})
