/**
 * Graphviz dot.
 *
 * @module
 */
import { instance } from "@viz-js/viz";
import type { LayoutGraph, Point } from "@loom/protocol";
import type { Drawing } from "../../layout/drawing.ts";
import { LAYER_GAP, type LayoutEngine, NODE_GAP } from "./engine.ts";

/** Into how many straight pieces a Bezier curve is cut. */
const PIECES = 8;
/** A place in the drawing is a point of print, a size is in inches. */
const PER_INCH = 72;

interface DotGraph {
  readonly objects?: readonly {
    readonly name: string;
    readonly pos: string;
    readonly width: string;
    readonly height: string;
  }[];
  readonly edges?: readonly { readonly id: string; readonly pos: string }[];
}

const viz = await instance();

/** dot from top to bottom, with its curves or with polylines, all else as it comes. */
export function dotEngine(splines: "spline" | "polyline"): LayoutEngine {
  return {
    name: splines === "spline" ? "dot" : "dot polyline",
    isCurved: splines === "spline",
    prepare: (graph) => {
      const text = dotText(graph, splines);
      return () => {
        const output = viz.renderString(text, { format: "json0", yInvert: true });
        return () => read(graph, JSON.parse(output) as DotGraph);
      };
    },
  };
}

function dotText({ nodes, edges }: LayoutGraph, splines: string): string {
  const index = new Map(nodes.map(({ id }, i) => [id, i]));
  return [
    "digraph {",
    `graph [rankdir=TB, splines=${splines}, nodesep=${NODE_GAP / PER_INCH}, ranksep=${LAYER_GAP / PER_INCH}]`,
    `node [shape=box, fixedsize=true, label=""]`,
    ...nodes.map(({ width, height }, i) => `${i} [width=${width / PER_INCH}, height=${height / PER_INCH}]`),
    ...edges.map(({ from, to }, i) => `${index.get(from)} -> ${index.get(to)} [id=${i}]`),
    "}",
  ].join("\n");
}

function read({ nodes, edges }: LayoutGraph, { objects = [], edges: routes = [] }: DotGraph): Drawing {
  const splines = new Map(routes.map(({ id, pos }) => [Number(id), pos]));
  return {
    boxes: objects.map(({ name, pos, width, height }) => {
      const [x = 0, y = 0] = pos.split(",").map(Number);
      const size = { width: Number(width) * PER_INCH, height: Number(height) * PER_INCH };
      return { id: nodes[Number(name)]?.id ?? name, x: x - size.width / 2, y: y - size.height / 2, ...size };
    }),
    edges: edges.map(({ id, from, to }, i) => ({ id, from, to, points: splinePoints(splines.get(i) ?? "") })),
  };
}

/** Points along a spline, which is written as `e,<arrow tip> <start> (<control> <control> <end>)...`. */
function splinePoints(spline: string): Point[] {
  const words = spline.split(" ").filter((word) => word !== "");
  const tip = words.find((word) => word.startsWith("e,"));
  const controls = words.filter((word) => !word.startsWith("e,") && !word.startsWith("s,")).map(pointOf);
  const points = controls.slice(0, 1);
  for (let i = 3; i < controls.length; i += 3) {
    const [a, b, c, d] = controls.slice(i - 3, i + 1);
    if (!a || !b || !c || !d) break;
    for (let piece = 1; piece <= PIECES; piece++) points.push(onCurve(a, b, c, d, piece / PIECES));
  }
  return tip === undefined ? points : [...points, pointOf(tip.slice(2))];
}

function pointOf(text: string): Point {
  const [x = 0, y = 0] = text.split(",").map(Number);
  return { x, y };
}

function onCurve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const mix = (p: number, q: number, r: number, u: number) =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}
