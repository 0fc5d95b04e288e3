import { diagramFileName, isObject, type StateMachineDefinition } from "@loom/protocol";
import { basename, resolve } from "@std/path";
import { DRAWING_FORMATS, type DrawingFormat } from "./drawing.ts";

/** The endings of documents, which give way to that of the drawing. */
const DOCUMENT_ENDING = /(?!^)(?:(?:\.smdf)?\.(?:json|xml)|\.fsm|\.mmd|\.mermaid|\.md|\.markdown)$/i;

/** What the name of a drawing is made of. */
export interface DrawingNameParts {
  /** The document's path. */
  readonly doc: string;
  /** What it holds. */
  readonly definition: StateMachineDefinition;
  /** The format of the drawing. */
  readonly format: DrawingFormat;
  /** The time for the name, if there is to be one. */
  readonly at: Date | undefined;
}

/**
 * The name of the file with the drawing of a document: that of the document with the ending of the format, or, with a
 * time, one that no other drawing has.
 *
 * @example
 * ```ts
 * import { drawingFileName } from "@loom/bridge/drawing";
 * import { assertEquals } from "@std/assert";
 * const definition = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * assertEquals(drawingFileName({ doc: "lamp.smdf.json", definition, format: "png", at: undefined }), "lamp.png");
 * ```
 */
export function drawingFileName({ doc, definition, format, at }: DrawingNameParts): string {
  const { extension } = DRAWING_FORMATS[format];
  if (at === undefined) return `${basename(doc).replace(DOCUMENT_ENDING, "")}.${extension}`;
  const name: unknown = isObject(definition.settings) ? definition.settings.name : undefined;
  const machine = typeof name === "string" ? { machine: name } : {};
  // The whole path, since a folder above may name the episode.
  return diagramFileName({ doc: resolve(doc), ...machine, format: extension, at });
}
