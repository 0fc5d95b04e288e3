import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { loadDocument } from "../load_document.ts";
import { paintedOp } from "../paint.ts";
import type { DIFF } from "../table/read.ts";

/** Prints the patch that makes one document from another of its kind. */
export const diff: Run<typeof DIFF> = async (context, values) => {
  const before = await loadDocument(context, values.before);
  const after = await loadDocument(context, values.after, { kind: before.row.kind });
  const { changes } = before.content;
  const ops = changes.diff(before.definition, after.definition);
  if (context.json) context.printJson(ops);
  else if (ops.length === 0) context.remark("The definitions are the same.");
  else context.print(ops.map((op) => paintedOp(changes.line(op), context.paint)));
  return ops.length === 0 ? EXIT.done : EXIT.problems;
};
