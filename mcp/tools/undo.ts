import * as z from "zod";
import type { Edited, Turned } from "../session/session.ts";
import { defineTool, type ToolAnswer, type ToolCall } from "../tool.ts";
import {
  changeAnswer,
  DRY_RUN,
  EDIT_OUTPUT,
  type EditData,
  type EditValues,
  linesOf,
  optionsOf,
} from "./edit_answer.ts";
import { fittingOps } from "./patch_misfits.ts";

/** Number of lines of what was done an answer has. */
const MOST_LINES = 10;

/** Takes a change back. */
export const UNDO = defineTool({
  name: "undo",
  title: "Undo",
  description: "Takes back this session's last change, keeping what others did.",
  toolset: "machine",
  effect: "add",
  input: { ...DRY_RUN },
  output: { ...EDIT_OUTPUT, undoable: z.number() },
  run: (values, call) => turn("undo", values, call),
});

/** Makes a change again. */
export const REDO = defineTool({
  name: "redo",
  title: "Redo",
  description: "Redoes the change that undo took back.",
  toolset: "machine",
  effect: "add",
  input: { ...DRY_RUN },
  output: { ...EDIT_OUTPUT, undoable: z.number() },
  run: (values, call) => turn("redo", values, call),
});

async function turn(
  direction: "undo" | "redo",
  values: EditValues,
  call: ToolCall,
): Promise<ToolAnswer<EditData & { undoable: number }>> {
  const turned: Turned = await call.session[direction](optionsOf(values, call));
  const answer = changeAnswer(turned, ({ undoable, redoable }) => {
    const done = direction === "undo" ? "Undone" : "Done again";
    return `${done}: ${stepText(turned, call.session.path)}. ${undoable} more to undo, ${redoable} to redo.`;
  });
  return { ...answer, data: { ...answer.data, undoable: turned.undoable } };
}

/** Names the changes of a step, and documents other than the active one. */
function stepText({ parts }: Turned, active: string): string {
  const [only] = parts;
  if (only && parts.length === 1 && only.path === active) return opsText(only);
  return parts.map((part) => `in ${part.path}: ${opsText(part)}`).join("; ");
}

/** Applies operations, all or none. */
export const APPLY_PATCH = defineTool({
  name: "apply_patch",
  title: "Apply patch",
  description: "Applies many operations, all or none: [{op: state.add, …}, …].",
  toolset: "machine",
  effect: "remove",
  input: {
    ops: z.array(z.looseObject({ op: z.string() })),
    expected_revision: z.string().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  async run(values, call) {
    const edited = await call.session.edit(
      (document, row) => fittingOps(values.ops, document, row),
      optionsOf(values, call),
    );
    const count = values.ops.length;
    return changeAnswer(edited, () => `Applied ${count} operation${count === 1 ? "" : "s"}.`);
  },
});

function opsText({ row, ops }: Edited): string {
  const lines = linesOf(row, ops.slice(0, MOST_LINES));
  return lines.join("; ") + (ops.length > MOST_LINES ? `; and ${ops.length - MOST_LINES} more` : "");
}

/** The tools that take back, do again, and do many things at once. */
export const UNDO_TOOLS = [UNDO, REDO, APPLY_PATCH] as const;
