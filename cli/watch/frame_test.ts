import { displayWidth } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { paintFor } from "../paint.ts";
import { DOOR } from "../testing/loom.ts";
import { drawingOf, frameOf, type FrameOptions } from "./frame.ts";
import type { LiveEventBody } from "./live_event.ts";
import { afterEvent, type LiveState, unknownState } from "./live_state.ts";

const AT = new Date(2026, 0, 2, 3, 4, 5).toISOString();
const PLAIN = paintFor("never", { isTerminal: false }, {});
const OPTIONS: FrameOptions = {
  doc: "door.smdf.json",
  format: "ascii",
  actions: false,
  columns: 60,
  rows: 14,
  top: 0,
  paint: PLAIN,
};
const EVENTS: readonly LiveEventBody[] = [
  { type: "status", status: "live", url: "http://127.0.0.1:4599" },
  {
    type: "presence",
    presence: [{ clientId: "a", role: "agent", name: "Ann", joinedAt: AT }, {
      clientId: "3f2a9",
      role: "web",
      joinedAt: AT,
    }],
  },
  { type: "document", doc: "/d", from: "hub", active: ["Open"], definition: DOOR, seq: 7, unsaved: true },
  {
    type: "patch",
    by: { clientId: "a", name: "Ann" },
    ops: [{ op: "event.rename", id: "open", to: "pull" }],
    seq: 8,
  },
];

function after(...events: readonly LiveEventBody[]): LiveState {
  const start = unknownState("http://127.0.0.1:4599");
  return events.reduce((state, event) => afterEvent(state, { at: AT, ...event }), start);
}

function linesOf(state: LiveState, options: Partial<FrameOptions> = {}): readonly string[] {
  const all = { ...OPTIONS, ...options };
  return frameOf(state, drawingOf(state, all), all).lines;
}

Deno.test("frameOf() shows the machine, who is here and who changed what", () => {
  const rule = "─".repeat(60);
  assertEquals(linesOf(after(...EVENTS)), [
    "door.smdf.json  unsaved changes · change 8 · live at http:/…",
    "Here: Ann (agent), web 3f2a",
    rule,
    "Root",
    "  [*] Closed",
    "    ─[pull]→ Open",
    "  ● Open",
    "    ─[close]→ Closed",
    "",
    "",
    "",
    rule,
    "03:04:05  Ann > event open is now pull",
    "q ends",
  ]);
});

Deno.test("frameOf() fills every screen exactly, however small", () => {
  const state = after(...EVENTS);
  for (const format of ["ascii", "boxes", "mermaid"] as const) {
    for (const [columns, rows] of [[1, 1], [10, 5], [24, 8], [80, 24], [300, 100]] as const) {
      const lines = linesOf(state, { columns, rows, format });
      assertEquals(lines.length, rows, `${format} ${columns} x ${rows}`);
      const widest = Math.max(...lines.map(displayWidth));
      assert(widest <= Math.max(columns, 2), `${format} ${columns} x ${rows}: ${widest}`);
    }
  }
});

Deno.test("frameOf() shows a part of a drawing that is too long, and says which", () => {
  const lines = linesOf(after(...EVENTS), { rows: 8, top: 99 });
  assertEquals(lines.slice(3, 5), ["  ● Open", "    ─[close]→ Closed"]);
  assert(lines.at(-1)?.endsWith("lines 4 to 5 of 5"), lines.at(-1));
});

Deno.test("frameOf() lets active states and what is new stand out", () => {
  const paint = paintFor("always", { isTerminal: true }, {});
  const lines = linesOf(after(...EVENTS), { paint, before: ["Root", "  Closed", "    ─[close]→ Closed"] });
  assert(lines.includes("\x1b[33m    ─[pull]→ Open\x1b[39m"));
  assert(lines.includes("\x1b[32m  ● Open\x1b[39m"));
  assert(lines.includes("    ─[close]→ Closed"));
});

Deno.test("frameOf() says that there is no hub, and that it follows the file", () => {
  const document: LiveEventBody = { type: "document", doc: "/d", from: "file", active: [], definition: DOOR };
  const lines = linesOf(
    after({ type: "status", status: "offline", url: "http://127.0.0.1:4599" }, document),
    { columns: 90 },
  );
  assertEquals(lines[0], "door.smdf.json  no hub at http://127.0.0.1:4599: following the file");
  assertEquals(lines[1], "Who takes part is not known without a hub.");
});

Deno.test("frameOf() says what is wrong with the file when there is no document", () => {
  const lines = linesOf(after({ type: "trouble", message: "It is gone." }));
  assertEquals(lines[3], "It is gone.");
});
