import {
  type Attribute,
  attributesOf,
  entitiesOf,
  type EntityRelationshipDefinition,
  textOrEmpty,
} from "@loom/protocol";
import type { CanvasCommand } from "../command.ts";

/** An end of a relationship that is being drawn: an entity, and the attribute where it begins or ends at one. */
export interface RelatedEnd {
  readonly entity: string;
  readonly attribute: string | undefined;
}

/**
 * The edits that a line from one row to another table means. The key is the "one" end; the other attribute becomes a foreign key
 * to it. A line to a table as a whole is about its primary key.
 */
export function relating(
  def: EntityRelationshipDefinition,
  from: RelatedEnd,
  to: RelatedEnd,
): CanvasCommand[] {
  const [source, target] = [attributeAt(def, from), attributeAt(def, to)];
  const key = target ?? (isKey(source) ? undefined : primaryKeyOf(def, to.entity));
  if (from.attribute === undefined || source === undefined) {
    return [relationship(from.entity, to.entity, "1:N")];
  }
  if (isKey(source) && isKey(key)) return [relationship(from.entity, to.entity, "1:1")];
  if (isKey(source)) {
    return [
      relationship(from.entity, to.entity, "1:N"),
      ...(target === undefined ? [] : [reference(to.entity, target.name, `${from.entity}.${source.name}`)]),
    ];
  }
  const name = key === undefined ? to.entity : `${to.entity}.${key.name}`;
  return [relationship(to.entity, from.entity, "1:N"), reference(from.entity, source.name, name)];
}

function relationship(from: string, to: string, cardinality: string): CanvasCommand {
  return { id: "relationship.add", values: { from, to, cardinality } };
}

function reference(entity: string, name: string, references: string): CanvasCommand {
  return { id: "attribute.update", values: { entity, name, references } };
}

function attributeAt(
  def: EntityRelationshipDefinition,
  { entity, attribute }: RelatedEnd,
): Attribute | undefined {
  return attribute === undefined
    ? undefined
    : attributesIn(def, entity).find(({ name }) => name === attribute);
}

function primaryKeyOf(def: EntityRelationshipDefinition, entity: string): Attribute | undefined {
  return attributesIn(def, entity).find(({ key }) => key === "pk");
}

function isKey(attribute: Attribute | undefined): boolean {
  return attribute?.key !== undefined && (attribute.references ?? "") === "";
}

/** The attributes of an entity, with what a line of them says. */
export function attributesIn(def: EntityRelationshipDefinition, entity: string): Attribute[] {
  const found = entitiesOf(def).find(({ name }) => name === entity);
  return found === undefined
    ? []
    : attributesOf(found).map(({ value: { type, key, nullable, references }, name }) => ({
      name,
      type: textOrEmpty(type),
      ...(key === "pk" || key === "uk" ? { key } : {}),
      ...(nullable === true ? { nullable } : {}),
      ...(textOrEmpty(references) === "" ? {} : { references: textOrEmpty(references) }),
    }));
}

/** The cardinalities of an end of a relationship, in words. */
export const END_CHOICES = [
  { text: "exactly one", maximum: "one", minimum: 1 },
  { text: "one or none", maximum: "one", minimum: 0 },
  { text: "one or more", maximum: "many", minimum: 1 },
  { text: "any number", maximum: "many", minimum: 0 },
] as const;

/** One of {@linkcode END_CHOICES}. */
export type EndChoice = typeof END_CHOICES[number];

/** The fields of a relationship that say what its ends are, when one of them becomes another. */
export function withEnd(
  ends: readonly [Pick<EndChoice, "maximum" | "minimum">, Pick<EndChoice, "maximum" | "minimum">],
  end: 0 | 1,
  choice: Pick<EndChoice, "maximum" | "minimum">,
): Record<string, unknown> {
  const [from, to] = end === 0 ? [choice, ends[1]] : [ends[0], choice];
  const cardinality = from.maximum === "one"
    ? to.maximum === "one" ? "1:1" : "1:N"
    : to.maximum === "one"
    ? "N:1"
    : "N:M";
  // The least number at one end is the participation of the other one.
  const participation = ({ minimum }: Pick<EndChoice, "minimum">) => minimum === 1 ? "total" : "partial";
  return end === 0
    ? { cardinality, toParticipation: participation(choice) }
    : { cardinality, fromParticipation: participation(choice) };
}
