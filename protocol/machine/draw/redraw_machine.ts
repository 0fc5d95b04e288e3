import { isObject } from "../../json/value.ts";
import { boundsOf, boundsOfLine, type Box, boxAt, evenly, expanded } from "../../geometry/box.ts";
import { levelCrossings } from "../../geometry/line_crossings.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph } from "../../layout/graph/graph.ts";
import type { DrawnLine } from "../../layout/incremental/drawn_lines.ts";
import { fitAround } from "../../layout/incremental/fit_around.ts";
import { boxesOneByOne } from "../../layout/incremental/place_nodes.ts";
import {
  type Fit,
  type FlowDirection,
  LAYOUT_DEFAULTS,
  type LayoutOptions,
  type LayoutSettings,
} from "../../layout/options.ts";
import { FRAME } from "../../picture/fit.ts";
import type { StateMachineDefinition } from "../types.ts";
import {
  type ArrangedMachine,
  arrangeMachine,
  dotId,
  type FitGraph,
  INITIAL_MARK,
  isDirect,
} from "./arrange.ts";
import { UprightLines } from "./head_room.ts";
import { placeLabel } from "./label.ts";
import type { DrawnEdge, DrawnInitial, DrawnState, MachineDrawing } from "./machine_drawing.ts";
import { placeState } from "./place_state.ts";
import { AUTO_LAYOUT_DEFAULTS } from "./spacing.ts";
import type { SurveyedState } from "./survey.ts";
import type { LabelWords } from "./typeface.ts";
import { withSquareEnds } from "./square_ends.ts";

/** Options of `drawMachine`. */
export interface DrawingOptions {
  /** True to show actions as text. Default: marks show that there are actions. */
  actions?: boolean;
  /** True to show notes as text. Default: a mark shows that there is a note. */
  notes?: boolean | undefined;
  /** Wrapping or cutting of long texts. Default: wrapped. */
  labels?: LabelWords | undefined;
  /**
   * True to draw the root as a box around the others even when it has no transitions, regions, actions or
   * notes. Default: false.
   */
  root?: boolean;
  /** The shape of lines: upright and level with rounded corners (the default), or straight with few corners. */
  lineStyle?: LineStyle | undefined;
  /** The way that transitions lead; `auto` for the one that fits best. Default: `down`. */
  direction?: FlowDirection | "auto" | undefined;
  /** The space to fill: layers are wrapped and parts packed toward it. Default: any. */
  space?: Fit | undefined;
  /** With `positions` or `previous`: `straight` for lines that look at nothing between their ends. Default: `around`. */
  routing?: "around" | "straight" | undefined;
  /** Boxes of states that stay where they are, by name; the others are arranged around them. */
  positions?: Readonly<Record<string, Box>>;
  /** Lines between such states, by the keys of these, that stay as they are as long as they fit. */
  lines?: readonly DrawnLine[];
  /**
   * A drawing of the machine before an edit: its states stay where they are but for `positions`, its lines as they are
   * as long as they fit, and only what is new is arranged.
   */
  previous?: MachineDrawing;
}

/** The shape of the lines of a drawing. */
export type LineStyle = "rounded" | "straight";

const { nodeWidth, nodeHeight } = AUTO_LAYOUT_DEFAULTS;

/** The least sizes of boxes. A picture has no use for room in containers that a canvas keeps for more children. */
const SIZES = { nodeWidth, nodeHeight, compositeWidth: nodeWidth, compositeHeight: nodeHeight };

/** The distances by direction: text is wider than high, so that boxes one below the other can be closer. */
const DISTANCES: Readonly<Record<LineStyle, Readonly<Record<FlowDirection, LayoutOptions>>>> = {
  rounded: {
    down: { nodeGap: 36, layerGap: 44, endGap: 14, lines: "upright", dense: 1.3 },
    right: { nodeGap: 28, layerGap: 48, endGap: 14, lines: "upright", dense: 1.3 },
  },
  straight: {
    down: { nodeGap: 48, layerGap: 52, endGap: 14 },
    right: { nodeGap: 32, layerGap: 56, endGap: 14 },
  },
};

/**
 * Draws a machine around the boxes and lines of its options, with what takes no layered layout: a container whose content has
 * no boxes gets them one by one.
 *
 * @param onRough Called where a layered layout would have arranged several states at once, and better.
 */
export function redrawMachine(
  def: StateMachineDefinition,
  options: DrawingOptions,
  onRough: () => void = () => {},
): MachineDrawing {
  const inside = (graph: LayoutGraph, settings: LayoutSettings) => {
    // A container and one state.
    if (graph.nodes.length > 2) onRough();
    return boxesOneByOne(graph, settings);
  };
  const fit: FitGraph = (graph, options) => {
    if (options.fixed?.size || graph.nodes.length === 0) return fitAround(graph, options, inside);
    if (graph.nodes.length > 1) onRough();
    return fitAround(graph, { ...options, fixed: boxesOneByOne(graph, LAYOUT_DEFAULTS) }, inside);
  };
  return drawMachineWith(fit, def, options);
}

