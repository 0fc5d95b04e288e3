import type { WrittenText } from "../../left_out.ts";
import { element } from "../../picture/xml.ts";
import { drawMachine } from "../draw/draw_machine.ts";
import type { DrawnEdge, DrawnState, MachineDrawing, StateShape } from "../draw/machine_drawing.ts";
import { edgeLabel } from "../outline_graph.ts";
import { leftOutOfDiagram } from "../mermaid/left_out.ts";
import type { StateMachineDefinition } from "../types.ts";

const BOX = "rounded=1;whiteSpace=wrap;html=0;arcSize=10;";
const CONTAINER = `${BOX}container=1;collapsible=1;verticalAlign=top;fontStyle=1;`;

/** Styles of draw.io by the outline of a state. */
const STYLES: Readonly<Record<StateShape, string>> = {
  leaf: BOX,
  final: `${BOX}double=1;`,
  history: "ellipse;whiteSpace=wrap;html=0;aspect=fixed;",
  choice: "rhombus;whiteSpace=wrap;html=0;",
  composite: CONTAINER,
  region: `${CONTAINER}dashed=1;`,
};

/**
 * Writes a machine as a diagram of draw.io (diagrams.net), laid out as the loom draws it: states are boxes in their containers,
 * transitions connectors with their corners.
 *
 * @param definition The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeMachineDrawio } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = writeMachineDrawio({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off" }] },
 * });
 * assertStringIncludes(text, 'value="Off"');
 * ```
 */
export function writeMachineDrawio(definition: StateMachineDefinition): WrittenText {
  const drawing = drawMachine(definition, {});
  const boxes = new Map(drawing.states.map((state) => [state.key, state]));
  const cells = [
    '<mxCell id="0"/>',
    '<mxCell id="1" parent="0"/>',
    ...drawing.states.map((state) => stateCell(state, boxes)),
    ...startCells(drawing, boxes),
    ...drawing.edges.map(edgeCell),
  ];
  const page = { dx: 0, dy: 0, grid: 1, gridSize: 8, page: 0 };
  const model = element("mxGraphModel", page, `<root>\n${cells.join("\n")}\n</root>`);
  const text = element(
    "mxfile",
    { host: "loom" },
    `\n${element("diagram", { name: drawing.name || "machine" }, model)}\n`,
  );
  return { text: `${text}\n`, leftOut: leftOutOfDiagram(definition, "A draw.io diagram", ["actions"]) };
}

function stateCell(
  { key, name, parent, shape, box, memory }: DrawnState,
  boxes: ReadonlyMap<string, DrawnState>,
): string {
  const around = parent === undefined ? undefined : boxes.get(parent);
  const geometry = element("mxGeometry", {
    x: box.x - (around?.box.x ?? 0),
    y: box.y - (around?.box.y ?? 0),
    width: box.width,
    height: box.height,
    as: "geometry",
  });
  const cell = {
    id: idOf(key),
    value: memory?.letter.full ?? name,
    style: STYLES[shape],
    vertex: 1,
    parent: around === undefined ? "1" : idOf(around.key),
  };
  return element("mxCell", cell, geometry);
}

/** The dots that lead to default states. */
function startCells({ initials }: MachineDrawing, boxes: ReadonlyMap<string, DrawnState>): string[] {
  return initials.flatMap(({ to, center, radius }) => {
    const target = boxes.get(to);
    if (target === undefined) return [];
    const around = target.parent === undefined ? undefined : boxes.get(target.parent);
    const id = idOf(`start ${to}`);
    const [x, y] = [center.x - radius - (around?.box.x ?? 0), center.y - radius - (around?.box.y ?? 0)];
    const parent = around === undefined ? "1" : idOf(around.key);
    const style = "ellipse;fillColor=strokeColor;aspect=fixed;";
    return [
      element(
        "mxCell",
        { id, value: "", style, vertex: 1, parent },
        element("mxGeometry", { x, y, width: 2 * radius, height: 2 * radius, as: "geometry" }),
      ),
      element(
        "mxCell",
        { id: `${id}-line`, style: "endArrow=classic;", edge: 1, parent: "1", source: id, target: idOf(to) },
        element("mxGeometry", { relative: 1, as: "geometry" }),
      ),
    ];
  });
}

function edgeCell({ id, from, to, points, event, guard, actions }: DrawnEdge): string {
  const corners = points.slice(1, -1).map(({ x, y }) => element("mxPoint", { x, y }));
  const label = edgeLabel({ event, guard, actions, target: to });
  const cell = {
    id: idOf(`line ${id}`),
    value: label,
    style: "endArrow=classic;rounded=1;html=0;labelBackgroundColor=default;",
    edge: 1,
    parent: "1",
    source: idOf(from),
    target: idOf(to),
  };
  const list = corners.length === 0 ? "" : element("Array", { as: "points" }, corners.join(""));
  return element("mxCell", cell, element("mxGeometry", { relative: 1, as: "geometry" }, list));
}

function idOf(key: string): string {
  return `s-${key}`;
}
