import { MACHINE_KIND, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import {
  DRAWING_DEFAULTS,
  DRAWING_FORMATS,
  drawingFileName,
  type DrawingFormat,
  formatOfPath,
} from "./drawing.ts";

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Night Lamp", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "press" }] }],
  state: {
    name: "Root",
    states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }],
  },
};

const FORMATS = Object.keys(DRAWING_FORMATS) as DrawingFormat[];

for (const format of FORMATS) {
  Deno.test(`DRAWING_FORMATS.${format} draws what its row says`, async () => {
    const { isText, draw } = DRAWING_FORMATS[format];
    const { content, size } = await draw(MACHINE_KIND, LAMP, DRAWING_DEFAULTS);
    assertEquals(typeof content === "string", isText);
    assertEquals(size !== undefined, ["svg", "png", "pdf", "html"].includes(format));
    assert(content.length > 0);
  });
}

Deno.test("formatOfPath() is the way back from an ending to its row", () => {
  assertEquals(
    FORMATS.map((format) => formatOfPath(`a.${DRAWING_FORMATS[format].extension.toUpperCase()}`)),
    FORMATS,
  );
  assertEquals(formatOfPath("a.gif"), undefined);
});

Deno.test("drawingFileName() puts the ending of the format in the place of the document's", () => {
  const named = (doc: string) =>
    drawingFileName({ doc, row: MACHINE_KIND, definition: LAMP, format: "ascii", at: undefined });
  assertEquals(["/x/a.smdf.json", "b.json", "c.fsm", ".json"].map(named), [
    "a.txt",
    "b.txt",
    "c.txt",
    ".json.txt",
  ]);
});

Deno.test("drawingFileName() with a time tells the machine and when it was", () => {
  const at = new Date(2026, 0, 2, 3, 4, 5);
  assertEquals(
    drawingFileName({ doc: "/ep07/a.smdf.json", row: MACHINE_KIND, definition: LAMP, format: "svg", at }),
    "ep07--Night-Lamp--260102030405.svg",
  );
});
