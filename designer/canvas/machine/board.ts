import type { Box, LayoutBox, Point } from "@loom/protocol";
import { moved } from "@loom/protocol/drawing";
import { type Board, inHand, type NewPlace, openEdit, report, sayPlaces, take } from "../board.ts";
import { placeBelow } from "../board_keys.ts";
import { boxesAfter, withInside } from "./live.ts";
import type { MovedBoxes, StateMachineCanvasProps } from "./props.ts";
import type { Scene } from "./scene.ts";

/** The form of a transition, open over the board. */
export interface OpenForm {
  readonly about: { readonly from: string } | { readonly id: string };
  /** The key of the target; `undefined` when it is still to be chosen. */
  readonly to: string | undefined;
  /** The place on the pane. */
  readonly at: Point;
}

/** The state of a machine's board beside that of all boards. States and transitions have the keys of the drawing here. */
export interface MachineOwn {
  readonly form: OpenForm | undefined;
  /** The states that are being moved into another one, by keys; it is chosen next. */
  readonly nesting: readonly string[] | undefined;
  /** The state that those which are dragged would be moved into. */
  readonly nest: string | undefined;
  /** A walk along transitions: where it began, the way that was taken last, and the state that it led to. */
  readonly walk: { readonly origin: string; readonly index: number; readonly now: string } | undefined;
}

/** A machine's board as its handlers see it. */
export type MachineBoard = Board<StateMachineCanvasProps, Scene, MachineOwn>;

/** The key of a state among all elements. */
export const stateKey = (id: string): string => `state:${id}`;
/** The key of a transition among all elements. */
export const transitionKey = (id: string): string => `transition:${id}`;

/** The states in hand. */
export function statesInHand(board: MachineBoard): string[] {
  return inHand(board, "state");
}

const EDITS = [
  "onMove",
  "onStateMove",
  "onNest",
  "onAddState",
  "onRenameState",
  "onCreateTransition",
  "onEnterTransition",
  "onDelete",
  "onDeleteState",
  "onPaste",
  "onArrange",
] as const satisfies readonly (keyof StateMachineCanvasProps)[];

/** Checks whether anything can be edited: the host takes some edit. */
export function canEdit({ props }: MachineBoard): boolean {
  return props.readOnly !== true && EDITS.some((name) => props[name] !== undefined);
}

/** Checks whether states can be moved. */
export function canMove({ props }: MachineBoard): boolean {
  return props.readOnly !== true && (props.onMove !== undefined || props.onStateMove !== undefined);
}

/** Checks whether transitions can be drawn. */
export function canConnect({ props }: MachineBoard): boolean {
  return props.readOnly !== true && (props.onEnterTransition ?? props.onCreateTransition) !== undefined;
}

/** Moves states with all that is inside of them, as one step. */
export function moveStates(board: MachineBoard, keys: Iterable<string>, by: Point): void {
  const { scene, props } = board;
  if (!canMove(board) || (by.x === 0 && by.y === 0)) return;
  const boxes = boxesAfter(scene, { keys: withInside(scene, keys), by });
  if (Object.keys(boxes).length === 0) return;
  if (props.onMove) props.onMove(boxes, boxesNow(scene));
  else for (const [key, box] of Object.entries(boxes)) props.onStateMove?.(key, box);
  const [first = ""] = keys;
  sayPlaces(board, boxes[first] ? { [first]: boxes[first] } : {}, (key) => scene.byKey.get(key)?.name ?? key);
}

/** The boxes of all states that can have a place, by key. */
export function boxesNow({ drawing }: Scene): Record<string, LayoutBox> {
  return Object.fromEntries(
    drawing.states.filter(({ slot }) => slot !== "root").map(({ key, box }) => [key, box]),
  );
}

/** Removes what is in hand. */
export function removeInHand(board: MachineBoard): boolean {
  const { props, scene } = board;
  const states = outermost(scene, statesInHand(board));
  const transitions = inHand(board, "transition");
  if (!canEdit(board) || states.length + transitions.length === 0) return false;
  const next = neighbourOf(scene, states[0]);
  const said = `Removed ${[...states, ...transitions.map((id) => transitionName(scene, id))].join(", ")}.`;
  if (props.onDelete) props.onDelete({ states, transitions });
  else for (const name of states) props.onDeleteState?.(name);
  const isGone = next === undefined || statesInHand(board).includes(next);
  board.set({ said });
  take(board, isGone ? [] : [stateKey(next)]);
  return true;
}

