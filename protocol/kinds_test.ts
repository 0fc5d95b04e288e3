import { assertEquals } from "@std/assert";
import { DOCUMENT_KINDS, documentEnvelope, kindOfDocument, kindOfPath, unwrapDefinition } from "./kinds.ts";

const MACHINE = { settings: {}, events: [], state: { name: "Root" } };

Deno.test("kindOfPath() tells the kind by the extension, in upper or lower case", () => {
  assertEquals(kindOfPath("a/b.smdf.json"), "machine");
  assertEquals(kindOfPath("Data.ERDF.json"), "erd");
  assertEquals(kindOfPath("x.sqdf.json"), "sequence");
  assertEquals(kindOfPath("x.sysdf.json"), "system");
});

Deno.test("kindOfPath() takes XML and .fsm files for machines", () => {
  for (const path of ["a.smdf.xml", "a.xml", "legacy.FSM"]) assertEquals(kindOfPath(path), "machine", path);
});

Deno.test("kindOfPath() leaves a plain .json to its content", () => {
  assertEquals(kindOfPath("statemachine.json"), undefined);
});

Deno.test("kindOfDocument() tells the kind by the keys", () => {
  assertEquals(kindOfDocument(MACHINE), "machine");
  assertEquals(kindOfDocument({ entities: [] }), "erd");
  assertEquals(kindOfDocument({ participants: [], messages: [] }), "sequence");
  assertEquals(kindOfDocument({ members: [] }), "system");
});

Deno.test("kindOfDocument() lets the earlier kind's key decide when a document has keys of two", () => {
  assertEquals(kindOfDocument({ state: {}, entities: [], members: [] }), "machine");
  assertEquals(kindOfDocument({ entities: [], participants: [], messages: [] }), "erd");
  assertEquals(kindOfDocument({ participants: [], messages: [], members: [] }), "sequence");
});

Deno.test("kindOfDocument() sees into a wrapper", () => {
  assertEquals(kindOfDocument({ stateMachine: {} }), "machine");
});

Deno.test("kindOfDocument() knows nothing of other values", () => {
  for (const value of [null, [], "state", 1, {}, { entities: {} }, { participants: [] }]) {
    assertEquals(kindOfDocument(value), undefined, JSON.stringify(value));
  }
});

Deno.test("unwrapDefinition() takes what the wrapper key holds, in either spelling", () => {
  assertEquals(unwrapDefinition({ stateMachine: MACHINE, other: 1 }), MACHINE);
  assertEquals(unwrapDefinition({ StateMachine: MACHINE }), MACHINE);
  assertEquals(unwrapDefinition({ StateMachine: {}, stateMachine: MACHINE }), MACHINE);
});

Deno.test("unwrapDefinition() takes a document bare when its wrapper key holds no object", () => {
  for (const odd of [null, [], "x", 0]) {
    const document = { ...MACHINE, stateMachine: odd };
    assertEquals(unwrapDefinition(document), document);
  }
});

Deno.test("unwrapDefinition() gives other values back as they are", () => {
  for (const value of [null, 1, "x", []]) assertEquals(unwrapDefinition(value), value);
});

Deno.test("documentEnvelope() names the wrapper key, or nothing for a bare document", () => {
  assertEquals(documentEnvelope({ StateMachine: {} }), "StateMachine");
  assertEquals(documentEnvelope(MACHINE), undefined);
});

Deno.test("DOCUMENT_KINDS has extensions that tell the kinds apart", () => {
  for (const row of DOCUMENT_KINDS) assertEquals(kindOfPath(`x${row.extension}`), row.kind);
});
