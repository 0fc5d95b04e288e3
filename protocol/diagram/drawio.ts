import type { Box, Point } from "../geometry/box.ts";
import { element } from "../picture/xml.ts";
import { type Diagram, type DiagramEdge, type DiagramEnd, type DiagramNode, nodesOf } from "./graph.ts";

/** A box of draw.io. */
export interface DrawioBox {
  readonly id: string;
  readonly value: string;
  readonly style: string;
  /** Its place, from the corner of what is around it. */
  readonly box: Box;
  /** The box around it. Default: none. */
  readonly parent?: string | undefined;
}

/** A line of draw.io: between two boxes, or between two points. */
export interface DrawioLine {
  readonly id: string;
  readonly value: string;
  readonly style: string;
  readonly source?: string;
  readonly target?: string;
  /** From end to end; those of a line between boxes are at their borders. */
  readonly points: readonly Point[];
}

/** Writes a box. */
export function drawioBox({ id, value, style, box, parent = "1" }: DrawioBox): string {
  const { x, y, width, height } = box;
  return element(
    "mxCell",
    { id, value, style, vertex: 1, parent },
    element("mxGeometry", { x, y, width, height, as: "geometry" }),
  );
}

/** Writes a line. */
export function drawioLine({ id, value, style, source, target, points }: DrawioLine): string {
  const corners = points.slice(1, -1).map(({ x, y }) => element("mxPoint", { x, y })).join("");
  const end = (as: string, point: Point | undefined) =>
    point === undefined ? "" : element("mxPoint", { x: point.x, y: point.y, as });
  const ends = [
    ...(source === undefined ? [end("sourcePoint", points[0])] : []),
    ...(target === undefined ? [end("targetPoint", points.at(-1))] : []),
  ].join("");
  const list = corners === "" ? "" : element("Array", { as: "points" }, corners);
  return element(
    "mxCell",
    { id, value, style, edge: 1, parent: "1", source, target },
    element("mxGeometry", { relative: 1, as: "geometry" }, ends + list),
  );
}

/** Writes a file of draw.io from its boxes and lines. */
export function drawioFile(name: string, cells: readonly string[]): string {
  const page = { dx: 0, dy: 0, grid: 1, gridSize: 8, page: 0 };
  const all = ['<mxCell id="0"/>', '<mxCell id="1" parent="0"/>', ...cells];
  const model = element("mxGraphModel", page, `<root>\n${all.join("\n")}\n</root>`);
  return element("mxfile", { host: "loom" }, `\n${element("diagram", { name }, model)}\n`) + "\n";
}

const TABLE =
  "swimlane;fontStyle=1;childLayout=stackLayout;horizontal=1;horizontalStack=0;resizeParent=1;resizeLast=0;" +
  "collapsible=0;marginBottom=0;rounded=1;arcSize=4;html=0;";
const ROW =
  "text;strokeColor=none;fillColor=none;align=left;verticalAlign=middle;spacingLeft=8;overflow=hidden;html=0;" +
  "portConstraint=eastwest;";
const STYLES = {
  box: "rounded=1;whiteSpace=wrap;html=0;",
  actor: "shape=umlActor;verticalLabelPosition=bottom;verticalAlign=top;html=0;",
} as const;
const ENDS: Readonly<Record<DiagramEnd, string>> = {
  none: "none",
  general: "block",
  one: "ERmandOne",
  "at most one": "ERzeroToOne",
  many: "ERzeroToMany",
  "at least one": "ERoneToMany",
};

/** Writes a graph as a diagram of draw.io, laid out as the loom draws it. */
export function writeDrawio(diagram: Diagram): string {
  const boxes = nodesOf(diagram).flatMap((node) =>
    node.shape === "table" ? tableCells(node) : [plainCell(node)]
  );
  return drawioFile(diagram.title || "diagram", [...boxes, ...diagram.edges.map(edgeCell)]);
}

function plainCell({ id, title, shape, box }: DiagramNode): string {
  const isActor = shape === "actor";
  const size = isActor ? { width: 24, height: 44 } : {};
  return drawioBox({ id, value: title, style: STYLES[isActor ? "actor" : "box"], box: { ...box, ...size } });
}

function tableCells({ id, title, rows, box }: DiagramNode): string[] {
  const height = box.height / (rows.length + 1);
  const table = drawioBox({ id, value: title, style: `${TABLE}startSize=${Math.round(height)};`, box });
  return [
    table,
    ...rows.map(({ name, type, keys }, at) =>
      drawioBox({
        id: `${id}-${at}`,
        value: `${keys.map((key) => `${key} `).join("")}${name}${type === "" ? "" : `: ${type}`}`,
        style: ROW,
        box: { x: 0, y: height * (at + 1), width: box.width, height },
        parent: id,
      })
    ),
  ];
}

function edgeCell({ from, to, label, ends: [start, end], points }: DiagramEdge, at: number): string {
  const style =
    `startArrow=${ENDS[start]};endArrow=${ENDS[end]};startFill=0;endFill=0;startSize=10;endSize=10;` +
    "rounded=1;html=0;labelBackgroundColor=default;";
  return drawioLine({ id: `line${at}`, value: label, style, source: from, target: to, points });
}
