import type { Diagram, DiagramNode } from "../diagram/graph.ts";
import type { DiagramWriters } from "../diagram/format.ts";
import { graphWriters } from "../diagram/graph_writers.ts";
import type { PictureLink } from "../kind.ts";
import { drawSystemMap, type MemberCard } from "./draw/draw_map.ts";
import { systemName } from "./lookup.ts";
import { MEMBER_KINDS, memberKindOfPath } from "./member_kind.ts";
import type { SystemDefinition } from "./types.ts";
import { KIND_WORDS } from "./member_kind.ts";

/** Writers of systems for other drawing programs. */
export const SYSTEM_DIAGRAMS: DiagramWriters<SystemDefinition> = graphWriters(diagramOf, () => []);

/** A system as a graph: its members by kind, its actors, and the links between members. */
function diagramOf(def: SystemDefinition, links: readonly PictureLink[] = []): Diagram {
  const map = drawSystemMap(def, links);
  const idOf = new Map(map.cards.map(({ path }, at) => [path, `m${at}`]));
  const nodeOf = ({ path, texts, box }: MemberCard): DiagramNode => ({
    id: idOf.get(path) ?? "",
    title: `${texts.name.full}\n${texts.kind.full}`,
    shape: "box",
    rows: [],
    box,
  });
  const groups = [...MEMBER_KINDS, undefined].map((kind) => ({
    title: kind === undefined ? "other" : KIND_WORDS[kind].many,
    nodes: map.cards.filter(({ path }) => memberKindOfPath(path) === kind).map(nodeOf),
  }));
  const actors = map.actors.map(({ texts, box }, at): DiagramNode => ({
    id: `a${at}`,
    title: [texts.name.full, texts.kind.full].filter((text) => text !== "").join("\n"),
    shape: "actor",
    rows: [],
    box,
  }));
  return {
    title: systemName(def),
    groups: [...groups, { title: "actors", nodes: actors }].filter(({ nodes }) => nodes.length > 0),
    edges: map.links.flatMap(({ from, to, text, points }) => {
      const [one, other] = [idOf.get(from), idOf.get(to)];
      return one === undefined || other === undefined
        ? []
        : [{ from: one, to: other, label: text, ends: ["none", "none"] as const, points }];
    }),
  };
}
