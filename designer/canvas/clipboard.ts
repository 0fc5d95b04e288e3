/**
 * Elements on a clipboard, for every kind of document: the text that stands for them, and the names and places of what is pasted.
 *
 * @module
 */
import {
  type Box,
  isObject,
  type LayoutBox,
  overlaps,
  type Point,
  readArrangement,
  type Size,
} from "@loom/protocol";
import { boundsOf, evenly, expanded, middleOf, moved } from "@loom/protocol/drawing";
import { useEffect } from "preact/hooks";
import { type Board, removeInHand, report, take } from "./board.ts";
import { middleOfPane } from "./board_keys.ts";
import { takesText } from "./gestures.ts";
import type { MenuItem } from "./menu.tsx";

/** The text of what is in hand for a clipboard; `undefined` where nothing is, or the kind has nothing to copy. */
export function copy(board: Board): string | undefined {
  const { copies } = board.kind;
  const names = copies?.names(board) ?? [];
  return copies === undefined || names.length === 0
    ? undefined
    : board.props.onCopy?.(names, copies.boxes(board));
}

/** Adds what a text of a clipboard stands for, and takes it in hand. */
export async function paste(
  board: Board,
  text: string | undefined,
  parent: string | undefined,
  at: Point,
): Promise<void> {
  const { kind, props } = board;
  if (!text || !kind.copies || !kind.canEdit(board)) return;
  const { copies } = kind;
  const place = { parent, at, before: copies.boxes(board), lines: copies.lines?.(board) };
  const made = await props.onPaste?.(text, place);
  if (!made) return;
  if ("refusal" in made) return board.set({ said: made.refusal });
  take(board, made.names.map((name) => keyOf(board, name)));
  board.tools?.reveal(made.box, true);
  report(board, `Pasted ${made.names.join(", ")}.`);
}

/** Copies what is in hand beside it. */
export function duplicate(board: Board): boolean {
  const text = copy(board);
  if (text === undefined || !board.props.onPaste || !board.kind.canEdit(board)) return false;
  void pasteBeside(board, text);
  return true;
}

/** Copy, cut and paste of the browser, while the board or its lists have the focus. */
export function useClipboard(board: Board): void {
  useEffect(() => {
    const isHere = () => {
      const { activeElement } = document;
      return board.tools?.pane?.contains(activeElement) === true && !takesText(activeElement);
    };
    const onCopy = (event: ClipboardEvent) => {
      const text = isHere() ? copy(board) : undefined;
      if (text === undefined) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      if (event.type === "cut") removeInHand(board);
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!isHere() || text === "" || !board.kind.canEdit(board) || !board.props.onPaste) return;
      event.preventDefault();
      void pasteBeside(board, text);
    };
    const ending = new AbortController();
    for (const [name, work] of [["copy", onCopy], ["cut", onCopy], ["paste", onPaste]] as const) {
      addEventListener(name, work, { signal: ending.signal });
    }
    return () => ending.abort();
  }, []);
}

/** Pastes beside what is in hand; where nothing is, in the middle of the pane. */
async function pasteBeside(board: Board, text: string): Promise<void> {
  const { copies } = board.kind;
  const names = copies?.names(board) ?? [];
  const boxes = names.flatMap((name) => board.kind.boxOf(board, keyOf(board, name)) ?? []);
  const at = boxes.length === 0 ? middleOfPane(board) : middleOf(boundsOf(boxes));
  await paste(board, text, copies?.parentOf?.(board, names[0]), at);
}

/** The rows of the menu of an element that can be copied. */
export function copyItems(board: Board): MenuItem[] {
  const { onCopy, onPaste, readOnly } = board.props;
  if (!onCopy) return [];
  const item: MenuItem = {
    text: "Copy",
    keys: "Ctrl+C",
    run: () => void navigator.clipboard?.writeText(copy(board) ?? ""),
  };
  return onPaste && readOnly !== true
    ? [item, { text: "Duplicate", keys: "Ctrl+D", run: () => void duplicate(board) }]
    : [item];
}

