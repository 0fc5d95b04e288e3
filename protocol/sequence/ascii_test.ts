import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { displayWidth } from "../text/terminal_text.ts";
import { renderSequenceAscii } from "./ascii.ts";
import { LENDING } from "./testing.ts";
import type { SequenceDefinition } from "./types.ts";

Deno.test("renderSequenceAscii() draws lifelines, frames where they branch, loops and answers", () => {
  assertEquals(
    renderSequenceAscii(LENDING, new Set(["Desk"])),
    `    Member (actor)                Desk (service) ◀                   Shelf (object)
╭─ loop [for each other book] ─────────────────────────────────────────────────────────╮
┊          │                          f2.1 browses                          │          ┊
┊          │───────────────────────────────────────────────────────────────>│          ┊
╰──────────────────────────────────────────────────────────────────────────────────────╯
           │ 1 asks for a book · request  │                                 │
           │─────────────────────────────>│                                 │
           │                              │    2 looks for a copy {Copy}    │
           │                              │────────────────────────────────>│
╭─ alt [no copy is there] ─────────────────────────────────────────────────────────────╮
┊          │                              │          f1.1 has none          │          ┊
┊          │                              │<╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌│          ┊
┊          │ f1.2 offers to wait · queue  │                                 │          ┊
┊          │<─────────────────────────────│                                 │          ┊
┊ ╭─ opt [the member waits] ─────────────────────────────────────────────────────────╮ ┊
┊ ┊        │        f1.f1.1 waits         │                                 │        ┊ ┊
┊ ┊        │─────────────────────────────>│                                 │        ┊ ┊
┊ ╰──────────────────────────────────────────────────────────────────────────────────╯ ┊
├─ [as written] ───────────────────────────────────────────────────────────────────────┤
┊          │                              │      3 has one → Reserved       │          ┊
┊          │                              │<╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌│          ┊
┊          │                              │──╮ 4 notes the loan (optional)  │          ┊
┊          │                              │<─╯                              │          ┊
┊          │       5 hands it over        │                                 │          ┊
┊          │<╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌│                                 │          ┊
╰──────────────────────────────────────────────────────────────────────────────────────╯
           │                              │                                 │`,
  );
});

Deno.test("renderSequenceAscii() lists the messages where there is no room, with their notes", () => {
  const [first, ...rest] = LENDING.messages;
  const def: SequenceDefinition = {
    ...LENDING,
    messages: [{ ...first, from: "Member", to: "Desk", label: "asks", notes: "By\ntitle." }, ...rest],
  };
  assertEquals(
    renderSequenceAscii(def, new Set(), 44),
    `loop [for each other book]
  Member → Shelf: f2.1 browses
Member → Desk: 1 asks · request
  ※ By title.
Desk → Shelf: 2 looks for a copy {Copy}
alt [no copy is there]
  Shelf ⇢ Desk: f1.1 has none
  Desk → Member: f1.2 offers to wait · queue
  opt [the member waits]
    Member → Desk: f1.f1.1 waits
else [as written]
  Shelf ⇢ Desk: 3 has one → Reserved
  Desk → Desk: 4 notes the loan (optional)
  Desk ⇢ Member: 5 hands it over`,
  );
  assertEquals(renderSequenceAscii(def).includes("│ ※ By title."), true);
});

Deno.test("renderSequenceAscii() takes any document, and keeps to the columns", () => {
  const part = fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue());
  const parts = fc.record({ settings: part, participants: part, messages: part, fragments: part });
  fc.assert(
    fc.property(parts, fc.integer({ min: 20, max: 90 }), (def, columns) => {
      const lines = renderSequenceAscii(def as never, new Set(), columns).split("\n");
      for (const line of lines) assert(displayWidth(line) <= columns, line);
    }),
    { seed: 5 },
  );
});
