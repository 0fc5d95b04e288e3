"""The rule about names that generated code cannot use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .rule import Remark, quoted
from .survey import Survey

if TYPE_CHECKING:
    from ..codegen.names import ChangedName


def check_generated_names(survey: Survey) -> Iterator[Remark]:
    """W107: names that generated code cannot take as they are. What the generators change is what is told."""
    # Loaded here: the generators load the validator.
    from ..codegen.names import names_of
    from ..codegen.state_tree import state_tree_of

    definition = survey.definition
    for change in names_of(definition, state_tree_of(definition)).changes:
        if change.met is None and _is_own_event(change):
            continue
        yield Remark(_message_of(change), element=change.element, path=change.path)


def _is_own_event(change: ChangedName) -> bool:
    """Whether it is an event of the machine's own work, which has no other name."""
    return change.sort == "event" and change.name.startswith(("done.invoke.", "error.invoke."))


def _message_of(change: ChangedName) -> str:
    if change.met is None:
        return (
            f"The {change.sort} {quoted(change.name)} is no identifier, which generated code needs: "
            'use letters, digits and "_", a letter first.'
        )
    return f"The {change.sort} {quoted(change.name)} collides in generated code with {change.met}: rename it."
