import type { Point } from "@loom/protocol";
import { panBy } from "@loom/protocol";
import { takesText } from "../gestures.ts";
import {
  addInside,
  addState,
  beginTransition,
  type Board,
  canEdit,
  moveStates,
  outermost,
  placeBelow,
  putDown,
  removeInHand,
  takeStates,
} from "./board.ts";
import { middleOfPane, openTransition } from "./presses.ts";

/** A key with its effect; the same rows make the help. */
export interface BoardKey {
  /** The keys as they are written in the help. */
  readonly keys: string;
  /** The effect, as a phrase. */
  readonly does: string;
}

/** The keys of a board, for the help. */
export const BOARD_KEYS: readonly BoardKey[] = [
  { keys: "A", does: "add a state; with Shift inside of the one in hand" },
  { keys: "Tab, with a state in hand", does: "add a state beside it, with a transition to it" },
  { keys: "C", does: "connect: add a transition" },
  { keys: "Enter, F2", does: "rename, or edit the transition" },
  { keys: "Delete", does: "remove" },
  { keys: "Arrows", does: "move what is in hand by 8, with Shift by 1; else the board" },
  { keys: "Ctrl+A, Ctrl+C, Ctrl+X, Ctrl+V, Ctrl+D", does: "select all, copy, cut, paste, duplicate" },
  { keys: "Ctrl+Z, Ctrl+Y, Ctrl+Shift+Z", does: "undo, redo" },
  { keys: "+, −, 0, 1", does: "zoom in, out, fit, 100 %" },
  { keys: "Shift+F10", does: "the menu" },
  { keys: ".", does: "close or open a state with others inside" },
  { keys: "Ctrl+Enter", does: "go inside" },
  { keys: "Esc", does: "one step back: the form, what is in hand, the level" },
];

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const NUDGE = 8;
const PAN = 48;

/** The movement of an arrow key; `undefined` for other keys. */
export function arrowOf({ key }: KeyboardEvent): Point | undefined {
  return ARROWS[key];
}

/** Does what a key stands for; returns whether it did something. */
export function onBoardKey(board: Board, event: KeyboardEvent): boolean {
  if (takesText(event.target) && event.key !== "Escape") return false;
  const isMod = event.ctrlKey || event.metaKey;
  if (isMod && !event.altKey) return onModKey(board, event);
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) return openMenuOfHand(board);
  const arrow = arrowOf(event);
  if (arrow) return onArrow(board, arrow, event.shiftKey);
  if (event.altKey) return false;
  const work = PLAIN[event.key] ?? PLAIN[event.key.toLowerCase()];
  return work === undefined ? false : work(board, event);
}

/** The menu of what is in hand, or of the board. */
function openMenuOfHand(board: Board): boolean {
  const { states: [key], transition } = board.state.hand;
  const edge = board.scene.edges.find(({ id }) => id === transition);
  const at = edge || key !== undefined ? placeBelow(board, edge?.from ?? key ?? "") : { x: 24, y: 24 };
  const target = transition !== undefined
    ? { kind: "transition" as const, id: transition }
    : key !== undefined
    ? { kind: "state" as const, id: key }
    : { kind: "canvas" as const };
  board.set({ menu: { target, at, world: middleOfPane(board) } });
  return true;
}

type Work = (board: Board, event: KeyboardEvent) => boolean;

function zoomed(change: (handle: NonNullable<Board["tools"]>["handle"]) => void): Work {
  return ({ tools }) => {
    if (tools) change(tools.handle);
    return tools !== undefined;
  };
}

const PLAIN: Readonly<Record<string, Work>> = {
  "+": zoomed((handle) => handle.zoomIn()),
  "=": zoomed((handle) => handle.zoomIn()),
  "-": zoomed((handle) => handle.zoomOut()),
  "0": zoomed((handle) => handle.fit()),
  "1": zoomed((handle) => handle.resetZoom()),
  Delete: remove,
  Backspace: remove,
  F2: edit,
  Enter: edit,
  Escape: back,
  ".": (board) => {
    const [key] = board.state.hand.states;
    return key !== undefined && toggleCollapsed(board, key);
  },
  a: (board, event) => {
    if (!canEdit(board) || !board.props.onAddState) return false;
    const [key] = board.state.hand.states;
    const state = key === undefined ? undefined : board.scene.byKey.get(key);
    if (state && event.shiftKey) addInside(board, state.key);
    else if (state) addBeside(board, state.key, false);
    else addState(board, board.scene.inside, middleOfPane(board));
    return true;
  },
  c: (board) => {
    const [key] = board.state.hand.states;
    if (key !== undefined) beginTransition(board, key);
    return key !== undefined;
  },
  Tab: (board, event) => {
    const [key] = board.state.hand.states;
    if (key === undefined || event.shiftKey || !canEdit(board) || board.state.hand.states.size !== 1) {
      return false;
    }
    addBeside(board, key, true);
    return true;
  },
};

