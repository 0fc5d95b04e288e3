import type { Box, EntityRelationshipDefinition, ErdNotation, LayoutBox, Point } from "@loom/protocol";
import { type BoardOf, useBoardOf } from "../board_of.ts";
import type { InlineEdit } from "../inline_editor.tsx";
import type { Guide } from "../machine/live.ts";
import type { CanvasPeer } from "../peers.tsx";
import type { CanvasContent, CommonCanvasProps, PaneTools } from "../pane.tsx";
import type { CanvasCommand } from "../command.ts";
import type { RelatedEnd } from "./relating.ts";
import type { ErdHit, ErdScene } from "./scene.ts";

/** The part of the board that a menu is about. */
export interface ErdCanvasTarget {
  /** An entity, or the board itself. */
  readonly kind: "entity" | "canvas";
  /** The name of the entity. */
  readonly id?: string;
}

/** Props of {@linkcode EntityRelationshipCanvas}. */
export interface EntityRelationshipCanvasProps extends CommonCanvasProps {
  /** The diagram; it need not be valid. */
  readonly definition: EntityRelationshipDefinition;
  /** The places of the entities, by name; an entity without one is not drawn. `erdAutoLayout` gives some. */
  readonly positions: Readonly<Record<string, LayoutBox>>;
  /** Default: `crowsfoot`. */
  readonly notation?: ErdNotation | undefined;
  /** The name of the entity in hand; `null` for none. */
  readonly selection?: string | null | undefined;
  /** The element in hand: `entity:Order`, `attribute:Order.id`, `relationship:0`. It is more exact than `selection`. */
  readonly focus?: string | undefined;
  /** The names of the entities with findings. */
  readonly errorElements?: readonly string[] | undefined;
  /** True to show only: a drag that starts on a shape moves the board, a tap selects. */
  readonly readOnly?: boolean | undefined;
  /** Whether drags on shapes move the board, while everything else can be edited. */
  readonly isLocked?: boolean | undefined;
  /** Content of an empty board. */
  readonly emptyHint?: CanvasContent;
  /** Called when an entity is taken in hand. */
  readonly onSelect?: ((entity: string) => void) | undefined;
  /** Called when any element is taken in hand, with its key as in `focus`. */
  readonly onFocus?: ((key: string) => void) | undefined;
  /** Called when nothing is in hand any more. */
  readonly onClearSelection?: (() => void) | undefined;
  /** Called for each entity that was moved, when there is no `onMove`. */
  readonly onEntityMove?: ((name: string, box: LayoutBox) => void) | undefined;
  /** Called once for a movement, with the boxes of all that has moved. */
  readonly onMove?: ((boxes: Readonly<Record<string, LayoutBox>>) => void) | undefined;
  /** Called to open the machine whose state an attribute stores. */
  readonly onOpenMachine?: ((machine: string) => void) | undefined;
  /** Called for a menu in place of that of the browser, with the place in the window. */
  readonly onContextMenu?:
    | ((clientX: number, clientY: number, target: ErdCanvasTarget) => void)
    | undefined;
  /** Called to make an edit: calls of the edits of this kind of document, all or none. Returns the reason why it cannot be. */
  readonly onCommand?: ((commands: readonly CanvasCommand[]) => string | undefined) | undefined;
  /** The others at the board. */
  readonly peers?: readonly CanvasPeer[] | undefined;
  /** Called when the pointer moves, with its place in the world. */
  readonly onPointer?: ((at: Point) => void) | undefined;
  /** Takes back the last edit. */
  readonly onUndo?: (() => void) | undefined;
  /** Makes the edit again that was taken back last. */
  readonly onRedo?: (() => void) | undefined;
}

/** The elements in hand. */
export interface ErdHand {
  readonly entities: ReadonlySet<string>;
  /** One attribute of the one entity in hand. */
  readonly attribute: string | undefined;
  readonly relationship: number | undefined;
}

/** A relationship that is being drawn. */
export interface ErdLink {
  readonly from: RelatedEnd;
  readonly to: Point;
  readonly target: RelatedEnd | undefined;
}

/** The state of a board that is nobody else's. */
export interface ErdState {
  readonly hand: ErdHand;
  readonly hover: ErdHit | undefined;
  readonly move: { readonly names: ReadonlySet<string>; readonly by: Point } | undefined;
  readonly guides: readonly Guide[];
  readonly marquee: Box | undefined;
  readonly link: ErdLink | undefined;
  /** The place that a row of an entity would get. */
  readonly reorder: { readonly entity: string; readonly index: number } | undefined;
  readonly edit: (InlineEdit & { readonly id: string }) | undefined;
  /** The menu of an end of a relationship. */
  readonly endMenu: { readonly index: number; readonly end: 0 | 1; readonly at: Point } | undefined;
  readonly menu: { readonly at: Point; readonly hit: ErdHit | undefined; readonly world: Point } | undefined;
  /** The end that a relationship is drawn from by keys. */
  readonly relating: RelatedEnd | undefined;
  /** The last thing that happened, for those who do not see it. */
  readonly said: string;
  /** Counts the times that the focus is to return to the list of elements. */
  readonly focusCount: number;
}

