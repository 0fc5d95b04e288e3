import { assertEquals } from "@std/assert";
import type { JsonObject } from "../json/value.ts";
import type { Changes } from "./changes.ts";
import type { AnyOp } from "./row.ts";
import { KINDS } from "../kinds.ts";
import {
  type EditHistory,
  followChange,
  followHistory,
  nextStep,
  NO_EDITS,
  popEdit,
  pushEdit,
  recordEdit,
  recordStep,
  type UndoStack,
} from "./edit_history.ts";
import { stepOf } from "./fork.ts";

const DOOR: JsonObject = {
  settings: { namespace: "Home", asynchronous: false },
  events: [],
  state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] },
};

const CHANGES = changesOf("machine");

function changesOf(kind: string): Changes {
  const content = KINDS.named(kind)?.content;
  if (content === undefined) throw new Error(`There are no changes of the kind ${kind}.`);
  return content.changes;
}

function made(document: JsonObject, ...ops: AnyOp[]): JsonObject {
  const result = CHANGES.apply(document, ops);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

const note = (name: string, description: string): AnyOp => ({
  op: "state.update",
  name,
  patch: { description },
});

/** A document and the undo stack of one party. */
class Desk {
  document = DOOR;
  stack: UndoStack = [];

  mine(...ops: AnyOp[]): this {
    const before = this.document;
    this.document = made(before, ...ops);
    this.stack = pushEdit(this.stack, CHANGES.invert(ops, before), this.document, before);
    return this;
  }

  theirs(...ops: AnyOp[]): this {
    const before = this.document;
    this.document = made(before, ...ops);
    const step = stepOf(CHANGES, ops, before, this.document);
    this.stack = followChange(this.stack, this.document, [step]);
    return this;
  }

  /** Applies the edit on top; returns why it cannot. */
  back(): string | undefined {
    const popped = popEdit(CHANGES, this.stack);
    if (popped?.edit) this.document = made(this.document, ...popped.edit.ops);
    this.stack = popped?.rest ?? [];
    return popped?.reason;
  }

  get states(): unknown {
    const { state } = this.document;
    return (state as JsonObject)["states"];
  }
}

Deno.test("popEdit() leads back step by step", () => {
  const desk = new Desk().mine(note("Open", "wide")).mine({ op: "state.remove", name: "Open" });
  desk.back();
  desk.back();
  assertEquals(desk.document, DOOR);
  assertEquals(popEdit(CHANGES, desk.stack), undefined);
});

Deno.test("popEdit() keeps what others did before, between and after", () => {
  const desk = new Desk()
    .mine(note("Open", "wide"))
    .theirs({ op: "state.rename", name: "Open", to: "Ajar" })
    .mine({ op: "state.add", parent: null, index: 0, state: { name: "New" } })
    .theirs(note("Shut", "tight"));
  desk.back();
  desk.back();
  assertEquals(desk.states, [{ name: "Ajar" }, { name: "Shut", description: "tight" }]);
});

Deno.test("popEdit() says why an edit cannot be applied, and the next one still can", () => {
  const desk = new Desk().mine(note("Shut", "tight")).mine(note("Open", "wide")).theirs({
    op: "state.remove",
    name: "Open",
  });
  assertEquals(desk.back()?.includes('"Open" was removed meanwhile'), true);
  assertEquals(desk.back(), undefined);
  assertEquals(desk.states, [{ name: "Shut" }]);
});

Deno.test("pushEdit() drops the oldest edits", () => {
  const desk = new Desk();
  for (let count = 0; count < 250; count++) desk.mine(note("Open", String(count)));
  assertEquals(desk.stack.length, 200);
});

Deno.test("nextStep() skips what others have undone already", () => {
  const [first, second] = [note("Open", "wide"), note("Shut", "tight")];
  const once = made(DOOR, first);
  const twice = made(once, second);
  const mine = recordEdit(CHANGES, recordEdit(CHANGES, NO_EDITS, [first], DOOR, once), [second], once, twice);
  const undoing: AnyOp = { op: "state.update", name: "Shut", patch: {}, unset: ["description"] };
  const undone = made(twice, undoing);
  const history: EditHistory = followHistory(mine, undone, [stepOf(CHANGES, [undoing], twice, undone)]);
  const step = nextStep(CHANGES, history, "undo", undone);
  assertEquals(step && "ops" in step && step.ops, [
    { op: "state.update", name: "Open", patch: {}, unset: ["description"] },
  ]);
});

Deno.test("recordStep() makes an undone edit one that can be redone", () => {
  const op = note("Open", "wide");
  const edited = made(DOOR, op);
  const step = nextStep(CHANGES, recordEdit(CHANGES, NO_EDITS, [op], DOOR, edited), "undo", edited);
  if (step === undefined || !("ops" in step)) throw new Error("There is a step.");
  const back = recordStep(CHANGES, step.rest, "undo", step, edited);
  assertEquals([back.undos.length, back.redos.length], [0, 1]);
  assertEquals(nextStep(CHANGES, back, "undo", DOOR), undefined);
  const again = nextStep(CHANGES, back, "redo", DOOR);
  assertEquals(again && "ops" in again && again.ops, [op]);
});
