import type { Box, LayoutBox, Point } from "@loom/protocol";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CanvasCommand } from "./command.ts";
import type { Guide } from "./geometry.ts";
import type { Drag, Press } from "./gestures.ts";
import type { InlineEdit } from "./inline_editor.tsx";
import type { MenuItem } from "./menu.tsx";
import type { MapBox } from "./minimap.tsx";
import type { CanvasContent, CommonCanvasProps, HandleRef, PaneTools } from "./pane.tsx";
import type { CanvasPeer } from "./peers.tsx";

/** A place where something new is wanted. */
export interface NewPlace {
  /** The name of the element around it; `undefined` for the outermost level. */
  readonly parent: string | undefined;
  /** The place of its middle in the world. */
  readonly at: Point;
  /** The boxes of all elements as they are. */
  readonly before: Readonly<Record<string, LayoutBox>>;
  /** The boxes around the parts of lines, which new elements stay clear of. Default: none. */
  readonly lines?: readonly Box[] | undefined;
}

/** The names of pasted elements and the box around them, or why there are none. */
export type PasteResult =
  | { readonly names: readonly string[]; readonly box: Box }
  | { readonly refusal: string };

/** Props that every board has. */
export interface BoardProps extends CommonCanvasProps {
  /** True to show only; moving the board and selecting stay possible. */
  readonly readOnly?: boolean | undefined;
  /** True for a board that is locked: as with `readOnly`, until a person opens its padlock. */
  readonly isLocked?: boolean | undefined;
  /** Called by the padlock in the zoom bar. Default: the board has no padlock. */
  readonly onLock?: ((isLocked: boolean) => void) | undefined;
  /** The elements with errors, by key; a name alone stands for an element of the main type, such as a state or an entity. */
  readonly errorElements?: readonly string[] | undefined;
  /** The elements with warnings, likewise. */
  readonly warningElements?: readonly string[] | undefined;
  /** Content of an empty board. */
  readonly emptyHint?: CanvasContent;
  /** The key of an element to bring into sight, as soon as it is on the board. */
  readonly inSight?: string | undefined;
  /** All elements in hand, of a host that keeps what `onHand` gives it. Default: the canvas keeps them. */
  readonly hand?: readonly string[] | undefined;
  /** Called with the keys of all elements in hand, `<type>:<name>`. */
  readonly onHand?: ((keys: readonly string[]) => void) | undefined;
  /** Called when nothing is in hand any more. */
  readonly onClearSelection?: (() => void) | undefined;
  /** The others at the board. */
  readonly peers?: readonly CanvasPeer[] | undefined;
  /** Called when the pointer moves, with its place in the world. */
  readonly onPointer?: ((at: Point) => void) | undefined;
  /** Called to make an edit: calls of the edits of this kind of document, all or none. Returns the reason why it cannot be. */
  readonly onCommand?: ((commands: readonly CanvasCommand[]) => string | undefined) | undefined;
  /** True for a host that reads out the edits that it makes. Default: the canvas does. */
  readonly readsEdits?: boolean | undefined;
  /** Gives the text that stands for elements on a clipboard, from their names and the boxes of all elements as they are. */
  readonly onCopy?:
    | ((names: readonly string[], boxes: Readonly<Record<string, LayoutBox>>) => string)
    | undefined;
  /** Called with the text of a clipboard, and the place where it is wanted; gives nothing where the host says why there is nothing. */
  readonly onPaste?:
    | ((text: string, place: NewPlace) => PasteResult | undefined | Promise<PasteResult | undefined>)
    | undefined;
  /** Takes back the last edit. */
  readonly onUndo?: (() => void) | undefined;
  /** Makes the edit again that was taken back last. */
  readonly onRedo?: (() => void) | undefined;
}

/** Props of a canvas with a place for its methods. */
export type WithHandle<Props> = Props & { readonly ref?: HandleRef | undefined };

/** Data that every drawn board has. */
export interface BoardScene {
  /** The box around all; `undefined` for an empty board. */
  readonly bounds: Box | undefined;
  /** The boxes on the small map. */
  readonly mapBoxes: readonly MapBox[];
}

