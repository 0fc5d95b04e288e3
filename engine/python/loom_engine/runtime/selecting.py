"""The transitions that an event selects."""

from __future__ import annotations

from typing import Sequence

from .clock import Clock
from .configuration import Configuration
from .guard import passes
from .plan import Choice, Plan, plan_of
from .problem import guard_problem
from .results import Payload
from .tables import COMPLETION_PREFIX, DONE_WORK, FAILED_WORK, ChartTables, Edge
from .telling import Telling


class Selecting(Telling):
    """Selects transitions."""

    def __init__(self, name: str, tables: ChartTables, clock: Clock | None) -> None:
        """Makes a machine that stands nowhere yet."""
        super().__init__(name, clock)
        self._tables = tables
        self._active: Configuration = tables.configurations.of(())
        self._payload: Payload | None = None
        self._was_refused = False
        """Whether a guard refused in the last selection."""

    def _choice_of(self, event: str) -> Choice | None:
        """The transitions that an event selects; None for none."""
        self._was_refused = False
        named = self._tables.event_named(event)
        plan = plan_of(self._active, named) if self._knows(named) else None
        if plan is None or plan.is_empty:
            return None
        choice = self._choose(plan)
        return choice if choice.selection else None

    def _knows(self, event: str) -> bool:
        """Whether an event is declared, used or raised anywhere, or is the completion of a state."""
        if event in self._tables.known_events or event.startswith((DONE_WORK, FAILED_WORK)):
            return True
        if not event.startswith(COMPLETION_PREFIX):
            return False
        node = self._tables.node_by_name.get(event[len(COMPLETION_PREFIX) :])
        return node is not None and node.kind in ("composite", "parallel")

    def _selects(self, event: str, payload: Payload | None) -> bool:
        """Whether the event would select a transition now; no observer is told."""
        return any(
            edge.guard is None or passes(edge.guard, self, payload) is True
            for edges in plan_of(self._active, self._tables.event_named(event)).candidates
            for edge in edges
        )

    def _choose(self, plan: Plan) -> Choice:
        verdicts: dict[Edge, bool] | None = {} if plan.shares_guards else None
        choice = plan.choices
        for candidates in plan.candidates:
            choice = choice.then(self._first_passing(candidates, verdicts))
        return choice

    def _first_passing(
        self, candidates: Sequence[Edge], verdicts: dict[Edge, bool] | None
    ) -> Edge | None:
        for edge in candidates:
            if edge.guard is None:
                return edge
            verdict = None if verdicts is None else verdicts.get(edge)
            if verdict is None:
                verdict = self._decide(edge)
                if verdicts is not None:
                    verdicts[edge] = verdict
            if verdict:
                return edge
        return None

    def _decide(self, edge: Edge) -> bool:
        guard = edge.guard
        if guard is None:
            return True
        verdict = passes(guard, self, self._payload)
        if verdict is True:
            return True
        self._was_refused = True
        self._tell_refused(edge.source.name, guard.text, verdict)
        return False

    def _tell_refused(self, state: str, condition: str, verdict: bool | str) -> None:
        if isinstance(verdict, bool):
            self._tell("on_guard_refused", state, condition)
            return
        if self._problem is None:
            self._problem = guard_problem(condition, state, verdict)
        self._tell("on_guard_refused", state, condition, verdict)
