import type { Placeable } from "../../arrangement/element_keys.ts";
import { boundsOf, type Box, moved, type Point } from "../../geometry/box.ts";
import type { PictureLink } from "../../kind.ts";
import {
  type DrawnBefore,
  type DrawnNow,
  linesOfRoutes,
  routesOfLines,
} from "../../layout/incremental/drawn_lines.ts";
import { layoutGraph } from "../../layout/layout_graph.ts";
import { movedText } from "../../picture/drawn_text.ts";
import { actorsOf, membersOf } from "../lookup.ts";
import type { SystemDefinition } from "../types.ts";
import { type ActorPill, drawSystemMap, movedCard, type SystemMap } from "./draw_map.ts";

/** The members and actors that can have a place. */
export function systemPlaceables(def: SystemDefinition): Placeable[] {
  return [
    ...membersOf(def).map(({ name }) => ({ id: memberId(name), names: [name] })),
    ...actorsOf(def).map(({ name }) => ({ id: actorId(name), names: [name] })),
  ].filter(({ names }) => names[0] !== "");
}

/**
 * Draws the map of a system with cards and pills where they were put; the others get free places near what they are linked with.
 * Without any, it is the map in columns.
 */
export function drawArrangedMap(
  def: SystemDefinition,
  links: readonly PictureLink[] | undefined,
  before: DrawnBefore,
): SystemMap {
  const map = drawSystemMap(def, links, before.space);
  const nodes = nodesOf(map);
  const fixed = new Map(nodes.flatMap(({ id, box }): [string, Box][] => {
    const kept = Object.hasOwn(before.boxes, id) ? before.boxes[id] : undefined;
    if (!kept) return [];
    // A card that grew makes room for itself; a pill that was drawn wider is as wide as its text.
    const [width, height] = [Math.min(kept.width, box.width), Math.min(kept.height, box.height)];
    return [[id, { x: kept.x, y: kept.y, width: width || box.width, height: height || box.height }]];
  }));
  if (fixed.size === 0) return map;
  const edges = edgesOf(map);
  const graph = { nodes: nodes.map(({ id, box: { width, height } }) => ({ id, width, height })), edges };
  const layout = layoutGraph(graph, { lines: "upright", fixed, routes: routesOfLines(edges, before.lines) });
  const placed = (id: string, { x, y }: Point): Point => {
    const box = layout.nodes.get(id) ?? { x, y };
    return { x: box.x - x, y: box.y - y };
  };
  const cards = map.cards.map((card) => movedCard(card, placed(memberId(card.path), card.box)));
  const actors = map.actors.map((actor) => movedActor(actor, placed(actorId(actor.name), actor.box)));
  const drawn = map.links.map((link, at) => ({
    ...link,
    points: layout.edges.get(edges[at]?.id ?? "")?.points ?? [],
  }));
  const points = drawn.flatMap((link) => link.points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
  const bounds = boundsOf([...cards, ...actors].map(({ box }) => box).concat(points));
  return { ...bounds, headings: [], cards, actors, links: drawn };
}

/** The boxes of members and actors and the lines between them, for {@linkcode drawArrangedMap} later. */
export function arrangeMap(
  def: SystemDefinition,
  links: readonly PictureLink[] | undefined,
  before: DrawnBefore,
): DrawnNow {
  const map = drawArrangedMap(def, links, before);
  const edges = edgesOf(map);
  const routes = new Map(map.links.map(({ points }, at) => [edges[at]?.id ?? "", { points }]));
  return {
    boxes: new Map(nodesOf(map).map(({ id, box }) => [id, box])),
    lines: linesOfRoutes(edges, routes),
  };
}

function memberId(path: string): string {
  return `member ${path}`;
}

function actorId(name: string): string {
  return `actor ${name}`;
}

function nodesOf({ cards, actors }: SystemMap): { readonly id: string; readonly box: Box }[] {
  const all = [
    ...cards.map(({ path, box }) => ({ id: memberId(path), box })),
    ...actors.map(({ name, box }) => ({ id: actorId(name), box })),
  ];
  // Of several with one name, the first is meant.
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
}

function edgesOf({ links }: SystemMap) {
  return links.map(({ from, to }, at) => ({ id: `link ${at}`, from: memberId(from), to: memberId(to) }));
}

function movedActor(actor: ActorPill, by: Point): ActorPill {
  const { name, kind } = actor.texts;
  return {
    ...actor,
    box: moved(actor.box, by),
    texts: { name: movedText(name, by), kind: movedText(kind, by) },
  };
}
