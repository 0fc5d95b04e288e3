import { MACHINE_KIND, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { PictureError } from "../picture/picture_error.ts";
import { drawApart, drawUnblocked } from "./draw_document.ts";
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
      await drawApart({ format, row: MACHINE_KIND, definition, style }, never),
      await DRAWING_FORMATS[format].draw(MACHINE_KIND, definition, style),
    );
  });
}

Deno.test("drawApart() passes on why a picture cannot be drawn", async () => {
  const wish = {
    format: "png" as DrawingFormat,
    row: MACHINE_KIND,
    definition,
    style: { ...style, scale: 9 },
  };
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
    row: MACHINE_KIND,
    definition: { ...definition, state: { name: "Root", states } },
    style,
  };
  const drawn = drawApart(wish, ending.signal);
  ending.abort(new Error("enough"));
  await assertRejects(() => drawn, Error, "enough");
  const late = await drawApart(wish, ending.signal).then(() => undefined, (error: unknown) => error);
  assert(late instanceof Error && late.message === "enough");
});

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
    const drawn = await drawUnblocked({
      format: "svg",
      row: MACHINE_KIND,
      definition,
      style: DRAWING_DEFAULTS,
    }, signal);
    assertEquals(drawn, await DRAWING_FORMATS.svg.draw(MACHINE_KIND, definition, DRAWING_DEFAULTS));
  });
}

Deno.test("drawUnblocked() lets others go on while it draws a large machine", async () => {
  const order: string[] = [];
  const { signal } = new AbortController();
  const drawing = drawUnblocked(
    { format: "svg", row: MACHINE_KIND, definition: machineOf(300), style: DRAWING_DEFAULTS },
    signal,
  ).then(() => order.push("drawn"));
  await new Promise((resolve) => setTimeout(resolve));
  order.push("other");
  await drawing;
  assertEquals(order, ["other", "drawn"]);
});

for (const states of [3, 100]) {
  Deno.test(`drawUnblocked() draws none of ${states} states when it was ended before`, async () => {
    const wish = {
      format: "svg",
      row: MACHINE_KIND,
      definition: machineOf(states),
      style: DRAWING_DEFAULTS,
    } as const;
    const reason = new Error("enough");
    assertEquals(
      await assertRejects(() => drawUnblocked(wish, AbortSignal.abort(reason)), Error),
      reason,
    );
  });
}

Deno.test("drawApart() gives a page the arrangement of its picture, from which the same is drawn", async () => {
  const row = MACHINE_KIND;
  const request = { format: "svg", row, definition: machineOf(30), style: DRAWING_DEFAULTS } as const;
  const arranged = { ...request, style: { ...DRAWING_DEFAULTS, inPage: "arranged" } } as const;
  const { content, arrangement } = await drawApart(arranged, never);
  const again = { ...request, style: { ...DRAWING_DEFAULTS, inPage: "picture", arrangement } } as const;
  assertEquals(await drawApart(again, never), { content, size: sizeIn(content) });
  assertEquals(Object.keys(arrangement?.places ?? {}).length, 30);
});

function sizeIn(svg: string | Uint8Array) {
  const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(String(svg)) ?? [];
  return { width: Number(width), height: Number(height) };
}
