import { counted } from "../../text/plural.ts";
import type { Box } from "../../geometry/box.ts";
import type { DrawnBefore } from "../../layout/incremental/drawn_lines.ts";
import { withMarks } from "../../picture/marks.ts";
import { elementKey, type PictureOverlay } from "../../picture/overlay.ts";
import { arrowAlong, roundedPath } from "../../picture/path.ts";
import { Palette, type PictureTheme } from "../../picture/palette.ts";
import { svgDocument } from "../../picture/svg_document.ts";
import { textElement, titleElement } from "../../picture/svg_text.ts";
import { decimal, element } from "../../picture/xml.ts";
import { messageWords } from "../ascii.ts";
import { drawSequence } from "../draw/draw_sequence.ts";
import type {
  DrawnActivation,
  DrawnFrame,
  DrawnLifeline,
  DrawnMessage,
  SequenceDrawing,
} from "../draw/sequence_drawing.ts";
import { textOf } from "../../located.ts";
import { allFragments, allMessages, participantsOf } from "../lookup.ts";
import type { SequenceDefinition } from "../types.ts";

/** Options of {@linkcode renderSequenceSvg}. */
export interface SequenceSvgOptions {
  /** The colours: `dark` (the default), `light`, or `auto` for what the reader's system prefers. */
  readonly theme?: PictureTheme;
  /** The heading; `""` for none. Default: the scenario's name. */
  readonly title?: string;
  /** The names of the participants and the addresses of the messages to highlight. */
  readonly active?: ReadonlySet<string>;
  /** Marks on elements. Default: none. */
  readonly overlay?: PictureOverlay | undefined;
  /** The heads of participants that keep their order and distances, and the space to fill. Default: none. */
  readonly before?: DrawnBefore;
  /** The participants to draw, with the messages between them. Default: all. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** The most messages that the description lists. */
const LISTED = 100;
const LINE_WIDTH = 1.5;
const CORNER = 4;
/** The corners of the head of an actor, which texts of several lines make high. */
const ROUND = 25;

/**
 * Draws a scenario as one SVG text: well-formed, standing alone, the same bytes for the same input.
 *
 * @param def The definition; it need not be valid.
 * @returns The document, with a final line end.
 *
 * @example
 * ```ts
 * import { renderSequenceSvg } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const svg = renderSequenceSvg({
 *   settings: { namespace: "Library", name: "Lending" },
 *   participants: [{ name: "Member" }, { name: "Desk" }],
 *   messages: [{ from: "Member", to: "Desk", label: "asks for a book" }],
 * });
 * assertStringIncludes(svg, 'data-message="1"');
 * ```
 */
export function renderSequenceSvg(def: SequenceDefinition, options: SequenceSvgOptions = {}): string {
  const { theme = "auto", title, active = new Set<string>(), overlay, before, only } = options;
  const palette = new Palette(theme);
  const drawing = drawSequence(def, before, only);
  const content = elementsOf(drawing, palette, active);
  return svgDocument({
    ...withMarks(drawing, content, placesOf(drawing), overlay, palette),
    title: (title ?? drawing.name).trim(),
    fallback: drawing.name.trim() || "Sequence diagram",
    subtitle: countsText(def),
    description: descriptionOf(def),
    classes: "slc-sqd",
  }, palette);
}

/** The boxes of participants, messages and fragments, by their keys. */
function placesOf({ lifelines, messages, frames }: SequenceDrawing): Map<string, Box> {
  return new Map([
    ...lifelines.map(({ name, box }): [string, Box] => [elementKey({ type: "participant", name }), box]),
    ...messages.map(({ ref, plate }): [string, Box] => [elementKey({ type: "message", name: ref }), plate]),
    ...frames.flatMap(({ refs, box }) =>
      refs.map((name): [string, Box] => [elementKey({ type: "fragment", name }), box])
    ),
  ]);
}

function elementsOf(drawing: SequenceDrawing, palette: Palette, active: ReadonlySet<string>): string[] {
  return [
    ...drawing.lifelines.map((lifeline) => lineElement(lifeline, palette)),
    ...drawing.activations.map((activation) => activationElement(activation, palette)),
    ...drawing.frames.map((frame) => frameElement(frame, palette)),
    ...drawing.messages.map((message) => messageElement(message, palette, active.has(message.ref))),
    ...drawing.lifelines.map((lifeline) => headElement(lifeline, palette, active.has(lifeline.name))),
  ];
}

/** Writes a lifeline, with the name at its foot. */
export function lineElement(
  { line: [top, bottom], isDefined, foot }: DrawnLifeline,
  palette: Palette,
): string {
  const line = element("path", {
    d: `M${decimal(top.x)} ${decimal(top.y)}L${decimal(bottom.x)} ${decimal(bottom.y)}`,
    "stroke-width": 1,
    "stroke-dasharray": "4 4",
    ...palette.attributes({ stroke: isDefined ? "nodeStroke" : "danger" }, "slc-sqd-lifeline"),
  });
  if (foot === undefined) return line;
  const name = textElement(foot, isDefined ? "muted" : "danger", "slc-sqd-foot", { palette });
  return line + element("g", { "aria-hidden": "true" }, name);
}

/** Writes the head of a participant. */
export function headElement(lifeline: DrawnLifeline, palette: Palette, isActive: boolean): string {
  const { name, kind, isDefined, box, title, detail, description, notes } = lifeline;
  const stroke = isActive ? "active" : isDefined ? "nodeStroke" : "danger";
  const hint = [description, notes === "" ? "" : `Notes: ${notes}`].filter((part) => part !== "").join(
    "\n\n",
  );
  const mark = { x: box.x + box.width - 24, y: box.y - 2, width: 13, height: 5, rx: 1.5 };
  const unders = [title, ...title.more ?? []].map(({ x, y, width }) =>
    element("rect", {
      ...{ x: x - width / 2, y: y + 3, width, height: 1 },
      ...palette.attributes({ fill: "label" }, "slc-sqd-rule"),
    })
  );
  const parts = [
    titleElement(hint),
    element("rect", {
      ...box,
      rx: kind === "actor" ? Math.min(box.height / 2, ROUND) : CORNER + 2,
      "stroke-width": isActive ? 2 : LINE_WIDTH,
      ...palette.attributes({ fill: "nodeFill", stroke }, "slc-sqd-head"),
    }),
    textElement(title, isDefined ? "label" : "danger", "slc-sqd-name", { palette }),
    ...(kind === "object" ? unders : []),
    detail ? textElement(detail, "muted", "slc-sqd-kind", { palette }) : "",
    notes === ""
      ? ""
      : element("rect", { ...mark, ...palette.attributes({ fill: "accent" }, "slc-note-mark") }),
  ];
  const classes = `slc-sqd-participant${kind ? ` slc-sqd-participant--${kind}` : ""}`;
  return element("g", { class: classes, "data-participant": name }, parts.join(""));
}

/** Writes the time in which a participant works on a message. */
export function activationElement({ box, name }: DrawnActivation, palette: Palette): string {
  return element("rect", {
    ...box,
    rx: 1,
    "stroke-width": 1,
    "data-activation": name,
    ...palette.attributes({ fill: "compositeFill3", stroke: "nodeStroke" }, "slc-sqd-activation"),
  });
}

/** Writes the frame of a fragment. */
export function frameElement(frame: DrawnFrame, palette: Palette): string {
  const { kind, refs, box, tab, title, labels, dividers } = frame;
  const right = tab.x + tab.width;
  const bottom = tab.y + tab.height;
  const corner = `M${decimal(tab.x)} ${decimal(tab.y)}H${decimal(right)}V${decimal(bottom - 6)}L${
    decimal(right - 6)
  } ${decimal(bottom)}H${decimal(tab.x)}Z`;
  const stroke = palette.attributes({ stroke: "composite" }, "slc-sqd-frame");
  const parts = [
    element("rect", { ...box, fill: "none", "stroke-width": LINE_WIDTH, ...stroke }),
    ...dividers.map((y) =>
      element("path", {
        d: `M${decimal(box.x)} ${decimal(y)}H${decimal(box.x + box.width)}`,
        "stroke-width": 1,
        "stroke-dasharray": "6 4",
        ...palette.attributes({ stroke: "composite" }, "slc-sqd-divider"),
      })
    ),
    element("path", {
      d: corner,
      "stroke-width": LINE_WIDTH,
      ...palette.attributes({ fill: "compositeFill", stroke: "composite" }, "slc-sqd-tab"),
    }),
    textElement(title, "label", "slc-sqd-frame-kind", { palette }),
    ...labels.map((label) =>
      plated(label, palette) + textElement(label, "label", "slc-sqd-guard", { palette })
    ),
  ];
  const classes = `slc-sqd-fragment slc-sqd-fragment--${kind}`;
  return element("g", { class: classes, "data-fragment": refs.join(" ") }, parts.join(""));
}

/** The ground behind a line of text that lifelines would cross. */
function plated(text: DrawnFrame["title"], palette: Palette): string {
  if (text.text === "") return "";
  const box = { x: text.x - 3, y: text.y - text.size, width: text.width + 6, height: text.size + 5 };
  return element("rect", { ...box, ...palette.attributes({ fill: "surface" }, "slc-sqd-plate") });
}

/** Writes a message. */
export function messageElement(message: DrawnMessage, palette: Palette, isActive: boolean): string {
  const { ref, from, to, isReply, isOptional, points, plate, number, label, details, note } = message;
  const { line, head } = arrowAlong(points);
  const dashes = isReply ? { "stroke-dasharray": "6 4" } : {};
  const stroke = { fill: "none", "stroke-width": isActive ? 2.5 : LINE_WIDTH };
  const ink = isActive ? "active" : "edge";
  const parts = [
    titleElement(message.description),
    element("rect", { ...plate, ...palette.attributes({ fill: "surface" }, "slc-sqd-plate") }),
    element("path", {
      d: roundedPath(isReply ? points : line, CORNER),
      ...stroke,
      ...dashes,
      ...palette.attributes({ stroke: ink }, "slc-sqd-line"),
    }),
    isReply
      ? element("path", {
        d: openHead(points),
        ...stroke,
        ...palette.attributes({ stroke: ink }, "slc-sqd-head-open"),
      })
      : element("path", { d: head, ...palette.attributes({ fill: ink }, "slc-sqd-head-closed") }),
    textElement(number, "accentInk", "slc-sqd-number", { palette }),
    ...label.map((text) => textElement(text, "label", "slc-sqd-label", { palette })),
    ...details.map((text) => textElement(text, "muted", "slc-sqd-detail", { palette })),
    note ? noteElement(note, palette) : "",
  ];
  const classes = ["slc-sqd-message", isReply && "slc-sqd-reply", isOptional && "slc-sqd-optional"].filter(
    Boolean,
  );
  return element("g", {
    class: classes.join(" "),
    "data-message": ref,
    "data-from": from,
    "data-to": to,
  }, parts.join(""));
}

/** Two strokes that meet at the end of a line. */
function openHead(points: DrawnMessage["points"]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return "";
  const back = before.x < tip.x ? -8 : 8;
  const from = (side: number) => `${decimal(tip.x + back)} ${decimal(tip.y + side)}`;
  return `M${from(-4)}L${decimal(tip.x)} ${decimal(tip.y)}L${from(4)}`;
}

const FOLD = 8;

function noteElement({ box, lines }: NonNullable<DrawnMessage["note"]>, palette: Palette): string {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const path = `M${decimal(box.x)} ${decimal(box.y)}H${decimal(right - FOLD)}L${decimal(right)} ${
    decimal(box.y + FOLD)
  }V${decimal(bottom)}H${decimal(box.x)}Z`;
  const plate = palette.attributes({ fill: "accentFill", stroke: "accent" }, "slc-sqd-note");
  return element("path", { d: path, "stroke-width": 1, ...plate }) +
    lines.map((line) => textElement(line, "label", "slc-sqd-note-text", { palette })).join("");
}

function countsText(def: SequenceDefinition): string {
  const fragments = allFragments(def).length;
  return [
    counted(participantsOf(def).length, "participant"),
    counted(allMessages(def).length, "message"),
    ...(fragments === 0 ? [] : [counted(fragments, "fragment")]),
  ].join(" · ");
}

/** The scenario in words, for readers who do not see it. */
function descriptionOf(def: SequenceDefinition): string {
  const names = participantsOf(def).map(({ name }) => name).filter((name) => name !== "");
  const messages = allMessages(def).slice(0, LISTED).flatMap(({ value, ...message }) =>
    value === undefined
      ? []
      : [`${textOf(value.from)} to ${textOf(value.to)}: ${messageWords({ ...message, value })}`]
  );
  return [
    names.length === 0 ? "No participants." : `Participants: ${names.join(", ")}.`,
    messages.length === 0 ? "" : `Messages: ${messages.join("; ")}.`,
  ].filter((part) => part !== "").join(" ");
}
