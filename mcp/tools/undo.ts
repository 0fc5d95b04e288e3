import { type AnyOp, PatchError } from "@loom/protocol";
import { z } from "zod";
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
import { refusedError } from "./edit_machine.ts";

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
  call: ToolCall,
): Promise<ToolAnswer<EditData & { undoable: number }>> {
  const turned: Turned = await call.session[direction](optionsOf(values, call));
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
  async run(values, call) {
    let names: readonly string[] = [];
    try {
      const edited = await call.session.edit((_, { content }) => {
        const { changes } = content ?? {};
        if (changes === undefined) return [];
        names = changes.rows.flatMap(({ op, verb }) => verb === "report" ? [] : [op]);
        const parsed = changes.parse(values.ops);
        if (!parsed.ok) throw refusedError(parsed.refusal);
        parsed.value.forEach((op, index) => refuseReport(op, index, names));
        return parsed.value;
      }, optionsOf(values, call));
      const count = values.ops.length;
      return changeAnswer(edited, () => `Applied ${count} operation${count === 1 ? "" : "s"}.`);
    } catch (error) {
      throw error instanceof PatchError ? patchError(error, names) : error;
    }
  },
});

/** Refuses an operation that reports on a running document and changes none. */
function refuseReport(op: AnyOp, index: number, names: readonly string[]): void {
  if (names.includes(op.op)) return;
  throw new ToolError(
    "bad_op",
    `ops[${index}] is ${op.op}, which changes no document: leave it out, or call simulate to run the machine.`,
  );
}

function patchError(error: PatchError, names: readonly string[]): ToolError {
  const sentence = error.message.replace(/^\w+: /, "") + alternatives(error, names);
  return new ToolError(
    error.code,
    `${sentence} Nothing was changed: mend that operation and send all again (dry_run: true tries it).`,
    { cause: error },
  );
}

/** The names that exist, where an operation has one that does not. */
function alternatives({ code }: PatchError, names: readonly string[]): string {
  if (code === "not_found") return " list_states and list_events show what there is.";
  if (code !== "unknown_op") return "";
  return ` There are ${names.join(", ")}.`;
}

function opsText({ row, ops }: Turned): string {
  const lines = linesOf(row, ops.slice(0, MOST_LINES));
  return lines.join("; ") + (ops.length > MOST_LINES ? `; and ${ops.length - MOST_LINES} more` : "");
}

/** The tools that take back, do again, and do many things at once. */
export const UNDO_TOOLS = [UNDO, REDO, APPLY_PATCH] as const;
