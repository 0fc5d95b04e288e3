import { Palette, type PictureTheme } from "../../picture/palette.ts";
import { svgDocument } from "../../picture/svg_document.ts";
import { drawMachine } from "../draw/draw_machine.ts";
import type { DrawingOptions } from "../draw/redraw_machine.ts";
import type { MachineDrawing } from "../draw/machine_drawing.ts";
import type { StateMachineDefinition } from "../types.ts";
import type { PictureOverlay } from "../../picture/overlay.ts";
import { type Brush, depthsOf, groundsOf } from "./brush.ts";
import { drawnOverlay } from "./drawn_overlay.ts";
import { countsText, describeMachine, namesOf } from "./describe.ts";
import { edgeElement, initialElement, labelElement, linePoints } from "./edge_element.ts";
import { playedWalk } from "./played_walk.ts";
import { headElement, stateElement } from "./state_element.ts";
import type { Point } from "../../geometry/box.ts";
import { measuredText, placedText } from "../../picture/drawn_text.ts";
import { type Legend, legendBelow, type LegendRow, markRows, signElement } from "../../picture/marks.ts";
import { textElement } from "../../picture/svg_text.ts";
import { element } from "../../picture/xml.ts";

/** Options of {@linkcode renderSvg}. */
export interface SvgOptions extends DrawingOptions, DrawingLook {}

/** Options of {@linkcode renderDrawing}. */
export interface DrawingLook {
  /** The colours: `auto` (the default) for what the reader's system prefers, `light` or `dark`. */
  theme?: PictureTheme;
  /** The heading; `""` for none. Default: the machine's name. */
  title?: string;
  /** The names of the active states, which are highlighted. */
  active?: Iterable<string>;
  /** Marks and steps to show, with a legend. Default: none. */
  overlay?: PictureOverlay | undefined;
  /** True to play the walk of the overlay over and over, without a script. Default: its steps are only numbered. */
  animate?: boolean | undefined;
}

const NAMELESS = "State machine";

/**
 * Draws a machine as one SVG text: well-formed, standing alone, the same bytes for the same input.
 *
 * Every element has its colours as literals, and a style sheet takes the page's `--slc-*` variables where they are
 * set, so that the picture looks right alone and follows the page that it is put into. Each state is a group with
 * its name in `data-state`, each transition a group with its id in `data-transition`.
 *
 * @param def The definition; it need not be valid.
 * @param options What to show, and in which colours.
 * @returns The document, with a final line end.
 *
 * @example
 * ```ts
 * import { renderSvg, type StateMachineDefinition } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const def: StateMachineDefinition = {
 *   settings: { namespace: "kitchen", asynchronous: false, name: "Kettle" },
 *   events: [],
 *   state: { name: "Root", states: [{ name: "Cold" }] },
 * };
 * const svg = renderSvg(def, { theme: "light", active: ["Cold"] });
 * assertStringIncludes(svg, "<title>Kettle</title>");
 * assertStringIncludes(svg, 'data-state="Cold"');
 * ```
 */
export function renderSvg(def: StateMachineDefinition, options: SvgOptions = {}): string {
  return renderDrawing(drawMachine(def, options), options);
}

/**
 * Writes a drawing of {@linkcode drawMachine} as an SVG text, as {@linkcode renderSvg} does.
 *
 * @param drawing The drawing.
 * @param options The colours, the heading and what to highlight.
 * @returns The document, with a final line end.
 */
export function renderDrawing(drawing: MachineDrawing, options: DrawingLook = {}): string {
  const { theme = "auto", title, active = [], overlay } = options;
  const brush: Brush = {
    palette: new Palette(theme),
    active: new Set(active),
    overlay: drawnOverlay(drawing, overlay),
    names: namesOf(drawing),
    depths: depthsOf(drawing),
    grounds: groundsOf(drawing),
  };
  const played = options.animate ? playedWalk(drawing, brush) : undefined;
  const legend = legendOf(drawing, brush);
  const { width, height } = drawing;
  return svgDocument({
    drawing: legend
      ? { ...drawing, width: Math.max(width, legend.width), height: height + legend.height }
      : drawing,
    title: (title ?? drawing.name).trim(),
    fallback: drawing.name.trim() || NAMELESS,
    subtitle: countsText(drawing),
    description: describeMachine(drawing, brush.active),
    classes: "slc-machine",
    content: [...contentElements(drawing, brush), ...played?.elements ?? [], ...legend?.elements ?? []],
    ...(played ? { rules: played.rules } : {}),
  }, brush.palette);
}