/** The state that takes the place of a removed one: the one before it, after it, or around it. */
function neighbourOf(scene: Scene, key: string | undefined): string | undefined {
  const state = key === undefined ? undefined : scene.byKey.get(key);
  if (!state) return undefined;
  const siblings = siblingsOf(scene, state.key);
  const index = siblings.indexOf(state.key);
  return siblings[index - 1] ?? siblings[index + 1] ?? state.parent;
}

function siblingsOf({ byKey, children, inside }: Scene, key: string): readonly string[] {
  const parent = byKey.get(key)?.parent;
  return children.get(parent === inside ? undefined : parent) ?? [];
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
export function transitionName({ edgeById, byKey, rowById }: Scene, id: string): string {
  const edge = edgeById.get(id);
  if (edge) {
    const on = edge.kind === "join"
      ? "when all regions are complete "
      : edge.event === ""
      ? ""
      : `on ${edge.event} `;
    const guard = edge.guard === "" ? "" : `, if ${edge.guard}`;
    const [from, to] = [edge.from, edge.to].map((key) => byKey.get(key)?.name ?? key);
    return `from ${from} ${on}to ${to}${guard}`;
  }
  const row = rowById.get(id);
  return row === undefined ? id : `in ${row.state.name} on ${row.text}`;
}

/** Opens the field for the name of a state; then a transition from `source` to it is entered. */
export function renameState(board: MachineBoard, key: string, source?: string): void {
  const name = board.scene.byKey.get(key)?.name ?? key;
  let renamed = name;
  let below: Point | undefined;
  openEdit(board, {
    box: () => board.scene.byKey.get(key) && nameBox(board, key),
    text: name,
    label: `Name of ${name}`,
    look: "name",
    commit(to) {
      // The scene knows the new name after the next drawing only.
      below = placeBelow(board, stateKey(key));
      const refusal = to === name ? undefined : board.props.onRenameState?.(key, to);
      if (refusal !== undefined) return refusal;
      renamed = to === name ? key : to;
      take(board, [stateKey(renamed)]);
      return undefined;
    },
    next: () => source === undefined || beginTransition(board, source, renamed, below),
  });
}

/** The place of a state's name: in the middle, or at the head of one with others inside. */
function nameBox({ scene }: MachineBoard, key: string): Box | undefined {
  const state = scene.byKey.get(key);
  if (!state) return undefined;
  const { x, y, width, height } = state.box;
  return { x, y: state.isContainer ? y + 3 : y + height / 2 - 16, width, height: 32 };
}

/** Adds a state and lets its name be changed in place; then a transition from `source` to it is entered. */
export function addState(board: MachineBoard, parent: string | undefined, at: Point, source?: string): void {
  const name = canEdit(board) ? board.props.onAddState?.(newPlace(board, parent, at)) : undefined;
  if (name === undefined) return;
  report(board, `Added ${name}${parent === undefined ? "" : ` in ${parent}`}.`);
  take(board, [stateKey(name)]);
  renameState(board, name, source);
}

function newPlace({ scene }: MachineBoard, parent: string | undefined, at: Point): NewPlace {
  return { parent, at, before: boxesNow(scene) };
}

/** Adds a state inside of another one, below what is there. */
export function addInside(board: MachineBoard, key: string): void {
  const { scene } = board;
  const box = scene.byKey.get(key)?.box;
  if (!box) return;
  const inside = (scene.children.get(key) ?? []).flatMap((one) => scene.byKey.get(one)?.box ?? []);
  const bottom = Math.max(box.y + 60, ...inside.map(({ y, height }) => y + height + 80));
  addState(board, key, { x: box.x + Math.max(box.width / 2, 104), y: bottom + 30 });
}

/** Adds a state below another one, where there is room. */
export function addBeside(board: MachineBoard, key: string, isConnected: boolean): void {
  const { scene } = board;
  const state = scene.byKey.get(key);
  if (!state) return;
  const siblings = siblingsOf(scene, key).flatMap((one) => scene.byKey.get(one)?.box ?? []);
  const { x, y, width, height } = state.box;
  const place = { x: x + width / 2, y: y + height + 110 };
  while (
    siblings.some((box) =>
      Math.abs(box.x + box.width / 2 - place.x) < box.width / 2 + 90 &&
      Math.abs(box.y + box.height / 2 - place.y) < box.height / 2 + 40
    )
  ) place.x += 40;
  addState(board, state.parent ?? scene.inside, place, isConnected ? key : undefined);
}

/** Opens the form of a new transition. */
export function beginTransition(board: MachineBoard, from: string, to?: string, at?: Point): void {
  if (!canConnect(board)) return;
  board.set({
    form: { about: { from }, to, at: at ?? placeBelow(board, stateKey(to ?? from)) },
    menu: undefined,
  });
}

/** Opens the form of a transition. */
export function openTransition(board: MachineBoard, id: string, at?: Point): boolean {
  const edge = board.scene.edgeById.get(id);
  if (edge?.kind === "join" || !canConnect(board) || !board.props.onEnterTransition) return false;
  take(board, [transitionKey(id)]);
  board.set({
    form: { about: { id }, to: edge?.to, at: at ?? placeBelow(board, stateKey(edge?.from ?? "")) },
  });
  return true;
}

/** Checks whether states can be moved into a state: it is another one, not inside of them, and not where they are. */
export function canNest({ scene, props }: MachineBoard, states: readonly string[], into: string): boolean {
  const all = new Set(states);
  if (props.readOnly === true || !props.onNest || all.size === 0 || scene.ghosts.has(into)) return false;
  for (let at: string | undefined = into; at !== undefined; at = scene.byKey.get(at)?.parent) {
    if (all.has(at)) return false;
  }
  return !states.some((key) => scene.byKey.get(key)?.parent === into);
}

/** Moves states into another one, or out to the root. */
export function nestStates(
  board: MachineBoard,
  states: readonly string[],
  into: string | undefined,
  by?: Point,
): void {
  const { props, scene } = board;
  const parent = into === undefined || scene.byKey.get(into)?.slot === "root" ? undefined : into;
  const refusal = props.onNest?.(states, parent, by && movedBoxes(scene, states, by));
  const name = parent === undefined ? "the outermost level" : scene.byKey.get(parent)?.name ?? parent;
  board.set({ nesting: undefined });
  if (refusal !== undefined) board.set({ said: refusal });
  else report(board, `Moved ${states.join(", ")} into ${name}.`);
}

function movedBoxes(scene: Scene, states: readonly string[], by: Point): MovedBoxes {
  const before = boxesNow(scene);
  const boxes = [...withInside(scene, states)].flatMap((key) => {
    const box = before[key];
    return box ? [[key, moved(box, by)] as const] : [];
  });
  return { boxes: Object.fromEntries(boxes), before };
}

/** Begins to move what is in hand into another state, or moves it out of the one around it. */
export function beginNesting(board: MachineBoard, isOut: boolean): boolean {
  const { scene, props } = board;
  const states = outermost(scene, statesInHand(board));
  const parent = scene.byKey.get(states[0] ?? "")?.parent;
  if (!props.onNest || !canEdit(board) || states.length === 0) return false;
  if (!isOut) {
    board.set({ nesting: states, said: `Moving ${states.join(", ")}: go to another state and press Enter.` });
  } else if (parent === undefined || scene.byKey.get(parent)?.slot === "root") {
    board.set({ said: "It is on the outermost level." });
  } else nestStates(board, states, scene.byKey.get(parent)?.parent);
  return true;
}

/** Goes along a transition, or back along one that leads here; again for the next one of the same state. */
export function walkAlong(board: MachineBoard, isBack: boolean): boolean {
  const { scene, state: { walk } } = board;
  const [key] = statesInHand(board);
  if (key === undefined) return false;
  const isAgain = walk?.now === key;
  const origin = isAgain ? walk.origin : key;
  const ways = (scene.edgesOf.get(origin) ?? []).filter(({ from, to }) =>
    isBack ? to === origin && from !== origin : from === origin && to !== origin
  );
  const index = isAgain ? (walk.index + 1) % Math.max(1, ways.length) : 0;
  const way = ways[index];
  const name = scene.byKey.get(origin)?.name ?? origin;
  if (way === undefined) {
    board.set({ said: isBack ? `Nothing leads to ${name}.` : `No transition leads out of ${name}.` });
    return true;
  }
  const now = isBack ? way.from : way.to;
  board.set({
    walk: { origin, index, now },
    said: `${transitionName(scene, way.id)}, ${index + 1} of ${ways.length}.`,
  });
  take(board, [stateKey(now)]);
  return true;
}

/** Closes a state with others inside, or opens it. */
export function toggleCollapsed(board: MachineBoard, key: string): boolean {
  const { collapsed = [], onCollapse } = board.props;
  const state = board.scene.byKey.get(key);
  if (!onCollapse || !state) return false;
  const isClosed = collapsed.includes(state.name);
  if (!isClosed && !state.isContainer) return false;
  onCollapse(isClosed ? collapsed.filter((name) => name !== state.name) : [...collapsed, state.name]);
  board.set({ said: `${state.name} is ${isClosed ? "open" : "closed"}.` });
  return true;
}
