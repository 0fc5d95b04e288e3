import { compileRunnable, type InvokedMachine, type InvokedMachines, machinesInvokedBy } from "@loom/engine";
import { isObject, type StateMachineDefinition } from "@loom/protocol";

/**
 * The machines that states of a machine invoke, from beside its document.
 *
 * @throws {Error} When the server cannot tell them; the run goes on with machines that take every event and do nothing.
 */
export async function loadInvoked(
  docId: string,
  definition: StateMachineDefinition,
): Promise<InvokedMachines> {
  if (machinesInvokedBy(definition).length === 0) return {};
  const response = await fetch(`/api/invoked?doc=${encodeURIComponent(docId)}`, {
    method: "POST",
    body: JSON.stringify({ definition }),
  });
  const answer: unknown = await response.json();
  if (!isObject(answer)) throw new Error("The server does not tell the machines that states invoke.");
  const { machines, problems, error } = answer as Readonly<Record<string, unknown>>;
  if (!response.ok) throw new Error(String(error));
  if (Array.isArray(problems) && problems.length > 0) throw new Error(problems.join(" "));
  return compiled(machines);
}

function compiled(given: unknown): InvokedMachines {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([text, one]: [string, unknown]): [string, InvokedMachine][] => {
      if (!isObject(one) || !("definition" in one)) return [];
      const machines = "machines" in one ? compiled(one.machines) : {};
      return [[text, { program: compileRunnable(one.definition as StateMachineDefinition), machines }]];
    }),
  );
}
