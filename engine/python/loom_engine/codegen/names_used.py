"""What the guards and actions of a machine use by name."""

from __future__ import annotations

from collections.abc import Sequence

from ..expression.ast import Expression, Statement
from ..expression.names import is_forbidden
from .expression_walk import every_part, expressions_of, targets_of

NameSet = dict[str, None]
"""Names in the order in which they were added."""


class NamesUsed:
    """What the guards and actions of a machine use by name.

    Attributes:
        data: The plain names that are read or assigned, by first use.
        assigned: The plain names that are assigned.
        methods: By plain name, the members that are called on it, by first use.
        properties: By plain name, the members of it that are read or assigned.
    """

    def __init__(self) -> None:
        """Nothing is used yet."""
        self.data: NameSet = {}
        self.assigned: NameSet = {}
        self.methods: dict[str, NameSet] = {}
        self.properties: dict[str, NameSet] = {}

    def add_statements(self, statements: Sequence[Statement]) -> None:
        """Takes in the statements of an action."""
        for target in targets_of(statements):
            if target["kind"] == "name":
                self.assigned[target["name"]] = None
        self.add_expressions(expressions_of(statements))

    def add_expressions(self, expressions: Sequence[Expression]) -> None:
        """Takes in guards and durations."""
        called: set[int] = set()
        for part in every_part(expressions):
            kind = part["kind"]
            if kind == "call":
                called.add(id(part["callee"]))
            elif kind == "name":
                if id(part) not in called and not is_forbidden(part["name"]):
                    self.data[part["name"]] = None
            elif kind == "member" and part["object"]["kind"] == "name":
                lists = self.methods if id(part) in called else self.properties
                lists.setdefault(part["object"]["name"], {})[part["name"]] = None
