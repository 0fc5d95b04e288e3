import type { Box } from "../../geometry/box.ts";
import type { EdgeRoute, LayoutEdge, LayoutGraph, LayoutNode } from "../../layout/graph/graph.ts";
import { type DrawnLine, routesOfLines } from "../../layout/incremental/drawn_lines.ts";
import type { FitOptions, FittedLayout } from "../../layout/incremental/fit_around.ts";
import { labelOf, type MeasuredLabel } from "./label.ts";
import type { DrawnEdge } from "./machine_drawing.ts";
import type { OutlineTransition } from "../outline.ts";
import { type FaceSettings, joinId, transitionId } from "./rows.ts";
import type { BoxSizes } from "./spacing.ts";
import { faceOf, type StateFace } from "./state_face.ts";
import { type Survey, type SurveyedState, surveyStates } from "./survey.ts";

/** A layout of graphs. */
export type FitGraph = (graph: LayoutGraph, options: FitOptions) => FittedLayout;

/** Settings for measuring and arranging a machine. */
export interface ArrangeSettings extends BoxSizes, FaceSettings {
  readonly shape: FitOptions;
  /** True if the root is drawn as a box around the others even when it has no content of its own. */
  readonly root: boolean;
  /** Boxes of states that stay where they are, by name. */
  readonly positions: Readonly<Record<string, Box>> | undefined;
  /** The boxes among which given lines were drawn, by name. */
  readonly among?: Readonly<Record<string, Box>> | undefined;
  /** The way that lines are drawn between given boxes. */
  readonly routing?: "around" | "straight" | undefined;
}

/** Settings for measuring a machine. */
export interface MeasureSettings extends Omit<ArrangeSettings, "shape" | "routing" | "among"> {
  /** When not, lines between given boxes have no labels: only new states need room for theirs. */
  readonly linesAreDrawn?: boolean;
}

/** A machine whose parts have their sizes. */
export interface MeasuredMachine {
  readonly survey: Survey;
  /** The states that are drawn. */
  readonly states: readonly SurveyedState[];
  readonly faces: ReadonlyMap<SurveyedState, StateFace>;
  readonly lines: readonly MeasuredLine[];
  /** The graph to arrange. */
  readonly graph: LayoutGraph;
  /** The boxes that are given, by node. */
  readonly fixed: ReadonlyMap<string, Box>;
}

/** A machine whose parts have their sizes and places. */
export interface ArrangedMachine extends MeasuredMachine, FittedLayout {}

/** A transition that has a line, or where completed regions lead. */
export interface MeasuredLine {
  readonly id: string;
  /** Its id among the edges of a layout. */
  readonly edge: string;
  readonly kind: DrawnEdge["kind"];
  readonly from: SurveyedState;
  readonly to: SurveyedState;
  readonly event: string;
  readonly guard: string;
  readonly actions: readonly string[];
  readonly label: MeasuredLabel | undefined;
}

/** The mark of a state that is entered by default: a dot, and an arrow to the left side of the state. */
export const INITIAL_MARK = { radius: 5, arrow: 24 } as const;
/** The room that the mark takes beside the state, and a little air. */
const INITIAL_MARGIN = {
  top: 0,
  right: 0,
  bottom: 0,
  left: 2 * INITIAL_MARK.radius + INITIAL_MARK.arrow + 4,
};

/** The largest coordinate of a given box; farther out, floating-point numbers are too coarse for a drawing. */
const FARTHEST = 1e7;

/**
 * Measures a machine and arranges it.
 *
 * @param fit the layout
 * @param drawn lines as they are drawn now, of which those that still fit are kept
 */
export function arrangeMachine(
  fit: FitGraph,
  def: unknown,
  settings: ArrangeSettings,
  drawn: readonly DrawnLine[] = [],
): ArrangedMachine {
  const measured = measureMachine(def, settings);
  const { graph, fixed } = measured;
  const routes = routesOf(measured.lines, drawn);
  const { routing, shape } = settings;
  const among = fixedBoxes(measured.faces, settings.among);
  return { ...measured, ...fit(graph, { ...shape, fixed, routes, among, ...(routing ? { routing } : {}) }) };
}

/** The routes of lines that were drawn between the same states. */
function routesOf(lines: readonly MeasuredLine[], drawn: readonly DrawnLine[]): Map<string, EdgeRoute> {
  return routesOfLines(
    lines.map(({ edge, from, to }) => ({ id: edge, from: from.key, to: to.key })),
    drawn,
  );
}

/** Finds the states and lines of a machine, and how large they are. */
export function measureMachine(def: unknown, settings: MeasureSettings): MeasuredMachine {
  const survey = surveyStates(def);
  const states = drawnStates(survey, settings.root);
  const faces = new Map(states.map((state) => [state, faceOf(state, survey, settings, settings)]));
  const fixed = fixedBoxes(faces, settings.positions);
  const stands = (state: SurveyedState) => fixed.has(state.node);
  const isLabelled = (from: SurveyedState, to: SurveyedState) =>
    settings.linesAreDrawn !== false || fixed.size === 0 || (!stands(from) && !stands(to));
  const lines = linesOf(states, survey, settings, isLabelled);
  const graph: LayoutGraph = {
    nodes: [...nodesOf(states, survey, faces), ...dotNodes(states, survey)],
    edges: [...lines.map(edgeOf), ...dotEdges(survey)],
  };
  return { survey, states, faces, lines, graph, fixed };
}

/**
 * The id of the dot of a state whose default lies deeper than its children: its node and the edge from it.
 */
export function dotId(state: SurveyedState): string {
  return `dot ${state.key}`;
}

