"""Generates Python from a definition or from its file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Union

from ..deep_stack import deep_stack
from ..model import EnrichedModel
from ..parser import StateMachineParser
from .checked_plan import checked_plan
from .module_names import check_modules
from .python.module import RUNTIME, python_module

Source = Union[EnrichedModel, str, "os.PathLike[str]"]
"""A definition with its indexes, or the path of its file."""


def generate_python(
    source: Source,
    output_path: str | os.PathLike[str] | None = None,
    *,
    name: str | None = None,
    runtime: str = RUNTIME,
    types: str | None = None,
    force: bool = False,
) -> str:
    """Generates the Python module of a machine.

    Args:
        source: The definition, as ``StateMachineParser`` gives it, or the path of its file.
        output_path: A file to write the module to; folders above it are made.
        name: The machine's name, instead of ``settings.name``.
        runtime: The module that the generated one takes the runtime library from.
        types: A module that has the classes of ``settings.objects`` and of parameters; without one, protocols are
            generated.
        force: Whether to generate what can be generated from a definition with errors.

    Returns:
        The text of the module.

    Raises:
        CodeGenerationError: When the definition has errors and ``force`` is not set; a ``ValueError`` whose text lists
            them, each on a line.
        ModuleNameError: When ``runtime`` or ``types`` names no module; a ``ValueError``.
    """
    check_modules(runtime=runtime, types=types)
    model = source if isinstance(source, EnrichedModel) else StateMachineParser().parse_file(source)
    # Guards and actions may nest deeper than Python's usual limit of calls allows.
    with deep_stack():
        plan = checked_plan(model, name=name, has_types=types is not None, force=force)
        text = python_module(plan, runtime=runtime, types=types)
    if output_path is not None:
        path = Path(output_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return text


class PythonCodeGenerator:
    """Generates the Python module of one machine."""

    def __init__(self, model: EnrichedModel) -> None:
        """Takes the definition, as ``StateMachineParser`` gives it."""
        self._model = model

    def generate(self) -> str:
        """The text of the module; see ``generate_python``."""
        return generate_python(self._model)