/** The element under a pointer. */
export interface Hit {
  /** The key of the element, `<type>:<name>`, as hands, selections and addresses of pages have it. */
  readonly key: string;
  /** The part of the element, where that matters. */
  readonly part?: string | undefined;
}

/** A line that is being drawn from an element, or an end of one that is led elsewhere. */
export interface Link {
  /** The key of the element where it begins. */
  readonly from: string;
  /** The beginning, where it is not at the side of its element. */
  readonly at?: Point | undefined;
  readonly to: Point;
  /** The key of the element that it would end at. */
  readonly target: string | undefined;
}

/** A line of a board with its head and the plate of its label, as a mark over it needs them. */
export interface LineMark {
  readonly d: string;
  readonly head?: string | undefined;
  readonly plate?: Box | undefined;
}

/** Ways to mark an element. */
export type MarkKind = "selected" | "hover" | "frame" | "error" | "warning" | "target";

/** The state of a board that is nobody else's. */
export interface BoardState {
  /** The keys of the elements in hand; the first is the one that forms and keys are about. */
  readonly hand: readonly string[];
  readonly hover: Hit | undefined;
  /** The elements being moved, by the kind's own names, and the distance. */
  readonly move: { readonly keys: ReadonlySet<string>; readonly by: Point } | undefined;
  readonly guides: readonly Guide[];
  readonly marquee: Box | undefined;
  readonly link: Link | undefined;
  readonly edit: (InlineEdit & { readonly id: number }) | undefined;
  readonly menu: { readonly at: Point; readonly world: Point; readonly hit: Hit | undefined } | undefined;
  /** True while a key is held that dims what is not in hand. */
  readonly isDimmed: boolean;
  /** Keys come from the lists of elements, which get the focus back when a field or a menu closes. */
  readonly isInList: boolean;
  /** Counts the times that the focus is to return to the lists. */
  readonly focusCount: number;
  /** The last thing that happened, for those who do not see it. */
  readonly said: string;
}

const NOTHING: BoardState = {
  hand: [],
  hover: undefined,
  move: undefined,
  guides: [],
  marquee: undefined,
  link: undefined,
  edit: undefined,
  menu: undefined,
  isDimmed: false,
  isInList: false,
  focusCount: 0,
  said: "",
};

/** A board as its handlers see it: always the newest of everything. */
export interface Board<
  Props extends BoardProps = BoardProps,
  Scene extends BoardScene = BoardScene,
  Own extends object = object,
> {
  readonly kind: BoardKind<Props, Scene, Own>;
  readonly props: Props;
  readonly scene: Scene;
  readonly state: BoardState & Own;
  readonly tools: PaneTools | undefined;
  /** The element that holds the pane's tools. */
  readonly toolsRef: { current: PaneTools | undefined };
  /** Changes the state, and draws the board again. */
  set(change: Partial<BoardState & Own>): void;
  /** Takes the scene that is drawn. */
  show(scene: Scene): void;
}