/** Adds a state below another one, where there is room. */
export function addBeside(board: Board, key: string, isConnected: boolean): void {
  const state = board.scene.byKey.get(key);
  if (!state) return;
  const siblings =
    (board.scene.children.get(state.parent === board.scene.inside ? undefined : state.parent) ?? [])
      .flatMap((one) => board.scene.byKey.get(one)?.box ?? []);
  const { x, y, width, height } = state.box;
  const place = { x: x + width / 2, y: y + height + 110 };
  while (
    siblings.some((box) =>
      Math.abs(box.x + box.width / 2 - place.x) < box.width / 2 + 90 &&
      Math.abs(box.y + box.height / 2 - place.y) < box.height / 2 + 40
    )
  ) place.x += 40;
  addState(board, state.parent ?? board.scene.inside, place, isConnected ? key : undefined);
}

function remove(board: Board): boolean {
  const { states, transition } = board.state.hand;
  removeInHand(board);
  return states.size > 0 || transition !== undefined;
}

function edit(board: Board): boolean {
  const { states: [key], transition } = board.state.hand;
  if (!canEdit(board)) return false;
  if (transition !== undefined && board.props.onEnterTransition) {
    const edge = board.scene.edges.find((one) => one.id === transition);
    openTransition(board, transition, placeBelow(board, edge?.from ?? ""));
    return true;
  }
  if (key === undefined || !board.props.onRenameState) return false;
  board.set({ rename: key });
  return true;
}

/** One step back. */
function back(board: Board): boolean {
  const { menu, form, rename, link, hand } = board.state;
  board.props.onCancelDraw?.();
  if (menu ?? form ?? rename ?? link) {
    board.set({ menu: undefined, form: undefined, rename: undefined, link: undefined });
    return true;
  }
  if (hand.states.size > 0 || hand.transition !== undefined) {
    putDown(board);
    return true;
  }
  const depth = board.props.path?.length ?? 0;
  if (depth > 0) board.props.onNavigateTo?.(depth - 1);
  return depth > 0;
}

function onArrow(board: Board, { x, y }: Point, isFine: boolean): boolean {
  const { states } = board.state.hand;
  if (states.size === 0) {
    board.props.onViewportChange(panBy(board.props.viewport, -x * PAN, -y * PAN));
    return true;
  }
  nudge(board, { x, y }, isFine);
  return true;
}

/** Moves what is in hand a little. */
export function nudge(board: Board, { x, y }: Point, isFine: boolean): void {
  const step = isFine ? 1 : NUDGE;
  moveStates(board, board.state.hand.states, { x: x * step, y: y * step });
}

function onModKey(board: Board, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  const [first] = board.state.hand.states;
  if (key === "z" && board.props.onUndo && !event.shiftKey) return done(board.props.onUndo);
  if ((key === "y" || key === "z") && board.props.onRedo) return done(board.props.onRedo);
  if (key === "a") {
    takeStates(
      board,
      board.scene.states.filter(({ slot, key }) => slot !== "root" && !board.scene.ghosts.has(key)).map((
        one,
      ) => one.key),
    );
    return true;
  }
  if (key === "enter" && first !== undefined) {
    board.props.onNavigateInto?.(board.scene.byKey.get(first)?.name ?? first);
    return true;
  }
  if (key === "d") return duplicate(board);
  return false;
}

function done(work: () => void): true {
  work();
  return true;
}

/** Copies what is in hand beside it. */
export function duplicate(board: Board): boolean {
  const states = outermost(board.scene, board.state.hand.states);
  const [first] = states;
  const state = first === undefined ? undefined : board.scene.byKey.get(first);
  const { onCopy, onPaste } = board.props;
  if (!state || !onCopy || !onPaste || !canEdit(board)) return false;
  const { x, y, width, height } = state.box;
  onPaste(onCopy(states), {
    parent: state.parent ?? board.scene.inside,
    at: { x: x + width / 2 + 32, y: y + height / 2 + 32 },
  });
  return true;
}

/** Closes a state with others inside, or opens it. */
export function toggleCollapsed(board: Board, key: string): boolean {
  const { collapsed = [], onCollapse } = board.props;
  const state = board.scene.byKey.get(key);
  if (!onCollapse || !state) return false;
  const isClosed = collapsed.includes(state.name);
  if (!isClosed && !state.isContainer) return false;
  onCollapse(isClosed ? collapsed.filter((name) => name !== state.name) : [...collapsed, state.name]);
  board.set({ said: `${state.name} is ${isClosed ? "open" : "closed"}.` });
  return true;
}
