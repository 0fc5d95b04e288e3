"""What calls of functions give them and want of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..expression.ast import Expression
from .data_type import ANY, MemberType
from .infer import Expected
from .payloads import join_types


@dataclass(frozen=True)
class Keyword(MemberType):
    """The type of a keyword argument."""

    is_always: bool
    """Whether every call has it."""


@dataclass(frozen=True)
class Signature:
    """What calls of a function give it and want of it."""

    args: Sequence[MemberType]
    """The types of the positional arguments."""
    least: int
    """How many positional arguments every call has."""
    keywords: Mapping[str, Keyword]
    """The types of the keyword arguments."""
    result: Expected
    """The use of its result."""


def signature_of(call: Expression, types: Sequence[MemberType], result: Expected) -> Signature:
    """The signature of one call; the types are those of its positional and then its keyword arguments."""
    count = len(call["args"])
    keywords = {
        keyword["name"]: Keyword(type.type, type.is_optional, True)
        for keyword, type in zip(call["kwargs"], types[count:])
    }
    return Signature(types[:count], count, keywords, result)


def join_signatures(one: Signature, other: Signature) -> Signature:
    """The signature that takes the calls of both."""
    keywords: dict[str, Keyword] = {}
    for name in [*one.keywords, *other.keywords]:
        a, b = one.keywords.get(name), other.keywords.get(name)
        is_always = a is not None and b is not None and a.is_always and b.is_always
        joined = _join_members(a, b)
        keywords[name] = Keyword(joined.type, joined.is_optional, is_always)
    return Signature(
        args=[_join_members(a, b) for a, b in zip_longest(one.args, other.args)],
        least=min(one.least, other.least),
        keywords=keywords,
        result=_join_results(one.result, other.result),
    )


def _join_members(one: MemberType | None, other: MemberType | None) -> MemberType:
    if not one or not other:
        return one or other or MemberType(ANY, False)
    return MemberType(join_types(one.type, other.type), one.is_optional or other.is_optional)


def _join_results(one: Expected, other: Expected) -> Expected:
    """A use that asks for nothing leaves the choice to the other."""
    if one is None or one == "nothing":
        return one if other is None else other
    return one if other is None or other == "nothing" else join_types(one, other)
