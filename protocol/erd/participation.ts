import type { JsonObject } from "../json/value.ts";

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
