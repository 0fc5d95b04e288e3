import type { Box, Point } from "../../geometry/box.ts";
import { oneLine } from "../../text/terminal_text.ts";
import { decimal, element, xmlCharacters } from "../../picture/xml.ts";
import { ACTIVE_OPACITY } from "../../picture/palette.ts";
import { type CanvasTheme, depthFill, type PictureColor } from "../../picture/theme.ts";
import type { DrawnMark, DrawnMemory, DrawnRow, DrawnState, StateShape } from "../draw/machine_drawing.ts";
import { textElement, titleElement } from "../../picture/svg_text.ts";
import { measuredText, placedText } from "../../picture/drawn_text.ts";
import type { OverlayMark } from "../../picture/overlay.ts";
import type { Brush } from "./brush.ts";
import { MARK_LOOKS } from "../../picture/marks.ts";
import { rowTitle, stateTitle } from "./describe.ts";

/** The look of an outline. */
interface Outline {
  readonly fill: PictureColor;
  readonly stroke: keyof CanvasTheme;
  /** The radius of the corners; a history state's ends are round. */
  readonly corner: number;
  readonly dash?: string;
  readonly modifier?: string;
}

const OUTLINES: Readonly<Record<StateShape, Outline>> = {
  leaf: { fill: "nodeFill", stroke: "nodeStroke", corner: 8 },
  final: { fill: "finalFill", stroke: "nodeStroke", corner: 8, modifier: "final" },
  history: { fill: "nodeFill", stroke: "nodeStroke", corner: 16, modifier: "history" },
  choice: { fill: "nodeFill", stroke: "nodeStroke", corner: 0, modifier: "choice" },
  composite: { fill: "compositeFill", stroke: "nodeStroke", corner: 10, modifier: "composite" },
  region: { fill: "compositeFill", stroke: "nodeStroke", corner: 8, dash: "5 4", modifier: "region" },
};

/** The colours of a row's text and of its detail. */
const ROW_COLORS: Readonly<Record<DrawnRow["kind"], readonly [keyof CanvasTheme, keyof CanvasTheme]>> = {
  entry: ["entry", "muted"],
  exit: ["exit", "muted"],
  work: ["muted", "label"],
  internal: ["label", "muted"],
  stub: ["label", "muted"],
  note: ["muted", "muted"],
};

const SIGN_FACE = { size: 11, weight: 600 } as const;
const LINE_WIDTH = 1.5;
const ACTIVE_LINE_WIDTH = 2.5;
const IGNORED_OPACITY = 0.5;
/** The width of the line around the letters of a container. */
const RIM = 4;
/** Between the two lines of a final state. */
const RING = 4;
/** The legs of the folded corner of a state with a note. */
const NOTE = 14;

/** The look of a state; containers in containers have other fills than those around them. */
function outlineOf({ key, shape, isContainer }: DrawnState, { depths }: Brush): Outline {
  const outline = OUTLINES[shape];
  return isContainer ? { ...outline, fill: depthFill(depths?.get(key) ?? 0) } : outline;
}

/**
 * Writes a state: its box with its content. A container gets only the box; {@linkcode headElement} writes its
 * texts.
 */
export function stateElement(state: DrawnState, brush: Brush): string {
  const outline = outlineOf(state, brush);
  const isActive = brush.active.has(state.name);
  const mark = brush.overlay.states.get(state.key);
  const modifiers = [outline.modifier, isActive ? "active" : undefined, mark].filter((modifier) =>
    modifier !== undefined
  );
  const attributes = {
    class: ["slc-node", ...modifiers.map((modifier) => `slc-node--${modifier}`)].join(" "),
    "data-state": state.name,
    "data-key": state.key === state.name ? undefined : state.key,
    ...opacityOf(state),
  };
  const parts = [
    titleElement(stateTitle(state)),
    boxElements(state, outline, isActive, brush),
    mark ? signElement({ x: state.box.x + 5, y: state.box.y + 13 }, mark, brush) : "",
    state.notes === "" ? "" : noteElement(state, outline.corner, brush),
    state.memory ? memoryElement(state.memory, brush) : "",
    ruleElement(state, brush),
    state.isContainer ? "" : textElements(state, brush),
  ];
  return element("g", attributes, parts.join(""));
}

/**
 * Writes the texts of a container. They cover the lines that lead into the container and have a rim in the
 * colour of the box, so that they are readable where a line passes below.
 */
export function headElement(state: DrawnState, brush: Brush): string {
  const rim = brush.palette.attributes({ stroke: outlineOf(state, brush).fill }, "slc-node-head");
  const attributes = {
    ...rim,
    "stroke-width": RIM,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
    "data-head": state.key,
    ...opacityOf(state),
  };
  return element("g", attributes, titleElement(stateTitle(state)) + textElements(state, brush));
}

/** The sign of a mark: in the top left corner of a box, before a row. */
function signElement({ x, y }: Point, mark: OverlayMark, brush: Brush): string {
  const { color, sign } = MARK_LOOKS[mark];
  return textElement(
    placedText(measuredText(sign, SIGN_FACE, Infinity), x, y),
    color,
    "slc-mark",
    brush,
  );
}

function opacityOf(state: DrawnState): { opacity?: number } {
  return state.ignored ? { opacity: IGNORED_OPACITY } : {};
}

function textElements(state: DrawnState, brush: Brush): string {
  return [
    textElement(
      state.title,
      oneLine(xmlCharacters(state.name)) === "" ? "muted" : "label",
      "slc-node-name",
      brush,
    ),
    state.badge ? textElement(state.badge, "muted", "slc-node-kind", brush) : "",
    ...state.rows.map((row) => rowElement(row, brush)),
    ...state.marks.map((mark) => markElement(mark, brush)),
  ].join("");
}

