import type { DiagramEnd } from "../diagram/graph.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { type Located, located, textOf } from "../located.ts";

export { byName, type Located, located, textOf } from "../located.ts";

/** The entities of a definition, valid or not. */
export function entitiesOf(def: unknown): Located[] {
  return located(isObject(def) ? def.entities : undefined, "/entities");
}

/** The attributes of an entity or a relationship. */
export function attributesOf({ value, path }: Pick<Located, "value" | "path">): Located[] {
  return located(value.attributes, `${path}/attributes`);
}

/** The relationships of a definition. */
export function relationshipsOf(def: unknown): Located[] {
  return located(isObject(def) ? def.relationships : undefined, "/relationships");
}

/** The names of relationships, in the order of {@linkcode relationshipsOf}: of several between two entities the others have numbers. */
export function relationshipNames(relationships: readonly Located[]): string[] {
  const counts = new Map<string, number>();
  return relationships.map(({ value }) => {
    const ends = `${textOf(value.from)} to ${textOf(value.to)}`;
    const count = (counts.get(ends) ?? 0) + 1;
    counts.set(ends, count);
    return count === 1 ? ends : `${ends} ${count}`;
  });
}

/** The enums of a definition. */
export function enumsOf(def: unknown): Located[] {
  return located(isObject(def) ? def.enums : undefined, "/enums");
}

/** The machines whose state an attribute stores. */
export function stateOfList(stateOf: unknown): string[] {
  const list = Array.isArray(stateOf) ? stateOf : [stateOf];
  return list.filter((name): name is string => typeof name === "string" && name !== "");
}

/** The names of a list of texts. */
export function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === "string") : [];
}

/** The target of a foreign key. */
export interface AttributeReference {
  /** The entity. */
  readonly entity: string;
  /** The attribute; `undefined` for a reference to the entity alone. */
  readonly attribute?: string;
}

/**
 * Reads a reference: `Entity` or `Entity.attribute`. The first dot divides it.
 *
 * @example
 * ```ts
 * import { parseReference } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseReference("Member.member_id"), { entity: "Member", attribute: "member_id" });
 * assertEquals(parseReference("Member"), { entity: "Member" });
 * ```
 */
export function parseReference(text: string): AttributeReference {
  const dot = text.indexOf(".");
  return dot < 0 ? { entity: text } : { entity: text.slice(0, dot), attribute: text.slice(dot + 1) };
}

/** The number of partners at one end of a relationship. */
export interface EndNumbers {
  /** The most partners. */
  readonly maximum: "one" | "many";
  /** The least partners. */
  readonly minimum: 0 | 1;
}

/**
 * The numbers at both ends of a relationship, that of `from` first. An end says how many of its entity there are for
 * one of the other: total participation of the other entity makes the least number 1. Without a participation, a "one"
 * end has exactly one and a "many" end any number.
 */
export function endsOf(relationship: JsonObject): readonly [EndNumbers, EndNumbers] {
  const { cardinality, fromParticipation, toParticipation } = relationship;
  const manyFrom = cardinality === "N:1" || cardinality === "N:M";
  const manyTo = cardinality !== "1:1" && cardinality !== "N:1";
  return [endOf(manyFrom, toParticipation), endOf(manyTo, fromParticipation)];
}

function endOf(isMany: boolean, participation: unknown): EndNumbers {
  const minimum = participation === "total" || (!isMany && participation !== "partial") ? 1 : 0;
  return { maximum: isMany ? "many" : "one", minimum };
}

/** The mark of an end in crow's foot notation. */
export function markOf({ maximum, minimum }: EndNumbers): DiagramEnd {
  if (maximum === "one") return minimum === 1 ? "one" : "at most one";
  return minimum === 1 ? "at least one" : "many";
}
