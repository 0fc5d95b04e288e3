import { assertEquals } from "@std/assert";
import { OutsideSteps } from "./outside_steps.ts";

/** A session that writes down what it is asked for. */
function noted() {
  const said: string[] = [];
  const steps = new OutsideSteps({
    edit: () => void said.push("edit"),
    step(direction) {
      said.push(`${direction} edit`);
      return true;
    },
  }, (reason) => void said.push(reason));
  const move = (name: string) =>
    steps.record({ undo: () => void said.push(`undo ${name}`), redo: () => void said.push(`redo ${name}`) });
  return { said, steps, move };
}

Deno.test("OutsideSteps takes back edits and movements in the order in which they were made", () => {
  const { said, steps, move } = noted();
  move("a");
  steps.edit([]);
  move("b");
  for (const direction of ["undo", "undo", "undo", "redo", "redo", "redo"] as const) steps.step(direction);
  assertEquals(said, ["edit", "undo b", "undo edit", "undo a", "redo a", "redo edit", "redo b"]);
});

Deno.test("OutsideSteps takes back an edit and the movement that belongs to it at once", () => {
  const { said, steps } = noted();
  steps.edit([]);
  steps.record({
    undo: () => void said.push("undo a"),
    redo: () => void said.push("redo a"),
    isOfEdit: true,
  });
  for (const direction of ["undo", "redo"] as const) steps.step(direction);
  assertEquals(said, ["edit", "undo edit", "undo a", "redo edit", "redo a"]);
  assertEquals(steps.step("redo"), false);
});

Deno.test("OutsideSteps has nothing to redo after a new movement", () => {
  const { said, steps, move } = noted();
  steps.edit([]);
  steps.step("undo");
  move("a");
  assertEquals(steps.step("redo"), false);
  assertEquals([steps.has("undo"), steps.has("redo")], [true, false]);
  assertEquals(said, ["edit", "undo edit"]);
});

Deno.test("OutsideSteps says why a step could not be undone, and undoes it at the next try", async () => {
  const { said, steps } = noted();
  let isAway = true;
  steps.record({
    async undo() {
      await Promise.resolve();
      if (isAway) throw new Error("The server cannot be reached.");
      said.push("undone");
    },
    redo: () => void said.push("redone"),
  });
  steps.step("undo");
  while (said.length === 0) await Promise.resolve();
  assertEquals([steps.has("undo"), steps.has("redo")], [true, false]);
  isAway = false;
  steps.step("undo");
  while (said.length === 1) await Promise.resolve();
  steps.step("redo");
  assertEquals(said, ["The server cannot be reached.", "undone", "redone"]);
});
