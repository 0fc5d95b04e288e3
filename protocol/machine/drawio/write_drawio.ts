import type { WrittenText } from "../../left_out.ts";
import { drawioBox, drawioFile, drawioLine } from "../../diagram/drawio.ts";
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
    ...drawing.states.map((state) => stateCell(state, boxes)),
    ...startCells(drawing, boxes),
    ...drawing.edges.map(edgeCell),
  ];
  return {
    text: drawioFile(drawing.name || "machine", cells),
    leftOut: leftOutOfDiagram(definition, "A draw.io diagram", ["actions"]),
  };
}

function stateCell(
  { key, name, parent, shape, box, memory }: DrawnState,
  boxes: ReadonlyMap<string, DrawnState>,
): string {
  const around = parent === undefined ? undefined : boxes.get(parent);
  return drawioBox({
    id: idOf(key),
    value: memory?.letter.full ?? name,
    style: STYLES[shape],
    box: { ...box, x: box.x - (around?.box.x ?? 0), y: box.y - (around?.box.y ?? 0) },
    parent: around && idOf(around.key),
  });
}

/** The dots that lead to default states. */
function startCells({ initials }: MachineDrawing, boxes: ReadonlyMap<string, DrawnState>): string[] {
  return initials.flatMap(({ to, center, radius }) => {
    const target = boxes.get(to);
    if (target === undefined) return [];
    const around = target.parent === undefined ? undefined : boxes.get(target.parent);
    const id = idOf(`start ${to}`);
    const [x, y] = [center.x - radius - (around?.box.x ?? 0), center.y - radius - (around?.box.y ?? 0)];
    const dot = { x, y, width: 2 * radius, height: 2 * radius };
    const style = "ellipse;fillColor=strokeColor;aspect=fixed;";
    return [
      drawioBox({ id, value: "", style, box: dot, parent: around && idOf(around.key) }),
      drawioLine({
        id: `${id}-line`,
        value: "",
        style: "endArrow=classic;",
        source: id,
        target: idOf(to),
        points: [],
      }),
    ];
  });
}

function edgeCell({ id, from, to, points, event, guard, actions }: DrawnEdge): string {
  return drawioLine({
    id: idOf(`line ${id}`),
    value: edgeLabel({ event, guard, actions, target: to }),
    style: "endArrow=classic;rounded=1;html=0;labelBackgroundColor=default;",
    source: idOf(from),
    target: idOf(to),
    points,
  });
}

function idOf(key: string): string {
  return `s-${key}`;
}
