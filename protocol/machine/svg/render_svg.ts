import { decimal, element, xmlText } from "../../picture/xml.ts";
import { Palette, type PictureTheme } from "../../picture/palette.ts";
import { FONT_STACK } from "../../text/measure_text.ts";
import { type DrawingOptions, drawMachine } from "../draw/draw_machine.ts";
import type { DrawnText, MachineDrawing } from "../draw/machine_drawing.ts";
import type { StateMachineDefinition } from "../types.ts";
import { type Brush, textElement } from "./brush.ts";
import { countsText, describeMachine, namesOf } from "./describe.ts";
import { edgeElement, initialElement, labelElement, linePoints } from "./edge_element.ts";
import { headElement, stateElement } from "./state_element.ts";
import { measuredText, placedText } from "../draw/text.ts";

/** Options of {@linkcode renderSvg}. */
export interface SvgOptions extends DrawingOptions {
  /** The colours: `dark` (the default), `light`, or `auto` for what the reader's system prefers. */
  theme?: PictureTheme;
  /** The heading; `""` for none. Default: the machine's name. */
  title?: string;
  /** The names of the active states, which are highlighted. */
  active?: Iterable<string>;
}

/** The room around the drawing. */
const PADDING = 32;
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
  const { theme = "dark", title, active = [], ...drawingOptions } = options;
  const drawing = drawMachine(def, drawingOptions);
  const brush: Brush = { palette: new Palette(theme), active: new Set(active), names: namesOf(drawing) };
  return document(drawing, brush, (title ?? drawing.name).trim());
}

function document(drawing: MachineDrawing, brush: Brush, title: string): string {
  const { palette } = brush;
  const heading = title === "" ? undefined : headingOf(title, drawing, PADDING);
  const top = heading?.bottom ?? PADDING;
  const width = 2 * PADDING + Math.ceil(Math.max(drawing.width, heading?.width ?? 0));
  const height = top + PADDING + Math.ceil(drawing.height);
  const content = contentElements(drawing, brush, heading, { width, height, top });
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    class: palette.rootClass,
    "font-family": FONT_STACK,
  };
  const lines = [
    element("title", {}, xmlText(title || drawing.name.trim() || NAMELESS)),
    element("desc", {}, xmlText(describeMachine(drawing, brush.active))),
    element("style", {}, palette.styleSheet()),
    ...content,
  ];
  return element("svg", attributes, `\n${lines.join("\n")}\n`) + "\n";
}

/** The parts in the order in which they cover each other: containers, lines, texts of containers, boxes, labels. */
function contentElements(
  drawing: MachineDrawing,
  brush: Brush,
  heading: Heading | undefined,
  { width, height, top }: { width: number; height: number; top: number },
): string[] {
  const { palette } = brush;
  const surface = element("rect", {
    width,
    height,
    ...palette.attributes({ fill: "surface" }, "slc-surface"),
  });
  const states = new Map(drawing.states.map((state) => [state.key, state]));
  const containers = drawing.states.filter((state) => state.isContainer);
  const boxes = drawing.states.filter((state) => !state.isContainer);
  const transform = `translate(${decimal(PADDING - drawing.x)} ${decimal(top - drawing.y)})`;
  const machine = [
    ...containers.map((state) => stateElement(state, brush)),
    ...drawing.edges.map((edge) => edgeElement(edge, linePoints(edge, states), brush)),
    ...drawing.initials.map((initial) => initialElement(initial, brush)),
    ...containers.map((state) => headElement(state, brush)),
    ...boxes.map((state) => stateElement(state, brush)),
    ...drawing.edges.map((edge) => labelElement(edge, brush)),
  ].filter((part) => part !== "");
  return [
    surface,
    ...(heading ? headingElements(heading, brush) : []),
    element("g", { class: "slc-machine", transform }, `\n${machine.join("\n")}\n`),
  ];
}

/** The lines above a drawing. */
interface Heading {
  readonly title: DrawnText;
  readonly subtitle: DrawnText;
  readonly width: number;
  /** The top of the drawing. */
  readonly bottom: number;
}

const TITLE = { size: 16, weight: 600 } as const;
const SUBTITLE = { size: 12, weight: 400 } as const;
const LONGEST = 640;
const TITLE_BASE_LINE = 12;
const SUBTITLE_BASE_LINE = 32;
const HEIGHT = 56;

/** Measures and places the heading of a drawing. */
function headingOf(title: string, drawing: MachineDrawing, padding: number): Heading {
  const first = measuredText(title, TITLE, LONGEST);
  const second = measuredText(countsText(drawing), SUBTITLE, LONGEST);
  return {
    title: placedText(first, padding, padding + TITLE_BASE_LINE),
    subtitle: placedText(second, padding, padding + SUBTITLE_BASE_LINE),
    width: Math.max(first.width, second.width),
    bottom: padding + HEIGHT,
  };
}

/** Writes the heading. */
function headingElements({ title, subtitle }: Heading, brush: Brush): string[] {
  return [
    textElement(title, "label", "slc-title", brush),
    textElement(subtitle, "muted", "slc-subtitle", brush),
  ];
}
