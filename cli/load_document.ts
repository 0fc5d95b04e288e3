import {
  DocumentError,
  type DocumentText,
  parseTextOf,
  readDocumentText,
  revisionOf,
} from "@loom/bridge/document";
import {
  type AnyKind,
  type JsonObject,
  type KindContent,
  type KindName,
  locateAll,
  LoomError,
  MACHINE_KIND,
  machineNameFrom,
  type PictureLink,
  type StateMachineDefinition,
  type TextPart,
  type TextPosition,
  type TextRemark,
} from "@loom/protocol";
import { resolve } from "@std/path";
import { type Context, DEFAULT_DOCUMENT } from "./context.ts";
import { ReadError } from "./read_json.ts";
import { contentOf } from "./refuse_other_kind.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "./read_standard_input.ts";

/** The path that stands for standard input. */
export const STANDARD_INPUT = "-";

/** A document that was read. */
export interface LoadedDocument<Doc extends object = JsonObject> {
  /** The path as it was asked for. */
  readonly path: string;
  /** The kind of document. */
  readonly row: AnyKind;
  /** The content of that kind. */
  readonly content: KindContent;
  /** The definition, unwrapped. */
  readonly definition: Doc;
  /** The name of the format of its text. */
  readonly format: string;
  /** The key that wraps the definition, if one does. */
  readonly envelope: string | undefined;
  /** Its text. */
  readonly text: string;
  /** The hash of its bytes. */
  readonly revision: string;
  /** The parts of the text that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
  /** Finds the lines and columns of JSON pointers into the definition; only JSON has them. */
  readonly places: (pointers: Iterable<string>) => Map<string, TextPosition>;
  /** The documents inside its text. Default: none. */
  readonly parts?: readonly TextPart[];
}

/** A state machine that was read. */
export type LoadedMachine = LoadedDocument<StateMachineDefinition>;

/** Options for {@linkcode loadDocument}. */
export interface LoadOptions {
  /** The name of the format. Default: by the ending of the path, else by the text. */
  readonly format?: string | undefined;
  /** The only kind to accept. Default: that of the command. */
  readonly kind?: KindName | undefined;
  /** The text, where it has been read. Default: it is read from the path. */
  readonly source?: DocumentText;
}

/** The text of a document; `-` is standard input, which can be read once. */
export async function readSource(context: Context, path: string): Promise<DocumentText> {
  return path === STANDARD_INPUT ? await standardInput(context) : await fileText(path);
}

/**
 * Reads a document in any text format of its kind; `-` is standard input.
 *
 * @throws {LoomError} When it cannot be read, or opened as a document of its kind.
 */
export async function loadDocument(
  context: Context,
  path: string,
  { format, kind = context.kind, source: read }: LoadOptions = {},
): Promise<LoadedDocument> {
  const source = read ?? await readSource(context, path);
  const name = path === STANDARD_INPUT ? undefined : machineNameFrom(path);
  const { kinds } = context;
  const parsed = await parseTextOf(source, {
    format,
    kind,
    kinds,
    name,
  })
    .catch((error) => {
      throw error instanceof LoomError && !(error instanceof DocumentError)
        ? new ReadError(source.path, error)
        : error;
    });
  const { text, revision } = source;
  const prefix = parsed.envelope === undefined ? "" : `/${parsed.envelope}`;
  return {
    ...parsed,
    content: contentOf({ row: parsed.row, path: source.path }, kinds),
    path,
    text,
    revision,
    places: (pointers) => parsed.format === "json" ? placesIn(text, prefix, pointers) : new Map(),
  };
}

/**
 * Reads a state machine, as {@linkcode loadDocument} does.
 *
 * @throws {LoomError} Also when it is a document of another kind.
 */
export async function loadMachine(
  context: Context,
  path: string,
  options: Omit<LoadOptions, "kind"> = {},
): Promise<LoadedMachine> {
  const document = await loadDocument(context, path, { ...options, kind: MACHINE_KIND.kind });
  return { ...document, definition: document.definition as StateMachineDefinition };
}

/** The links between the documents of a system; none for a document without others. */
export async function linksOf({ path, row, definition }: LoadedDocument): Promise<PictureLink[]> {
  if (row.content?.hasMembers !== true || path === STANDARD_INPUT) return [];
  // Lazy import: only systems need the checks.
  const { mapLinks } = await import("@loom/bridge/system");
  return await mapLinks(resolve(path), definition);
}

/** The document of a command that reads: its own word, else that of `--doc` or the environment. */
export function documentOf(context: Context, word: string | undefined): string {
  return word ?? context.doc;
}

async function fileText(path: string) {
  try {
    return await readDocumentText(path);
  } catch (error) {
    const isUnnamed = path === DEFAULT_DOCUMENT && error instanceof DocumentError &&
      error.code === "not_found";
    if (!isUnnamed) throw error;
    throw new DocumentError(
      "not_found",
      `No document is named, and there is no "${path}": name one, or make it with "loom new".`,
      path,
      { cause: error },
    );
  }
}

async function standardInput(context: Context) {
  const { text, bytes } = await readStandardInput(context.io.stdin);
  return { path: STANDARD_INPUT_NAME, realPath: "", text, revision: await revisionOf(bytes), mtime: 0 };
}

function placesIn(text: string, prefix: string, pointers: Iterable<string>): Map<string, TextPosition> {
  const found = locateAll(text, Array.from(pointers, (pointer) => prefix + pointer));
  return new Map(Array.from(found, ([pointer, place]) => [pointer.slice(prefix.length), place]));
}

/** Reports the parts of a text that could not be taken over, a line for each. */
export function remarkDiagram(
  context: Context,
  { path, remarks }: Pick<LoadedDocument<object>, "path" | "remarks">,
): void {
  for (const { line, column, message } of remarks) context.remark(`${path}:${line}:${column}: ${message}`);
}