/** Answers of a kind of board to what all boards have in common. Keys of elements are `<type>:<name>`. */
export interface BoardKind<Props extends BoardProps, Scene extends BoardScene, Own extends object> {
  /** The kind's own state at the beginning. */
  readonly own: Own;
  /** The scene of nothing. */
  readonly empty: Scene;
  /** The type of the elements that a marquee takes in hand. */
  readonly many: string;
  /** Work by keys, as events name them, with `Ctrl+` before; `false` when a key does nothing here. */
  readonly keys: Readonly<
    Record<string, (board: Board<Props, Scene, Own>, event: KeyboardEvent) => boolean | void>
  >;
  canEdit(board: Board<Props, Scene, Own>): boolean;
  hitAt(board: Board<Props, Scene, Own>, press: Press): Hit | undefined;
  /** The box of an element as it is now; `undefined` when it is not on the board. */
  boxOf(board: Board<Props, Scene, Own>, key: string): Box | undefined;
  /** The box to outline. Default: the element's. */
  outlineOf?(board: Board<Props, Scene, Own>, key: string): Box | undefined;
  /** The line of an element that is one. */
  lineOf?(board: Board<Props, Scene, Own>, key: string): LineMark | undefined;
  /** The keys of the lines that begin or end at an element. */
  linesAt?(board: Board<Props, Scene, Own>, key: string): readonly string[];
  /** Marked elements beside those with findings. */
  marked?(board: Board<Props, Scene, Own>): readonly (readonly [key: string, mark: MarkKind])[];
  /** The places where lines begin, of the element under the pointer or in hand. */
  handles?(board: Board<Props, Scene, Own>, isCoarse: boolean): readonly Point[];
  /** Marks that only this kind has. */
  marks?(board: Board<Props, Scene, Own>, unit: number): ComponentChildren;
  /** The box to bring into sight. Default: the element's. */
  sightOf?(board: Board<Props, Scene, Own>, key: string): Box | undefined;
  /** The key that several can be of, for an element that belongs to another one. Default: the element's. */
  groupOf?(board: Board<Props, Scene, Own>, key: string): string;
  /** The keys of the elements that a rectangle takes in hand. */
  within(board: Board<Props, Scene, Own>, area: Box): readonly string[];
  /** The keys of all elements that can be in hand together. */
  all(board: Board<Props, Scene, Own>): readonly string[];
  press(board: Board<Props, Scene, Own>, press: Press, hit: Hit | undefined): Drag | "pan" | undefined;
  /** A press that ended where it began; returns whether that did something else than to take in hand. */
  tap?(board: Board<Props, Scene, Own>, press: Press, hit: Hit | undefined): boolean;
  doubleTap(board: Board<Props, Scene, Own>, press: Press, hit: Hit | undefined): void;
  /** True while the pointer is on something of the hovered element that lies outside of it. */
  keepsHover?(board: Board<Props, Scene, Own>, press: Press): boolean;
  /** Edits an element in its place. */
  edit(board: Board<Props, Scene, Own>, key: string): boolean;
  remove(board: Board<Props, Scene, Own>): boolean;
  /** The elements that can be copied, which are of the type that a marquee takes; none of a kind without. */
  readonly copies?: Copies<Props, Scene, Own>;
  /** Work of an arrow key; returns whether it did something else than to move the board. */
  arrow?(board: Board<Props, Scene, Own>, arrow: Point, event: KeyboardEvent): boolean;
  /** One step back that only this kind has. */
  back?(board: Board<Props, Scene, Own>): boolean;
  /** The step back after all others, with nothing in hand. */
  leave?(board: Board<Props, Scene, Own>): boolean;
  /** Tells the host of the first element in hand. */
  tell(board: Board<Props, Scene, Own>, key: string | undefined): void;
  /** The rows of the menu of an element or of the board. */
  menu(board: Board<Props, Scene, Own>, hit: Hit | undefined): readonly (MenuItem | undefined)[];
  /** The name of that menu. */
  menuLabel?(board: Board<Props, Scene, Own>, hit: Hit | undefined): string;
  /** True while a form over the board is open, which has the focus. */
  hasForm?(board: Board<Props, Scene, Own>): boolean;
  /** The host's own menu; `undefined` to show that of the board. */
  hostMenu?(
    board: Board<Props, Scene, Own>,
  ): ((clientX: number, clientY: number, hit: Hit | undefined) => void) | undefined;
}

/** Elements that a clipboard takes. */
export interface Copies<Props extends BoardProps, Scene extends BoardScene, Own extends object> {
  /** The names of those in hand. */
  names(board: Board<Props, Scene, Own>): readonly string[];
  /** The boxes of all of them, by name. */
  boxes(board: Board<Props, Scene, Own>): Readonly<Record<string, LayoutBox>>;
  /** The name of the element around one; without a name, of the level that is shown. Default: none. */
  parentOf?(board: Board<Props, Scene, Own>, name: string | undefined): string | undefined;
  /** The boxes around the parts of lines. Default: none. */
  lines?(board: Board<Props, Scene, Own>): readonly Box[];
}

