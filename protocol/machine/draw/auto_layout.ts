import { isObject } from "../../json/value.ts";
import { boundsOf, type Box, boxAt, evenly, expanded, moved, type Point } from "../../geometry/box.ts";
import type { EdgeRoute } from "../../layout/graph/graph.ts";
import { boxesInLayers } from "../../layout/compound_layout.ts";
import { placeNodes } from "../../layout/incremental/place_nodes.ts";
import { layoutGraph } from "../../layout/layout_graph.ts";
import { type LayoutOptions, settingsOf as layoutSettingsOf } from "../../layout/options.ts";
import type { State, StateMachineDefinition } from "../types.ts";
import { isBox, type MeasuredMachine, measureMachine } from "./arrange.ts";
import { AUTO_LAYOUT_DEFAULTS, type AutoLayoutSettings, layoutOptionsOf } from "./spacing.ts";
import type { SurveyedState } from "./survey.ts";

/** Options of {@linkcode autoLayout}; the defaults are in {@linkcode AUTO_LAYOUT_DEFAULTS}. */
export interface AutoLayoutOptions extends Partial<AutoLayoutSettings> {
  /** Boxes of states that stay where they are, by name; the others are arranged around them. */
  readonly positions?: Readonly<Record<string, Box>>;
}

/** Between the outermost states and the box of the root. */
const ROOT_PADDING = 40;
/** Between the outermost lines and the box of the root. */
const LINE_PADDING = 20;
const EMPTY_ROOT: Box = { x: 20, y: 20, width: 400, height: 350 };

/** A machine whose states have their boxes. */
interface PlacedMachine extends MeasuredMachine {
  /** By node. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** None where boxes were given: who keeps these draws the lines as well. */
  readonly routes: ReadonlyMap<string, EdgeRoute>;
}

/**
 * Arranges the states of a machine: composites contain their children, regions lie side by side, no two boxes
 * overlap, and there is room between them for the lines and their labels.
 *
 * @param source A definition, or its root state; it need not be valid.
 * @param options Other sizes and distances than the default ones, and boxes that stay where they are.
 * @returns The box of every named state by its name, in whole units: level by level, each from top to bottom
 * and from left to right, the root last. Of several states with one name the first in document order counts.
 *
 * @example
 * ```ts
 * import { autoLayout } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const root = {
 *   name: "Kettle",
 *   states: [{ name: "Cold", transitions: [{ event: "fill", nextState: "Hot" }] }, { name: "Hot" }],
 * };
 * assertEquals(autoLayout(root, { includeRoot: false, originX: 0, originY: 0 }), {
 *   Cold: { x: 0, y: 0, width: 160, height: 60 },
 *   Hot: { x: 0, y: 140, width: 160, height: 60 },
 * });
 * ```
 */
export function autoLayout(
  source: StateMachineDefinition | State,
  options: AutoLayoutOptions = {},
): Record<string, Box> {
  const settings = settingsOf(options);
  const { positions } = options;
  const def = isObject(source) && "state" in source && isObject(source.state) ? source : { state: source };
  const measured = measureMachine(def, {
    ...settings,
    actions: false,
    notes: false,
    words: "short",
    root: false,
    positions,
    linesAreDrawn: false,
  });
  const placed = place(measured, layoutOptionsOf(settings));
  const [root] = placed.survey.states;
  const shift = placed.fixed.size === 0 ? shiftToOrigin(placed, settings) : { x: 0, y: 0 };
  const named: [string, Box][] = [];
  for (const [state, box] of boxesInOrder(placed)) {
    if (state !== root && isMeant(state, placed)) {
      named.push([state.outline.name, wholeBox(moved(box, shift))]);
    }
  }
  if (root && settings.includeRoot && isMeant(root, placed)) {
    named.push([root.outline.name, wholeBox(rootBox(placed, root, shift, positions))]);
  }
  // Made entry by entry: a state may be called `__proto__`, and an assignment would not make that entry.
  return Object.fromEntries(named);
}

function settingsOf(options: AutoLayoutOptions): AutoLayoutSettings {
  const given = Object.entries(options).filter(([name, value]) =>
    Object.hasOwn(AUTO_LAYOUT_DEFAULTS, name) && (typeof value === "boolean" || Number.isFinite(value))
  );
  return { ...AUTO_LAYOUT_DEFAULTS, ...Object.fromEntries(given) };
}

/** Finds the boxes of all states. Around given ones no lines are drawn: a small edit then takes no time. */
function place(measured: MeasuredMachine, options: LayoutOptions): PlacedMachine {
  const { graph, fixed } = measured;
  if (fixed.size > 0) {
    return {
      ...measured,
      boxes: placeNodes(graph, fixed, layoutSettingsOf(options), boxesInLayers),
      routes: new Map(),
    };
  }
  const { nodes, edges } = layoutGraph(graph, options);
  return { ...measured, boxes: nodes, routes: edges };
}

/** Checks whether it is this state that its name means. */
function isMeant(state: SurveyedState, { survey }: PlacedMachine): boolean {
  return survey.byName.get(state.outline.name) === state;
}

/** The states with their boxes: a level, then the levels inside of its states. */
function boxesInOrder(placed: PlacedMachine): Map<SurveyedState, Box> {
  const boxes = new Map<SurveyedState, Box>();
  for (const level of Map.groupBy(placed.states, ({ parent }) => parent).values()) {
    const sorted = level.map((state) => ({ state, box: boxOf(placed, state) }))
      .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
    for (const { state, box } of sorted) boxes.set(state, box);
  }
  return boxes;
}

function boxOf({ boxes }: PlacedMachine, state: SurveyedState): Box {
  return boxes.get(state.node) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** The vector that moves the outermost states to the origin. */
function shiftToOrigin(placed: PlacedMachine, { originX, originY }: AutoLayoutSettings): Point {
  const { x, y } = boundsOf(outermost(placed));
  return { x: originX - x, y: originY - y };
}

/** The boxes of the root's children. */
function outermost(placed: PlacedMachine): Box[] {
  const [root] = placed.survey.states;
  return placed.states.filter((state) => state.parent === root && state !== root).map((state) =>
    boxOf(placed, state)
  );
}

/**
 * The box of the root: its own, or one around all that is in it; a given one grows where it must, as that of
 * any state.
 */
function rootBox(
  placed: PlacedMachine,
  root: SurveyedState,
  shift: Point,
  positions: AutoLayoutOptions["positions"],
): Box {
  if (placed.survey.states.length === 1) return EMPTY_ROOT;
  const least = moved(placed.faces.has(root) ? boxOf(placed, root) : boxAroundAll(placed), shift);
  const { name } = root.outline;
  const given = positions !== undefined && Object.hasOwn(positions, name) ? positions[name] : undefined;
  return placed.fixed.size > 0 && isBox(given) ? boundsOf([given, least]) : least;
}

function boxAroundAll(placed: PlacedMachine): Box {
  const lines: Box[] = [];
  for (const { points, label } of placed.routes.values()) {
    lines.push(...points.map(boxAt), ...(label ? [label] : []));
  }
  return boundsOf([
    expanded(boundsOf(outermost(placed)), evenly(ROOT_PADDING)),
    ...lines.map((line) => expanded(line, evenly(LINE_PADDING))),
  ]);
}

/** The box in whole units: its sides move to the nearest ones, so that boxes which did not overlap do not now. */
function wholeBox({ x, y, width, height }: Box): Box {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}
