import { readDocumentText } from "@loom/bridge/document";
import { type MachineOp, parseJsonText, parseMachineOps } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_machine.ts";
import { mutate } from "../mutate.ts";
import { readAll } from "../read_all.ts";
import type { APPLY } from "../table/whole.ts";

/** Applies a patch: all of its operations, or none. */
export const apply: Run<typeof APPLY> = async (context, values) => {
  const ops = await readOps(context, values.ops);
  return await mutate(context, values, () => ops);
};

async function readOps(context: Context, path: string): Promise<MachineOp[]> {
  const text = path === STANDARD_INPUT
    ? new TextDecoder().decode(await readAll(context.io.stdin.readable))
    : (await readDocumentText(path)).text;
  return parseMachineOps(parseJsonText(text));
}
