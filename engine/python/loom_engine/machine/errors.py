"""Why a definition cannot run."""

from __future__ import annotations

from typing import Sequence

from ..error import LoomError
from ..finding import Finding


class MachineDefinitionError(LoomError):
    """A definition that cannot run: it has fatal findings."""

    def __init__(self, errors: Sequence[Finding]) -> None:
        """Makes the error from the findings that stand in the way."""
        sentences = "; ".join(f"{finding.rule_id}: {finding.message}" for finding in errors)
        super().__init__("machine_definition", sentences)
        self.errors = [*errors]
        """The fatal findings."""
