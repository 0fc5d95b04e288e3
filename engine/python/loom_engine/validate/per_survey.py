"""What several rules look at, computed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from .survey import Survey

T = TypeVar("T")


def per_survey(compute: Callable[[Survey], T]) -> Callable[[Survey], T]:
    """Computes something once for each survey, for rules that look at the same thing."""

    @wraps(compute)
    def computed(survey: Survey) -> T:
        if compute not in survey.computed:
            survey.computed[compute] = compute(survey)
        return cast(T, survey.computed[compute])

    return computed
