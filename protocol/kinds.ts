/**
 * The kinds of documents.
 *
 * @module
 */
import { ERD_KIND } from "./erd/kind.ts";
import type { AnyKind, KindName } from "./kind.ts";
import { KindTable } from "./kind_table.ts";
import { MACHINE_KIND } from "./machine/kind.ts";
import { SEQUENCE_KIND } from "./sequence/kind.ts";
import { SYSTEM_KIND } from "./system/kind.ts";

export { aKind, KindTable, orList } from "./kind_table.ts";
export { MACHINE_KIND };
export { PICTURE_OPTIONS } from "./picture/options.ts";

/** The document kinds, one row a kind; a definition is of the first kind whose row fits it. */
export const DOCUMENT_KINDS: readonly AnyKind[] = [
  MACHINE_KIND,
  ERD_KIND,
  SEQUENCE_KIND,
  SYSTEM_KIND,
];

/** The kinds of the loom as far as no engine is needed: without the findings of machines. */
export const KINDS: KindTable = new KindTable(DOCUMENT_KINDS);

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
export function kindOfPath(path: string): KindName | undefined {
  return KINDS.ofPath(path)?.kind;
}

/**
 * The kind that a parsed document's content tells, wrapped or bare.
 *
 * @returns `undefined` when it looks like no kind.
 */
export function kindOfDocument(value: unknown): KindName | undefined {
  return KINDS.ofDocument(value)?.kind;
}

/**
 * The key under which a parsed document wraps its definition.
 *
 * @returns `undefined` for a bare document. A wrapper key that does not hold an object wraps nothing.
 */
export function documentEnvelope(value: unknown): string | undefined {
  return KINDS.envelope(value);
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
  return KINDS.unwrap(parsed);
}
