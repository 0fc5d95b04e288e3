import { readDocumentText } from "@loom/bridge/document";
import { type MachineOp, parseMachineOps } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { mutate } from "../mutate.ts";
import { readJson } from "../read_json.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "../read_standard_input.ts";
import type { APPLY } from "../table/whole.ts";

/** Applies a patch: all of its operations, or none. */
export const apply: Run<typeof APPLY> = async (context, values) => {
  const ops = await readOps(context, values.ops);
  return await mutate(context, values, () => ops);
};

async function readOps(context: Context, path: string): Promise<MachineOp[]> {
  const isPiped = path === STANDARD_INPUT;
  const { text } = await (isPiped ? readStandardInput(context.io.stdin) : readDocumentText(path));
  return parseMachineOps(readJson(text, isPiped ? STANDARD_INPUT_NAME : path));
}
