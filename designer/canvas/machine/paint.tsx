import type { Box, DrawnEdge, DrawnInitial, DrawnState } from "@loom/protocol";
import { overlaps } from "@loom/protocol";
import {
  type Brush,
  depthsOf,
  edgeElement,
  headElement,
  initialElement,
  labelElement,
  linePoints,
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
      labels.push(
        <Part
          key={`l${edge.id}`}
          item={edge}
          box={edge.label.box}
          isDragged={isDragged}
          paint={() => labelElement(edge, board.brush)}
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
