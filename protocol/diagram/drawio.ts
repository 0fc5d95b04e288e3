import { type Box, distance, type Point } from "../geometry/box.ts";
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

/** An end of a line at a box. */
export interface DrawioEnd {
  readonly id: string;
  /** The place of the box in the diagram. */
  readonly box: Box;
}

/** A line of draw.io: between two boxes, or between two points. */
export interface DrawioLine {
  readonly id: string;
  readonly value: string;
  readonly style: string;
  readonly source?: DrawioEnd | undefined;
  readonly target?: DrawioEnd | undefined;
  /** The middle of its words. Default: that of the line. */
  readonly words?: Point | undefined;
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
export function drawioLine({ id, value, style, source, target, points, words }: DrawioLine): string {
  const corners = points.slice(1, -1).map(({ x, y }) => element("mxPoint", { x, y })).join("");
  const end = (as: string, point: Point | undefined) =>
    point === undefined ? "" : element("mxPoint", { x: point.x, y: point.y, as });
  const ends = [
    ...(source === undefined ? [end("sourcePoint", points[0])] : []),
    ...(target === undefined ? [end("targetPoint", points.at(-1))] : []),
  ].join("");
  const list = corners === "" ? "" : element("Array", { as: "points" }, corners);
  const ports = portOf("exit", source, points[0]) + portOf("entry", target, points.at(-1));
  const along = words && points.length > 1 ? { x: 2 * partBefore(points, words) - 1 } : {};
  return element(
    "mxCell",
    { id, value, style: style + ports, edge: 1, parent: "1", source: source?.id, target: target?.id },
    element("mxGeometry", { ...along, relative: 1, as: "geometry" }, ends + list),
  );
}

/** The style that keeps an end of a line at its place on the border of a box. */
function portOf(end: "exit" | "entry", at: DrawioEnd | undefined, point: Point | undefined): string {
  if (at === undefined || point === undefined) return "";
  const { x, y, width, height } = at.box;
  const share = (value: number, length: number) =>
    Math.round(1000 * Math.min(1, Math.max(0, value / Math.max(1, length)))) / 1000;
  const [across, down] = [share(point.x - x, width), share(point.y - y, height)];
  return `${end}X=${across};${end}Y=${down};${end}Perimeter=0;`;
}

/** The share of a line that comes before the point of it that is nearest to another. */
function partBefore(points: readonly Point[], { x, y }: Point): number {
  let [length, before, least] = [0, 0, Infinity];
  points.slice(1).forEach((to, at) => {
    const from = points[at]!;
    const own = distance(from, to);
    const across = (x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y);
    const share = own === 0 ? 0 : Math.min(1, Math.max(0, across / own ** 2));
    const far = Math.hypot(from.x + share * (to.x - from.x) - x, from.y + share * (to.y - from.y) - y);
    if (far < least) [least, before] = [far, length + share * own];
    length += own;
  });
  return length === 0 ? 0.5 : Math.round(1000 * before / length) / 1000;
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
  const boxOf = new Map(nodesOf(diagram).map(({ id, box }) => [id, { id, box }]));
  const lines = diagram.edges.map((edge, at) => edgeCell(edge, at, boxOf));
  return drawioFile(diagram.title || "diagram", [...boxes, ...lines]);
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

function edgeCell(
  { from, to, label, ends: [start, end], points }: DiagramEdge,
  at: number,
  boxOf: ReadonlyMap<string, DrawioEnd>,
): string {
  const style =
    `startArrow=${ENDS[start]};endArrow=${ENDS[end]};startFill=0;endFill=0;startSize=10;endSize=10;` +
    "rounded=1;html=0;labelBackgroundColor=default;";
  return drawioLine({
    id: `line${at}`,
    value: label,
    style,
    source: boxOf.get(from),
    target: boxOf.get(to),
    points,
  });
}
