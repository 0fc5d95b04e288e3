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
  });
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

Deno.test("OutsideSteps has nothing to redo after a new movement", () => {
  const { said, steps, move } = noted();
  steps.edit([]);
  steps.step("undo");
  move("a");
  assertEquals(steps.step("redo"), false);
  assertEquals([steps.has("undo"), steps.has("redo")], [true, false]);
  assertEquals(said, ["edit", "undo edit"]);
});
