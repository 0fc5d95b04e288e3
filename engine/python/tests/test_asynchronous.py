"""Actions that are awaited."""

from __future__ import annotations

import asyncio
import threading
import unittest
from typing import Any

from loom_engine import Machine
from loom_engine.codegen import generate_python
from loom_engine.model import enrich

from .test_codegen import run

SHOP: dict[str, Any] = {
    "settings": {"namespace": "Test", "name": "Shop", "asynchronous": True},
    "events": [{"name": "All", "events": [{"id": "pay"}, {"id": "close"}]}],
    "state": {
        "name": "Root",
        "states": [
            {
                "name": "Open",
                "transitions": [
                    {
                        "event": "pay",
                        "nextState": "Paid",
                        "actions": [{"code": "total = load(2) + load(3); note('total', total)"}],
                    }
                ],
            },
            {
                "name": "Paid",
                "onEntry": {"actions": [{"code": "note('entry')"}]},
                "transitions": [
                    {"event": "close", "nextState": "Closed"},
                    {
                        "event": "error.action",
                        "nextState": "Failed",
                        "actions": [{"code": "note(error.name, error.message)"}],
                    },
                ],
            },
            {"name": "Closed", "kind": "final"},
            {"name": "Failed"},
        ],
    },
}


class AsynchronousTest(unittest.TestCase):
    def setUp(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def functions(self, load: Any) -> dict[str, Any]:
        return {"load": load, "note": lambda *args: self.heard.append(args)}

    def test_awaits_calls_in_order_and_later_events_wait(self) -> None:
        async def load(number: int) -> int:
            await asyncio.sleep(0)
            return number * 10

        async def run_all() -> None:
            machine = Machine(SHOP, functions=self.functions(load))
            paid, closed = machine.send_async("pay"), machine.send_async("close")
            self.assertEqual(machine.state, "Open")
            self.assertEqual(machine.send("close").reason, "queued")
            self.assertEqual([(await paid).to, (await closed).to], ["Paid", "Closed"])
            await machine.idle()
            self.assertEqual(machine.context, {"total": 50})

        asyncio.run(run_all())
        self.assertEqual(self.heard, [("total", 50), ("entry",)])

    def test_waits_in_send_without_an_event_loop(self) -> None:
        async def load(number: int) -> int:
            await asyncio.sleep(0)
            return number

        machine = Machine(SHOP, functions=self.functions(load))
        result = machine.send("pay")
        self.assertEqual((result.handled, result.to, machine.context["total"]), (True, "Paid", 5))

    def test_raises_the_event_of_failed_actions(self) -> None:
        async def load(_: int) -> int:
            raise ValueError("no money")

        machine = Machine(SHOP, functions=self.functions(load))
        result = machine.send("pay")
        self.assertEqual(machine.state, "Failed")
        self.assertIn('of "Open" failed: no money', result.error or "")
        self.assertEqual(self.heard, [("entry",), ("ValueError", "no money")])

    def test_answers_at_once_where_nothing_waits(self) -> None:
        async def run_all() -> None:
            machine = Machine(SHOP, functions=self.functions(lambda number: number))
            self.assertEqual(machine.send("pay").to, "Paid")

        asyncio.run(run_all())

    def test_stops_while_an_action_is_awaited(self) -> None:
        async def run_all() -> None:
            gate = asyncio.get_running_loop().create_future()
            machine = Machine(SHOP, functions=self.functions(lambda _: gate))
            paid, closed = machine.send_async("pay"), machine.send_async("close")
            machine.stop()
            self.assertEqual((await closed).reason, "stopped")
            gate.set_result(1)
            self.assertTrue((await paid).handled)
            self.assertEqual((await machine.send_async("close")).reason, "stopped")

        asyncio.run(run_all())

    def test_names_the_setting_where_promises_are_refused(self) -> None:
        async def load(_: int) -> int:
            return 1

        definition = {**SHOP, "settings": {**SHOP["settings"], "asynchronous": False}}
        error = Machine(definition, functions=self.functions(load)).send("pay").error or ""
        self.assertIn('of "Open" failed', error)
        self.assertIn("settings.asynchronous", error)

    def test_generated_code_awaits_on_the_thread_of_its_queue(self) -> None:
        threads: list[str] = []

        async def load(number: int) -> int:
            await asyncio.sleep(0)
            threads.append(threading.current_thread().name)
            return number

        module = run(generate_python(enrich(SHOP)))
        shop = module.ShopContext(functions=self.functions(load))
        shop.enter_initial_state()
        results = [shop.post("pay"), shop.post("close")]
        self.assertEqual([one.result(5).to for one in results], ["Paid", "Closed"])
        self.assertEqual(threads, ["ShopContext queue"] * 2)
        shop.idle(5)


if __name__ == "__main__":
    unittest.main()
