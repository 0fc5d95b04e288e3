import { middleOf } from "../../geometry/box.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";
import type { WrittenText } from "../../left_out.ts";
import { drawioBox, drawioFile, drawioLine } from "../../diagram/drawio.ts";
import { drawMachine } from "../draw/draw_machine.ts";
import type { DrawnEdge, DrawnRow, DrawnState, MachineDrawing, StateShape } from "../draw/machine_drawing.ts";
import { leftOutOfDiagram } from "../mermaid/left_out.ts";
import type { StateMachineDefinition } from "../types.ts";

const BOX = "rounded=1;whiteSpace=wrap;html=0;absoluteArcSize=1;arcSize=16;";
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
  const drawing = drawMachine(definition, { direction: "auto", actions: true });
  const boxes = new Map(drawing.states.map((state) => [state.key, state]));
  const cells = [
    ...drawing.states.map((state) => stateCell(state, boxes)),
    ...startCells(drawing, boxes),
    ...drawing.edges.map((edge) => edgeCell(edge, boxes)),
  ];
  return {
    text: drawioFile(drawing.name || "machine", cells),
    leftOut: leftOutOfDiagram(definition, "A draw.io diagram", ["onEntry", "onExit", "actions"]),
  };
}

function stateCell(
  { key, name, parent, shape, box, memory, rows }: DrawnState,
  boxes: ReadonlyMap<string, DrawnState>,
): string {
  const around = parent === undefined ? undefined : boxes.get(parent);
  return drawioBox({
    id: idOf(key),
    value: [memory?.letter.full ?? name, ...rows.map(rowText)].join("\n"),
    style: STYLES[shape],
    box: { ...box, x: box.x - (around?.box.x ?? 0), y: box.y - (around?.box.y ?? 0) },
    parent: around && idOf(around.key),
  });
}

/** A line of a state: what it takes without leaving, or does. */
function rowText({ text, detail }: DrawnRow): string {
  return [text.full, detail?.full].filter((part) => part !== undefined && part !== "").join(" ");
}

/** The dots that lead to default states. */
function startCells({ initials }: MachineDrawing, boxes: ReadonlyMap<string, DrawnState>): string[] {
  return initials.flatMap(({ to, center, radius, points }) => {
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
        source: { id, box: { ...dot, x: center.x - radius, y: center.y - radius } },
        target: { id: idOf(to), box: target.box },
        points,
      }),
    ];
  });
}

function edgeCell(
  { id, from, to, points, label }: DrawnEdge,
  boxes: ReadonlyMap<string, DrawnState>,
): string {
  const endAt = (key: string) => {
    const box = boxes.get(key)?.box;
    return box && { id: idOf(key), box };
  };
  return drawioLine({
    id: idOf(`line ${id}`),
    value: [label?.event, label?.guard, label?.actions].flatMap(linesOf).join("\n"),
    style: "endArrow=classic;rounded=1;html=0;labelBackgroundColor=default;",
    source: endAt(from),
    target: endAt(to),
    points,
    words: label && middleOf(label.box),
  });
}

/** The lines of a text. */
function linesOf(text: DrawnText | undefined): string[] {
  if (text === undefined) return [];
  return text.more === undefined ? [text.full] : [text.text, ...text.more.map((line) => line.text)];
}

function idOf(key: string): string {
  return `s-${key}`;
}
