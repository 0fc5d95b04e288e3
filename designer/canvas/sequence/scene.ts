import { type Box, overlaps, type Point } from "@loom/protocol";
import {
  activationElement,
  boundsOf,
  boundsOfLine,
  type DrawnFrame,
  type DrawnLifeline,
  type DrawnMessage,
  evenly,
  expanded,
  frameElement,
  lifelineElement,
  messageElement,
  Palette,
  participantElement,
  type SequenceDrawing,
} from "@loom/protocol/drawing";
import type { BoardScene, Hit } from "../board.ts";
import { isIn, isNear } from "../geometry.ts";
import type { ScenePart } from "../parts.tsx";
import { drawableSequence, sequenceLayout } from "./drawable.ts";

/** The key of a message among all elements. */
export const messageKey = (ref: string): string => `message:${ref}`;
/** The key of a participant among all elements. */
export const participantKey = (name: string): string => `participant:${name}`;
/** The key of a fragment among all elements. */
export const fragmentKey = (ref: string): string => `fragment:${ref}`;

/** A scenario as a canvas shows it. */
export interface SequenceScene extends BoardScene {
  readonly drawing: SequenceDrawing;
  /** Lifelines, activations, frames, messages. */
  readonly parts: readonly ScenePart[];
  /** The heads of the participants, which stay in sight. */
  readonly heads: string;
  /** The height of the heads. */
  readonly headHeight: number;
  readonly messages: ReadonlyMap<string, DrawnMessage>;
}

/** The colours come from the style sheet: those of the palette are for programs without one. */
const PALETTE = new Palette("light");

/** The scene of a drawing. */
export function sceneOf(drawing: SequenceDrawing): SequenceScene {
  const { lifelines, activations, frames, messages } = drawing;
  const parts = [
    ...lifelines.map((one, index) => ({
      key: `line ${index}`,
      bounds: expanded(boundsOfLine(one.line), evenly(2)),
      item: one,
      paint: () => lifelineElement(one, PALETTE),
    })),
    ...activations.map((one, index) => ({
      key: `bar ${index}`,
      bounds: one.box,
      item: one,
      paint: () => activationElement(one, PALETTE),
    })),
    ...frames.map((one) => ({
      key: `frame ${one.refs.join(" ")}`,
      bounds: one.box,
      item: one,
      paint: () => frameElement(one, PALETTE),
    })),
    ...messages.map((one) => ({
      key: `message ${one.ref}`,
      bounds: boundsFor(one),
      item: one,
      paint: () => messageElement(one, PALETTE, false),
    })),
  ];
  return {
    drawing,
    parts,
    heads: lifelines.map((one) => participantElement(one, PALETTE, false)).join(""),
    headHeight: lifelines[0]?.box.height ?? 0,
    messages: new Map(messages.map((one) => [one.ref, one])),
    bounds: lifelines.length === 0 ? undefined : drawing,
    mapBoxes: [
      ...lifelines.map(({ box }) => ({ box, isContainer: false })),
      ...frames.map(({ box }) => ({ box, isContainer: true })),
      ...messages.map((one) => ({ box: one.plate, isContainer: false })),
    ],
  };
}

/** The scene of nothing. */
export const NO_SEQUENCE: SequenceScene = sceneOf(sequenceLayout(drawableSequence({})));

/** The box around a message with its words and its note. */
export function boundsFor({ points, plate, note }: DrawnMessage): Box {
  return expanded(boundsOf([plate, boundsOfLine(points, note?.box)]), evenly(6));
}

/** The distance from an end of an arrow within which the end is meant. */
const END_REACH = 16;

/**
 * The topmost part at a place. Messages have the parts `from` and `to`, participants `line`.
 *
 * @param headsAt The height at which the heads stand now.
 */
