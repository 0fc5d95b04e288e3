"""The interpreter. ``engine/SEMANTICS.md`` says how a machine runs."""

from __future__ import annotations

from .compile import MachineSource, compile_machine
from .errors import MachineDefinitionError
from .machine import Machine
from .program import MachineProgram

__all__ = ["Machine", "MachineDefinitionError", "MachineProgram", "MachineSource", "compile_machine"]
