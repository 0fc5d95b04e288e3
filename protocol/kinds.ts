/**
 * The kinds of documents.
 *
 * @module
 */
import { ERD_KIND } from "./erd/kind.ts";
import { isObject } from "./json/value.ts";
import type { AnyKind, KindName } from "./kind.ts";
import { MACHINE_KIND } from "./machine/kind.ts";
import { SEQUENCE_KIND } from "./sequence/kind.ts";
import { SYSTEM_KIND } from "./system/kind.ts";

export { MACHINE_KIND };
export { PICTURE_OPTIONS } from "./picture/options.ts";

/** The document kinds, one row a kind; a definition is of the first kind whose row fits it. */
export const DOCUMENT_KINDS: readonly AnyKind[] = [
  MACHINE_KIND,
  ERD_KIND,
  SEQUENCE_KIND,
  SYSTEM_KIND,
];

/** The kinds of documents of one program: a table that tells them apart by name and by content. */
export class KindTable {
  /** The kinds, the first that fits counts. */
  readonly rows: readonly AnyKind[];

  /** Makes the table of some kinds. */
  constructor(rows: readonly AnyKind[]) {
    this.rows = rows;
  }

  /** The kind of that name. */
  named(kind: KindName): AnyKind | undefined {
    return this.rows.find((row) => row.kind === kind);
  }

  /** The kind that the ending of a file name tells, in upper or lower case; `undefined` for a plain `.json`. */
  ofPath(path: string): AnyKind | undefined {
    const name = path.toLowerCase();
    return this.rows.find((row) => [row.extension, ...row.otherExtensions].some((end) => name.endsWith(end)));
  }

  /** The kind that the content of a parsed document tells, wrapped or bare; `undefined` when it looks like none. */
  ofDocument(value: unknown): AnyKind | undefined {
    const envelope = this.envelope(value);
    if (envelope !== undefined) return this.rows.find((row) => row.wrapperKeys.includes(envelope));
    if (!isObject(value)) return undefined;
    return this.rows.find((row) => fits(row, value));
  }

  /** The key under which a parsed document wraps its definition; `undefined` for a bare document. */
  envelope(value: unknown): string | undefined {
    if (!isObject(value)) return undefined;
    const keys = this.rows.flatMap((row) => row.wrapperKeys);
    return keys.find((key) => Object.hasOwn(value, key) && isObject(value[key]));
  }

  /** The endings of new files, as a list for a sentence: `.a.json, .b.json or .c.json`. */
  get endings(): string {
    return orList(this.rows.map(({ extension }) => extension));
  }

  /** The definition inside a parsed document: what the wrapper key holds, else the document itself. */
  unwrap(parsed: unknown): unknown {
    const envelope = this.envelope(parsed);
    return envelope !== undefined && isObject(parsed) ? parsed[envelope] : parsed;
  }
}

/** Alternatives in a sentence: `a, b or c`. */
export function orList(all: readonly string[]): string {
  return [all.slice(0, -1).join(", "), ...all.slice(-1)].filter(Boolean).join(" or ");
}

/** A kind with its article, such as `an entity-relationship diagram`. */
export function aKind({ title }: Pick<AnyKind, "title">): string {
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
}

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

function fits(row: AnyKind, value: Record<string, unknown>): boolean {
  return row.keys.every((key) => Object.hasOwn(value, key)) &&
    row.lists.every((key) => Array.isArray(value[key])) &&
    !row.without.some((key) => Object.hasOwn(value, key));
}
