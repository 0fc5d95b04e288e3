import { type Box, overlaps, type Point } from "@loom/protocol";
import {
  activationElement,
  boundsOf,
  boxAt,
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
import type { ScenePart } from "../erd/scene.ts";

/** A scenario as a canvas shows it. */
export interface SequenceScene {
  readonly drawing: SequenceDrawing;
  /** Lifelines, activations, frames, messages. */
  readonly parts: readonly ScenePart[];
  /** The heads of the participants, which stay in sight. */
  readonly heads: string;
  /** The height of the heads. */
  readonly headHeight: number;
  readonly bounds: Box | undefined;
}

/** The colours come from the style sheet: those of the palette are for programs without one. */
const PALETTE = new Palette("light");

/** The scene of a drawing. */
export function sceneOf(drawing: SequenceDrawing): SequenceScene {
  const { lifelines, activations, frames, messages } = drawing;
  const parts = [
    ...lifelines.map((one, index) => ({
      key: `line ${index}`,
      bounds: expanded(boundsOf(one.line.map(boxAt)), evenly(2)),
      markup: lifelineElement(one, PALETTE),
    })),
    ...activations.map((one, index) => ({
      key: `bar ${index}`,
      bounds: one.box,
      markup: activationElement(one, PALETTE),
    })),
    ...frames.map((one) => ({
      key: `frame ${one.refs.join(" ")}`,
      bounds: one.box,
      markup: frameElement(one, PALETTE),
    })),
    ...messages.map((one) => ({
      key: `message ${one.ref}`,
      bounds: boundsFor(one),
      markup: messageElement(one, PALETTE, false),
    })),
  ];
  return {
    drawing,
    parts,
    heads: lifelines.map((one) => participantElement(one, PALETTE, false)).join(""),
    headHeight: lifelines[0]?.box.height ?? 0,
    bounds: lifelines.length === 0 ? undefined : drawing,
  };
}

/** The box around a message with its words and its note. */
export function boundsFor({ points, plate, note }: DrawnMessage): Box {
  return expanded(boundsOf([plate, ...points.map(boxAt), ...(note ? [note.box] : [])]), evenly(6));
}

/** The part of a scenario that is under a pointer. */
export type SequenceHit =
  | { readonly kind: "message"; readonly ref: string; readonly end: "from" | "to" | undefined }
  | { readonly kind: "participant"; readonly name: string }
  | { readonly kind: "lifeline"; readonly name: string }
  | { readonly kind: "fragment"; readonly ref: string };

/** The distance from an end of an arrow within which the end is meant. */
const END_REACH = 16;

/**
 * The topmost part at a place.
 *
 * @param headsAt The height at which the heads stand now.
 */
export function hitAt(
  { drawing: { lifelines, messages, frames }, headHeight }: SequenceScene,
  at: Point,
  headsAt: number,
  air: number,
): SequenceHit | undefined {
  if (at.y <= headsAt + headHeight) {
    const head = lifelines.find(({ box }) => at.x >= box.x && at.x <= box.x + box.width);
    return head && at.y >= headsAt ? { kind: "participant", name: head.name } : undefined;
  }
  const message = messages.find((one) =>
    isIn(at, one.plate, 2) || isNear(at, one.points, air) ||
    (one.note !== undefined && isIn(at, one.note.box, 0))
  );
  if (message) return { kind: "message", ref: message.ref, end: endAt(message, at) };
  const frame = frames.toReversed().find((one) => isOnFrame(one, at, air));
  if (frame) {
    const label = frame.labels.findIndex((one) => at.y < one.y + 14);
    return { kind: "fragment", ref: frame.refs[Math.max(0, label)] ?? frame.refs[0] ?? "" };
  }
  const line = lifelineAt(lifelines, at, air + 4);
  return line && { kind: "lifeline", name: line.name };
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

function isIn({ x, y }: Point, box: Box, air: number): boolean {
  return x >= box.x - air && x <= box.x + box.width + air && y >= box.y - air &&
    y <= box.y + box.height + air;
}

function isNear(at: Point, points: readonly Point[], reach: number): boolean {
  return points.slice(1).some((b, index) => {
    const a = points[index] ?? b;
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    return isIn(at, { x: left, y: top, width: right - left, height: bottom - top }, reach);
  });
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
