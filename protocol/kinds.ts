import { isObject } from "./json/value.ts";

/** The kinds of documents that the loom knows. */
export type DocumentKind = "machine" | "erd" | "sequence" | "system";

/** What is known of a document kind before its content is read. */
export interface DocumentKindRow {
  /** The kind's word in programs. */
  readonly kind: DocumentKind;
  /** What a person calls it. */
  readonly title: string;
  /** The extension of new files. */
  readonly extension: string;
  /** Other endings of file names that mean this kind. */
  readonly otherExtensions: readonly string[];
  /** The keys under which files may wrap the definition, the preferred one first. */
  readonly wrapperKeys: readonly string[];
  /** A definition of this kind has all these keys. */
  readonly keys: readonly string[];
  /** Of {@linkcode DocumentKindRow.keys}, those that hold a list. */
  readonly lists: readonly string[];
  /** A definition of this kind has none of these keys. */
  readonly without: readonly string[];
}

/** The document kinds, one row a kind; a definition is of the first kind whose row fits it. */
export const DOCUMENT_KINDS: readonly DocumentKindRow[] = [
  {
    kind: "machine",
    title: "state machine",
    extension: ".smdf.json",
    otherExtensions: [".smdf.xml", ".xml", ".fsm"],
    wrapperKeys: ["stateMachine", "StateMachine"],
    keys: ["state"],
    lists: [],
    without: [],
  },
  {
    kind: "erd",
    title: "entity-relationship diagram",
    extension: ".erdf.json",
    otherExtensions: [],
    wrapperKeys: [],
    keys: ["entities"],
    lists: ["entities"],
    without: ["state"],
  },
  {
    kind: "sequence",
    title: "sequence",
    extension: ".sqdf.json",
    otherExtensions: [],
    wrapperKeys: [],
    keys: ["participants", "messages"],
    lists: ["participants", "messages"],
    without: ["state", "entities"],
  },
  {
    kind: "system",
    title: "system",
    extension: ".sysdf.json",
    otherExtensions: [],
    wrapperKeys: [],
    keys: ["members"],
    lists: ["members"],
    without: ["state", "entities", "participants"],
  },
];

/**
 * The kind that a file's name tells, upper and lower case being the same.
 *
 * @returns `undefined` when the name does not tell, as for a plain `.json`: then the content decides, see
 * {@linkcode kindOfDocument}.
 *
 * @example
 * ```ts
 * import { kindOfPath } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(kindOfPath("orders/Checkout.smdf.json"), "machine");
 * assertEquals(kindOfPath("package.json"), undefined);
 * ```
 */
export function kindOfPath(path: string): DocumentKind | undefined {
  const name = path.toLowerCase();
  const row = DOCUMENT_KINDS.find((row) =>
    [row.extension, ...row.otherExtensions].some((end) => name.endsWith(end))
  );
  return row?.kind;
}

/**
 * The kind that a parsed document's content tells, wrapped or bare.
 *
 * @returns `undefined` when it looks like no kind.
 */
export function kindOfDocument(value: unknown): DocumentKind | undefined {
  const envelope = documentEnvelope(value);
  if (envelope !== undefined) return rowOfEnvelope(envelope)?.kind;
  if (!isObject(value)) return undefined;
  return DOCUMENT_KINDS.find((row) => fits(row, value))?.kind;
}

/**
 * The key under which a parsed document wraps its definition.
 *
 * @returns `undefined` for a bare document. A wrapper key that does not hold an object wraps nothing.
 */
export function documentEnvelope(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const keys = DOCUMENT_KINDS.flatMap((row) => row.wrapperKeys);
  return keys.find((key) => Object.hasOwn(value, key) && isObject(value[key]));
}

/**
 * The definition inside a parsed document: what the wrapper key holds, else the document itself.
 *
 * @example
 * ```ts
 * import { unwrapDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(unwrapDefinition({ stateMachine: { state: { name: "Root" } } }), { state: { name: "Root" } });
 * assertEquals(unwrapDefinition({ state: { name: "Root" } }), { state: { name: "Root" } });
 * ```
 */
export function unwrapDefinition(parsed: unknown): unknown {
  const envelope = documentEnvelope(parsed);
  return envelope === undefined ? parsed : (parsed as Record<string, unknown>)[envelope];
}

function rowOfEnvelope(key: string): DocumentKindRow | undefined {
  return DOCUMENT_KINDS.find((row) => row.wrapperKeys.includes(key));
}

function fits(row: DocumentKindRow, value: Record<string, unknown>): boolean {
  return row.keys.every((key) => Object.hasOwn(value, key)) &&
    row.lists.every((key) => Array.isArray(value[key])) &&
    !row.without.some((key) => Object.hasOwn(value, key));
}
