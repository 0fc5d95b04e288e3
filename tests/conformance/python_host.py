"""What every machine of a vector can call and who listens to it: the Python twin of ``host.ts``."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from loom_engine.runtime import TaskTools

Send = Callable[[str], "tuple[bool, str | None]"]

LINES = 1000
"""The lines that a log keeps at the beginning and drops after them at a time."""


def number_text(value: int | float) -> str:
    """A number as JSON text in the spelling of JavaScript."""
    number = float(value)
    if not math.isfinite(number):
        return "null"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    digits, exponent = _digits(abs(number))
    if 0 < exponent <= 21:
        whole = digits[:exponent].ljust(exponent, "0")
        rest = digits[exponent:]
        return f"{sign}{whole}.{rest}" if rest else sign + whole
    if -6 < exponent <= 0:
        return f"{sign}0.{'0' * -exponent}{digits}"
    mantissa = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
    power = exponent - 1
    return f"{sign}{mantissa}e{'+' if power >= 0 else '-'}{abs(power)}"


def _digits(number: float) -> tuple[str, int]:
    """The shortest digits that give the number back, and where the point stands behind the first of them."""
    mantissa, _, power = f"{number!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading = len(whole + fraction) - len(digits)
    exponent = int(power or "0") + len(whole) - leading
    return digits.rstrip("0"), exponent


def plain(value: Any) -> Any:
    """A value as JSON can hold it: what is no number of JSON becomes null."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items() if not callable(one)}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


def json_text(value: Any) -> str:
    """A value as JSON text, character by character as ``JSON.stringify`` writes it."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, Mapping):
        items = sorted(((str(key), one) for key, one in value.items()), key=_js_order)
        members = (f"{json_text(key)}:{json_text(one)}" for key, one in items if not callable(one))
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(json_text(one) for one in value) + "]"
    if isinstance(value, str):
        return _string_text(value)
    return "{}"


def _js_order(item: tuple[str, Any]) -> tuple[int, int]:
    """The place of a member in JavaScript: keys that are whole numbers come first, by their size."""
    key = item[0]
    is_index = key.isascii() and key.isdigit() and str(int(key)) == key and int(key) < 2**32 - 1
    return (0, int(key)) if is_index else (1, 0)


def _string_text(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    return "".join(f"\\u{ord(one):04x}" if 0xD800 <= ord(one) <= 0xDFFF else one for one in written)


MOST_LINES = 20_000
"""The lines after which a machine is stopped: one that sets itself off again and again never comes to rest."""


class ConformanceLog:
    """The log of one machine.

    It sends what ``reactions`` tells through ``send``, each once, and raises at ``failures``. After ``is_started`` it
    calls ``stop`` at ``stops``, and when there are too many lines.
    """

    def __init__(
        self,
        reactions: Mapping[str, Sequence[str]],
        send: Send,
        failures: Sequence[str] = (),
        stop: Callable[[], None] = lambda: None,
        is_started: Callable[[], bool] = lambda: False,
        stops: Sequence[str] = (),
    ) -> None:
        self._lines: list[str] = []
        self._dropped = 0
        self._left = MOST_LINES
        self._stop = stop
        self._is_started = is_started
        self._reactions = dict(reactions)
        self._send = send
        self._failures = set(failures)
        self._stops = set(stops)

    def write(self, line: str) -> None:
        """Writes a line, and reacts to it."""
        self._lines.append(line)
        if len(self._lines) > 3 * LINES:
            del self._lines[LINES : 2 * LINES]
            self._dropped += LINES
        is_started = self._is_started()
        if is_started:
            self._left -= 1
        if self._left == 0:
            self._left = MOST_LINES
            self._stop()
        if is_started and line in self._stops:
            self._stop()
        for event in self._reactions.pop(line, ()):
            self.send_again(event)
        if line in self._failures:
            raise RuntimeError(f'no ink for "{line}"')

    def send_again(self, event: str) -> None:
        """Sends an event re-entrantly and writes down the answer."""
        handled, reason = self._send(event)
        self.write(f"sent {event}: {'handled' if handled else reason}")

    def call(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Writes a call with its arguments as JSON, the keyword arguments as one object at the end."""
        told = [*args, dict(kwargs)] if kwargs else args
        self.write(f"call {name}({','.join(json_text(one) for one in told)})")

    def take(self) -> list[str]:
        """The lines since the last call; of very many, the first and the last, with the number of those between."""
        lines, self._lines = self._lines, []
        if self._dropped:
            lines.insert(LINES, f"{self._dropped} lines more")
        self._dropped = 0
        return lines


