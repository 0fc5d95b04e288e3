import { assertEquals } from "@std/assert";
import type { JsonObject } from "../json/value.ts";
import { KINDS } from "../kinds.ts";
import { rollbackOf, type SeenContent, withContent } from "./rollback.ts";

const CHANGES = KINDS.named("machine")!.content!.changes;

/** A door with states, and perhaps a note. */
const door = (names: string, notes?: string): JsonObject => ({
  settings: { namespace: "Home", asynchronous: false, ...(notes === undefined ? {} : { notes }) },
  events: [],
  state: { name: "Root", states: [...names].map((name) => ({ name })) },
});

/** The contents that were seen one after the other, the last one of the party itself. */
const seen = (...documents: readonly JsonObject[]): readonly SeenContent[] =>
  documents.reduce(
    (all: readonly SeenContent[], one, at) => withContent(all, one, at === documents.length - 1),
    [],
  );

const backOf = (before: readonly SeenContent[], now: JsonObject) =>
  rollbackOf(CHANGES, before, now)?.back?.after;

Deno.test("an old buffer with changes of its own is a rollback, and what vanished can come back beside them", () => {
  assertEquals(backOf(seen(door("A"), door("AB"), door("ABC")), door("AX")), door("AXBC"));
  assertEquals(backOf(seen(door("A"), door("AB"), door("ABC")), door("AB", "mine")), door("ABC", "mine"));
});

Deno.test("going back to an earlier content is a rollback", () => {
  const rollback = rollbackOf(CHANGES, seen(door("A"), door("AB"), door("ABC")), door("A"));
  assertEquals(rollback?.vanished.map(({ op }) => op), ["state.add", "state.add"]);
  assertEquals(rollback?.isOwn, true);
  assertEquals(backOf(seen(door("A"), door("AB")), door("A")), door("AB"));
});

Deno.test("a change of the newest content is no rollback", () => {
  for (const now of [door("ABCD"), door("BC"), door("ABC", "mine"), door("ABC"), door("XABC")]) {
    assertEquals(rollbackOf(CHANGES, seen(door("A"), door("AB"), door("ABC")), now), undefined);
  }
  assertEquals(rollbackOf(CHANGES, [], door("A")), undefined);
});

Deno.test("what cannot come back is named all the same", () => {
  const note = (text: string) => door("AB", text);
  const rollback = rollbackOf(CHANGES, seen(door("A"), note("theirs and long")), { ...door("A"), x: 1 });
  assertEquals(rollback?.vanished.length, 2);
  assertEquals(rollback?.back?.after, { ...note("theirs and long"), x: 1 });
});

Deno.test("what is there again, or unsaved, does not come back twice", () => {
  const before = seen(door("A"), door("AB"), door("ABC"), door("ABCD"));
  assertEquals(rollbackOf(CHANGES, before, door("AXB"))?.vanished.length, 2);
  assertEquals(rollbackOf(CHANGES, before, door("AX"), door("AXU"))?.back?.after, door("AXUBCD"));
});

Deno.test("what fits comes back without what does not", () => {
  const inA = {
    ...door(""),
    state: { name: "Root", states: [{ name: "A", states: [{ name: "X" }] }, { name: "C" }] },
  };
  const rollback = rollbackOf(CHANGES, seen(door("A"), inA), door(""));
  assertEquals(rollback?.vanished.length, 2);
  assertEquals(rollback?.back?.after, door("C"));
});

Deno.test("the same content again is remembered once, and only the last ones are", () => {
  assertEquals(seen(door("A"), door("A")).length, 1);
  const many = Array.from({ length: 90 }, (_, at) => door("A", `${at}`));
  assertEquals(seen(...many).length, 64);
});
