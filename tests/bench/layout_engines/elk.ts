/**
 * The layered algorithm of the Eclipse Layout Kernel.
 *
 * @module
 */
import elkWorker from "elkjs/lib/elk-worker.min.js";
import type { LayoutGraph, LayoutNode, Point } from "@loom/protocol";
import type { Drawing, DrawnBox, DrawnEdge } from "../../layout/drawing.ts";
import { LAYER_GAP, type LayoutEngine, NODE_GAP } from "./engine.ts";

interface ElkNode {
  readonly id: string;
  width?: number;
  height?: number;
  x?: number;
  y?: number;
  readonly layoutOptions?: Readonly<Record<string, string>>;
  readonly children: ElkNode[];
  readonly edges?: ElkEdge[];
}

interface ElkEdge {
  readonly id: string;
  readonly sources: readonly [string];
  readonly targets: readonly [string];
  readonly labels: readonly { text: string; width: number; height: number; x?: number; y?: number }[];
  readonly sections?: readonly {
    readonly startPoint: Point;
    readonly endPoint: Point;
    readonly bendPoints?: readonly Point[];
  }[];
}

/** The part of the kernel that works: messages go straight to it, without the timers of the class around it. */
interface Kernel {
  onmessage: (message: { data: { error?: unknown; data?: unknown } }) => void;
  readonly dispatcher: { saveDispatch(message: { data: object }): void };
}

const kernel = new (elkWorker as { Worker: new () => Kernel }).Worker();

function ask(message: object): unknown {
  let answer: { error?: unknown; data?: unknown } = { error: "no answer" };
  kernel.onmessage = ({ data }) => {
    answer = data;
  };
  kernel.dispatcher.saveDispatch({ data: { id: 0, ...message } });
  if (answer.error !== undefined) {
    throw new Error(`ELK cannot arrange the graph: ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

ask({ cmd: "register", algorithms: ["layered"] });

/** Every box that contains others has to be told. */
const SPACING = {
  "elk.spacing.nodeNode": String(NODE_GAP),
  "elk.layered.spacing.nodeNodeBetweenLayers": String(LAYER_GAP),
};

/** ELK layered with one kind of edge routing, downwards, all else as it comes. */
export function elkEngine(routing: "ORTHOGONAL" | "POLYLINE"): LayoutEngine {
  const layoutOptions = {
    ...SPACING,
    "elk.algorithm": "layered",
    "elk.direction": "DOWN",
    "elk.edgeRouting": routing,
    "elk.json.shapeCoords": "ROOT",
    "elk.json.edgeCoords": "ROOT",
  };
  return {
    name: `ELK ${routing.toLowerCase()}`,
    isNested: true,
    prepare: (graph) => {
      const isNested = graph.nodes.some(({ parent }) => parent !== undefined);
      const hierarchy = isNested ? { "elk.hierarchyHandling": "INCLUDE_CHILDREN" } : {};
      const root = elkGraph(graph);
      return () => {
        const arranged = ask({
          cmd: "layout",
          graph: root,
          layoutOptions: { ...layoutOptions, ...hierarchy },
        });
        return () => read(arranged as ElkNode);
      };
    },
  };
}

function elkGraph(graph: LayoutGraph): ElkNode {
  const root: ElkNode = {
    id: "",
    children: [],
    edges: graph.edges.map(({ id, from, to, label }) => ({
      id,
      sources: [from],
      targets: [to],
      // A label without a text gets no place.
      labels: label === undefined ? [] : [{ ...label, text: id }],
    })),
  };
  const nodes = new Map(graph.nodes.map((node) => [node.id, elkNode(node)]));
  for (const { id, parent } of graph.nodes) {
    const node = nodes.get(id);
    if (node !== undefined) (nodes.get(parent ?? "") ?? root).children.push(node);
  }
  return root;
}

function elkNode({ id, width, height, padding }: LayoutNode): ElkNode {
  const room = padding ?? { top: 12, right: 12, bottom: 12, left: 12 };
  const text = `[top=${room.top},left=${room.left},bottom=${room.bottom},right=${room.right}]`;
  return { id, width, height, layoutOptions: { ...SPACING, "elk.padding": text }, children: [] };
}

function read(root: ElkNode): Drawing {
  const boxes: DrawnBox[] = [];
  const visit = (node: ElkNode, parent: string | undefined) => {
    for (const { id, x = 0, y = 0, width = 0, height = 0, children } of node.children) {
      boxes.push({ id, parent, x, y, width, height });
      visit({ id, children }, id);
    }
  };
  visit(root, undefined);
  return { boxes, edges: (root.edges ?? []).map(readEdge) };
}

function readEdge(
  { id, sources: [from], targets: [to], sections = [], labels: [label] }: ElkEdge,
): DrawnEdge {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  if (label === undefined) return { id, from, to, points };
  const { x = NaN, y = NaN, width, height } = label;
  return { id, from, to, points, label: { x, y, width, height } };
}
