"""What a generated module imports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..identifier import identifier_of
from ..layout import brackets, sequence
from ..plan import CodePlan
from ..reserved import PYTHON_WORDS
from .dialect import is_plain_identifier
from .lines import LAYOUT, line_of


class Imports:
    """What a module imports."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._runtime: set[str] = set()
        self._typing: set[str] = set()
        self._is_async = False
        self._has_callables = False

    def runtime(self, name: str) -> None:
        """Notes a name of the runtime library."""
        self._runtime.add(name)

    def typing(self, name: Literal["Any", "Literal", "Protocol", "TypedDict"]) -> None:
        """Notes a name of the module ``typing``."""
        self._typing.add(name)

    def callable(self) -> None:
        """Notes that there are types of functions."""
        self._has_callables = True

    def future(self) -> None:
        """Notes that events are queued."""
        self._is_async = True

    def lines(self, runtime: str, plan: CodePlan, types: str | None) -> list[str]:
        """The import statements."""
        return [
            "",
            "from __future__ import annotations",
            "",
            f"from collections.abc import {'Callable, ' if self._has_callables else ''}Sequence",
            *(["from concurrent.futures import Future"] if self._is_async else []),
            *(["from enum import IntEnum"] if plan.states else []),
            *([_import_line("typing", sorted(self._typing))] if self._typing else []),
            "",
            _import_line(runtime, sorted(self._runtime, key=_by_case)),
            *([] if types is None else _type_imports(plan, types)),
        ]


def _type_imports(plan: CodePlan, types: str) -> list[str]:
    classes = [(type.source, type.name) for type in plan.object_types] + list(plan.parameter_types)
    clauses = [
        name if source == name else f"{source} as {name}" for source, name in classes if _is_importable(source)
    ]
    return [_import_line(types, clauses)] if clauses else []


def _is_importable(source: str) -> bool:
    """Whether a module can have a class of the name: no word of the language, in whatever script."""
    return is_plain_identifier(source) or (identifier_of(source) == source and source not in PYTHON_WORDS)


def _import_line(module: str, names: Sequence[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= LAYOUT.width:
        return line
    return line_of(sequence(f"from {module} import ", brackets("(", names, ")")), "")


def _by_case(name: str) -> tuple[bool, str]:
    """Constants, classes, functions, as sorted imports of Python stand."""
    return not "A" <= name[0] <= "Z", name
