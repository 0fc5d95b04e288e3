import { assert, assertEquals, assertRejects } from "@std/assert";
import { OutputError } from "../io.ts";
import { paintFor } from "../paint.ts";
import { DOOR } from "../testing/loom.ts";
import { MemoryTerminal } from "../testing/memory_terminal.ts";
import type { LiveEvent } from "./live_event.ts";
import { screenView } from "./screen_view.ts";
import type { WatchView } from "./line_view.ts";

const AT = new Date(2026, 0, 2, 3, 4, 5).toISOString();
const PAINT = paintFor("always", { isTerminal: true }, {});
const DOCUMENT: LiveEvent = {
  at: AT,
  type: "document",
  doc: "/d",
  from: "file",
  active: [],
  definition: DOOR,
};

function view(terminal: MemoryTerminal): WatchView {
  const options = { doc: "door", url: "http://hub", format: "ascii", actions: false, paint: PAINT } as const;
  return screenView(terminal, terminal.write, options);
}

Deno.test("screenView() takes the alternate screen and gives it back with the cursor", () => {
  const terminal = new MemoryTerminal();
  const screen = view(terminal);
  assert(terminal.written.startsWith("\x1b[?1049h\x1b[?25l"));
  screen.close();
  assert(terminal.written.endsWith("\x1b[?25h\x1b[?1049l"));
  assertEquals(terminal.isTaken, false);
  const { length } = terminal.written;
  screen.close();
  screen.tell(DOCUMENT);
  screen.close();
  assertEquals(terminal.written.length, length, "once is enough");
});

Deno.test("screenView() draws what happens", async () => {
  const terminal = new MemoryTerminal();
  const screen = view(terminal);
  screen.tell(DOCUMENT);
  await terminal.shows("─[open]→ Open");
  screen.tell({ at: AT, type: "patch", by: "file", ops: [{ op: "event.rename", id: "open", to: "pull" }] });
  await terminal.shows("─[pull]→ Open");
  assert(terminal.written.includes("\x1b[33m    ─[pull]→ Open\x1b[39m"), "what is new stands out");
  assertEquals(terminal.screen.length, 14);
  screen.close();
});

Deno.test("screenView() draws again when the terminal changes its size", async () => {
  const terminal = new MemoryTerminal();
  const screen = view(terminal);
  screen.tell(DOCUMENT);
  await terminal.shows("─[open]→ Open");
  terminal.resize({ columns: 14, rows: 9 });
  await terminal.shows("        Open");
  assertEquals(terminal.screen.length, 9);
  screen.close();
});

Deno.test("screenView() scrolls", async () => {
  const terminal = new MemoryTerminal({ columns: 60, rows: 7 });
  const screen = view(terminal);
  screen.tell(DOCUMENT);
  await terminal.shows("lines 1 to 2 of 5");
  terminal.press("\x1b[B");
  await terminal.shows("lines 2 to 3 of 5");
  terminal.press("G");
  await terminal.shows("lines 4 to 5 of 5");
  screen.close();
});

for (const [name, key] of [["q", "q"], ["Ctrl-C", "\x03"]] as const) {
  Deno.test(`screenView() ends at ${name}`, async () => {
    const terminal = new MemoryTerminal();
    const screen = view(terminal);
    terminal.press(key);
    await screen.ended;
    screen.close();
    assertEquals(terminal.isTaken, false);
  });
}

Deno.test("screenView() goes on when Ctrl-Z is pressed, which would leave the terminal as it is", async () => {
  const terminal = new MemoryTerminal();
  const screen = view(terminal);
  terminal.press("\x1a");
  screen.tell(DOCUMENT);
  await terminal.shows("Root");
  screen.close();
});

Deno.test("screenView() ends with the error of a terminal that takes nothing more", async () => {
  const terminal = new MemoryTerminal();
  const options = { doc: "door", url: "http://hub", format: "ascii", actions: false, paint: PAINT } as const;
  const screen = screenView(terminal, () => {
    throw new OutputError("gone");
  }, options);
  await assertRejects(() => screen.ended, OutputError);
  screen.close();
  assertEquals(terminal.isTaken, false);
});
