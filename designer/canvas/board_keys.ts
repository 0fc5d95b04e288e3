import { panBy, type Point, screenToWorld, worldToScreen } from "@loom/protocol";
import { type Board, type BoardProps, removeInHand, reveal, take } from "./board.ts";
import { takesText } from "./gestures.ts";
import type { CanvasHandle } from "./pane.tsx";

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const PAN = 48;

/** Pixels that an arrow key moves what is in hand by. */
export function nudgeOf({ x, y }: Point, { shiftKey }: KeyboardEvent): Point {
  const step = shiftKey ? 1 : 8;
  return { x: x * step, y: y * step };
}

type Work = (board: Board, event: KeyboardEvent) => boolean | void;

const zoom = (method: Exclude<keyof CanvasHandle, "element">): Work => ({ tools }) => tools?.handle[method]();

/** Keys that all boards have; those of a kind come before. */
const COMMON: Readonly<Record<string, Work>> = {
  "+": zoom("zoomIn"),
  "=": zoom("zoomIn"),
  "-": zoom("zoomOut"),
  "0": zoom("fit"),
  "1": zoom("resetZoom"),
  Delete: removeInHand,
  Backspace: removeInHand,
  Enter: editFirst,
  F2: editFirst,
  Escape: back,
  ContextMenu: openMenu,
  F10: (board, event) => event.shiftKey ? openMenu(board) : false,
  "Ctrl+a": (board) => take(board, board.kind.all(board)),
  "Ctrl+z": ({ props }, { shiftKey }) => step(props, shiftKey ? "onRedo" : "onUndo"),
  "Ctrl+y": ({ props }) => step(props, "onRedo"),
};

function step(props: BoardProps, name: "onUndo" | "onRedo"): boolean {
  const work = props.readOnly === true ? undefined : props[name];
  work?.();
  return work !== undefined;
}

/** Does what a key stands for; returns whether it did something. */
export function onBoardKey(board: Board, event: KeyboardEvent): boolean {
  if (takesText(event.target) && event.key !== "Escape") return false;
  const { kind } = board;
  if (event.ctrlKey || event.metaKey) {
    const key = `Ctrl+${event.key.toLowerCase()}`;
    return did((kind.keys[key] ?? COMMON[key])?.(board, event), key in COMMON || key in kind.keys);
  }
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (kind.arrow?.(board, arrow, event)) return true;
    board.props.onViewportChange(panBy(board.props.viewport, -arrow.x * PAN, -arrow.y * PAN));
    return true;
  }
  if (event.altKey) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const work = kind.keys[key] ?? COMMON[key];
  return did(work?.(board, event), work !== undefined);
}

/** Work that says nothing has done something. */
function did(result: boolean | void, isThere: boolean): boolean {
  return isThere && result !== false;
}

function editFirst(board: Board): boolean {
  const [key] = board.state.hand;
  return key !== undefined && board.kind.canEdit(board) && board.kind.edit(board, key);
}

/** The menu of what is in hand, or of the board. */
function openMenu(board: Board): void {
  const [key] = board.state.hand;
  reveal(board, key);
  board.set({
    menu: {
      at: placeBelow(board, key),
      world: middleOfPane(board),
      hit: key === undefined ? undefined : { key },
    },
  });
}

/** One step back: the movement, what the kind has begun, the menu, what is in hand, the level. */
function back(board: Board): boolean {
  const { kind, state: { menu, edit, link, hand } } = board;
  if (board.tools?.gestures?.cancelDrag() || kind.back?.(board)) return true;
  if (menu ?? edit ?? link) board.set({ menu: undefined, edit: undefined, link: undefined });
  else if (hand.length > 0) {
    const [key = ""] = hand;
    const group = kind.groupOf?.(board, key) ?? key;
    take(board, group === key ? [] : [group]);
  } else return kind.leave?.(board) ?? false;
  return true;
}

/** The middle of what the pane shows, in the world. */
export function middleOfPane(board: Board): Point {
  const { width = 0, height = 0 } = board.tools?.size ?? {};
  return screenToWorld(board.props.viewport, { x: width / 2, y: height / 2 });
}

/** The place of an element's lower border on the pane, where what is entered about it goes. */
export function placeBelow(board: Board, key: string | undefined): Point {
  const box = key === undefined ? undefined : board.kind.boxOf(board, key);
  if (!box) return { x: 24, y: 24 };
  return worldToScreen(board.tools?.viewport() ?? board.props.viewport, {
    x: box.x + box.width / 2,
    y: box.y + box.height,
  });
}
