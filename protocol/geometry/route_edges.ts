import { type Box, middleOf } from "./box.ts";
import { curveBetween, type EdgeCurve, type EdgePoint, selfLoopCurve } from "./edge_curve.ts";
import { type EdgeSide, facingSides, portAt } from "./ports.ts";

/** The boxes that an edge joins, by name. */
export interface EdgeEnds {
  /** The source. */
  readonly from: string;
  /** The target. */
  readonly to: string;
}

/** One end of an edge at one side of a box. */
interface Attachment {
  /** The name of the box. */
  readonly name: string;
  readonly edge: number;
  readonly end: "source" | "target";
  readonly box: Box;
  readonly side: EdgeSide;
  /** The middle of the box at the other end. */
  readonly toward: EdgePoint;
}

/** The points at which the ends of an edge touch their boxes. */
interface Ports {
  source: EdgePoint;
  target: EdgePoint;
}

/**
 * Routes edges as curves between boxes that a person may have placed. Every end gets a place of its own at the
 * side of its box; places follow the direction in which the edges leave, so that they cross little.
 *
 * @param edges The edges; several may join the same boxes, and one may lead from a box to itself.
 * @param boxOf The box of a name.
 * @returns A curve for each edge, in the same order.
 *
 * @example
 * ```ts
 * import { routeEdges } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const tops: Record<string, number> = { Open: 0, Closed: 160 };
 * const boxOf = (name: string) => ({ x: 0, y: tops[name] ?? 0, width: 160, height: 60 });
 * const [close, open] = routeEdges([{ from: "Open", to: "Closed" }, { from: "Closed", to: "Open" }], boxOf);
 * assertEquals(close?.path, "M 68 60 C 68 110, 68 110, 68 160");
 * assertEquals(open?.path, "M 92 160 C 92 110, 92 110, 92 60");
 * ```
 */
export function routeEdges(edges: readonly EdgeEnds[], boxOf: (name: string) => Box): EdgeCurve[] {
  const attachments: Attachment[] = [];
  const sides = edges.map(({ from, to }, edge): [EdgeSide, EdgeSide] | null => {
    if (from === to) return null;
    const [source, target] = [boxOf(from), boxOf(to)];
    const facing = facingSides(source, target);
    attachments.push(
      { name: from, edge, end: "source", box: source, side: facing[0], toward: middleOf(target) },
      { name: to, edge, end: "target", box: target, side: facing[1], toward: middleOf(source) },
    );
    return facing;
  });
  // No side's name is the beginning of another's, so the key is unambiguous whatever the box is called.
  const ports = placePorts(Map.groupBy(attachments, ({ side, name }) => side + name).values());
  const loops = new Map<string, number>();
  return edges.map(({ from }, edge) => {
    const facing = sides[edge];
    const port = ports.get(edge);
    if (facing && port) return curveBetween(port.source, facing[0], port.target, facing[1]);
    const nth = loops.get(from) ?? 0;
    loops.set(from, nth + 1);
    return selfLoopCurve(boxOf(from), nth);
  });
}

function placePorts(faces: Iterable<Attachment[]>): Map<number, Ports> {
  const ports = new Map<number, Ports>();
  for (const face of faces) {
    face.sort(byDirection);
    for (const [index, { edge, end, box, side }] of face.entries()) {
      const port = portAt(box, side, index, face.length);
      const both = ports.get(edge) ?? { source: port, target: port };
      both[end] = port;
      ports.set(edge, both);
    }
  }
  return ports;
}

/** Attachments of one side, from its left or top. */
function byDirection(a: Attachment, b: Attachment): number {
  const axis = a.side === "top" || a.side === "bottom" ? "x" : "y";
  return a.toward[axis] - b.toward[axis] || a.edge - b.edge || (a.end === "source" ? -1 : 1);
}
