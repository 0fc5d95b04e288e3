"""The rule about several targets."""

from __future__ import annotations

from collections.abc import Iterator

from .references import place_in
from .rule import Remark, quoted
from .sites import StateSite
from .survey import Survey


def check_targets_apart(survey: Survey) -> Iterator[Remark]:
    """W127: targets of one transition cannot be active together."""
    for site in survey.transitions:
        if not site.further:
            continue
        fitting = [site.to] if site.to else []
        for name in site.further:
            target = survey.by_name.get(name)
            if target is None:
                continue
            other = next((one for one in fitting if not _are_apart(one, target)), None)
            if other is None:
                fitting.append(target)
                continue
            message = (
                f"The transition of {quoted(site.source.name)} cannot lead to both {quoted(other.name)} and "
                f"{quoted(name)}, and the second is passed over: name targets in different regions of one "
                f"parallel state."
            )
            place = place_in(site.transition.get("nextStates"), name)
            yield Remark(message, f"{site.path}/nextStates/{place}", site.source.name)


def _are_apart(one: StateSite, other: StateSite) -> bool:
    """Whether two states are in different regions of one parallel state."""
    above: dict[StateSite | None, StateSite] = {}
    at: StateSite | None = one
    while at:
        above[at.parent] = at
        at = at.parent
    at = other
    while at:
        sibling = above.get(at.parent)
        if sibling:
            return sibling is not at and sibling.slot == "region" and at.slot == "region"
        at = at.parent
    return False
