import { assert, assertEquals } from "@std/assert";
import { parseType } from "../shape/type_expression.ts";
import { MACHINE_OP_SHAPE } from "./patch.ts";
import { opLine } from "./patch.ts";
import type { MachineOp } from "./ops.ts";

const line = (op: MachineOp) => {
  const { sign, text } = opLine(op);
  return `${sign} ${text}`;
};

Deno.test("opLine() tells what is added, and where", () => {
  assertEquals(line({ op: "state.add", parent: "Root", state: { name: "A" } }), "+ state A under Root");
  assertEquals(
    line({ op: "state.add", parent: null, state: { name: "A" }, index: 0 }),
    "+ state A under the root at #0",
  );
  assertEquals(
    line({ op: "state.add", parent: "P", state: { name: "A" }, region: true }),
    "+ region A under P",
  );
  assertEquals(line({ op: "event.add", sourceIndex: 1, event: { id: "go" } }), "+ event go on source #1");
});

Deno.test("opLine() draws a transition as an arrow", () => {
  const transition = { event: "go", nextState: "B", condition: "x > 1" };
  assertEquals(line({ op: "transition.add", state: "A", transition }), "+ transition A ─[go]→ B [x > 1]");
  assertEquals(
    line({ op: "transition.add", state: "A", transition: { event: "go" } }),
    "+ transition A ─[go]→ (internal)",
  );
});

Deno.test("opLine() tells the fields that are set and taken away", () => {
  const op: MachineOp = { op: "state.update", name: "A", patch: { kind: "final" }, unset: ["notes", "kind"] };
  assertEquals(line(op), '~ state A: kind = "final", no notes');
});

Deno.test("opLine() cuts long values", () => {
  const text = line({ op: "settings.update", patch: { notes: "x".repeat(500) } });
  assert(text.length < 100, text);
});

Deno.test("opLine() lets no name steer the terminal", () => {
  assertEquals(line({ op: "state.remove", name: "A\x1b[2J\nB" }), "- state A\uFFFD[2J B");
});

for (const shape of MACHINE_OP_SHAPE) {
  const { fields } = shape;
  const name = parseType(fields.find((field) => field.name === "op")?.type ?? "");
  if (name.kind !== "literal") throw new Error("an operation has a name");
  Deno.test(`opLine() has a line for ${name.value}`, () => {
    const members = fields.filter((field) => field.required).map((
      field,
    ) => [field.name, sample(field.name, field.type)]);
    const { text } = opLine({ ...Object.fromEntries(members), op: name.value } as MachineOp);
    assert(text !== "" && !text.includes("undefined"), text);
  });
}

function sample(field: string, type: string): unknown {
  if (type.startsWith("Partial") || field === "patch") return { name: "new" };
  if (type.startsWith("string")) return "Name";
  if (type === "integer") return 3;
  return { name: "Name", id: "id", type: "int", event: "go", code: "x = 1", states: [], timer: "T" };
}
