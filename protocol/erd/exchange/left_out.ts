import { isObject } from "../../json/value.ts";
import type { LeftOut } from "../../left_out.ts";
import type { EntityRelationshipDefinition } from "../types.ts";

/** A type of part of a diagram. */
export type ErdPart =
  | "settings"
  | "entity"
  | "attribute"
  | "key"
  | "foreign key"
  | "index"
  | "relationship"
  | "enum";

/** The members that a format holds, by the type of part. */
export type Kept = Readonly<Partial<Record<ErdPart, readonly string[]>>>;

const PLURALS: Readonly<Record<ErdPart, string>> = {
  settings: "settings",
  entity: "entities",
  attribute: "attributes",
  key: "keys",
  "foreign key": "foreign keys",
  index: "indexes",
  relationship: "relationships",
  enum: "enums",
};

/** The members that hold other parts. */
const INNER: Readonly<Partial<Record<ErdPart, Readonly<Record<string, ErdPart>>>>> = {
  entity: { attributes: "attribute", keys: "key", foreignKeys: "foreign key", indexes: "index" },
};

/** Collects what a format has no place for. */
export class LeftOutList {
  readonly #format: string;
  readonly #found = new Map<string, { part: ErdPart; member: string; count: number; path: string }>();
  readonly #said: LeftOut[] = [];

  /** Makes an empty list. */
  constructor(format: string) {
    this.#format = format;
  }

  /** Notes a member of a part. */
  add(part: ErdPart, member: string, path: string): void {
    const known = this.#found.get(`${part} ${member}`);
    if (known === undefined) this.#found.set(`${part} ${member}`, { part, member, count: 1, path });
    else known.count++;
  }

  /** Notes a member of one part, with its own sentence. */
  say(part: ErdPart, member: string, path: string, message: string): void {
    this.#said.push({ part, members: [member], count: 1, path, message });
  }

  /** Notes all members that a format does not keep; those of relationships only where it keeps some. */
  survey(def: EntityRelationshipDefinition, kept: Kept): void {
    this.#collect("settings", def.settings, "/settings", kept);
    this.#collect("entity", def.entities, "/entities", kept);
    if (kept.relationship !== undefined) {
      this.#collect("relationship", def.relationships, "/relationships", kept);
    }
    this.#collect("enum", def.enums, "/enums", kept);
  }

  /** The list: a line for each member of a type of part. */
  get lines(): LeftOut[] {
    const found = Array.from(this.#found.values(), ({ part, member, count, path }) => {
      const where = part === "settings"
        ? "the settings"
        : count === 1
        ? `the ${part} at ${path}`
        : `${count} ${PLURALS[part]}, the first at ${path}`;
      const message = `${this.#format} has no place for "${member}" of ${where}: it was left out.`;
      return { part, members: [member], count, path, message };
    });
    return [...found, ...this.#said];
  }

  #collect(part: ErdPart, value: unknown, path: string, kept: Kept): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.#collect(part, item, `${path}/${index}`, kept);
    } else if (isObject(value)) {
      const inner = INNER[part] ?? {};
      for (const [member, held] of Object.entries(value)) {
        const below = Object.hasOwn(inner, member) ? inner[member] : undefined;
        if (below !== undefined && kept[below] !== undefined) {
          this.#collect(below, held, `${path}/${member}`, kept);
        } else if (!isNothing(held) && !(kept[part] ?? []).includes(member) && !isGiven(part, member, held)) {
          this.add(part, member, path);
        }
      }
    }
  }
}

/** True for a value that says as much as its absence. */
function isNothing(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !value;
  return Object.values(value).every(isNothing);
}

/** True for values that a document gets again when it is read. */
function isGiven(part: ErdPart, member: string, value: unknown): boolean {
  return part === "settings" && member === "namespace" && value === "Default";
}
