import { assertEquals } from "@std/assert";
import type { FollowedMachine } from "./follow_machine.ts";
import { readMachine, UNHEARD, writeMachine } from "./machine_message.ts";

const DOOR = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [],
  state: { name: "Root" },
};

Deno.test("readMachine() reads what writeMachine() writes, from one state to the next", () => {
  const wish = { focus: "state:Root", member: "", note: "", by: "Ann" };
  const moves = [{ id: 1, state: "Root", event: "", time: "2026-01-01T00:00:00.000Z" }];
  const states: readonly FollowedMachine[] = [
    { ...UNHEARD, isLive: true, definition: DOOR, active: ["Root"], moves, wish },
    { ...UNHEARD, trouble: "The hub refuses." },
    UNHEARD,
  ];
  let told = UNHEARD;
  let heard = UNHEARD;
  for (const state of states) {
    heard = readMachine(heard, writeMachine(told, state));
    told = state;
    assertEquals(heard, state);
  }
});

Deno.test("writeMachine() writes a document that stays as it is once", () => {
  const before = { ...UNHEARD, isLive: true, definition: DOOR };
  assertEquals(writeMachine(before, { ...before, active: ["Root"] }), '{"active":["Root"]}');
});

Deno.test("readMachine() passes over what is no message", () => {
  for (const text of ["", "[]", "{", "{}", '{"__proto__":{"isLive":true},"other":1}', undefined]) {
    assertEquals(readMachine(UNHEARD, text), UNHEARD);
  }
});
