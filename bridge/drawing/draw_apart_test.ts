import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { PictureError } from "../picture/picture_error.ts";
import { drawApart } from "./draw_apart.ts";
import { DRAWING_DEFAULTS, DRAWING_FORMATS, type DrawingFormat } from "./drawing.ts";

const definition: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Lamp", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "press" }] }],
  state: {
    name: "Root",
    states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }],
  },
};
const style = { ...DRAWING_DEFAULTS, active: new Set(["On"]) };
const { signal: never } = new AbortController();

for (const format of ["svg", "png", "ascii"] as const) {
  Deno.test(`drawApart() draws ${format} as the row of the format does`, async () => {
    assertEquals(
      await drawApart({ format, definition, style }, never),
      await DRAWING_FORMATS[format].draw(definition, style),
    );
  });
}

Deno.test("drawApart() passes on why a picture cannot be drawn", async () => {
  const wish = { format: "png" as DrawingFormat, definition, style: { ...style, scale: 9 } };
  const error = await assertRejects(() => drawApart(wish, never), PictureError);
  assertEquals(error.code, "bad_scale");
});

Deno.test("drawApart() lets the program go on meanwhile, and ends when it is told to", async () => {
  const states = Array.from({ length: 400 }, (_, at) => ({
    name: `S${at}`,
    transitions: [{ event: "press", nextState: `S${(at * 7) % 400}` }],
  }));
  const ending = new AbortController();
  const wish = {
    format: "png" as DrawingFormat,
    definition: { ...definition, state: { name: "Root", states } },
    style,
  };
  const drawn = drawApart(wish, ending.signal);
  ending.abort(new Error("enough"));
  await assertRejects(() => drawn, Error, "enough");
  const late = await drawApart(wish, ending.signal).then(() => undefined, (error: unknown) => error);
  assert(late instanceof Error && late.message === "enough");
});