/** Draws a machine: measures its states and labels, arranges them with a layout and gives every part its place. */
export function drawMachineWith(
  fit: FitGraph,
  def: StateMachineDefinition,
  options: DrawingOptions,
): MachineDrawing {
  const {
    actions = false,
    notes = false,
    labels: words = "wrapped",
    root = false,
    previous,
    direction = "down",
    lineStyle = "rounded",
    space,
  } = options;
  const among = previous && boxesOf(previous);
  const positions = among ? { ...among, ...options.positions } : options.positions;
  const shape = { direction, fit: space, distances: DISTANCES[lineStyle], frame: FRAME };
  const arranged = arrangeMachine(
    fit,
    def,
    { ...SIZES, shape, actions, notes, words, root, positions, among, routing: options.routing },
    previous?.edges.map(drawnLine) ?? options.lines,
  );
  const edges = placeEdges(arranged);
  const states = placeStates(arranged, new UprightLines(edges.map(({ points }) => points)));
  const initials = placeInitials(arranged);
  return { name: nameOf(def), ...extent(states, edges, initials), states, edges, initials };
}

function drawnLine({ from, to, points, label }: DrawnEdge): DrawnLine {
  return { from, to, points, ...(label ? { label: label.box } : {}) };
}

function boxesOf({ states }: MachineDrawing): Record<string, Box> {
  return Object.fromEntries(states.map(({ key, box }) => [key, box]));
}

function nameOf(def: unknown): string {
  const settings = isObject(def) ? def.settings : undefined;
  return isObject(settings) && typeof settings.name === "string" ? settings.name : "";
}

function placeStates({ states, faces, layout }: ArrangedMachine, lines: UprightLines): DrawnState[] {
  const placed: DrawnState[] = [];
  for (const state of states) {
    const face = faces.get(state);
    if (!face) continue;
    const parent = state.parent && faces.has(state.parent) ? state.parent.key : undefined;
    placed.push(placeState(state, face, parent, boxOf(layout, state), lines));
  }
  return placed;
}

function placeEdges({ lines, layout }: ArrangedMachine): DrawnEdge[] {
  const routes = lines.map(({ edge }) => routeOf(layout, edge));
  const corners = lines.map(({ from, to }, index) =>
    withSquareEnds({
      points: routes[index]?.points ?? [],
      source: boxOf(layout, from),
      target: boxOf(layout, to),
    })
  );
  const hops = levelCrossings(corners);
  return lines.map(({ id, kind, from, to, event, guard, actions, label }, index) => {
    const place = routes[index]?.label;
    return {
      id,
      kind,
      from: from.key,
      to: to.key,
      event,
      guard,
      actions,
      points: corners[index] ?? [],
      hops: hops[index] ?? [],
      label: label && place ? placeLabel(label, place) : undefined,
    };
  });
}

function placeInitials({ survey, faces, layout }: ArrangedMachine): DrawnInitial[] {
  return [...survey.initials].map(([state, initial]) => ({
    of: faces.has(state) ? state.key : undefined,
    to: initial.key,
    radius: INITIAL_MARK.radius,
    ...(isDirect(state, initial) ? markBeside(initial, layout) : markOfItsOwn(state, initial, layout)),
  }));
}

/** The mark at the left side of a state, at the height of its name. */
function markBeside(state: SurveyedState, layout: GraphLayout): Pick<DrawnInitial, "center" | "points"> {
  const box = boxOf(layout, state);
  const y = box.y + Math.min(box.height / 2, 30);
  const begin = box.x - INITIAL_MARK.arrow;
  return { center: { x: begin - INITIAL_MARK.radius, y }, points: [{ x: begin, y }, { x: box.x, y }] };
}

function markOfItsOwn(
  state: SurveyedState,
  initial: SurveyedState,
  layout: GraphLayout,
): Pick<DrawnInitial, "center" | "points"> {
  const source = layout.nodes.get(dotId(state)) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { points } = routeOf(layout, dotId(state));
  return {
    center: { x: source.x + source.width / 2, y: source.y + source.height / 2 },
    points: withSquareEnds({ points, source, target: boxOf(layout, initial) }),
  };
}

function boxOf(layout: GraphLayout, state: SurveyedState): Box {
  const box = layout.nodes.get(state.node);
  if (!box) throw new Error(`The layout has no box for the state "${state.key}".`);
  return box;
}

function routeOf(layout: GraphLayout, id: string): EdgeRoute {
  const route = layout.edges.get(id);
  if (!route) throw new Error(`The layout has no route for "${id}".`);
  return route;
}

/** The box around all that is drawn. */
function extent(
  states: readonly DrawnState[],
  edges: readonly DrawnEdge[],
  initials: readonly DrawnInitial[],
): Box {
  return boundsOf([
    ...states.map(({ box }) => box),
    ...edges.map(({ points, label }) => boundsOfLine(points, label?.box)),
    ...initials.map(({ center, radius, points }) =>
      boundsOfLine(points, expanded(boxAt(center), evenly(radius)))
    ),
  ]);
}
