import { PatchError, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { DOOR } from "../testing/loom.ts";
import type { LiveEventBody } from "./live_event.ts";
import { afterEvent, type LiveState, unknownState } from "./live_state.ts";

const AT = "2026-01-02T03:04:05.000Z";
const ANN = { clientId: "a1b2c3", role: "agent", name: "Ann", joinedAt: AT } as const;

function after(...events: readonly LiveEventBody[]): LiveState {
  return events.reduce((state, event) => afterEvent(state, { at: AT, ...event }), unknownState("http://hub"));
}

const DOCUMENT: LiveEventBody = {
  type: "document",
  doc: "/door.smdf.json",
  from: "hub",
  active: ["Closed"],
  definition: DOOR,
  seq: 4,
  unsaved: false,
};

const texts = ({ news }: LiveState) => news.map(({ who, sign, text }) => `${who} ${sign} ${text}`);

Deno.test("afterEvent() takes a document with its active states", () => {
  const { definition, active, seq, from } = after(DOCUMENT);
  assertEquals([definition, [...active], seq, from], [DOOR, ["Closed"], 4, "hub"]);
});

Deno.test("afterEvent() takes what comes without a hub for the file's", () => {
  const lost: LiveEventBody = { type: "status", status: "offline", url: "http://hub" };
  assertEquals(after(DOCUMENT, lost).from, "hub");
  assertEquals(after(DOCUMENT, lost, { type: "patch", by: "file", ops: [], unsaved: false }).from, "file");
  assertEquals(after(DOCUMENT, lost, { type: "file", unsaved: false }).from, "file");
});

Deno.test("afterEvent() makes changes and tells who made them", () => {
  const state = after(DOCUMENT, {
    type: "patch",
    by: ANN,
    ops: [{ op: "state.add", parent: "Root", state: { name: "Locked" } }],
    seq: 5,
    unsaved: true,
  });
  assertEquals((state.definition as StateMachineDefinition | null)?.state.states?.at(-1)?.name, "Locked");
  assertEquals([state.seq, state.unsaved], [5, true]);
  assertEquals(texts(state), ["Ann (agent) + state Locked under Root"]);
});

Deno.test("afterEvent() follows a running machine without changing the document", () => {
  const state = after(DOCUMENT, {
    type: "patch",
    by: { clientId: "r", role: "runtime" },
    ops: [{ op: "runtime.exit", state: "Closed" }, { op: "runtime.enter", state: "Open" }],
  });
  assertEquals([...state.active], ["Open"]);
  assertEquals(state.definition, DOOR);
});

Deno.test("afterEvent() tells who comes and leaves, not who is there already", () => {
  const bob = { ...ANN, clientId: "b0b", name: "Bob" };
  const state = after(
    { type: "status", status: "live", url: "http://hub" },
    { type: "presence", presence: [ANN] },
    { type: "presence", presence: [ANN, bob] },
    { type: "presence", presence: [bob] },
  );
  assertEquals(texts(state), ["Bob (agent) + came", "Ann (agent) - left"]);
});

Deno.test("afterEvent() forgets who is there when the hub goes", () => {
  const offline: LiveEventBody = {
    type: "status",
    status: "offline",
    url: "http://hub",
    message: "It is gone.",
  };
  const state = after({ type: "presence", presence: [ANN] }, offline);
  assertEquals([state.presence, texts(state)], [undefined, ["hub   It is gone."]]);
});

Deno.test("afterEvent() keeps the document when its file is in trouble", () => {
  const state = after(DOCUMENT, { type: "trouble", message: '"door" is gone.' });
  assertStrictEquals(state.definition, DOOR);
  assertEquals(state.trouble, '"door" is gone.');
});

Deno.test("afterEvent() tells the first operations of a large change", () => {
  const ops = Array.from({ length: 9 }, (_, index) => ({
    op: "state.add" as const,
    parent: null,
    state: { name: `S${index}` },
  }));
  const state = after(DOCUMENT, { type: "patch", by: "file", ops });
  assertEquals(texts(state), [
    "file + state S0 under the root",
    "file + state S1 under the root",
    "file + state S2 under the root",
    "file ~ and 6 more",
  ]);
});

Deno.test("afterEvent() remembers a bounded number of news", () => {
  const rename: LiveEventBody = { type: "view", by: "Ann", note: "Look." };
  assertEquals(after(...Array.from({ length: 500 }, () => rename)).news.length, 50);
});

Deno.test("afterEvent() makes what others wrote harmless on a terminal", () => {
  const state = after({ type: "view", by: "\x1b[2J", focus: "state:\x07Open", note: "\x1b]0;x\x07" });
  assertEquals(/\p{Cc}/u.test(texts(state).join("")), false);
});

Deno.test("afterEvent() throws when operations do not fit", () => {
  const patch: LiveEventBody = { type: "patch", by: "hub", ops: [{ op: "state.remove", name: "None" }] };
  assertThrows(() => after(DOCUMENT, patch), PatchError);
});
