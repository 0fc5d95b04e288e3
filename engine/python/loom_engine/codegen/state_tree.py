"""The states of a definition as they run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..members import JsonObject, children_of, join_target_of, kind_of, regions_of

KindName = Literal["LEAF", "COMPOSITE", "ROOT", "FINAL", "PARALLEL", "HISTORY"]
"""What a state is in generated code: a member of ``StateKind``."""


@dataclass(frozen=True, eq=False)
class TreeState:
    """One state that runs."""

    state: JsonObject
    """The state itself."""
    name: str
    """Its name."""
    index: int
    """Its place in document order."""
    parent: TreeState | None
    """The state it stands in; None for the root."""
    step: str
    """Its list in the parent's JSON, and its place there."""
    kind: KindName
    """What it is."""
    join: str | None
    """Where it goes when all its regions are complete."""


@dataclass(frozen=True)
class StateTree:
    """All states of a definition."""

    states: list[TreeState]
    """Those that run, in document order."""
    by_name: dict[str, TreeState]
    """Name to state; states that never run stand for the one above them that does."""
    aliases: list[str]
    """The names of those that never run."""


class _Pending(NamedTuple):
    state: JsonObject
    parent: TreeState | None
    step: str
    is_region: bool
    stands_for: TreeState | None
    """The state that it stands for, when it never runs itself."""


def state_tree_of(definition: object) -> StateTree:
    """Walks over the states of a definition in document order, as the interpreter does."""
    tree = StateTree([], {}, [])
    root = definition.get("state") if isinstance(definition, dict) else None
    pending = [_Pending(root, None, "/state", False, None)] if isinstance(root, dict) else []
    # A stack instead of recursion: a definition made by a program may be deeper than the call stack.
    while pending:
        at = pending.pop()
        if at.stands_for:
            name = _name_of(at.state)
            tree.by_name[name] = at.stands_for
            tree.aliases.append(name)
            pending.extend(reversed(_below(at.state, None, at.stands_for)))
            continue
        node = _tree_state(at, len(tree.states))
        tree.states.append(node)
        tree.by_name[node.name] = node
        pending.extend(reversed(_below(at.state, node, None)))
    return tree


def path_of(state: TreeState) -> str:
    """JSON pointer to a state."""
    steps: list[str] = []
    node: TreeState | None = state
    while node:
        steps.append(node.step)
        node = node.parent
    return "".join(reversed(steps))


def is_below(state: TreeState, ancestor: TreeState) -> bool:
    """Whether ``state`` is below ``ancestor``."""
    node = state.parent
    while node and node.index > ancestor.index:
        node = node.parent
    return node is ancestor


def _tree_state(at: _Pending, index: int) -> TreeState:
    kind = _kind_name_of(at.state, at.parent is None, at.is_region)
    join = join_target_of(at.state) if kind == "PARALLEL" else None
    return TreeState(at.state, _name_of(at.state), index, at.parent, at.step, kind, join)


def _name_of(state: JsonObject) -> str:
    name = state.get("name")
    return name if isinstance(name, str) else ""


def _kind_name_of(state: JsonObject, is_root: bool, is_region: bool) -> KindName:
    if kind_of(state) == "history" and not is_root:
        return "HISTORY"
    if any(map(_can_be_active, regions_of(state))):
        return "PARALLEL"
    is_composite = any(map(_can_be_active, children_of(state)))
    if kind_of(state) == "final" and not is_composite and not is_region:
        return "FINAL"
    if is_root:
        return "ROOT"
    return "COMPOSITE" if is_composite else "LEAF"


def _below(state: JsonObject, node: TreeState | None, stands_for: TreeState | None) -> list[_Pending]:
    """What stands below a state, with what each of it runs as."""
    is_parallel = node is not None and node.kind == "PARALLEL"
    outside = stands_for or (node if node and node.kind == "HISTORY" else None)

    def pending_of(children: Sequence[JsonObject], step: str, are_regions: bool) -> list[_Pending]:
        return [
            _Pending(
                state=child,
                parent=node,
                step=f"{step}/{index}",
                is_region=is_parallel and are_regions and _can_be_active(child),
                stands_for=outside or (node if is_parallel and not are_regions else None),
            )
            for index, child in enumerate(children)
        ]

    return pending_of(children_of(state), "/states", False) + pending_of(regions_of(state), "/parallel/states", True)


def _can_be_active(state: JsonObject) -> bool:
    return kind_of(state) != "history"
