"""Runs machines for another process: a line of JSON comes in, a line of JSON goes out, in the same order.

A request is ``{"machine": number, "op": name, ...}``; the answer is ``{"value": ...}`` or
``{"error": {"message", "code"}}``. ``python_child.ts`` is the other side.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import types
from collections.abc import Callable
from typing import Any

from loom_engine.machine import Machine
from loom_engine.runtime import Context, ContextAsync, SimulatedClock

from python_host import ConformanceHost, ConformanceLog, ConformanceObserver, host_functions, host_tasks, plain

Request = dict[str, Any]
#: Makes the context of a request from its log and the shared options; reports the context before it starts.
Maker = Callable[[Request, ConformanceLog, dict[str, Any], Callable[[Context], None]], Context]


class Hosted:
    """A running machine with its clock and its log."""

    def __init__(self, request: Request, make: Maker) -> None:
        self.context: Context | None = None
        self._made: Context | None = None
        self.clock = SimulatedClock()
        failures = request.get("failures") or ()
        stops = request.get("stops") or ()
        self.log = ConformanceLog(
            request["reactions"], self._send_again, failures, self._stop, self._is_started, stops
        )
        functions = host_functions(self.log)
        options: dict[str, Any] = {
            "functions": functions,
            "guards": {text: _guard(functions[name]) for text, name in request["guards"].items()},
            "observer": ConformanceObserver(self.log),
            "clock": self.clock,
            "tasks": host_tasks(self.log),
        }
        if request.get("snapshot") is not None:
            options["snapshot"] = request["snapshot"]
        self.context = make(request, self.log, options, self._keep)
        self.context.register_end_handler(lambda _: self.log.write("end handler"))

    def _keep(self, made: Context) -> None:
        self._made = made

    def _is_started(self) -> bool:
        """True once an implementation that does not block would be back from the call that starts the machine."""
        made = self._made
        return self.context is not None or getattr(made, "_waits", 0) > 0

    def _stop(self) -> None:
        """Stops a context that may still be starting: it may never come to rest."""
        if self._made is not None:
            self._made.stop()

    def _send_again(self, event: str) -> tuple[bool, str | None]:
        if self.context is None:
            return False, "not constructed"
        result = self.context.send(event)
        return result.handled, result.reason


def _guard(function: Callable[..., Any]) -> Callable[..., bool]:
    return lambda *_: bool(function())


def interpreted(
    request: Request, log: ConformanceLog, options: dict[str, Any], keep: Callable[[Context], None]
) -> Context:
    """A machine that interprets the definition of a request. Its constructor starts it."""
    instances = {name: host_of(request, log) for name in request["objects"]}
    machines = request.get("machines") or {}
    machine = Machine.__new__(Machine)
    keep(machine)
    context = {**request["context"], **instances}
    machine.__init__(request["definition"], context=context, machines=machines, **options)  # type: ignore[misc]
    return machine


def generated(
    request: Request, log: ConformanceLog, options: dict[str, Any], keep: Callable[[Context], None]
) -> Context:
    """A context of the generated module whose text the request holds."""
    context_class = context_class_of(request["code"])
    hosts = [host_of(request, log) for _ in request["objects"]]
    # Child machines are interpreted: generated ones run in the tests of their parents.
    machines = {path: _child_of(child) for path, child in (request.get("machines") or {}).items()}
    context = context_class(*hosts, data=request["context"], keep_visited=True, machines=machines, **options)
    keep(context)
    if "snapshot" not in options:
        context.enter_initial_state()
    return context


def _child_of(definition: Any) -> Callable[..., Context]:
    return lambda data, **options: Machine(definition, context=data, **options)


def host_of(request: Request, log: ConformanceLog) -> ConformanceHost:
    """A host object that a definition declares."""
    return ConformanceHost(log, request.get("methods", ()))


def context_class_of(code: str) -> Callable[..., Context]:
    """The one class of a generated module that runs its chart."""
    module = types.ModuleType("generated")
    sys.modules["generated"] = module
    exec(compile(code, "generated.py", "exec"), module.__dict__)
    for value in vars(module).values():
        if inspect.isclass(value) and issubclass(value, Context) and value.__module__ == "generated":
            return value
    raise LookupError("The generated module has no class that extends Context.")


MAKERS: dict[str, Maker] = {"interpreted": interpreted, "generated": generated}


class Target:
    """The machines of the other process, by the numbers it gave them."""

    def __init__(self) -> None:
        self._machines: dict[int, Hosted] = {}

    def answer(self, request: Request) -> Any:
        """Does what a request asks for."""
        number, op = request["machine"], request["op"]
        if op == "start":
            self._machines[number] = Hosted(request, MAKERS[request["kind"]])
            return None
        if op == "close":
            return self._close(number)
        return getattr(self, f"_{op}")(self._machines[number], request)

    def _close(self, number: int) -> None:
        hosted = self._machines.pop(number, None)
        if hosted is not None and isinstance(hosted.context, ContextAsync):
            hosted.context.stop()

    def _send(self, hosted: Hosted, request: Request) -> Any:
        return _context(hosted).send(request["event"], request.get("payload")).to_dict()

    def _send_all(self, hosted: Hosted, request: Request) -> list[Any]:
        context = _context(hosted)
        assert isinstance(context, (Machine, ContextAsync))

        async def send_all() -> list[Any]:
            return [await one for one in [context.send_async(event) for event in request["events"]]]

        results = [result.to_dict() for result in asyncio.run(send_all())]
        if isinstance(context, ContextAsync):
            context.idle()
        return results

    def _advance(self, hosted: Hosted, request: Request) -> None:
        if isinstance(hosted.context, ContextAsync):
            _advance_in_steps(hosted.context, hosted.clock, request["ms"])
        else:
            hosted.clock.advance(request["ms"])

    def _set_state(self, hosted: Hosted, request: Request) -> None:
        _context(hosted).set_state(request["name"])

    def _set_context(self, hosted: Hosted, request: Request) -> None:
        _data(hosted).update(request["members"])

    def _stop(self, hosted: Hosted, _: Request) -> None:
        _context(hosted).stop()

    def _serialize(self, hosted: Hosted, _: Request) -> Any:
        return _context(hosted).serialize()

    def _deserialize(self, hosted: Hosted, request: Request) -> None:
        _context(hosted).deserialize(request["data"])

    def _snapshot(self, hosted: Hosted, _: Request) -> Any:
        return _context(hosted).snapshot()

    def _can(self, hosted: Hosted, request: Request) -> bool:
        return _context(hosted).can(request["event"], request.get("payload"))

    def _available_events(self, hosted: Hosted, _: Request) -> Any:
        return _context(hosted).available_events()

    def _view(self, hosted: Hosted, _: Request) -> Any:
        context = _context(hosted)
        members = {key: value for key, value in _data(hosted).items() if not isinstance(value, ConformanceHost)}
        return {
            "state": context.state,
            "configuration": context.configuration,
            "done": context.done,
            "context": members,
            "visited": context.visited,
            "output": context.output,
            "tags": context.tags,
            "meta": context.meta,
        }

    def _take_log(self, hosted: Hosted, _: Request) -> list[str]:
        return hosted.log.take()


def _advance_in_steps(context: ContextAsync, clock: SimulatedClock, ms: float) -> None:
    """Moves the clock on from expiry to expiry, so that each event is processed at its time."""
    left = ms
    while clock.until_next is not None and clock.until_next <= left:
        step = clock.until_next
        clock.advance(step)
        left -= step
        context.idle()
    clock.advance(left)


def _context(hosted: Hosted) -> Context:
    assert hosted.context is not None
    return hosted.context


def _data(hosted: Hosted) -> dict[str, Any]:
    context = _context(hosted)
    return context.context if isinstance(context, Machine) else context.data


def main() -> None:
    """Answers until the other side closes its end."""
    target = Target()
    for line in sys.stdin:
        try:
            answer = {"value": plain(target.answer(json.loads(line)))}
        except Exception as error:  # Whatever goes wrong is the other side's to judge.
            answer = {"error": {"message": str(error), "code": getattr(error, "code", type(error).__name__)}}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
