import { assertEquals } from "@std/assert";
import { afterText, escapeTrigger, readTrigger } from "./trigger.ts";

Deno.test("readTrigger() knows times in every usual unit", async (t) => {
  const cases: [text: string, duration: number][] = [
    ["after 5s", 5000],
    ["after 500ms", 500],
    ["after 2 min", 120_000],
    ["After 1.5 hours", 5_400_000],
    ["after(3 sec)", 3000],
    ["after 1 day", 86_400_000],
    ["after 0s", 0],
  ];
  for (const [text, duration] of cases) {
    await t.step(text, () => assertEquals(readTrigger(text), { kind: "after", duration }));
  }
});

Deno.test("readTrigger() takes any other text as the event's id", async (t) => {
  for (
    const id of ["after", "after 5", "after 5 beats", "after (5s", "after lunch", "f(a, a)", "f(1)", "f (x)"]
  ) {
    await t.step(id, () => assertEquals(readTrigger(id), { kind: "event", id, parameters: [] }));
  }
});

Deno.test("afterText() writes what readTrigger() reads", () => {
  for (const duration of [0, 1, 500, 1500, 5000, 60_000, 90_000, 7_200_000, 86_400_000]) {
    assertEquals(readTrigger(afterText(duration)), { kind: "after", duration });
  }
});

Deno.test("escapeTrigger() keeps an event's id from reading as something else", () => {
  for (const id of ["after 5s", "after(2 min)", "onSubmit(form)", "back()", "plain"]) {
    assertEquals(readTrigger(escapeTrigger(id)), { kind: "event", id, parameters: [] });
  }
});
