import { type Box, type Point, worldToScreen } from "@loom/protocol";
import { useRef, useState } from "preact/hooks";
import type { PaneTools } from "../pane.tsx";
import { boxesAfter, type Guide, type LiveMove, withInside } from "./live.ts";
import type { Hit } from "./hit.ts";
import type { CanvasTarget, StateMachineCanvasProps } from "./props.ts";
import type { Scene } from "./scene.ts";

/** A transition that is being drawn with a pointer. */
export interface Link {
  readonly from: string;
  /** The end, in the world. */
  readonly to: Point;
  /** The key of the state that it would end at. */
  readonly target: string | undefined;
}

/** The form of a transition, open over the board. */
export interface OpenForm {
  readonly about: { readonly from: string } | { readonly id: string };
  /** The key of the target; `undefined` when it is still to be chosen. */
  readonly to: string | undefined;
  /** The place on the pane. */
  readonly at: Point;
}

/** The menu, open over the board. */
export interface OpenMenu {
  readonly target: CanvasTarget;
  readonly at: Point;
  readonly world: Point;
}

/** The elements in hand. */
export interface Hand {
  readonly states: ReadonlySet<string>;
  readonly transition: string | undefined;
}

/** The state of a board that is nobody else's. */
export interface BoardState {
  readonly hand: Hand;
  readonly hover: Hit | undefined;
  readonly move: LiveMove | undefined;
  readonly guides: readonly Guide[];
  readonly marquee: Box | undefined;
  readonly link: Link | undefined;
  /** The key of the state whose name is being changed, and how it got there. */
  readonly rename: string | undefined;
  /** The source of the transition that is entered when the name of its new target is. */
  readonly source: string | undefined;
  readonly form: OpenForm | undefined;
  readonly menu: OpenMenu | undefined;
  /** Whether the keys come from the tree, which gets the focus back when a form closes. */
  readonly isInTree: boolean;
  /** The last thing that happened, for those who do not see it. */
  readonly said: string;
}

const NOTHING: BoardState = {
  hand: { states: new Set(), transition: undefined },
  hover: undefined,
  move: undefined,
  guides: [],
  marquee: undefined,
  link: undefined,
  rename: undefined,
  source: undefined,
  form: undefined,
  menu: undefined,
  isInTree: false,
  said: "",
};

/** A board as its handlers see it: always the newest of everything. */
export interface Board {
  readonly props: StateMachineCanvasProps;
  readonly scene: Scene;
  readonly state: BoardState;
  readonly set: (change: Partial<BoardState>) => void;
  readonly tools: PaneTools | undefined;
}

/** The board of a canvas: one object for its whole life. */
export function useBoard(
  props: StateMachineCanvasProps,
  scene: Scene,
  tools: { readonly current: PaneTools | undefined },
): Board {
  const [, redraw] = useState(0);
  const values = useRef({ props, scene, state: NOTHING });
  values.current.props = props;
  values.current.scene = scene;
  const board = useRef<Board | undefined>(undefined);
  board.current ??= {
    get props() {
      return values.current.props;
    },
    get scene() {
      return values.current.scene;
    },
    get state() {
      return values.current.state;
    },
    get tools() {
      return tools.current;
    },
    set(change) {
      values.current.state = { ...values.current.state, ...change };
      redraw((count) => count + 1);
    },
  };
  return board.current;
}

/** Takes states in hand, and tells the host of the first. */
export function takeStates(board: Board, keys: Iterable<string>): void {
  const states = new Set(keys);
  const [first] = states;
  board.set({ hand: { states, transition: undefined } });
  if (first === undefined) board.props.onClearSelection?.();
  else board.props.onSelect?.("state", first);
}

/** Takes a transition in hand. */
export function takeTransition(board: Board, id: string): void {
  board.set({ hand: { states: new Set(), transition: id } });
  board.props.onSelect?.("transition", id);
}

/** Puts down what is in hand. */
export function putDown(board: Board): void {
  const { states, transition } = board.state.hand;
  if (states.size > 0 || transition !== undefined) {
    board.set({ hand: { states: new Set(), transition: undefined } });
  }
  board.props.onClearSelection?.();
}

/** Whether anything can be edited. */
export function canEdit({ props }: Board): boolean {
  return props.readOnly !== true;
}

/** Whether states can be moved. */
export function canMove({ props }: Board): boolean {
  return props.readOnly !== true && (props.onMove !== undefined || props.onStateMove !== undefined);
}

/** Whether transitions can be drawn. */
export function canConnect({ props }: Board): boolean {
  return props.readOnly !== true && (props.onEnterTransition ?? props.onCreateTransition) !== undefined;
}

/** Moves states with all that is inside of them, as one step. */
export function moveStates(board: Board, keys: Iterable<string>, by: Point): void {
  const { scene, props } = board;
  if (!canMove(board) || (by.x === 0 && by.y === 0)) return;
  const boxes = boxesAfter(scene, { keys: withInside(scene, keys), by });
  if (Object.keys(boxes).length === 0) return;
  if (props.onMove) props.onMove(boxes, boxesNow(scene));
  else for (const [key, box] of Object.entries(boxes)) props.onStateMove?.(key, box);
}

/** The boxes of all states that can have a place, by key. */
export function boxesNow({ drawing }: Scene): Record<string, Box> {
  return Object.fromEntries(
    drawing.states.filter(({ slot }) => slot !== "root").map(({ key, box }) => [key, box]),
  );
}

