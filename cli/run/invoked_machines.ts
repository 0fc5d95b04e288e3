import { loadInvokedMachines } from "@loom/bridge/system";
import type { InvokedMachines } from "@loom/engine";
import type { Context } from "../context.ts";
import { type LoadedMachine, STANDARD_INPUT } from "../load_document.ts";

/** The machines that the states of a document invoke; says of each that cannot be read why. */
export async function invokedMachines(
  context: Context,
  path: string,
  { definition, parts }: Pick<LoadedMachine, "definition" | "parts">,
): Promise<InvokedMachines> {
  if (path === STANDARD_INPUT && parts === undefined) return {};
  const { machines, problems } = await loadInvokedMachines(path, definition, { parts });
  for (const problem of problems) context.remark(problem);
  return machines;
}
