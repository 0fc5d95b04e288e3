import { arrangedStyle } from "../../arrangement/arranged_style.ts";
import type { Placeable } from "../../arrangement/element_keys.ts";
import type { PictureStyle } from "../../kind.ts";
import type { DrawingOptions } from "../draw/redraw_machine.ts";
import { type SurveyedState, surveyStates } from "../draw/survey.ts";
import type { StateMachineDefinition } from "../types.ts";
import { partOfMachine } from "./part_of_machine.ts";

/** The part of a machine that is drawn, and options of the drawing of it. */
export interface ArrangedMachineOptions
  extends Pick<DrawingOptions, "direction" | "space" | "positions" | "lines"> {
  /** The part. */
  readonly shown: StateMachineDefinition;
}

/**
 * The part of a machine that a style shows, and how that is arranged: as the style says, else as its arrangement does.
 *
 * @throws {LoomError} `bad_style` when the style names a state that is not there.
 *
 * @example
 * ```ts
 * import { arrangedMachine, drawMachine, readArrangement } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const lamp = {
 *   settings: { namespace: "n", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off" }, { name: "On" }] },
 * };
 * const arrangement = readArrangement({ places: { On: { x: 200, y: 40 } } });
 * const { shown, ...options } = arrangedMachine(lamp, { arrangement });
 * const { states } = drawMachine(shown, options);
 * assertEquals(states.map(({ key, box }) => [key, box.x, box.y])[1], ["On", 200, 40]);
 * ```
 */
export function arrangedMachine(
  document: StateMachineDefinition,
  style: Pick<PictureStyle, "arrangement" | "direction" | "space" | "part">,
): ArrangedMachineOptions {
  const { direction = "auto", space, keptOf, collapsedOf } = arrangedStyle(style);
  const byId = new Map(machinePlaceables(document).map((element) => [element.id, element]));
  const closed = collapsedOf([...byId.values()]).flatMap((id) => byId.get(id)?.names.at(-1) ?? []);
  const collapse = [...new Set([...style.part?.collapse ?? [], ...closed])];
  const shown = partOfMachine(document, { ...style.part, collapse });
  const { boxes, lines } = keptOf(machinePlaceables(shown));
  return { shown, direction, space, positions: boxes, lines };
}

/** The states but for the root, which has the others inside and goes where they are. */
export function machinePlaceables(document: StateMachineDefinition): Placeable[] {
  const names = new Map<SurveyedState, readonly string[]>();
  return surveyStates(document).states.flatMap((state) => {
    const outer = state.parent && names.get(state.parent);
    const own = outer ? [...outer, state.outline.name] : [];
    names.set(state, own);
    return outer ? [{ id: state.key, names: own }] : [];
  });
}
