import {
  DOCUMENT_KINDS,
  documentEnvelope,
  kindOfDocument,
  locate,
  type ParseJsonOptions,
  parseJsonText,
  type StateMachineDefinition,
  unwrapDefinition,
} from "@loom/protocol";
import { SmdfError } from "./smdf_error.ts";
import { structureFault } from "./structure.ts";

/**
 * Reads a machine definition from JSON text, bare or wrapped in `stateMachine`. Lossless: unknown fields stay, and
 * nothing is filled in. What is odd but readable loads, and `validate` explains it.
 *
 * @param content The text of a `.smdf.json` file.
 * @param options Bounds on length and depth other than the default ones.
 * @returns The definition, unwrapped.
 * @throws {JsonSyntaxError} When the text is no JSON, or passes a bound.
 * @throws {SmdfError} When it cannot be read as a machine: with the pointer, line and column of the offending value.
 *
 * @example
 * ```ts
 * import { parseJson, SmdfError } from "@loom/engine";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(parseJson('{ "stateMachine": { "state": { "name": "Door" } } }').state.name, "Door");
 * const error = assertThrows(() => parseJson('{\n  "state": { "name": "Door", "states": 5 }\n}'), SmdfError);
 * assertEquals([error.path, error.line], ["/state/states", 2]);
 * ```
 */
export function parseJson(content: string, options: ParseJsonOptions = {}): StateMachineDefinition {
  const document = parseJsonText(content, options);
  const envelope = documentEnvelope(document);
  const prefix = envelope === undefined ? "" : `/${envelope}`;
  return checked(document, (path) => locate(content, prefix + path));
}

/**
 * Takes a parsed JSON value, bare or wrapped, as a machine definition; what {@linkcode parseJson} does after reading
 * the text.
 *
 * @throws {SmdfError} When it cannot be read as a machine: with the pointer of the offending value.
 */
export function toDefinition(document: unknown): StateMachineDefinition {
  return checked(document, () => undefined);
}

function checked(
  document: unknown,
  placeOf: (path: string) => ReturnType<typeof locate>,
): StateMachineDefinition {
  const definition = unwrapDefinition(document);
  const fault = wrongKind(document) ?? structureFault(definition);
  if (fault) throw new SmdfError(fault.problem, fault.path, placeOf(fault.path));
  return definition as StateMachineDefinition;
}

function wrongKind(document: unknown): ReturnType<typeof structureFault> {
  const kind = kindOfDocument(document);
  if (kind === undefined || kind === "machine") return undefined;
  const title = DOCUMENT_KINDS.find((row) => row.kind === kind)?.title ?? kind;
  return { problem: `This is a document of another kind, ${title}: open it as one`, path: "" };
}
