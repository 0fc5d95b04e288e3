import { applyPatchOps, type JsonObject, type MachineOp, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { caughtUp, nextStep, recorded, stepTaken } from "./history.ts";
import { type History, NO_HISTORY } from "./history_value.ts";

const DOOR = {
  settings: { namespace: "Home", asynchronous: false },
  events: [],
  state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] },
} as unknown as JsonObject;

const made = (definition: JsonObject, op: MachineOp) =>
  applyPatchOps(definition as unknown as StateMachineDefinition, [op]) as unknown as JsonObject;
const note = (name: string, description: string): MachineOp => ({
  op: "state.update",
  name,
  patch: { description },
});

/** A history with a change of its own on a content that others may have changed before. */
function after(history: History, op: MachineOp, revision: string): History {
  const definition = made(history.known?.definition ?? {}, op);
  return recorded(history, [op], { revision, definition });
}

const SEEN = caughtUp(NO_HISTORY, { revision: "0", definition: DOOR });

Deno.test("caughtUp() keeps the history of a revision that is known", () => {
  assertEquals(caughtUp(SEEN, { revision: "0", definition: {} }), SEEN);
});

Deno.test("nextStep() passes over what others have taken back already", () => {
  const mine = after(after(SEEN, note("Open", "wide"), "1"), note("Shut", "tight"), "2");
  const undone = made(mine.known?.definition ?? {}, {
    op: "state.update",
    name: "Shut",
    patch: {},
    unset: ["description"],
  });
  const step = nextStep(caughtUp(mine, { revision: "3", definition: undone }), "undo");
  assertEquals(step && "ops" in step && step.ops, [
    { op: "state.update", name: "Open", patch: {}, unset: ["description"] },
  ]);
});

Deno.test("stepTaken() puts the way back on the other pile", () => {
  const mine = after(SEEN, note("Open", "wide"), "1");
  const step = nextStep(mine, "undo");
  if (step === undefined || !("ops" in step)) throw new Error("There is a step.");
  const back = stepTaken(step.rest, "undo", step.ops, { revision: "0", definition: DOOR });
  assertEquals([back.undos.length, back.redos.length], [0, 1]);
  assertEquals(nextStep(back, "undo"), undefined);
  const again = nextStep(back, "redo");
  assertEquals(again && "ops" in again && again.ops, [note("Open", "wide")]);
});
