import { diffDefinition, opLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { loadMachine } from "../load_document.ts";
import { paintedOp } from "../op_text.ts";
import type { DIFF } from "../table/read.ts";

/** Tells the patch that makes one document from another. */
export const diff: Run<typeof DIFF> = async (context, values) => {
  const before = await loadMachine(context, values.before);
  const after = await loadMachine(context, values.after);
  const ops = diffDefinition(before.definition, after.definition);
  if (context.json) context.printJson(ops);
  else if (ops.length === 0) context.remark("The definitions are the same.");
  else context.print(ops.map((op) => paintedOp(opLine(op), context.paint)));
  return ops.length === 0 ? EXIT.done : EXIT.problems;
};
