"""Applies the rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ..finding import Finding
from .order import in_document_order
from .rules import RULES
from .survey import survey_of

if TYPE_CHECKING:
    from ..model import EnrichedModel

ValidationError = Finding
"""A finding of ``validate``."""


def validate(model: EnrichedModel, only: Collection[str] | None = None) -> list[Finding]:
    """Says what is wrong or doubtful in a definition. Never raises on a definition that the parser gives.

    Args:
        model: The definition with its indexes.
        only: The ids of the rules to apply; all without it.

    Returns:
        The findings in the order of the rules, for each rule in document order.
    """
    survey = survey_of(model)
    findings: list[Finding] = []
    for rule in RULES:
        if only is not None and rule.id not in only:
            continue
        for remark in in_document_order(rule.check(survey)):
            findings.append(Finding(rule.id, rule.severity, remark.message, remark.path, remark.element))
    return findings