/** Checks whether the default of a state is one of its children, so that the mark fits beside that child. */
export function isDirect(state: SurveyedState, initial: SurveyedState): boolean {
  return initial.parent === state;
}

/** All states, without a root that has no content of its own. */
function drawnStates({ states, byName }: Survey, wanted: boolean): readonly SurveyedState[] {
  const [root, ...others] = states;
  if (!root || others.length === 0) return states;
  return wanted || tellsSomething(root, states, byName) ? states : others;
}

function tellsSomething(
  root: SurveyedState,
  states: readonly SurveyedState[],
  byName: Survey["byName"],
): boolean {
  const { outline } = root;
  return outline.transitions.length > 0 || outline.regions.length > 0 || outline.entry.length > 0 ||
    outline.exit.length > 0 || outline.notes !== "" || outline.kind !== "normal" ||
    states.some((state) => targetsOf(state).some((target) => byName.get(target) === root));
}

function targetsOf(state: SurveyedState): string[] {
  return [state.outline.join, ...state.transitions.flatMap(({ target, further }) => [target, ...further])];
}

function linesOf(
  states: readonly SurveyedState[],
  survey: Survey,
  { actions, words }: FaceSettings,
  isLabelled: (from: SurveyedState, to: SurveyedState) => boolean,
): MeasuredLine[] {
  const lines: MeasuredLine[] = [];
  const add = (line: Omit<MeasuredLine, "edge">) => lines.push({ ...line, edge: `line ${line.id}` });
  const labels = new Map<string, MeasuredLabel | undefined>();
  const measured = (transition: OutlineTransition) => {
    const text = JSON.stringify([transition.events, transition.event, transition.guard, transition.actions]);
    if (!labels.has(text)) labels.set(text, labelOf(transition, actions, words, survey.timers));
    return labels.get(text);
  };
  for (const state of states) {
    for (const transition of state.transitions) {
      const to = survey.byName.get(transition.target);
      if (!to) continue;
      const { event, guard } = transition;
      const id = transitionId(state, transition.index);
      const label = isLabelled(state, to) ? measured(transition) : undefined;
      const line = { from: state, event, guard, actions: transition.actions };
      add({ ...line, id, kind: "transition", to, label });
      for (const [place, name] of transition.further.entries()) {
        const other = survey.byName.get(name);
        if (other) {
          add({ ...line, id: `${id}:${place + 1}`, kind: "further", to: other, label: undefined });
        }
      }
    }
    const to = survey.byName.get(state.outline.join);
    if (!to) continue;
    add({
      id: joinId(state),
      kind: "join",
      from: state,
      to,
      event: "",
      guard: "",
      actions: [],
      label: undefined,
    });
  }
  return lines;
}

function nodesOf(
  states: readonly SurveyedState[],
  { initials }: Survey,
  faces: ReadonlyMap<SurveyedState, StateFace>,
): LayoutNode[] {
  const marked = new Set<SurveyedState>();
  for (const [state, initial] of initials) {
    if (isDirect(state, initial)) marked.add(initial);
  }
  return states.map((state) => {
    const face = faces.get(state);
    const isInitial = marked.has(state);
    return {
      id: state.node,
      width: face?.size.width ?? 0,
      height: face?.size.height ?? 0,
      ...(state.parent && faces.has(state.parent) ? { parent: state.parent.node } : {}),
      ...(face?.padding ? { padding: face.padding } : {}),
      ...(isInitial ? { margin: INITIAL_MARGIN, first: true } : {}),
      ...(state.outline.regions.length > 0 ? { arrange: "row" as const } : {}),
    };
  });
}

function edgeOf({ edge: id, from, to, label }: MeasuredLine): LayoutEdge {
  const size = label && { label: { width: label.width, height: label.height } };
  return { id, from: from.node, to: to.node, ...size };
}

/** A node of its own for the mark of every default that lies deeper than the children. */
function dotNodes(states: readonly SurveyedState[], survey: Survey): LayoutNode[] {
  const drawn = new Set(states);
  return deepInitials(survey).map(([state]) => ({
    id: dotId(state),
    width: 2 * INITIAL_MARK.radius,
    height: 2 * INITIAL_MARK.radius,
    first: true,
    ...(drawn.has(state) ? { parent: state.node } : {}),
  }));
}

function dotEdges(survey: Survey): LayoutEdge[] {
  return deepInitials(survey).map(([state, initial]) => ({
    id: dotId(state),
    from: dotId(state),
    to: initial.node,
  }));
}

function deepInitials({ initials }: Survey): [SurveyedState, SurveyedState][] {
  return [...initials].filter(([state, initial]) => !isDirect(state, initial));
}

/** The given boxes of drawn states. */
function fixedBoxes(
  faces: ReadonlyMap<SurveyedState, StateFace>,
  positions: Readonly<Record<string, Box>> | undefined,
): Map<string, Box> {
  const fixed = new Map<string, Box>();
  if (!positions) return fixed;
  for (const state of faces.keys()) {
    // The root has the others inside and goes where they are.
    if (state.parent === undefined || !Object.hasOwn(positions, state.key)) continue;
    const box = positions[state.key];
    if (isBox(box)) fixed.set(state.node, box);
  }
  return fixed;
}

/** Checks whether a value is a box that can be drawn: no coordinate is out of this world. */
export function isBox(box: Box | undefined): box is Box {
  return typeof box === "object" && box !== null &&
    [box.x, box.y, box.width, box.height].every((value) =>
      typeof value === "number" && Math.abs(value) <= FARTHEST
    );
}