/** Removes what is in hand. */
export function removeInHand(board: Board): void {
  const { props, state: { hand }, scene } = board;
  if (!canEdit(board)) return;
  const states = outermost(scene, hand.states);
  const transitions = hand.transition === undefined ? [] : [hand.transition];
  if (states.length + transitions.length === 0) return;
  if (props.onDelete) props.onDelete({ states, transitions });
  else for (const name of states) props.onDeleteState?.(name);
  const next = neighbourOf(scene, states[0]);
  board.set({
    said: `Removed ${[...states, ...transitions.map((id) => transitionName(scene, id))].join(", ")}.`,
  });
  if (next !== undefined && !hand.states.has(next)) takeStates(board, [next]);
  else putDown(board);
}

/** The state that takes the place of a removed one: the one before it, after it, or around it. */
function neighbourOf({ byKey, children, inside }: Scene, key: string | undefined): string | undefined {
  const state = key === undefined ? undefined : byKey.get(key);
  if (!state) return undefined;
  const siblings = children.get(state.parent === inside ? undefined : state.parent) ?? [];
  const index = siblings.indexOf(state.key);
  return siblings[index - 1] ?? siblings[index + 1] ?? state.parent;
}

/** The states of a set that are not inside of others of it. */
export function outermost({ byKey }: Scene, keys: Iterable<string>): string[] {
  const all = new Set(keys);
  return [...all].filter((key) => {
    for (let at = byKey.get(key)?.parent; at !== undefined; at = byKey.get(at)?.parent) {
      if (all.has(at)) return false;
    }
    return true;
  });
}

/** A transition in words: `from A on e to B`. */
export function transitionName({ drawing, byKey }: Scene, id: string): string {
  const edge = drawing.edges.find((one) => one.id === id);
  if (edge) {
    const on = edge.kind === "join"
      ? "when all regions are complete "
      : edge.event === ""
      ? ""
      : `on ${edge.event} `;
    const guard = edge.guard === "" ? "" : `, if ${edge.guard}`;
    return `from ${byKey.get(edge.from)?.name ?? edge.from} ${on}to ${
      byKey.get(edge.to)?.name ?? edge.to
    }${guard}`;
  }
  const [state, row] = rowOf(drawing.states, id) ?? [];
  return state === undefined ? id : `in ${state.name} on ${row?.text.full ?? ""}`;
}

function rowOf(states: Scene["states"], id: string) {
  for (const state of states) {
    const row = state.rows.find((one) => one.id === id);
    if (row) return [state, row] as const;
  }
  return undefined;
}

/** The level that a place is on: the name of the innermost container there. */
export function parentAt(board: Board, container: string | undefined): string | undefined {
  return container ?? board.scene.inside;
}

/** Adds a state and lets its name be changed in place; then a transition from `source` to it is entered. */
export function addState(board: Board, parent: string | undefined, at: Point, source?: string): void {
  const name = board.props.onAddState?.({ parent, at });
  if (name === undefined) return;
  board.set({
    rename: name,
    source,
    hover: undefined,
    said: `Added ${name}${parent === undefined ? "" : ` in ${parent}`}.`,
  });
  takeStates(board, [name]);
}

/** The place of a state's lower border on the pane, where what is entered about it goes. */
export function placeBelow(board: Board, key: string): Point {
  const box = board.scene.byKey.get(key)?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  return worldToScreen(board.tools?.viewport() ?? board.props.viewport, {
    x: box.x + box.width / 2,
    y: box.y + box.height,
  });
}

/** Adds a state inside of another one, below what is there. */
export function addInside(board: Board, key: string): void {
  const { scene } = board;
  const box = scene.byKey.get(key)?.box;
  if (!box) return;
  const inside = (scene.children.get(key) ?? []).flatMap((one) => scene.byKey.get(one)?.box ?? []);
  const bottom = Math.max(box.y + 60, ...inside.map(({ y, height }) => y + height + 80));
  addState(board, key, { x: box.x + Math.max(box.width / 2, 104), y: bottom + 30 });
}

/** Opens the form of a new transition. */
export function beginTransition(board: Board, from: string, to?: string): void {
  if (!canConnect(board)) return;
  board.set({
    form: { about: { from }, to, at: placeBelow(board, to ?? from) },
    menu: undefined,
    rename: undefined,
  });
}

/** Gives the focus back when a form or a menu has closed: to the tree or the list for who works there, else to the board. */
export function returnFocus(board: Board): void {
  const { isInTree, hand: { states: [key], transition } } = board.state;
  if (!isInTree) board.tools?.pane?.focus({ preventScroll: true });
  else if (transition !== undefined) focusLater(board, `[data-mirror-line="${CSS.escape(transition)}"]`);
  else focusLater(board, `[data-mirror="${CSS.escape(key ?? "")}"]`);
}

/** Puts the focus on an element of the tree or the list, which exists after the next drawing. */
export function focusLater(board: Board, selector: string): void {
  setTimeout(() => {
    const { rename, form, menu } = board.state;
    const { pane } = board.tools ?? {};
    // Something has been opened meanwhile, which has the focus.
    if (rename !== undefined || form || menu || !pane) return;
    const item = pane.querySelector<HTMLElement>(selector) ??
      pane.querySelector<HTMLElement>("[role=treeitem][tabindex='0']");
    (item ?? pane).focus({ preventScroll: true });
  });
}
