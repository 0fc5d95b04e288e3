import { panBy, type Point, screenToWorld } from "@loom/protocol";
import { takesText } from "../gestures.ts";
import { canMove, EMPTY_HAND, type ErdBoard, moveEntities, take, takeEntities } from "./board.ts";
import {
  addAttribute,
  addEntity,
  editAttribute,
  editLabel,
  placeOf,
  relate,
  removeInHand,
  renameEntity,
} from "./edits.ts";

/** The keys of a diagram, in a sentence for those who do not see it. */
export const ERD_KEYS =
  "Arrows walk through the elements. Enter edits, A adds an attribute, N adds an entity, C begins a " +
  "relationship, which Enter at another element ends, E changes the ends of a relationship, O opens the machine of an attribute, Delete removes, Alt and arrows move.";

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const NUDGE = 8;
const PAN = 48;

/** Does what a key stands for; returns whether it did something. */
export function onErdKey(board: ErdBoard, event: KeyboardEvent): boolean {
  if (takesText(event.target) && event.key !== "Escape") return false;
  if (event.ctrlKey || event.metaKey) return onModKey(board, event);
  const arrow = ARROWS[event.key];
  if (arrow) return onArrow(board, arrow, event.shiftKey ? 1 : NUDGE);
  const work = PLAIN[event.key] ?? PLAIN[event.key.toLowerCase()];
  return work?.(board) ?? false;
}

function onModKey(board: ErdBoard, event: KeyboardEvent): boolean {
  const { props } = board;
  switch (event.key.toLowerCase()) {
    case "z":
      (event.shiftKey ? props.onRedo : props.onUndo)?.();
      return props.onUndo !== undefined;
    case "y":
      props.onRedo?.();
      return props.onRedo !== undefined;
    case "a":
      takeEntities(board, board.scene.tables.map(({ name }) => name));
      return true;
    default:
      return false;
  }
}

function onArrow(board: ErdBoard, { x, y }: Point, step: number): boolean {
  const { entities, attribute } = board.state.hand;
  const [entity] = entities;
  if (attribute !== undefined && entity !== undefined && y !== 0) {
    const rows = board.scene.tables.find(({ name }) => name === entity)?.rows ?? [];
    const next = rows[rows.findIndex(({ name }) => name === attribute) + y];
    take(board, { ...EMPTY_HAND, entities, attribute: next?.name });
  } else if (entities.size > 0 && canMove(board)) {
    moveEntities(board, entities, { x: x * step, y: y * step });
  } else {
    board.props.onViewportChange(panBy(board.props.viewport, -x * PAN, -y * PAN));
  }
  return true;
}

type Work = (board: ErdBoard) => boolean;

const zoomed = (change: (handle: NonNullable<ErdBoard["tools"]>["handle"]) => void): Work => ({ tools }) => {
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
  n: (board) => {
    addEntity(board, screenToWorld(board.props.viewport, placeOf(board, undefined)));
    return true;
  },
  a: (board) => {
    const [entity] = board.state.hand.entities;
    if (entity === undefined) return PLAIN.n?.(board) ?? false;
    addAttribute(board, entity);
    return true;
  },
  c: (board) => {
    const { entities: [entity], attribute } = board.state.hand;
    if (entity === undefined || !board.props.onCommand || board.props.readOnly) return false;
    const what = attribute === undefined ? entity : `${entity}.${attribute}`;
    board.set({
      relating: { entity, attribute },
      said: `Relating ${what}: go to the other element and press Enter.`,
    });
    return true;
  },
  o: (board) => {
    const { entities: [entity], attribute } = board.state.hand;
    const row = board.scene.tables.find(({ name }) => name === entity)?.rows.find(({ name }) =>
      name === attribute
    );
    const [machine] = row?.stateOf ?? [];
    if (machine !== undefined) board.props.onOpenMachine?.(machine);
    return machine !== undefined;
  },
  e: (board) => {
    const index = board.state.hand.relationship;
    const line = board.scene.lines.find((one) => one.index === index);
    if (!line) return false;
    board.set({
      endMenu: { index: line.index, end: 1, at: placeOf(board, { ...line.ends[1], width: 0, height: 0 }) },
    });
    return true;
  },
};

function edit(board: ErdBoard): boolean {
  const { hand: { entities, attribute, relationship }, relating } = board.state;
  const [entity] = entities;
  if (relating !== undefined && entity !== undefined) {
    board.set({ relating: undefined });
    relate(board, relating, { entity, attribute });
  } else if (relationship !== undefined) editLabel(board, relationship);
  else if (entity === undefined) return false;
  else if (attribute !== undefined) editAttribute(board, entity, attribute);
  else renameEntity(board, entity);
  return true;
}

/** One step back: the movement, the menu, the relationship that was begun, the attribute, what is in hand. */
function back(board: ErdBoard): boolean {
  const { endMenu, menu, relating, hand } = board.state;
  if (board.tools?.gestures?.cancelDrag()) return true;
  if (endMenu || menu) board.set({ endMenu: undefined, menu: undefined });
  else if (relating) board.set({ relating: undefined, said: "No relationship was made." });
  else if (hand.attribute !== undefined) take(board, { ...hand, attribute: undefined });
  else if (hand.entities.size > 0 || hand.relationship !== undefined) take(board, EMPTY_HAND);
  else return false;
  return true;
}
