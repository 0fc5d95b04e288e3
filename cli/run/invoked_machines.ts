import { loadInvokedMachines } from "@loom/bridge/system";
import type { InvokedMachines } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";

/** The machines that the states of a document invoke; says of each that cannot be read why. */
export async function invokedMachines(
  context: Context,
  path: string,
  definition: StateMachineDefinition,
): Promise<InvokedMachines> {
  if (path === STANDARD_INPUT) return {};
  const { machines, problems } = await loadInvokedMachines(path, definition);
  for (const problem of problems) context.remark(problem);
  return machines;
}
