import type { Diagram, DiagramEdge, DiagramNode } from "../diagram/graph.ts";
import type { DiagramWriters } from "../diagram/format.ts";
import { graphWriters } from "../diagram/graph_writers.ts";
import { drawErd } from "./draw/draw_erd.ts";
import type { DrawnAttribute, DrawnEntity } from "./draw/erd_drawing.ts";
import { LeftOutList } from "./exchange/left_out.ts";
import { markOf } from "./lookup.ts";
import type { EntityRelationshipDefinition } from "./types.ts";

/** The members that diagrams of other programs hold. */
const KEPT = {
  settings: ["name"],
  entity: ["name", "extends"],
  attribute: ["name", "type", "key", "references", "nullable"],
  relationship: ["from", "to", "cardinality", "label", "fromParticipation", "toParticipation"],
} as const;

/** Writers of entity-relationship diagrams for other drawing programs. */
export const ERD_DIAGRAMS: DiagramWriters<EntityRelationshipDefinition> = graphWriters(
  diagramOf,
  (def, format) => {
    const left = new LeftOutList(format);
    left.survey(def, KEPT);
    return left.lines;
  },
);

/** An entity-relationship diagram as a graph: entities are tables, relationships lines with crow's feet. */
function diagramOf(def: EntityRelationshipDefinition): Diagram {
  const { name, entities, relationships, inheritance } = drawErd(def);
  const idOf = new Map(entities.map((entity, at) => [entity.name, `e${at}`]));
  const edges = [
    ...relationships.map(({ from, to, label, ends: [left, right], points }) => ({
      from,
      to,
      label: label?.text.full ?? "",
      ends: [markOf(left), markOf(right)] as const,
      points,
    })),
    ...inheritance.map(({ general, special, points }) => ({
      from: general,
      to: special,
      label: "",
      ends: ["general", "none"] as const,
      points,
    })),
  ].flatMap((edge): DiagramEdge[] => {
    const [from, to] = [idOf.get(edge.from), idOf.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
  });
  return { title: name, groups: [{ title: "", nodes: entities.map(nodeOf) }], edges };
}

function nodeOf({ title, rows, box }: DrawnEntity, at: number): DiagramNode {
  return { id: `e${at}`, title: title.full, shape: "table", rows: rows.flatMap(rowOf), box };
}

function rowOf({ name, type, badges }: DrawnAttribute): DiagramNode["rows"] {
  if (name === "") return [];
  const keys = (["PK", "UK", "FK"] as const).filter((key) => badges.some(({ full }) => full === key));
  return [{ name, type: type?.full ?? "", keys }];
}