/** The parts in the order in which they cover each other: containers, lines, texts of containers, boxes, labels. */
function contentElements(drawing: MachineDrawing, brush: Brush): string[] {
  const states = new Map(drawing.states.map((state) => [state.key, state]));
  const containers = drawing.states.filter((state) => state.isContainer);
  const boxes = drawing.states.filter((state) => !state.isContainer);
  return [
    ...containers.map((state) => stateElement(state, brush)),
    ...drawing.edges.map((edge) => edgeElement(edge, linePoints(edge, states), brush)),
    ...drawing.initials.map((initial) => initialElement(initial, brush)),
    ...containers.map((state) => headElement(state, brush)),
    ...boxes.map((state) => stateElement(state, brush)),
    ...drawing.edges.map((edge) => labelElement(edge, brush)),
    ...stepElements(drawing, brush),
  ].filter((part) => part !== "");
}

const BADGE = { height: 18, side: 6 };
const BADGE_FACE = { size: 10, weight: 600 } as const;

/** Writes the numbers of steps, how often transitions were taken, and the signs of marks of lines beside what they are about. */
export function stepElements(drawing: MachineDrawing, brush: Brush): string[] {
  const places = new Map<string, Point>();
  for (const { id, label, points } of drawing.edges) {
    places.set(id, label ? { x: label.box.x, y: label.box.y } : middleOf(points));
  }
  for (const { key, box, rows } of drawing.states) {
    places.set(key, box);
    for (const { id, text } of rows) {
      if (id !== undefined) places.set(id, { x: box.x + box.width, y: text.y - 4 });
    }
  }
  const words = [
    ...[...brush.overlay.steps].map(([id, numbers]) => [id, numbers.join(", ")] as const),
    ...[...brush.overlay.heat].map(([id, count]) => [id, `${count}×`] as const),
  ];
  const lines = new Set(drawing.edges.map(({ id }) => id));
  return [
    ...[...brush.overlay.transitions].flatMap(([id, mark]) => {
      const place = lines.has(id) ? places.get(id) : undefined;
      return place ? [element("g", { class: "slc-mark" }, signElement(place, mark, brush.palette))] : [];
    }),
    ...words.flatMap(([id, text]) => {
      const place = places.get(id);
      return place ? [badgeElement(place, text, brush)] : [];
    }),
  ];
}

/** The point in the middle of the longest part of a line. */
function middleOf(points: readonly Point[]): Point {
  let [most, middle] = [-1, points[0] ?? { x: 0, y: 0 }];
  points.slice(1).forEach((to, at) => {
    const from = points[at] ?? to;
    const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    if (length > most) [most, middle] = [length, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }];
  });
  return middle;
}

function badgeElement({ x, y }: Point, words: string, brush: Brush): string {
  const text = measuredText(words, BADGE_FACE, Infinity);
  const width = Math.max(BADGE.height, text.width + 2 * BADGE.side);
  const plate = {
    x: x - width / 2,
    y: y - BADGE.height / 2,
    width,
    height: BADGE.height,
    rx: BADGE.height / 2,
    ...brush.palette.attributes({ fill: "accent" }, "slc-step-plate"),
  };
  const word = textElement(placedText(text, x, y + 3.6, "middle"), "surface", "slc-step-number", brush);
  return element("g", { class: "slc-step" }, element("rect", plate) + word);
}

/** Writes the legend of the marks that an overlay has; `undefined` without any. */
export function legendOf(drawing: MachineDrawing, brush: Brush): Legend | undefined {
  const { states, transitions, steps, heat } = brush.overlay;
  const used = new Set([...states.values(), ...transitions.values()]);
  if (used.size + steps.size + heat.size === 0) return undefined;
  const rows: LegendRow[] = markRows(used);
  if (steps.size > 0) rows.push({ words: "1, 2, … steps", color: "accent" });
  if (heat.size > 0) rows.push({ words: "n× taken n times", color: "accent" });
  if (brush.active.size > 0) rows.push({ words: "active", color: "active" });
  return legendBelow(drawing, rows, brush.palette);
}
