import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { collectNotes, normalizeNotes, noteText } from "./notes.ts";

Deno.test("noteText() is the text of any form of note", () => {
  assertEquals(noteText("a"), "a");
  assertEquals(noteText(["a", { b: 1 }, "c"]), 'a\n\n{"b":1}\n\nc');
  assertEquals(noteText({ by: "Ada" }), '{"by":"Ada"}');
  assertEquals(noteText(5), "5");
});

Deno.test("noteText() is undefined without a note", () => {
  assertEquals(noteText(undefined), undefined);
  assertEquals(noteText(null), undefined);
});

Deno.test("normalizeNotes() turns notes into text at any depth of any kind", () => {
  const doc = {
    settings: { notes: ["a", "b"] },
    state: { states: [{ parallel: { states: [{ notes: { c: 1 } }] } }] },
    entities: [{ notes: [1] }],
    participants: [{ notes: [2] }],
    messages: [{ notes: [3] }],
    fragments: [{ messages: [{ notes: [4] }] }],
    members: [{ notes: [5] }],
  };
  assertEquals(normalizeNotes(doc) as unknown, {
    settings: { notes: "a\n\nb" },
    state: { states: [{ parallel: { states: [{ notes: '{"c":1}' }] } }] },
    entities: [{ notes: "1" }],
    participants: [{ notes: "2" }],
    messages: [{ notes: "3" }],
    fragments: [{ messages: [{ notes: "4" }] }],
    members: [{ notes: "5" }],
  });
});

Deno.test("normalizeNotes() drops blank notes with their key", () => {
  const doc = { settings: { notes: null, name: "n" }, state: { name: "Root", notes: [" "] } };
  assertEquals(normalizeNotes(doc) as unknown, { settings: { name: "n" }, state: { name: "Root" } });
});

Deno.test("normalizeNotes() changes nothing in place and shares what it need not change", () => {
  const doc = { settings: { notes: ["a"] }, state: { name: "Root", notes: "b" } };
  const copy = normalizeNotes(doc);
  assertNotStrictEquals(copy, doc);
  assertEquals(doc.settings.notes, ["a"]);
  assertStrictEquals(copy.state, doc.state);
});

Deno.test("normalizeNotes() gives the same object when there is nothing to do", () => {
  const doc = { settings: { notes: "a" }, state: { states: [{ name: "A" }] }, other: { notes: ["kept"] } };
  assertStrictEquals(normalizeNotes(doc), doc);
});

Deno.test("collectNotes() lists the diagram, then states with children before regions", () => {
  const doc = {
    settings: { notes: " d " },
    state: {
      name: "Root",
      notes: "r",
      parallel: { states: [{ name: "Region", notes: "p" }] },
      states: [{ name: "A", notes: "  " }, { name: "B", states: [{ name: "C", notes: ["c", "d"] }] }],
    },
  };
  assertEquals(collectNotes(doc), [
    { target: null, notes: " d " },
    { target: "Root", notes: "r" },
    { target: "C", notes: "c\n\nd" },
    { target: "Region", notes: "p" },
  ]);
});

Deno.test("collectNotes() lists the entities of an entity-relationship document", () => {
  const doc = { settings: { notes: "d" }, entities: [{ name: "Loan", notes: "l" }, { name: "Copy" }] };
  assertEquals(collectNotes(doc), [{ target: null, notes: "d" }, { target: "Loan", notes: "l" }]);
});

Deno.test("collectNotes() finds nothing in other values", () => {
  for (const value of [null, "x", [], {}, { settings: [], state: 1, entities: {} }]) {
    assertEquals(collectNotes(value), []);
  }
});

Deno.test("collectNotes() names messages and fragments by their addresses, and members by their paths", () => {
  const doc = {
    participants: [{ name: "Desk", notes: "a" }],
    messages: [{}, { notes: "b" }],
    fragments: [{
      notes: "d",
      messages: [{ notes: "c" }],
      fragments: [{ notes: "f", messages: [{ notes: "e" }] }],
    }],
  };
  assertEquals(collectNotes(doc).map(({ target, notes }) => `${target}: ${notes}`), [
    "Desk: a",
    "message 2: b",
    "message f1.1: c",
    "message f1.f1.1: e",
    "fragment 1: d",
    "fragment f1.f1: f",
  ]);
  const system = { members: [{ path: "a.smdf.json", notes: "Core." }, { path: "b.smdf.json" }] };
  assertEquals(collectNotes(system), [{ target: "a.smdf.json", notes: "Core." }]);
});
