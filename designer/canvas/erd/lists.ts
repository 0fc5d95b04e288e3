import {
  type Attribute,
  endsOf,
  type EntityRelationshipDefinition,
  relationshipsOf,
  textOrEmpty,
} from "@loom/protocol";
import type { MirrorItem, MirrorList } from "../mirror.tsx";
import { attributesIn } from "./relating.ts";
import { entityKey, type ErdScene, relationshipKey, type SceneRow } from "./scene.ts";

/** The entities with their attributes, then the relationships, as sentences. */
export function erdLists(def: EntityRelationshipDefinition, { tables, lines }: ErdScene): MirrorList[] {
  const values = new Map(relationshipsOf(def).map(({ index, value }) => [index, value]));
  const entities = tables.flatMap(({ name, rows }): MirrorItem[] => {
    const attributes = new Map(attributesIn(def, name).map((one) => [one.name, one]));
    return [
      {
        key: entityKey(name),
        text: () => `${name}, entity, ${rows.length === 1 ? "1 attribute" : `${rows.length} attributes`}`,
        level: 1,
      },
      ...rows.map((row) => ({
        key: row.key,
        text: () => attributeSentence(row, attributes.get(row.name)),
        level: 2,
      })),
    ];
  });
  const relationships = lines.map(({ index, from, to }) => ({
    key: relationshipKey(index),
    text() {
      const value = values.get(index) ?? {};
      const [one, other] = endsOf(value);
      const verb = textOrEmpty(value.label).trim() || "has";
      return `${from} ${verb} ${to}, relationship: ${endText(one)} ${from}, ${endText(other)} ${to}`;
    },
    level: 1,
  }));
  return [{ role: "tree", label: "Entities and relationships", items: [...entities, ...relationships] }];
}

function attributeSentence({ name, stateOf }: SceneRow, attribute: Attribute | undefined): string {
  return [
    name,
    attribute?.type ?? "",
    attribute?.key === "pk" ? "primary key" : attribute?.key === "uk" ? "unique" : "",
    attribute?.references ? `refers to ${attribute.references}` : "",
    attribute?.nullable ? "may be missing" : "",
    stateOf.length > 0 ? `state of ${stateOf.join(" and ")}` : "",
  ].filter((word) => word !== "").join(", ");
}

function endText(
  { maximum, minimum }: { readonly maximum: "one" | "many"; readonly minimum: 0 | 1 },
): string {
  if (maximum === "one") return minimum === 1 ? "exactly one" : "one or none";
  return minimum === 1 ? "one or more" : "any number of";
}
