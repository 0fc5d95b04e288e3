import { named } from "../change/line.ts";
import type { Attribute, Relationship } from "./types.ts";

/** An attribute as a few words: `status : string`. */
export function attributeText({ name, type }: Pick<Attribute, "name" | "type">): string {
  return `${named(name)} : ${named(type)}`;
}

/** A relationship as a few words: `Member 1:N Loan : takes out`. */
export function relationshipText({ from, to, cardinality, label }: Relationship): string {
  const verb = label === undefined || label === "" ? "" : ` : ${named(label)}`;
  return `${named(from)} ${named(cardinality)} ${named(to)}${verb}`;
}
