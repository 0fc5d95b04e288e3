import { roundedPath } from "../../picture/path.ts";
import { decimal, element } from "../../picture/xml.ts";
import type { DrawnState, MachineDrawing } from "../draw/machine_drawing.ts";
import type { Brush } from "./brush.ts";
import { LINE_CORNER, linePoints } from "./edge_element.ts";

/** Seconds of a step, of the token's way in it, and of the rest before the walk begins again. */
const SECONDS = { step: 1.4, way: 0.8, rest: 1.6 };
const TOKEN = 6;
const OUTSET = 3;

/** A walk as it is played. */
export interface PlayedWalk {
  /** The elements, on top of all others. */
  readonly elements: readonly string[];
  /** Rules that move them, for the style sheet of the picture. */
  readonly rules: string;
}

/**
 * Plays the steps of a walk over and over: a token runs along each transition, and the state that it leads to is lit. It needs no
 * script, and readers who want no motion see the picture with its numbers.
 */
export function playedWalk(drawing: MachineDrawing, brush: Brush): PlayedWalk {
  const steps = [...brush.overlay.steps].flatMap(([id, numbers]) => numbers.map((number) => ({ id, number })))
    .sort((one, other) => one.number - other.number);
  const whole = (steps.at(-1)?.number ?? 0) * SECONDS.step + SECONDS.rest;
  const states = new Map(drawing.states.map((state) => [state.key, state]));
  const edges = new Map(drawing.edges.map((edge) => [edge.id, edge]));
  const owners = new Map<string | undefined, DrawnState>([
    ...states,
    ...drawing.states.flatMap((state) => state.rows.map(({ id }) => [id, state] as const)),
  ]);
  const elements = steps.flatMap(({ id, number }, at) => {
    const begin = (number - 1) * SECONDS.step;
    const arrival = begin + SECONDS.way;
    const edge = edges.get(id);
    if (edge === undefined) return [litState(owners.get(id), arrival, brush)];
    const path = roundedPath(linePoints(edge, states), LINE_CORNER, edge.hops);
    const source = at === 0 ? litState(states.get(edge.from), arrival - SECONDS.step, brush) : "";
    return [source, litState(states.get(edge.to), arrival, brush), movedToken(path, begin, whole, brush)];
  });
  const end = 100 * SECONDS.step / whole;
  const rules = `.slc-run{animation:slc-run ${decimal(whole)}s infinite}` +
    `@keyframes slc-run{0%,${decimal(end)}%{opacity:1}${decimal(end + 0.1)}%,100%{opacity:0}}` +
    "@media (prefers-reduced-motion:reduce){.slc-run{display:none}}";
  return { elements: elements.filter((one) => one !== ""), rules };
}

/** The outline of a state while the walk is there. */
function litState(state: DrawnState | undefined, begin: number, { palette }: Brush): string {
  if (state === undefined) return "";
  const { x, y, width, height } = state.box;
  return element("rect", {
    x: x - OUTSET,
    y: y - OUTSET,
    width: width + 2 * OUTSET,
    height: height + 2 * OUTSET,
    rx: 10,
    fill: "none",
    ...palette.attributes({ stroke: "active" }, "slc-run"),
    "stroke-width": 3,
    ...timed(begin),
  });
}

/** A token that runs along a line. */
function movedToken(path: string, begin: number, whole: number, { palette }: Brush): string {
  const times = [0, begin, begin + SECONDS.way, whole].map((time) => (time / whole).toFixed(4));
  const motion = element("animateMotion", {
    path,
    dur: `${decimal(whole)}s`,
    repeatCount: "indefinite",
    calcMode: "linear",
    keyPoints: "0;0;1;1",
    keyTimes: times.join(";"),
  });
  const token = {
    r: TOKEN,
    ...palette.attributes({ fill: "active", stroke: "surface" }, "slc-run"),
    "stroke-width": 2,
    ...timed(begin),
  };
  return element("circle", token, motion);
}

/** Hidden until its time, also where nothing moves. */
function timed(begin: number): Readonly<Record<string, string | number>> {
  return { opacity: 0, style: `animation-delay:${decimal(begin)}s` };
}
