import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertRejects } from "@std/assert";
import { drawUnblocked } from "./draw_unblocked.ts";
import { DRAWING_DEFAULTS, DRAWING_FORMATS } from "./drawing.ts";

function machineOf(states: number): StateMachineDefinition {
  return {
    settings: { namespace: "n", name: "M", asynchronous: false },
    events: [],
    state: { name: "Root", states: Array.from({ length: states }, (_, at) => ({ name: `S${at}` })) },
  };
}

for (const states of [3, 100]) {
  Deno.test(`drawUnblocked() draws ${states} states as the format does`, async () => {
    const definition = machineOf(states);
    const { signal } = new AbortController();
    const drawn = await drawUnblocked({ format: "svg", definition, style: DRAWING_DEFAULTS }, signal);
    assertEquals(drawn, await DRAWING_FORMATS.svg.draw(definition, DRAWING_DEFAULTS));
  });
}

Deno.test("drawUnblocked() lets others go on while it draws a large machine", async () => {
  const order: string[] = [];
  const { signal } = new AbortController();
  const drawing = drawUnblocked(
    { format: "svg", definition: machineOf(300), style: DRAWING_DEFAULTS },
    signal,
  ).then(() => order.push("drawn"));
  await new Promise((resolve) => setTimeout(resolve));
  order.push("other");
  await drawing;
  assertEquals(order, ["other", "drawn"]);
});

for (const states of [3, 100]) {
  Deno.test(`drawUnblocked() draws none of ${states} states when it was ended before`, async () => {
    const wish = { format: "svg", definition: machineOf(states), style: DRAWING_DEFAULTS } as const;
    const reason = new Error("enough");
    assertEquals(
      await assertRejects(() => drawUnblocked(wish, AbortSignal.abort(reason)), Error),
      reason,
    );
  });
}
