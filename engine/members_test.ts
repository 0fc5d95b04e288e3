import { assertEquals } from "@std/assert";
import type { State, Transition } from "@loom/protocol";
import {
  childrenOf,
  conditionOf,
  eventOf,
  joinTargetOf,
  kindOf,
  regionsOf,
  targetOf,
  textOf,
} from "./members.ts";

const state = (members: object): State => ({ name: "A", ...members });
const transition = (members: object): Transition => members;

Deno.test("textOf() gives undefined for nothing and JSON text for what is no text", () => {
  assertEquals([undefined, null, "", "a", " ", 5, false, {}].map(textOf), [
    undefined,
    undefined,
    undefined,
    "a",
    " ",
    "5",
    "false",
    "{}",
  ]);
});

Deno.test("conditionOf() gives undefined when nothing but space stands there", () => {
  assertEquals(conditionOf(transition({ condition: " \n" })), undefined);
  assertEquals(conditionOf(transition({ condition: " a " })), " a ");
  assertEquals(conditionOf(transition({ condition: false })), "false");
});

Deno.test("eventOf() and targetOf() give undefined for event-less and internal transitions", () => {
  assertEquals([eventOf(transition({ event: "" })), targetOf(transition({ nextState: null }))], [
    undefined,
    undefined,
  ]);
});

Deno.test("kindOf() takes an unknown kind for normal", () => {
  assertEquals(["final", "history", "Final", undefined, null].map((kind) => kindOf(state({ kind }))), [
    "final",
    "history",
    "normal",
    "normal",
    "normal",
  ]);
});

Deno.test("childrenOf() and regionsOf() pass over what is no state", () => {
  assertEquals(childrenOf(state({ states: [null, { name: "B" }, "C"] })), [{ name: "B" }]);
  assertEquals(childrenOf(state({ states: {} })), []);
  assertEquals(regionsOf(state({ parallel: [] })), []);
  assertEquals(regionsOf(state({ parallel: { states: [{ name: "R" }] } })), [{ name: "R" }]);
});

Deno.test("joinTargetOf() gives where a parallel state goes", () => {
  assertEquals(joinTargetOf(state({ parallel: { nextState: "B", states: [] } })), "B");
  assertEquals(joinTargetOf(state({ parallel: null })), undefined);
});