def host_functions(log: ConformanceLog) -> dict[str, Callable[..., Any]]:
    """The host functions, writing to ``log``."""

    def told(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        def function(*args: Any, **kwargs: Any) -> Any:
            log.call(name, args, kwargs)
            return answer(*args)

        return function

    def fail(*_: Any) -> None:
        raise RuntimeError("fail was called")

    return {
        "log": told("log", lambda *_: None),
        "yes": told("yes", lambda *_: True),
        "no": told("no", lambda *_: False),
        "add": told("add", lambda a=None, b=None, *_: _number(a) + _number(b)),
        "fail": told("fail", fail),
        "later": told("later", lambda *_: _late()),
        "soon": told("soon", lambda value=None, *_: _soon(value)),
        "send_again": lambda event: log.send_again(event),
    }


def host_tasks(log: ConformanceLog) -> dict[str, Callable[..., Any]]:
    """The tasks that states invoke: one that answers, one that fails, and one that goes on until it is cancelled."""

    def echo(input: Any, _: Any) -> Any:
        log.call("task echo", [input], {})
        return input

    def fail(*_: Any) -> None:
        raise RuntimeError("the task fails")

    def never(input: Any, tools: TaskTools) -> Future[None]:
        log.call("task never", [input], {})
        future: Future[None] = Future()
        future.add_done_callback(lambda _: log.call("task never cancelled", [], {}))
        tools.send("hello", {"from": "never"})
        return future

    return {"echo": echo, "fail": fail, "never": never}


async def _late() -> None:
    raise RuntimeError("later came")


async def _soon(value: Any) -> Any:
    await asyncio.sleep(0)
    return value


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


class ConformanceHost:
    """The host object ``host``, which machines get that declare it in ``settings.objects``.

    It has further methods that write the call and say yes.
    """

    def __init__(self, log: ConformanceLog, methods: Sequence[str] = ()) -> None:
        self.__log = log
        for name in methods:
            setattr(self, name, self.__method(name))

    def __method(self, name: str) -> Callable[..., Any]:
        def method(*args: Any, **kwargs: Any) -> bool:
            self.__log.call(f"host.{name}", args, kwargs)
            return True

        return method

    def ping(self, *args: Any) -> Any:
        """Writes the call and gives its argument back."""
        value = args[0] if args else None
        self.__log.call("host.ping", [value], {})
        return value

    def later(self, *_: Any) -> Any:
        """Writes the call and gives a promise."""
        self.__log.call("host.later", [], {})
        return _late()

    def can_retry(self, *_: Any) -> bool:
        """Writes the call and says yes."""
        self.__log.call("host.can_retry", [], {})
        return True


class ConformanceObserver:
    """Writes one line a callback, in the words of the vectors."""

    def __init__(self, log: ConformanceLog) -> None:
        self._write = log.write

    def on_entry(self, _: str, state: str) -> None:
        self._write(f"entry {state}")

    def on_exit(self, _: str, state: str) -> None:
        self._write(f"exit {state}")

    def on_transition_begin(self, _: str, state_prev: str, state_next: str, name: str) -> None:
        self._write(f"begin {state_prev} -> {state_next} [{name}]")

    def on_transition_end(self, _: str, state_prev: str, state_next: str, name: str) -> None:
        self._write(f"end {state_prev} -> {state_next} [{name}]")

    def on_timer_start(self, _: str, timer: str, duration: float) -> None:
        self._write(f"timer start {timer} {number_text(duration)}")

    def on_timer_stop(self, _: str, timer: str) -> None:
        self._write(f"timer stop {timer}")

    def on_unhandled(self, _: str, event: str, reason: str) -> None:
        self._write(f"unhandled {event}: {reason}")

    def on_guard_refused(self, _: str, state: str, condition: str, error: str | None = None) -> None:
        self._write(f"refused {state} [{condition}]" + ("" if error is None else f": {error}"))

    def on_internal_transition(self, _: str, state: str, name: str) -> None:
        self._write(f"internal {state} [{name}]")

    def on_timer_expired(self, _: str, timer: str) -> None:
        self._write(f"timer expired {timer}")

    def on_action_failed(self, _: str, state: str, _action: str, error: str) -> None:
        self._write(f"action failed {state}: {error}")

    def on_done(self, _: str) -> None:
        self._write("done")

    def on_state_set(self, _: str, state_prev: str, state_next: str) -> None:
        self._write(f"set {state_prev} -> {state_next}")

    def on_log(self, _: str, text: str) -> None:
        self._write(f"log {text}")

    def on_error(self, _: str, message: str) -> None:
        self._write(f"error: {message}")
