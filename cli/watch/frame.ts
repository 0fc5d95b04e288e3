import {
  displayWidth,
  elide,
  type JsonObject,
  oneLine,
  type Pictures,
  type PictureStyle,
} from "@loom/protocol";
import type { Paint } from "../paint.ts";
import type { LiveState } from "./live_state.ts";
import { type News, partyText } from "./news.ts";

/** The format of the drawing of a watched document. */
export type WatchFormat = "ascii" | "boxes" | "mermaid";

/** Options of a frame. */
export interface FrameOptions {
  /** The document, as it was asked for. */
  readonly doc: string;
  readonly format: WatchFormat;
  readonly actions: boolean;
  readonly columns: number;
  readonly rows: number;
  /** The first line of the drawing to show. */
  readonly top: number;
  readonly paint: Paint;
  /** The drawing before the last change, for what is new to stand out. */
  readonly before?: readonly string[] | undefined;
}

/** The options that a drawing depends on. */
export type DrawingOptions = Pick<FrameOptions, "format" | "actions" | "columns">;

/** The content of the screen. */
export interface Frame {
  /** The lines, no more than there are rows, none wider than the columns. */
  readonly lines: readonly string[];
  /** The first line of the drawing that is shown, within its bounds. */
  readonly top: number;
  /** The number of lines of the drawing that fit. */
  readonly room: number;
}

/** The most lines of news, where the drawing leaves room. */
const NEWS_LINES = 6;

/**
 * Lays out the state of a document so that it fills a screen.
 *
 * @param drawing The lines of {@linkcode drawingOf}.
 */
export function frameOf(state: LiveState, drawing: readonly string[], options: FrameOptions): Frame {
  const { columns, rows, paint } = options;
  const head = [headLine(state, options), hereLine(state, options)];
  const newsCount = Math.min(state.news.length, NEWS_LINES, Math.max(0, Math.floor((rows - 5) / 3)));
  const news = newsCount === 0 ? [] : state.news.slice(-newsCount).map((one) => newsLine(one, options));
  const room = Math.max(rows - head.length - news.length - 3, 1);
  const top = Math.max(0, Math.min(options.top, drawing.length - room));
  const shown = drawing.slice(top, top + room).map((line) => paintedLine(line, options));
  const foot = footLine({ top, room, all: drawing.length }, options);
  const rule = paint.faint("─".repeat(columns));
  const blanks = Array.from({ length: room - shown.length }, () => "");
  const lines = [...head, rule, ...shown, ...blanks, rule, ...news, foot];
  return { lines: lines.slice(0, rows), top, room };
}

/** Draws the document: lines that are no wider than the columns. */
export function drawingOf(state: LiveState, { format, actions, columns }: DrawingOptions): string[] {
  const { definition, active, row } = state;
  const pictures = row?.content?.pictures;
  if (definition === null || pictures === undefined) {
    return [
      state.trouble ?? (definition === null ? "There is no document yet." : "There is no picture of it."),
    ].map((line) => elide(oneLine(line), columns));
  }
  const style: PictureStyle = { theme: "dark", title: undefined, active, actions, view: "tree", columns };
  const text = DRAWERS[format](pictures, definition, style);
  return text.split("\n").map((line) => elide(line, columns));
}

type Drawer = (pictures: Pictures, definition: JsonObject, style: PictureStyle) => string;

/** The drawing functions by format. */
const DRAWERS: Readonly<Record<WatchFormat, Drawer>> = {
  ascii: (pictures, definition, style) => pictures.ascii(definition, style),
  boxes: (pictures, definition, style) => pictures.ascii(definition, { ...style, view: "boxes" }),
  mermaid: (pictures, definition) => pictures.mermaid(definition),
};

/** Active states and what is new stand out. */
function paintedLine(line: string, { paint, before }: FrameOptions): string {
  if (/[●┏┃┗]/.test(line)) return paint.good(line);
  return before !== undefined && !before.includes(line) && line.trim() !== "" ? paint.warn(line) : line;
}

function headLine(state: LiveState, { doc, columns, paint }: FrameOptions): string {
  const parts = [
    ...(state.unsaved ? ["unsaved changes"] : []),
    ...(state.from === "hub" && state.seq !== undefined ? [`change ${state.seq}`] : []),
    statusText(state),
  ];
  const about = parts.join(" · ");
  const name = elide(oneLine(doc), Math.max(columns - displayWidth(about) - 2, Math.floor(columns / 3)));
  const rest = elide(about, Math.max(columns - displayWidth(name) - 2, 0));
  return `${paint.strong(name)}  ${state.status === "live" ? paint.good(rest) : paint.warn(rest)}`;
}

function statusText({ status, url, from, trouble }: LiveState): string {
  if (trouble !== undefined && from === "file") return oneLine(trouble);
  if (status === "live") return `live at ${url}`;
  const following = from === undefined ? "" : from === "file" ? ": following the file" : ": as it was last";
  return status === "connecting" ? `looking for a hub at ${url}${following}` : `no hub at ${url}${following}`;
}

function hereLine({ presence }: LiveState, { columns, paint }: FrameOptions): string {
  if (presence === undefined) {
    return paint.faint(elide("Who takes part is not known without a hub.", columns));
  }
  const parties = presence.map(partyText);
  return elide(parties.length === 0 ? "Nobody else is here." : `Here: ${parties.join(", ")}`, columns);
}

function newsLine({ at, who, sign, text }: News, { columns, paint }: FrameOptions): string {
  const paints = { "+": paint.good, "-": paint.bad, "~": paint.warn, ">": paint.live, " ": paint.faint };
  const time = timeOfDay(at);
  const party = elide(who, 24);
  const room = columns - displayWidth(time) - displayWidth(party) - 5;
  if (room < 1) return elide(`${time} ${party}`, columns);
  return `${paint.faint(time)}  ${party} ${paints[sign](sign)} ${elide(text, room)}`;
}

/** The local time of an instant as `hh:mm:ss`. */
function timeOfDay(at: string): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function footLine(
  { top, room, all }: { readonly top: number; readonly room: number; readonly all: number },
  { columns, paint }: FrameOptions,
): string {
  const place = all > room
    ? `  ·  ↑ ↓ scroll, lines ${top + 1} to ${Math.min(top + room, all)} of ${all}`
    : "";
  return paint.faint(elide(`q ends${place}`, columns));
}
