"""The validator: one table of rules, one function that applies them."""

from .rule import Remark, Rule
from .rules import FATAL_RULES, RULES
from .sites import ActionSite, StateSite, TransitionSite
from .survey import Declared, Survey
from .validate import ValidationError, validate

__all__ = [
    "FATAL_RULES",
    "RULES",
    "ActionSite",
    "Declared",
    "Remark",
    "Rule",
    "StateSite",
    "Survey",
    "TransitionSite",
    "ValidationError",
    "validate",
]
