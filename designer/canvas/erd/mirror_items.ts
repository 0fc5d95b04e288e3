import { endsOf, type EntityRelationshipDefinition, relationshipsOf, textOrEmpty } from "@loom/protocol";
import type { MirrorItem } from "../mirror.tsx";
import { attributesIn } from "./relating.ts";
import type { ErdScene } from "./scene.ts";

/** The entities with their attributes, then the relationships, as sentences. */
export function erdItems(def: EntityRelationshipDefinition, { tables, lines }: ErdScene): MirrorItem[] {
  const values = new Map(relationshipsOf(def).map(({ index, value }) => [index, value]));
  const entities = tables.flatMap(({ name, rows }): MirrorItem[] => {
    const attributes = new Map(attributesIn(def, name).map((one) => [one.name, one]));
    return [
      {
        key: `entity:${name}`,
        text: `${name}, entity, ${rows.length === 1 ? "1 attribute" : `${rows.length} attributes`}`,
        level: 1,
        hasMore: rows.length > 0,
      },
      ...rows.map((row) => {
        const attribute = attributes.get(row.name);
        const words = [
          row.name,
          attribute?.type ?? "",
          attribute?.key === "pk" ? "primary key" : attribute?.key === "uk" ? "unique" : "",
          attribute?.references ? `refers to ${attribute.references}` : "",
          attribute?.nullable ? "may be missing" : "",
          row.stateOf.length > 0 ? `state of ${row.stateOf.join(" and ")}` : "",
        ];
        return {
          key: `attribute:${name}.${row.name}`,
          text: words.filter((word) => word !== "").join(", "),
          level: 2,
        };
      }),
    ];
  });
  return [
    ...entities,
    ...lines.map(({ index, from, to }) => {
      const value = values.get(index) ?? {};
      const [one, other] = endsOf(value);
      const verb = textOrEmpty(value.label).trim();
      return {
        key: `relationship:${index}`,
        text: `${from} ${verb === "" ? "has" : verb} ${to}, relationship: ${endText(one)} ${from}, ${
          endText(other)
        } ${to}`,
        level: 1,
      };
    }),
  ];
}

function endText(
  { maximum, minimum }: { readonly maximum: "one" | "many"; readonly minimum: 0 | 1 },
): string {
  if (maximum === "one") return minimum === 1 ? "exactly one" : "one or none";
  return minimum === 1 ? "one or more" : "any number of";
}
