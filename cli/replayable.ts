import { documentsOf, memberAt } from "@loom/bridge/system";
import type { StateMachineDefinition } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Context } from "./context.ts";
import { documentOf } from "./load_document.ts";
import { systemAt } from "./system_at.ts";
import { UsageError } from "./usage_error.ts";

/** The scenarios that a document names, and the machines of its system. */
export async function replayable(context: Context, doc: string | undefined) {
  const path = documentOf(context, doc);
  const system = await systemAt(path);
  const { scenarios, machines } = documentsOf(system);
  const member = memberAt(system, resolve(path));
  const own = scenarios.filter((one) => one.path === member);
  const chosen = own.length > 0 ? own : scenarios;
  if (chosen.length === 0) {
    const reason = system.members.find(({ error }) => error !== undefined)?.error;
    throw new UsageError(
      `The system of "${path}" has no scenario that can be read: add a .sqdf.json file to it.` +
        (reason === undefined ? "" : ` ${reason}`),
    );
  }
  // Replay takes wrong parts of machines for absent ones.
  return { scenarios: chosen, machines: machines.map(({ def }) => def as StateMachineDefinition) };
}
