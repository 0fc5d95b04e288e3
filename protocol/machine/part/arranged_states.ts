import { wholeNames } from "../../arrangement/element_keys.ts";
import type { Box } from "../../geometry/box.ts";
import type { DrawnLine, DrawnNow } from "../../layout/incremental/drawn_lines.ts";
import type { PictureStyle } from "../../kind.ts";
import { drawMachine } from "../draw/draw_machine.ts";
import type { StateMachineDefinition } from "../types.ts";
import { arrangedMachine, machinePlaceables } from "./arranged_machine.ts";

/** The boxes of the states in the picture, and the lines between them, by the keys of the states. */
export function arrangedStates(
  document: StateMachineDefinition,
  { arrangement }: Pick<PictureStyle, "arrangement">,
): DrawnNow {
  const { shown, ...shape } = arrangedMachine(document, { arrangement });
  const [all, drawn] = [machinePlaceables(document), machinePlaceables(shown)];
  const names = wholeNames(all);
  const ids = new Map(all.map(({ id }, at) => [names[at], id]));
  const shownNames = wholeNames(drawn);
  // Keys of states with equal names depend on what else is drawn.
  const idOf = new Map(drawn.map(({ id }, at) => [id, ids.get(shownNames[at])]));
  const { states, edges } = drawMachine(shown, shape);
  const boxes = states.flatMap(({ key, box }): [string, Box][] => {
    const id = idOf.get(key);
    return id === undefined ? [] : [[id, box]];
  });
  const lines = edges.flatMap(({ from, to, points, label }): DrawnLine[] => {
    const [source, target] = [idOf.get(from), idOf.get(to)];
    if (source === undefined || target === undefined) return [];
    return [{ from: source, to: target, points, ...(label ? { label: label.box } : {}) }];
  });
  return { boxes: new Map(boxes), lines };
}
