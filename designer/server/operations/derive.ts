import { readDocument } from "@loom/bridge/document";
import { rispecOf } from "@loom/bridge/rispec";
import { enrich, generateCode } from "@loom/engine";
import {
  definitionFindings,
  isObject,
  type JsonObject,
  LoomError,
  MACHINE_KIND,
  parseJsonText,
  type StateMachineDefinition,
} from "@loom/protocol";
import { LOOM_KINDS } from "@loom/engine/kinds";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";
import { documentIn } from "./exchange.ts";
import { machinesBeside } from "./invoked.ts";

/** Checks the document of a request, of a kind that its content need not tell. */
export const findings: Route["run"] = async ({ request }) => {
  const { definition, kind } = await readJsonBody(request, DOCUMENT_LIMITS);
  const checks = documentIn(definition, kind).row.content;
  return json(200, {
    findings: checks === undefined ? [] : definitionFindings(checks, definition as object),
  });
};

/** Describes a document: the same text as the command and the agent tool give. */
export const rispec: Route["run"] = async ({ request, url }, deps) => {
  const { intent, definition } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (intent !== undefined && typeof intent !== "string") {
    throw new HttpError(400, "bad_body", "intent is no text: send what the machine is for, or leave it out.");
  }
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  try {
    const document = await readDocument(path, { kinds: deps.kinds, ...(root === undefined ? {} : { root }) });
    const { realPath } = document;
    // The page may have edits that the file does not have yet.
    const described = definition === undefined ? document : { ...document, ...documentIn(definition) };
    const { text, remark } = await rispecOf(described, { intent, root });
    return json(200, { rispec: text, projectFile: realPath, ...(remark === undefined ? {} : { remark }) });
  } catch (error) {
    throw documentRefusal(error);
  }
};

/** Generates the code of the machine in a request. */
export const generate: Route["run"] = async ({ request, url }, deps) => {
  const { definition: given, language: wanted } = await readJsonBody(request, DOCUMENT_LIMITS);
  const language = wanted === "typescript" ? "typescript" : "python";
  try {
    const machine = namedMachine(machineOf(given));
    const doc = url.searchParams.get("doc");
    const machines = doc === null ? {} : (await machinesBeside(doc, machine, deps)).machines;
    return json(200, { code: generateCode(enrich(machine), language, { machines }), language });
  } catch (error) {
    if (!(error instanceof LoomError) || error instanceof HttpError) throw error;
    throw new HttpError(422, error.code, error.message);
  }
};

function machineOf(given: unknown): JsonObject {
  const value = LOOM_KINDS.unwrap(typeof given === "string" ? parseJsonText(given) : given);
  if (isObject(value) && LOOM_KINDS.ofDocument(value)?.kind === MACHINE_KIND.kind) return value as JsonObject;
  throw new HttpError(
    400,
    "bad_body",
    "definition is no state machine: send one, as an object or as JSON text.",
  );
}

/** The machine with the names that code needs. */
function namedMachine(machine: JsonObject): StateMachineDefinition {
  const settings = isObject(machine.settings) ? machine.settings : {};
  const root = isObject(machine.state) && typeof machine.state.name === "string" ? machine.state.name : "";
  const name = typeof settings.name === "string" && settings.name !== "" ? settings.name : root || "machine";
  const namespace = typeof settings.namespace === "string" && settings.namespace !== ""
    ? settings.namespace
    : name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_");
  return { ...machine, settings: { ...settings, name, namespace } } as StateMachineDefinition;
}
