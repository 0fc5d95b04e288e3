import { type MachineOp, parseMachineOps, PatchError } from "@loom/protocol";
import { z } from "zod";
import { OPERATIONS } from "../operations.ts";
import type { Turned } from "../session/session.ts";
import { defineTool, type ToolAnswer, type ToolCall, ToolError } from "../tool.ts";
import {
  changeAnswer,
  DRY_RUN,
  EDIT_OUTPUT,
  type EditData,
  type EditValues,
  linesOf,
  optionsOf,
} from "./edit_answer.ts";

/** How many lines of what was done an answer has. */
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
  description: "Makes the change again that undo took back.",
  toolset: "machine",
  effect: "add",
  input: { ...DRY_RUN },
  output: { ...EDIT_OUTPUT, undoable: z.number() },
  run: (values, call) => turn("redo", values, call),
});

async function turn(
  direction: "undo" | "redo",
  values: EditValues,
  { session, signal }: ToolCall,
): Promise<ToolAnswer<EditData & { undoable: number }>> {
  const turned: Turned = await session[direction](optionsOf(values, signal));
  const { text, data } = changeAnswer(turned, ({ undoable, redoable }) => {
    const done = direction === "undo" ? "Undone" : "Done again";
    return `${done}: ${opsText(turned)}. ${undoable} more to undo, ${redoable} to redo.`;
  });
  return { text, data: { ...data, undoable: turned.undoable } };
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
  async run(values, { session, signal }) {
    try {
      const ops = parseMachineOps(values.ops).map(asChange);
      const edited = await session.edit(() => ops, optionsOf(values, signal));
      return changeAnswer(edited, () => `Applied ${ops.length} operation${ops.length === 1 ? "" : "s"}.`);
    } catch (error) {
      throw error instanceof PatchError ? patchError(error) : error;
    }
  },
});

/** Refuses what tells of a running machine and changes no document. */
function asChange(op: MachineOp, index: number): MachineOp {
  if (!op.op.startsWith("runtime.")) return op;
  throw new ToolError(
    "bad_op",
    `ops[${index}] is ${op.op}, which changes no document: leave it out, or call simulate to run the machine.`,
  );
}

function patchError(error: PatchError): ToolError {
  const sentence = error.message.replace(/^\w+: /, "") + whatThereIs(error);
  return new ToolError(
    error.code,
    `${sentence} Nothing was changed: mend that operation and send all again (dry_run: true tries it).`,
    { cause: error },
  );
}

/** What exists where an operation named something that does not. */
function whatThereIs({ code }: PatchError): string {
  if (code === "not_found") return " list_states and list_events show what there is.";
  if (code !== "unknown_op") return "";
  return ` There are ${OPERATIONS.map(({ name }) => name).join(", ")}.`;
}

function opsText({ row, ops }: Turned): string {
  const lines = linesOf(row, ops.slice(0, MOST_LINES));
  return lines.join("; ") + (ops.length > MOST_LINES ? `; and ${ops.length - MOST_LINES} more` : "");
}

/** The tools that take back, do again, and do many things at once. */
export const UNDO_TOOLS = [UNDO, REDO, APPLY_PATCH] as const;
