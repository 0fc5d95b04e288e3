"""Powers as JavaScript has them."""

from __future__ import annotations

import math


def power(base: float, exponent: float) -> float:
    """``base`` to the power of ``exponent``; NaN or infinite where there is no finite result."""
    if abs(base) == 1 and not math.isfinite(exponent):
        return math.nan
    try:
        return math.pow(base, exponent)
    except (ValueError, OverflowError):
        return math.nan
