import { assert, assertEquals } from "@std/assert";
import { measureMessage, TYPEFACE, wrapped } from "./measure.ts";

/** The lines below the arrow of a message. */
function detailsOf(value: Record<string, string>): string[] {
  const message = { value, ref: "1", index: 0, path: "/messages/0", fragment: undefined };
  return measureMessage({ is: "message", message }).details.map(({ text }) => text);
}

Deno.test("measureMessage() ends lines between event, entity and state", () => {
  assertEquals(
    detailsOf({ event: "choose_address", carries: "Address", state: "ChoosingTheCarrier" }),
    ["raises choose_address · carries Address ·", "→ ChoosingTheCarrier"],
  );
});

Deno.test("measureMessage() keeps the arrow and the name of a state on one line", () => {
  for (const state of ["Waiting for the bank", "A".repeat(80), "a very long name of a state ".repeat(4)]) {
    const lines = detailsOf({ event: "an_event_with_a_long_name", state });
    assert(lines.every((line) => !line.endsWith("→")), lines.join("\n"));
    assertEquals(lines.filter((line) => line.startsWith("→ ")).length, 1);
  }
});

Deno.test("wrapped() writes the fewest lines, of about the same length", () => {
  const lines = wrapped("authorizes and keeps the level until the mandate watches", TYPEFACE.label);
  assertEquals(lines.length, 2);
  const [first, second] = lines.map(({ width }) => width);
  assert(Math.abs((first ?? 0) - (second ?? 0)) < 60);
});
