import { readDocumentText } from "@loom/bridge/document";
import type { Run } from "../command.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { mutate } from "../mutate.ts";
import { readJson, refuseRepeatedKeys } from "../read_json.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "../read_standard_input.ts";
import type { APPLY } from "../table/whole.ts";
import { refusedError } from "./edit.ts";

/** Applies a patch: all of its operations, or none. */
export const apply: Run<typeof APPLY> = async (context, { ops: path, ...values }) => {
  const isPiped = path === STANDARD_INPUT;
  const { text } = await (isPiped ? readStandardInput(context.io.stdin) : readDocumentText(path));
  const name = isPiped ? STANDARD_INPUT_NAME : path;
  const value = readJson(text, name);
  refuseRepeatedKeys(text, name);
  return await mutate(context, values, (_, { content }) => {
    const parsed = content?.changes.parse(value) ?? { ok: true, value: [] };
    if (!parsed.ok) throw refusedError(parsed.refusal);
    return parsed.value;
  });
};
