"""Spells the signatures of functions of the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..type_check.data_type import MemberType
from ..type_check.infer import Expected
from ..type_check.signatures import Keyword, Signature
from .identifier import identifier_of
from .plan import SignaturePlan
from .reserved import RESERVED_WORDS

_Spelled = Callable[[MemberType], str]


def plan_signature(name: str, signature: Signature, spelled: _Spelled) -> SignaturePlan:
    """Spells a signature; ``spelled`` spells a type."""
    types = [spelled(type) for type in signature.args]
    result = result_of(signature.result, spelled)
    is_fixed = signature.least == len(types) and not signature.keywords
    return SignaturePlan(
        name=name,
        method=f"({_parameters(types, signature, spelled)}) -> {result}",
        callable=f"Callable[{'[' + ', '.join(types) + ']' if is_fixed else '...'}, {result}]",
    )


def result_of(result: Expected, spelled: _Spelled) -> str:
    """The spelling of a result; one that nobody uses may be anything."""
    if result is None or isinstance(result, str) or result.kind == "any":
        return "object"
    return spelled(MemberType(result, False))


def _parameters(types: Sequence[str], signature: Signature, spelled: _Spelled) -> str:
    parts = ["self"]
    for index, type in enumerate(types):
        parts.append(f"arg{index + 1}: {type}{'' if index < signature.least else ' = ...'}")
    parts.append("/")
    keywords = signature.keywords
    # A keyword that Python cannot spell is not said.
    if not all(identifier_of(key) == key and key not in RESERVED_WORDS for key in keywords):
        return ", ".join([*parts, "**options: Any"])
    if keywords:
        parts.append("*")
    return ", ".join([*parts, *(_keyword(key, type, spelled) for key, type in keywords.items())])


def _keyword(key: str, type: Keyword, spelled: _Spelled) -> str:
    return f"{key}: {spelled(type)}{'' if type.is_always else ' = ...'}"