export function hitAt(
  { drawing: { lifelines, messages, frames }, headHeight }: SequenceScene,
  at: Point,
  headsAt: number,
  air: number,
): Hit | undefined {
  if (at.y <= headsAt + headHeight) {
    const head = lifelines.find(({ box }) => at.x >= box.x && at.x <= box.x + box.width);
    return head && at.y >= headsAt ? { key: participantKey(head.name) } : undefined;
  }
  const message = messages.find((one) =>
    isIn(at, one.plate, 2) || isNear(at, one.points, air) ||
    (one.note !== undefined && isIn(at, one.note.box, 0))
  );
  if (message) return { key: messageKey(message.ref), part: endAt(message, at) };
  const frame = frames.toReversed().find((one) => isOnFrame(one, at, air));
  if (frame) {
    const label = frame.labels.findIndex((one) => at.y < one.y + 14);
    return { key: fragmentKey(frame.refs[Math.max(0, label)] ?? frame.refs[0] ?? "") };
  }
  const line = lifelineAt(lifelines, at, air + 4);
  return line && { key: participantKey(line.name), part: "line" };
}

/** The lifeline near a place. */
export function lifelineAt(
  lifelines: readonly DrawnLifeline[],
  { x }: Point,
  reach: number,
): DrawnLifeline | undefined {
  return lifelines.toSorted((a, b) => Math.abs(a.line[0].x - x) - Math.abs(b.line[0].x - x))
    .find(({ line }) => Math.abs(line[0].x - x) <= reach);
}

function endAt({ points }: DrawnMessage, at: Point): "from" | "to" | undefined {
  const near = (point: Point | undefined) =>
    point !== undefined && Math.hypot(point.x - at.x, point.y - at.y) <= END_REACH;
  if (near(points.at(-1))) return "to";
  return near(points[0]) ? "from" : undefined;
}

function isOnFrame({ box, tab, labels }: DrawnFrame, at: Point, air: number): boolean {
  if (isIn(at, tab, 2)) return true;
  if (labels.some(({ x, y, width, size }) => isIn(at, { x, y: y - size, width, height: size + 5 }, 3))) {
    return true;
  }
  return isIn(at, box, air) && !isIn(at, box, -air);
}

/** The addresses of the messages that a rectangle touches. */
export function messagesIn({ drawing: { messages } }: SequenceScene, area: Box): string[] {
  return messages.filter((one) => overlaps(boundsFor(one), area)).map(({ ref }) => ref);
}

/** The place between the messages of one path that is nearest to a height. */
export interface Gap {
  /** The place that a new message gets, from 1. */
  readonly at: number;
  /** The height. */
  readonly y: number;
}

/** The gap between the messages of a path at a height. */
export function gapAt(
  { drawing: { messages }, headHeight }: SequenceScene,
  fragment: string | undefined,
  y: number,
): Gap {
  const own = messages.filter(({ ref }) => pathOf(ref) === fragment);
  const after = own.filter((one) => middleOf(one) < y).length;
  const [before, next] = [own[after - 1], own[after]];
  const bottom = before && boundsFor(before).y + boundsFor(before).height;
  const top = next && boundsFor(next).y;
  const at = bottom === undefined
    ? (top ?? headHeight + 30) - 2
    : top === undefined
    ? bottom + 2
    : (bottom + top) / 2;
  return { at: after + 1, y: at };
}

function middleOf({ points }: DrawnMessage): number {
  return points[0]?.y ?? 0;
}

/** The address of the fragment that a message is in; `undefined` for the main path. */
export function pathOf(ref: string): string | undefined {
  const dot = ref.lastIndexOf(".");
  return dot < 0 ? undefined : ref.slice(0, dot);
}

/** The innermost fragment around a height. */
export function fragmentAt({ drawing: { frames } }: SequenceScene, { x, y }: Point): string | undefined {
  const inside = frames.filter(({ box }) => isIn({ x, y }, box, 0));
  const frame = inside.at(-1);
  if (frame === undefined) return undefined;
  const operand = frame.dividers.filter((divider) => divider < y).length;
  return frame.refs[operand];
}
