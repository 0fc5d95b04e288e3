import { equalJson } from "../../json/equal.ts";
import { relationshipsOf } from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { relationshipsOfSchema } from "./erd_of_schema.ts";
import type { LeftOutList } from "./left_out.ts";
import type { Schema } from "./schema.ts";

/** The other end of each member of a relationship that is read backwards. */
const BACKWARDS: Readonly<Record<string, string>> = {
  from: "to",
  to: "from",
  fromRole: "toRole",
  toRole: "fromRole",
  fromParticipation: "toParticipation",
  toParticipation: "fromParticipation",
};

/** The members that all tables say; the rest only where reading them gives the same again. */
const SAID = ["from", "to", "cardinality", "attributes"];

/**
 * Notes the members of relationships that foreign keys do not say.
 *
 * @param hasLabels True for a format in which foreign keys have labels.
 */
export function leaveOutRelationships(
  def: EntityRelationshipDefinition,
  schema: Schema,
  left: LeftOutList,
  hasLabels: boolean,
): void {
  const derived = relationshipsOfSchema(schema);
  for (const { value, path } of relationshipsOf(def)) {
    const isBackwards = value.cardinality === "N:1";
    const read = Object.fromEntries(
      Object.entries(value).map(([name, held]) => [isBackwards ? BACKWARDS[name] ?? name : name, held]),
    );
    const match = derived.findIndex((one) => one.from === read.from && one.to === read.to);
    const [found] = match < 0 ? [] : derived.splice(match, 1);
    for (const [name, held] of Object.entries(read)) {
      const isHeld = name === "label" && hasLabels ? found !== undefined : found !== undefined &&
        equalJson(held, Object.entries(found).find(([other]) => other === name)?.[1]);
      if (SAID.includes(name) || isHeld || held === false || held === "") continue;
      left.add("relationship", isBackwards ? BACKWARDS[name] ?? name : name, path);
    }
  }
}
