import { isObject } from "./json/value.ts";
import type { AnyKind, EditedKind, KindName } from "./kind.ts";

/** The kinds of documents of one program: a table that tells them apart by name and by content. */
export class KindTable<Row extends EditedKind = AnyKind> {
  /** The kinds, the first that fits counts. */
  readonly rows: readonly Row[];

  /** Makes the table of some kinds. */
  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }

  /** The kind of that name. */
  named(kind: KindName): Row | undefined {
    return this.rows.find((row) => row.kind === kind);
  }

  /** The kind that the ending of a file name tells, in upper or lower case; `undefined` for a plain `.json`. */
  ofPath(path: string): Row | undefined {
    const name = path.toLowerCase();
    return this.rows.find((row) => [row.extension, ...row.otherExtensions].some((end) => name.endsWith(end)));
  }

  /** The kind that the content of a parsed document tells, wrapped or bare; `undefined` when it looks like none. */
  ofDocument(value: unknown): Row | undefined {
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
export function aKind({ title }: Pick<EditedKind, "title">): string {
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
}

function fits(row: EditedKind, value: Record<string, unknown>): boolean {
  return row.keys.every((key) => Object.hasOwn(value, key)) &&
    row.lists.every((key) => Array.isArray(value[key])) &&
    !row.without.some((key) => Object.hasOwn(value, key));
}