/** The row of the menu of a board that pastes at a place. */
export function pasteItems(board: Board, parent: string | undefined, at: Point): MenuItem[] {
  if (!board.props.onPaste) return [];
  return [{
    text: "Paste here",
    keys: "Ctrl+V",
    isDisabled: board.props.readOnly === true,
    async run() {
      await paste(board, await navigator.clipboard?.readText().catch(() => ""), parent, at);
    },
  }];
}

function keyOf({ kind }: Board, name: string): string {
  return `${kind.many}:${name}`;
}

type Boxes = Readonly<Record<string, LayoutBox>>;

/** Pasted elements: their names, and their boxes where the text has some. */
export interface Pasted {
  readonly names: readonly string[];
  readonly boxes: Boxes;
}

/** The members of a copied text, which need not be whole; `undefined` for another text. */
export function copiedMembers<Copied extends object>(
  text: string,
): (Partial<Copied> & { readonly boxes: Boxes }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const members = (isObject(value) ? value : {}) as Partial<Copied> & { readonly boxes?: unknown };
    return { ...members, boxes: readArrangement({ places: members.boxes }).places as Boxes };
  } catch {
    return undefined;
  }
}

/** Checks whether a line of any text can be the name of an element. */
export function isPlainName(line: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_ .-]{0,60}$/u.test(line);
}

/** The distance from others that what is pasted keeps, and the steps in which room is looked for. */
const AIR = 20;
const STEP = 40;

/** The places of what is pasted: around a point as it was arranged, or beside that where others are. */
export function placesFor(
  { names, boxes }: Pasted,
  at: Point,
  taken: readonly Box[],
  size: Size,
): Record<string, LayoutBox> {
  let below = 0;
  const places: Record<string, LayoutBox> = { ...boxes };
  for (const name of names) {
    places[name] ??= { x: 0, y: below += size.height + STEP, ...size };
  }
  const { x, y, width, height } = boundsOf(Object.values(places));
  const begin = { x: Math.round(at.x - x - width / 2), y: Math.round(at.y - y - height / 2) };
  const isFree = (by: Point) => {
    const group = expanded({ x: x + by.x, y: y + by.y, width, height }, evenly(AIR));
    return !taken.some((box) => overlaps(box, group));
  };
  const by = around(begin).find(isFree) ?? begin;
  return Object.fromEntries(Object.entries(places).map(([name, box]) => [name, moved(box, by)]));
}

/** Points around a point, near ones first. */
function around({ x, y }: Point): Point[] {
  const steps = Array.from({ length: 61 }, (_, step) => (step - 30) * STEP);
  return steps.flatMap((dx) => steps.map((dy) => ({ x: dx, y: dy })))
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || b.y - a.y)
    .map((by) => ({ x: x + by.x, y: y + by.y }));
}

/** A name that no element has yet: a number without a space is part of a name in code, too. */
export function freeName(taken: Iterable<string>, wish: string = "State"): string {
  const names = new Set(taken);
  if (wish !== "State" && !names.has(wish)) return wish;
  const stem = wish.replace(/\d+$/, "") || wish;
  for (let number = 1;; number++) if (!names.has(`${stem}${number}`)) return `${stem}${number}`;
}

/** The new names of pasted elements whose names are taken. */
export function freeNames(own: Iterable<string>, pasted: Iterable<string>): ReadonlyMap<string, string> {
  const [owned, names] = [new Set(own), new Set(pasted)];
  const taken = new Set([...owned, ...names]);
  return new Map(
    [...names].filter((name) => owned.has(name)).map((name) => {
      const to = freeName(taken, name);
      taken.add(to);
      return [name, to];
    }),
  );
}

/** Boxes by the new names of their elements. */
export function withNames(boxes: Boxes, names: ReadonlyMap<string, string>): Boxes {
  return Object.fromEntries(Object.entries(boxes).map(([name, box]) => [names.get(name) ?? name, box]));
}