/** Nothing in hand. */
export const EMPTY_HAND: ErdHand = { entities: new Set(), attribute: undefined, relationship: undefined };

const NOTHING: ErdState = {
  hand: EMPTY_HAND,
  hover: undefined,
  move: undefined,
  guides: [],
  marquee: undefined,
  link: undefined,
  reorder: undefined,
  edit: undefined,
  endMenu: undefined,
  menu: undefined,
  relating: undefined,
  said: "",
  focusCount: 0,
};

/** A board as its handlers see it. */
export type ErdBoard = BoardOf<EntityRelationshipCanvasProps, ErdScene, ErdState>;

/** The board of a canvas. */
export function useErdBoard(
  props: EntityRelationshipCanvasProps,
  tools: { readonly current: PaneTools | undefined },
): ErdBoard {
  return useBoardOf(props, { scene: NO_SCENE, state: NOTHING }, tools);
}

const NO_SCENE: ErdScene = { parts: [], tables: [], lines: [], bounds: undefined, drawing: undefined };

/** The key of an element in hand, as addresses of pages have it. */
export function keyOfHand({ entities, attribute, relationship }: ErdHand): string | undefined {
  const [entity] = entities;
  if (relationship !== undefined) return `relationship:${relationship}`;
  if (entity === undefined) return undefined;
  return attribute === undefined ? `entity:${entity}` : `attribute:${entity}.${attribute}`;
}

/** The hand that a key means, when the scene has its element. */
export function handOfKey({ tables, lines }: ErdScene, key: string): ErdHand | undefined {
  const [type, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  if (type === "relationship") {
    const index = Number(name);
    return lines.some((line) => line.index === index) ? { ...EMPTY_HAND, relationship: index } : undefined;
  }
  for (const table of tables) {
    if (type === "entity" && table.name === name) return { ...EMPTY_HAND, entities: new Set([name]) };
    if (type !== "attribute" || !name.startsWith(`${table.name}.`)) continue;
    const attribute = name.slice(table.name.length + 1);
    if (table.rows.some((row) => row.name === attribute)) {
      return { ...EMPTY_HAND, entities: new Set([table.name]), attribute };
    }
  }
  return undefined;
}

/** Takes elements in hand, and tells the host. */
export function take(board: ErdBoard, hand: ErdHand): void {
  board.set({ hand });
  const key = keyOfHand(hand);
  const [entity] = hand.entities;
  if (key === undefined) board.props.onClearSelection?.();
  else board.props.onFocus?.(key);
  if (entity !== undefined) board.props.onSelect?.(entity);
}

/** Takes entities in hand. */
export function takeEntities(board: ErdBoard, names: Iterable<string>): void {
  take(board, { ...EMPTY_HAND, entities: new Set(names) });
}

/** Whether anything can be edited. */
export function canEdit({ props }: ErdBoard): boolean {
  return props.readOnly !== true && props.onCommand !== undefined;
}

/** Whether entities can be moved. */
export function canMove({ props }: ErdBoard): boolean {
  return props.readOnly !== true && props.isLocked !== true &&
    (props.onMove !== undefined || props.onEntityMove !== undefined);
}

/** Makes an edit; why it cannot be made is said. */
export function command(board: ErdBoard, commands: readonly CanvasCommand[]): string | undefined {
  if (!canEdit(board)) return "This board only shows the diagram.";
  if (commands.length === 0) return undefined;
  const refusal = board.props.onCommand?.(commands);
  if (refusal !== undefined) board.set({ said: refusal });
  return refusal;
}

/** Tells the host where entities are after a movement. */
export function moveEntities(board: ErdBoard, names: Iterable<string>, by: Point): void {
  if (by.x === 0 && by.y === 0) return;
  const boxes: Record<string, LayoutBox> = {};
  for (const name of names) {
    const box = board.scene.tables.find((table) => table.name === name)?.box;
    const at = board.props.positions[name];
    if (box && at) boxes[name] = { ...box, x: Math.round(at.x + by.x), y: Math.round(at.y + by.y) };
  }
  if (board.props.onMove) return board.props.onMove(boxes);
  for (const [name, box] of Object.entries(boxes)) board.props.onEntityMove?.(name, box);
}
