"""What a mistyped word most likely means."""

from __future__ import annotations

from collections.abc import Iterable

from .json_quote import json_quote
from .utf16 import utf16_length, utf16_units


def nearest(word: str, candidates: Iterable[str], limit: int | None = None) -> str | None:
    """The candidate that needs the fewest edits, upper and lower case being the same.

    An edit is an added, dropped or changed character, or two neighbours swapped.

    Args:
        word: What was written.
        candidates: What exists.
        limit: The most edits to allow. Default: one in three characters, at most 3.

    Returns:
        The nearest candidate, the earliest of several; None when none is near.
    """
    length = utf16_length(word)
    folded = utf16_units(word.lower())
    best: str | None = None
    best_edits = (min(3, length // 3) if limit is None else limit) + 1
    for candidate in candidates:
        if candidate == word or abs(utf16_length(candidate) - length) >= best_edits:
            continue
        edits = _edit_distance(folded, utf16_units(candidate.lower()), best_edits)
        if edits >= best_edits:
            continue
        best = candidate
        best_edits = edits
        if edits == 0:
            break
    return best


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The question to put behind an error about an unknown word: `` Did you mean "X"?``, or nothing."""
    candidate = nearest(word, candidates)
    return "" if candidate is None else f" Did you mean {json_quote(candidate)}?"


def _edit_distance(a: str, b: str, bound: int) -> int:
    """Damerau's edit distance (1964) in its restricted form, where no swapped pair is edited again.

    ``bound`` or more counts as ``bound``. Only the cells nearer than ``bound`` to the diagonal can matter (Ukkonen,
    1985), so that a candidate costs little more than its length.
    """
    before_last = [bound] * (len(b) + 2)
    last = [*(min(j, bound) for j in range(len(b) + 1)), bound]
    row = [bound] * (len(b) + 2)
    for i in range(1, len(a) + 1):
        start = max(1, i - bound + 1)
        end = min(len(b), i + bound - 1)
        smallest = row[start - 1] = min(i, bound) if start == 1 else bound
        for j in range(start, end + 1):
            changed = 0 if a[i - 1] == b[j - 1] else 1
            edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + changed)
            if changed and i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                edits = min(edits, before_last[j - 2] + 1)
            row[j] = edits
            smallest = min(smallest, edits)
        if end < len(b):
            row[end + 1] = bound
        if smallest >= bound:
            return bound
        before_last, last, row = last, row, before_last
    return min(last[len(b)], bound)
