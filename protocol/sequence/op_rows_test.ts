import { assertEquals } from "@std/assert";
import { SEQUENCE_KIND } from "./kind.ts";
import type { SequenceOp } from "./ops.ts";

const message = { from: "Desk", to: "Member", label: "nods" };

const LINES: readonly [op: SequenceOp, line: string][] = [
  [{ op: "participant.add", participant: { name: "Cat" }, index: 0 }, "+ participant Cat at 1"],
  [{ op: "message.add", message }, "+ message Desk → Member: nods"],
  [{ op: "message.add", message, index: 1 }, "+ message Desk → Member: nods at 2"],
  [{ op: "message.update", index: 1, patch: { event: "nod" } }, '~ message 2: event = "nod"'],
  [{ op: "message.remove", index: 0 }, "- message 1"],
  [{ op: "message.move", index: 0, to: 2 }, "> message 1 to 3"],
  [{ op: "fragmentMessage.remove", fragment: "alt1", index: 0 }, "- message 1 of alt1"],
];

for (const [op, line] of LINES) {
  Deno.test(`${op.op} reads "${line}", with places as people count them`, () => {
    const told = SEQUENCE_KIND.content?.changes.line(op);
    assertEquals(`${told?.sign} ${told?.text}`, line);
  });
}