/** The board of a canvas: one object for its whole life. */
export function useBoard<Props extends BoardProps, Scene extends BoardScene, Own extends object>(
  kind: BoardKind<Props, Scene, Own>,
  props: Props,
): Board<Props, Scene, Own> {
  const [, redraw] = useState(0);
  const toolsRef = useRef<PaneTools | undefined>(undefined);
  const values = useRef({ props, scene: kind.empty, state: { ...NOTHING, ...kind.own } });
  values.current.props = props.isLocked === true ? { ...props, readOnly: true } : props;
  const board = useRef<Board<Props, Scene, Own> | undefined>(undefined);
  board.current ??= {
    kind,
    toolsRef,
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
      return toolsRef.current;
    },
    set(change) {
      values.current.state = { ...values.current.state, ...change };
      redraw((count) => count + 1);
    },
    show(scene) {
      values.current.scene = scene;
    },
  };
  return board.current;
}

/** The type of an element by its key. */
export function typeOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(":")));
}

/** The name of an element by its key. */
export function nameOf(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** The names of the elements of a type that are in hand. */
export function inHand({ state: { hand } }: Board, type: string): string[] {
  return hand.filter((key) => typeOf(key) === type).map(nameOf);
}

/** The key that several elements in hand can be of. */
export function groupOf(board: Board, key: string): string {
  return board.kind.groupOf?.(board, key) ?? key;
}

/** Takes elements in hand, and notifies the host. */
export function take(board: Board, keys: Iterable<string>): void {
  const hand = [...new Set(keys)];
  board.set({ hand });
  board.kind.tell(board, hand[0]);
  board.props.onHand?.(hand);
}

/** Reads out an edit, unless the host does. */
export function report(board: Board, edit: string): void {
  if (!board.props.readsEdits) board.set({ said: edit });
}

/** Says where the first of what was moved is now. */
export function sayPlaces(
  board: Board,
  boxes: Readonly<Record<string, Point>>,
  nameOf = (key: string) => key,
): void {
  const [first] = Object.entries(boxes);
  if (first === undefined) return;
  const [key, { x, y }] = first;
  board.set({ said: `${nameOf(key)} is at ${Math.round(x)}, ${Math.round(y)}.` });
}

/** Brings an element into sight. */
export function reveal(board: Board, key: string | undefined): void {
  const box = key === undefined ? undefined : (board.kind.sightOf ?? board.kind.boxOf)(board, key);
  if (box) board.tools?.reveal(box);
}

/** Locks the board, or opens its padlock. */
export function lock(board: Board, isLocked: boolean): void {
  board.kind.back?.(board);
  board.set({
    edit: undefined,
    menu: undefined,
    link: undefined,
    hover: undefined,
    said: isLocked ? "The board is locked: it can be moved and read." : "The board can be edited.",
  });
  board.props.onLock?.(isLocked);
}

/** Makes an edit; why it cannot be made is said. */
export function command(board: Board, commands: readonly CanvasCommand[] | string): string | undefined {
  if (typeof commands === "string") return commands;
  if (!board.kind.canEdit(board)) return "This board only shows its document.";
  const refusal = commands.length === 0 ? undefined : board.props.onCommand?.(commands);
  if (refusal !== undefined) board.set({ said: refusal });
  return refusal;
}

/** Removes what is in hand by edits of the document. */
export function removeBy(
  board: Board,
  commands: readonly CanvasCommand[],
  left: readonly string[] = [],
): boolean {
  if (commands.length === 0 || !board.kind.canEdit(board)) return false;
  if (command(board, commands) === undefined) {
    take(board, left);
    report(board, "Removed.");
  }
  return true;
}

let edits = 0;

/** Opens the field of a text in its place. */
export function openEdit(board: Board, edit: InlineEdit): void {
  if (board.kind.canEdit(board)) {
    board.set({ edit: { ...edit, id: ++edits }, menu: undefined, hover: undefined });
  }
}

/** Gives the focus back when a field or a menu has closed: to the lists for who works there, else to the board. */
export function returnFocus(board: Board): void {
  if (board.state.isInList) board.set({ focusCount: board.state.focusCount + 1 });
  else board.tools?.pane?.focus({ preventScroll: true });
}

/** Removes what is in hand; the focus goes on to what is in hand then. */
export function removeInHand(board: Board): boolean {
  const isDone = board.kind.remove(board);
  if (isDone) returnFocus(board);
  return isDone;
}
