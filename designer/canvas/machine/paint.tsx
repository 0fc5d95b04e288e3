import type { Box, DrawnEdge, DrawnInitial, DrawnState, DrawnText } from "@loom/protocol";
import { overlaps } from "@loom/protocol";
import {
  type Brush,
  depthsOf,
  edgeElement,
  groundsOf,
  headElement,
  initialElement,
  labelElement,
  linePoints,
  middleOf,
  namesOf,
  Palette,
  stateElement,
} from "@loom/protocol/drawing";
import type { VNode } from "preact";
import type { PaneView } from "../pane.tsx";
import { touches } from "../far_layer.tsx";
import { Part } from "../parts.tsx";
import { boxesAfter, liveEdges, liveInitial, type LiveMove } from "./live.ts";
import type { Scene } from "./scene.ts";

/** Data that the elements of a board are painted from. */
export interface PaintedBoard {
  readonly scene: Scene;
  readonly brush: Brush;
  readonly active: ReadonlySet<string>;
  readonly move: LiveMove | undefined;
}

/** The colours and names of a board's pictures. */
export function brushFor(scene: Scene, active: ReadonlySet<string>): Brush {
  return {
    palette: new Palette("light"),
    active,
    overlay: { states: new Map(), transitions: new Map(), steps: new Map(), heat: new Map() },
    names: namesOf(scene.drawing),
    depths: depthsOf(scene.drawing),
    grounds: groundsOf(scene.drawing),
  };
}

/**
 * The elements of a board that a window shows, in the order in which they cover each other.
 *
 * @param isOver True for the states that move, with their lines; false for all others.
 */
export function paintedWorld(board: PaintedBoard, { window, detail }: PaneView, isOver: boolean): VNode {
  const { scene, move } = board;
  if (detail === "far") return <g />;
  const edges = move === undefined ? undefined : liveEdges(scene, move);
  const grown = move === undefined ? {} : boxesAfter(scene, move);
  const isDragged = move !== undefined;
  const parts: VNode[][] = [[], [], [], [], [], []];
  const [containers = [], lines = [], initials = [], heads = [], boxes = [], labels = []] = parts;
  const shown = shownIn(scene, window);
  const moving = move === undefined ? [] : scene.states.filter(({ key }) => move.keys.has(key));
  for (const given of new Set([...shown.states, ...moving])) {
    const isMoved = move?.keys.has(given.key) === true;
    if (isMoved !== isOver) continue;
    const state = isMoved || !grown[given.key] ? given : { ...given, box: grown[given.key] ?? given.box };
    const by = isMoved ? move?.by : undefined;
    const group = scene.ghosts.has(state.key) ? "slc-ghost" : undefined;
    const shared = { by, group, isDragged, box: state.box, isActive: board.active.has(state.name) };
    if (!state.isContainer) {
      boxes.push(
        <Part
          key={`b${state.key}`}
          item={state}
          {...shared}
          paint={() => stateElement(state, board.brush)}
        />,
      );
      continue;
    }
    containers.push(
      <Part key={`c${state.key}`} item={state} {...shared} paint={() => stateElement(state, board.brush)} />,
    );
    heads.push(
      <Part key={`h${state.key}`} item={state} {...shared} paint={() => headElement(state, board.brush)} />,
    );
  }
  for (const given of withLive(shown.edges, edges)) {
    const live = edges?.get(given.id);
    if ((live !== undefined) !== isOver) continue;
    const edge = live ?? given;
    lines.push(
      <Part
        key={`e${edge.id}`}
        item={edge}
        isDragged={isDragged}
        paint={() => edgeElement(edge, live ? edge.points : linePoints(edge, scene.byKey), board.brush)}
      />,
    );
    if (edge.label) {
      const labelled = detail === "names" ? withFirstText(edge) : edge;
      labels.push(
        <Part
          key={`l${detail} ${edge.id}`}
          item={labelled}
          box={edge.label.box}
          isDragged={isDragged}
          paint={() => labelElement(labelled, board.brush)}
        />,
      );
    }
  }
  for (const given of scene.drawing.initials) {
    if (!isShown(scene, given, window)) continue;
    const initial = move === undefined ? given : liveInitial(given, move);
    if ((initial !== given) !== isOver) continue;
    initials.push(
      <Part
        key={`i${given.of ?? ""}`}
        item={initial}
        isDragged={isDragged}
        paint={() => initialElement(initial, board.brush)}
      />,
    );
  }
  return <g>{parts}</g>;
}

/** Lines whose labels have their first text only, cached. */
const FIRST_TEXTS = new WeakMap<DrawnEdge, DrawnEdge>();
const PLATE = { side: 8, height: 20, line: 12, base: 14 } as const;

/** A line whose label has its first text only, on a plate around it: the others cannot be read from afar. */
function withFirstText(edge: DrawnEdge): DrawnEdge {
  const { label } = edge;
  const text = label?.event ?? label?.guard ?? label?.actions;
  const known = FIRST_TEXTS.get(edge);
  if (known || !label || !text) return known ?? edge;
  const lines = [text, ...text.more ?? []];
  const width = Math.max(...lines.map((line) => line.width)) + 2 * PLATE.side;
  const height = PLATE.height + PLATE.line * (lines.length - 1);
  const { x, y } = middleOf(label.box);
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  const [dx, dy] = [box.x + PLATE.side - text.x, box.y + PLATE.base - text.y];
  const placed = (one: DrawnText): DrawnText => ({ ...one, x: one.x + dx, y: one.y + dy });
  const first = { ...placed(text), ...text.more ? { more: text.more.map(placed) } : {} };
  const none = { glyph: undefined, event: undefined, guard: undefined, actions: undefined };
  const part = label.event ? "event" : label.guard ? "guard" : "actions";
  const named = { ...edge, label: { ...none, box, [part]: first } };
  FIRST_TEXTS.set(edge, named);
  return named;
}

interface Shown {
  readonly window: Box;
  readonly states: readonly DrawnState[];
  readonly edges: readonly DrawnEdge[];
}

/** The part of a scene inside a window, cached: a drag asks for it in every frame. */
const SHOWN = new WeakMap<Scene, Shown>();

function shownIn(scene: Scene, window: Box): Shown {
  const known = SHOWN.get(scene);
  if (known?.window === window) return known;
  const shown = {
    window,
    states: scene.states.filter(({ box }) => overlaps(box, window)),
    edges: scene.edges.filter(({ points, label }) =>
      (label !== undefined && overlaps(label.box, window)) || touches(points, window)
    ),
  };
  SHOWN.set(scene, shown);
  return shown;
}

/** The lines with those that come into sight while their states move. */
function withLive(
  edges: readonly DrawnEdge[],
  live: ReadonlyMap<string, DrawnEdge> | undefined,
): readonly DrawnEdge[] {
  if (live === undefined) return edges;
  const known = new Set(edges.map(({ id }) => id));
  return [...edges, ...[...live.values()].filter(({ id }) => !known.has(id))];
}

function isShown(scene: Scene, { to, center }: DrawnInitial, window: Box): boolean {
  if (scene.inside !== undefined && (!scene.children.has(undefined) || scene.ghosts.has(to))) return false;
  const state = scene.byKey.get(to);
  return state !== undefined &&
    (overlaps(state.box, window) || overlaps({ ...center, width: 1, height: 1 }, window)) &&
    (scene.inside === undefined || scene.states.includes(state));
}
