import type { Box, Insets, Size } from "../../geometry/box.ts";
import type { LayoutSettings } from "../options.ts";
import type { LayoutGraph } from "./graph.ts";
import { LayoutError } from "./hierarchy.ts";

/**
 * Refuses invalid numbers: sizes, room and distances must be finite and not below 0, ports finite. `Hierarchy`
 * checks the ids.
 *
 * @throws {LayoutError} with a sentence that names the first number found
 */
export function checkGraph({ nodes, edges }: LayoutGraph, settings: LayoutSettings): void {
  const { nodeGap, layerGap, edgeGap, effort } = settings;
  for (const [name, value] of Object.entries({ nodeGap, layerGap, edgeGap, effort })) {
    if (!isRoom(value)) throw new LayoutError(`Cannot arrange with ${name} ${value}: ${WANTED}.`);
  }
  for (const node of nodes) {
    const what = `node ${JSON.stringify(node.id)}`;
    checkSize(node, what);
    if (node.padding) checkInsets(node.padding, what, "padding");
    if (node.margin) checkInsets(node.margin, what, "margin");
  }
  for (const { id, label, fromPort = 0, toPort = 0 } of edges) {
    const what = `edge ${JSON.stringify(id)}`;
    if (label) checkSize(label, what, "label ");
    for (const [name, port] of [["fromPort", fromPort], ["toPort", toPort]] as const) {
      if (!Number.isFinite(port)) refuse(what, `${name} is ${port}`, "give a finite number");
    }
  }
}

/**
 * Refuses given boxes with invalid numbers.
 *
 * @throws {LayoutError} with a sentence that names the first box found
 */
export function checkBoxes(fixed: ReadonlyMap<string, Box>): void {
  for (const [id, box] of fixed) {
    const what = `node ${JSON.stringify(id)}`;
    checkSize(box, what, "given ");
    for (const axis of ["x", "y"] as const) {
      if (!Number.isFinite(box[axis])) refuse(what, `given ${axis} is ${box[axis]}`, "give a finite number");
    }
  }
}

const WANTED = "give a finite number that is 0 or more";

function checkSize({ width, height }: Size, what: string, of = ""): void {
  if (!isRoom(width)) refuse(what, `${of}width is ${width}`, WANTED);
  if (!isRoom(height)) refuse(what, `${of}height is ${height}`, WANTED);
}

function checkInsets(insets: Insets, what: string, name: string): void {
  for (const side of ["top", "right", "bottom", "left"] as const) {
    if (!isRoom(insets[side])) refuse(what, `${name} at the ${side} is ${insets[side]}`, WANTED);
  }
}

function isRoom(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function refuse(what: string, wrong: string, wanted: string): never {
  throw new LayoutError(`Cannot arrange ${what}: its ${wrong}, ${wanted}.`);
}
