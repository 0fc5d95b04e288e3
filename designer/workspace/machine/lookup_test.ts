import { assertEquals } from "@std/assert";
import type { Action } from "@loom/protocol";
import { actionOf, actionSource } from "./lookup.ts";

Deno.test("actionSource() writes what actionOf() reads", () => {
  const actions: readonly (readonly [Action, string])[] = [
    [{ code: "count = 0" }, "count = 0"],
    [{ timerStart: { timer: "BankAnswer", duration: "30000" } }, "start BankAnswer 30s"],
    [{ timerStart: { timer: "BankAnswer", duration: "wait * 2" } }, ""],
    [{ timerStart: { timer: "BankAnswer", duration: "1000", repeat: "500" } }, ""],
    [{ timerStop: "BankAnswer" }, "stop BankAnswer"],
    [{ raise: "cancel" }, "raise cancel"],
    [{ raise: "cancel", data: "{}" }, ""],
    [{ code: "stop BankAnswer" }, ""],
  ];
  for (const [action, text] of actions) {
    const source = actionSource(action);
    assertEquals(source, text === "" ? JSON.stringify(action) : text);
    const read = actionOf(source);
    assertEquals(typeof read === "string" ? { code: read } : read, action);
  }
  assertEquals(actionOf("start BankAnswer 2min"), {
    timerStart: { timer: "BankAnswer", duration: "120000" },
  });
  assertEquals(actionOf("start()"), "start()");
});
