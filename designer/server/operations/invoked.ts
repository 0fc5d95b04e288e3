import { type LoadedMachines, loadInvokedMachines } from "@loom/bridge/system";
import type { InvokedMachines } from "@loom/engine";
import { MACHINE_KIND, type StateMachineDefinition } from "@loom/protocol";
import { findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { DesignerDeps, Route } from "../route.ts";
import { documentIn } from "./exchange.ts";

/** A machine that a state invokes, with those that it invokes itself, as they are sent. */
interface SentMachine {
  readonly definition: StateMachineDefinition;
  readonly machines: Readonly<Record<string, SentMachine>>;
}

/** Answers with the machines that the states of a machine invoke, from beside its document. */
export const invoked: Route["run"] = async ({ request, url }, deps) => {
  const { definition: given } = await readJsonBody(request, DOCUMENT_LIMITS);
  const { row, definition } = documentIn(given);
  if (row.kind !== MACHINE_KIND.kind) throw new HttpError(400, "bad_body", "definition is no state machine.");
  const { machines, problems } = await machinesBeside(
    url.searchParams.get("doc"),
    // The kind of the row says that it is one.
    definition as object as StateMachineDefinition,
    deps,
  );
  return json(200, { machines: sent(machines), problems });
};

/** The machines that the states of a machine invoke, from beside a document that the server shows. */
export async function machinesBeside(
  doc: string | null,
  definition: StateMachineDefinition,
  deps: DesignerDeps,
): Promise<LoadedMachines> {
  const { path, root } = await findDocument(doc, deps);
  return await loadInvokedMachines(path, definition, { root });
}

function sent(machines: InvokedMachines): Readonly<Record<string, SentMachine>> {
  return Object.fromEntries(
    Object.entries(machines).map(([text, { program, machines: inner }]) => [
      text,
      { definition: program.model.definition, machines: sent(inner) },
    ]),
  );
}
