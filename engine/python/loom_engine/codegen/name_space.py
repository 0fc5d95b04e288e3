"""Gives out names, so that no two things of a space share one."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple


class NameSpace:
    """Where names must differ from each other: a module, a class, an enumeration."""

    def __init__(self, *reserved: tuple[Container[str], str]) -> None:
        """A space in which some names belong to others already."""
        self._owners: dict[str, str] = {}
        self._reserved = reserved

    def owner_of(self, name: str) -> str | None:
        """What has the name, in words; None when it is free."""
        owner = self._owners.get(name)
        if owner is not None:
            return owner
        return next((owner for names, owner in self._reserved if name in names), None)

    def take(self, name: str, owner: str) -> None:
        """Gives the name to an owner."""
        self._owners[name] = owner


Form = tuple[NameSpace, str]
"""One name in one space."""


class Claim(NamedTuple):
    """What came of a claim."""

    suffix: str
    """What stands behind every form of the thing: empty, ``_2``, ``_3``, ..."""
    met: str | None
    """What has the name without a suffix, in words."""


class Claims:
    """Gives out names, first come, first served."""

    def __init__(self) -> None:
        """No name is given out yet."""
        # Where counting goes on for a name that was asked for before, so that many equal ones take no longer each.
        self._next: dict[str, int] = {}

    def claim(self, forms: Callable[[str], Sequence[Form]], owner: str) -> Claim:
        """Takes all forms of a thing with the first suffix with which all of them are free.

        Args:
            forms: The forms with a given suffix.
            owner: The thing, in words.
        """
        plain = forms("")
        met = _first_owner(plain)
        if met is None:
            for space, name in plain:
                space.take(name, owner)
            return Claim("", met)
        key = " ".join(name for _, name in plain)
        number = self._next.get(key, 2)
        taken = forms(f"_{number}")
        while _first_owner(taken) is not None:
            number += 1
            taken = forms(f"_{number}")
        self._next[key] = number + 1
        for space, name in taken:
            space.take(name, owner)
        return Claim(f"_{number}", met)


def _first_owner(forms: Sequence[Form]) -> str | None:
    for space, name in forms:
        owner = space.owner_of(name)
        if owner is not None:
            return owner
    return None
