"""What goes wrong with code generation."""

from __future__ import annotations

from collections.abc import Sequence

from ..error import LoomError
from ..finding import Finding


class ModuleNameError(LoomError, ValueError):
    """What is to name a module of the generated code names none; its ``code`` is ``bad_module``."""

    def __init__(self, message: str) -> None:
        """Makes the error from its sentence."""
        super().__init__("bad_module", message)


class CodeGenerationError(LoomError, ValueError):
    """A definition has errors, so that no code is generated from it; its ``code`` is ``invalid_definition``."""

    findings: Sequence[Finding]
    """The errors."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Makes the error from the findings that stop the generator."""
        lines = "\n".join(f"  [{finding.rule_id}] {finding.message}" for finding in findings)
        super().__init__("invalid_definition", f"Cannot generate code from a definition with errors:\n{lines}")
        self.findings = findings
