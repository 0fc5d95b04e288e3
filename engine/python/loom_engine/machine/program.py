"""A definition compiled for running."""

from __future__ import annotations

from typing import Sequence

from ..finding import Finding
from ..model import EnrichedModel
from ..runtime.tables import ChartTables
from ..type_check.declared import declared_data_of


class MachineProgram(ChartTables):
    """A definition compiled for running: a chart that several machines share."""

    def __init__(self, name: str, model: EnrichedModel, warnings: Sequence[Finding]) -> None:
        """Makes a program that has no states yet."""
        super().__init__(name)
        settings = model.definition.get("settings")
        self.is_asynchronous = isinstance(settings, dict) and settings.get("asynchronous") is True
        """Whether its machines wait for their actions."""
        self.declared = declared_data_of(settings)
        """The declared data; None when any is allowed."""
        self.model = model
        """The model it was compiled from."""
        self.warnings = [*warnings]
        """The findings that do not keep it from running."""
