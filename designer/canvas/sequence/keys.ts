import { panBy, type Point } from "@loom/protocol";
import { takesText } from "../gestures.ts";
import { EMPTY_HAND, type SequenceBoard, take } from "./board.ts";
import {
  addAfter,
  addParticipant,
  editFragment,
  editMessage,
  moveMessage,
  moveParticipant,
  removeInHand,
  renameParticipant,
} from "./edits.ts";
import { placeOfRef } from "./message_text.ts";

/** The keys of a scenario, in a sentence for those who do not see it. */
export const SEQUENCE_KEYS =
  "Arrows walk through the elements. Enter edits, A adds a message after the one in hand, " +
  "N adds a participant, Delete removes, Alt with arrows moves a message up and down and a participant left and right.";

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const PAN = 48;

/** Does what a key stands for; returns whether it did something. */
export function onSequenceKey(board: SequenceBoard, event: KeyboardEvent): boolean {
  if (takesText(event.target) && event.key !== "Escape") return false;
  if (event.ctrlKey || event.metaKey) return onModKey(board, event);
  const arrow = ARROWS[event.key];
  if (arrow) return event.altKey ? moveInHand(board, arrow) : walk(board, arrow);
  const work = PLAIN[event.key] ?? PLAIN[event.key.toLowerCase()];
  return work?.(board) ?? false;
}

function onModKey({ props }: SequenceBoard, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  const step = key === "z" && !event.shiftKey
    ? props.onUndo
    : key === "z" || key === "y"
    ? props.onRedo
    : undefined;
  step?.();
  return step !== undefined;
}

/** From message to message, from participant to participant; with nothing in hand the board moves. */
function walk(board: SequenceBoard, { x, y }: Point): boolean {
  const { messages, lifelines } = board.scene.drawing;
  const { hand: { messages: [ref], participant } } = board.state;
  if (ref !== undefined && y !== 0) {
    const next = messages[messages.findIndex((one) => one.ref === ref) + y];
    if (next) take(board, { ...EMPTY_HAND, messages: new Set([next.ref]) });
  } else if (participant !== undefined && x !== 0) {
    const next = lifelines[lifelines.findIndex((one) => one.name === participant) + x];
    if (next) take(board, { ...EMPTY_HAND, participant: next.name });
  } else board.props.onViewportChange(panBy(board.props.viewport, -x * PAN, -y * PAN));
  return true;
}

function moveInHand(board: SequenceBoard, { x, y }: Point): boolean {
  const { messages: [ref], participant } = board.state.hand;
  if (ref !== undefined && y !== 0) moveMessage(board, ref, placeOfRef(ref).at + y);
  else if (participant !== undefined && x !== 0) {
    const column = board.scene.drawing.lifelines.findIndex(({ name }) => name === participant) + 1;
    if (column + x >= 1) moveParticipant(board, participant, column + x);
  } else return false;
  return true;
}

type Work = (board: SequenceBoard) => boolean;

const zoomed =
  (change: (handle: NonNullable<SequenceBoard["tools"]>["handle"]) => void): Work => ({ tools }) => {
    if (tools) change(tools.handle);
    return tools !== undefined;
  };

const PLAIN: Readonly<Record<string, Work>> = {
  "+": zoomed((handle) => handle.zoomIn()),
  "=": zoomed((handle) => handle.zoomIn()),
  "-": zoomed((handle) => handle.zoomOut()),
  "0": zoomed((handle) => handle.fit()),
  "1": zoomed((handle) => handle.resetZoom()),
  Delete: removeInHand,
  Backspace: removeInHand,
  Enter: edit,
  F2: edit,
  Escape: back,
  a: (board) => {
    addAfter(board);
    return true;
  },
  n: (board) => {
    addParticipant(board);
    return true;
  },
};

function edit(board: SequenceBoard): boolean {
  const { messages: [ref], participant, fragment } = board.state.hand;
  if (participant !== undefined) renameParticipant(board, participant);
  else if (ref !== undefined) editMessage(board, ref);
  else if (fragment !== undefined) editFragment(board, fragment);
  else return false;
  return true;
}

function back(board: SequenceBoard): boolean {
  if (board.tools?.gestures?.cancelDrag()) return true;
  const { menu, hand } = board.state;
  if (menu) board.set({ menu: undefined });
  else if (hand !== EMPTY_HAND) take(board, EMPTY_HAND);
  else return false;
  return true;
}
