"""Plans code only for what has no errors."""

from __future__ import annotations

from ..members import JsonObject
from ..model import EnrichedModel, enrich
from ..validate import validate
from .errors import CodeGenerationError
from .plan import CodePlan
from .plan_of import plan_of


def checked_plan(
    model: EnrichedModel,
    *,
    name: str | None = None,
    has_types: bool = False,
    force: bool = False,
) -> CodePlan:
    """The plan of the code for a definition that has no errors, or that is taken as it is.

    Args:
        model: The definition with its indexes.
        name: The machine's name, instead of ``settings.name``.
        has_types: Whether a module gives the classes of objects and parameters.
        force: Whether to generate what can be generated from a definition with errors.

    Raises:
        CodeGenerationError: When the definition has errors and ``force`` is not set.
    """
    source = model if name is None else enrich(_renamed(model.definition, name))
    if not force:
        errors = [finding for finding in validate(source) if finding.severity == "error"]
        if errors:
            raise CodeGenerationError(errors)
    return plan_of(source, has_types)


def _renamed(definition: JsonObject, name: str) -> JsonObject:
    settings = definition.get("settings")
    return {**definition, "settings": {**(settings if isinstance(settings, dict) else {}), "name": name}}