function boxElements(
  { key, box, shape, isContainer, color }: DrawnState,
  outline: Outline,
  isActive: boolean,
  { palette, overlay }: Brush,
): string {
  const { fill, corner, dash } = outline;
  const mark = overlay.states.get(key);
  const look = mark && MARK_LOOKS[mark];
  const line = {
    "stroke-width": isActive || look ? ACTIVE_LINE_WIDTH : LINE_WIDTH,
    "stroke-dasharray": look?.dash ?? dash,
  };
  const stroke = isActive ? "active" : look?.color ?? outline.stroke;
  const [tag, form] = shape === "choice"
    ? ["path", { d: diamondPath(box) }] as const
    : ["rect", { ...box, rx: corner }] as const;
  // A mark goes before the colour of the document; containers keep the fill of their depth.
  const tint = isActive || look ? undefined : color;
  const parts = [
    element(tag, {
      ...form,
      ...palette.tinted(
        { fill, stroke },
        tint,
        "slc-node-box",
        isContainer ? ["stroke"] : ["fill", "stroke"],
      ),
      ...line,
    }),
  ];
  if (isActive) {
    const glow = palette.attributes({ fill: "active" }, "slc-node-glow");
    parts.push(
      element(tag, {
        ...form,
        ...glow,
        "fill-opacity": isContainer ? ACTIVE_OPACITY.container : ACTIVE_OPACITY.box,
      }),
    );
  }
  if (shape === "final") {
    const ring = palette.tinted({ stroke }, tint, "slc-node-ring", ["stroke"]);
    parts.push(element("rect", { ...inside(box, RING), rx: corner - RING, ...ring, fill: "none" }));
  }
  return parts.join("");
}

function diamondPath({ x, y, width, height }: Box): string {
  const [middle, center] = [x + width / 2, y + height / 2];
  return `M${at({ x: middle, y })}L${at({ x: x + width, y: center })}` +
    `L${at({ x: middle, y: y + height })}L${at({ x, y: center })}Z`;
}

function inside({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}

/** A folded corner at the top right. */
function noteElement({ box }: DrawnState, corner: number, { palette }: Brush): string {
  const right = box.x + box.width;
  const d = `M${at({ x: right - NOTE, y: box.y })}L${at({ x: right - corner, y: box.y })}` +
    `A${corner} ${corner} 0 0 1 ${at({ x: right, y: box.y + corner })}L${at({ x: right, y: box.y + NOTE })}Z`;
  return element("path", { d, ...palette.attributes({ fill: "accent" }, "slc-note-mark") });
}

function memoryElement({ center, radius, letter }: DrawnMemory, brush: Brush): string {
  const circle = { cx: center.x, cy: center.y, r: radius, fill: "none" };
  return element("circle", {
    ...circle,
    ...brush.palette.attributes({ stroke: "edge" }, "slc-node-memory"),
  }) +
    textElement(letter, "label", "slc-node-memory-letter", brush);
}

function ruleElement({ box, rule }: DrawnState, { palette }: Brush): string {
  if (rule === undefined) return "";
  const line = { x1: box.x, y1: rule, x2: box.x + box.width, y2: rule };
  return element("line", { ...line, ...palette.attributes({ stroke: "nodeStroke" }, "slc-node-rule") });
}

function rowElement(row: DrawnRow, brush: Brush): string {
  const [color, detailColor] = ROW_COLORS[row.kind];
  const mark = row.id === undefined ? undefined : brush.overlay.transitions.get(row.id);
  const parts = [
    titleElement(rowTitle(row)),
    row.mark ? rowMarkElement(row.kind, row.mark, mark, brush) : "",
    row.mark && mark ? signElement({ x: row.mark.x - 15, y: row.mark.y + 4 }, mark, brush) : "",
    textElement(row.text, color, "slc-row-text", brush),
    row.detail ? textElement(row.detail, detailColor, "slc-row-detail", brush) : "",
  ];
  return element("g", { class: `slc-row slc-row--${row.kind}`, "data-transition": row.id }, parts.join(""));
}

/** An arrow in a circle for a transition that stays inside; a warning sign for one that leads nowhere. */
function rowMarkElement(
  kind: DrawnRow["kind"],
  { x, y }: Point,
  mark: OverlayMark | undefined,
  { palette }: Brush,
): string {
  const isStub = kind === "stub";
  const d = isStub ? "M0 -4.5L5 4.5H-5ZM0 -1.5V1.5" : "M3.4 -2.4A4.2 4.2 0 1 0 4.2 0.6M3.8 -5.2V-2.2H0.8";
  const paint = palette.attributes(
    { stroke: mark ? MARK_LOOKS[mark].color : isStub ? "danger" : "muted" },
    isStub ? "slc-node-warn" : "slc-row-mark",
  );
  return element("path", {
    d,
    transform: `translate(${decimal(x)} ${decimal(y)})`,
    ...paint,
    fill: "none",
    "stroke-width": 1.3,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}

function markElement({ kind, text, icon, actions }: DrawnMark, brush: Brush): string {
  const d = `M${at({ x: icon.x - 2.5, y: icon.y - 3.5 })}L${at({ x: icon.x + 3, y: icon.y })}` +
    `L${at({ x: icon.x - 2.5, y: icon.y + 3.5 })}Z`;
  const triangle = element("path", { d, ...brush.palette.attributes({ fill: kind }) });
  const parts = titleElement(`${kind}: ${actions.join("; ")}`) + triangle +
    textElement(text, kind, `slc-node-${kind}-text`, brush);
  return element("g", { class: `slc-node-${kind}` }, parts);
}

function at({ x, y }: Point): string {
  return `${decimal(x)} ${decimal(y)}`;
}
