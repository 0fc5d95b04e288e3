import type { DrawnLine, EntityRelationshipDefinition, ErdNotation, LayoutBox, Point } from "@loom/protocol";
import { type Board, type BoardProps, groupOf, nameOf, sayPlaces } from "../board.ts";
import { type ErdScene, relationshipKey, type SceneLine, type SceneTable } from "./scene.ts";

/** The part of the board that a menu is about. */
export interface ErdCanvasTarget {
  /** An entity, or the board itself. */
  readonly kind: "entity" | "canvas";
  /** The name of the entity. */
  readonly id?: string;
}

/** Props of {@linkcode EntityRelationshipCanvas}. */
export interface EntityRelationshipCanvasProps extends BoardProps {
  /** The diagram; it need not be valid. */
  readonly definition: EntityRelationshipDefinition;
  /** The places of the entities, by name; an entity without one is not drawn. `erdAutoLayout` gives some. */
  readonly positions: Readonly<Record<string, LayoutBox>>;
  /** Lines of a picture that the first scene continues, as the file beside a document keeps them. Default: none. */
  readonly lines?: readonly DrawnLine[] | undefined;
  /** Default: `crowsfoot`. */
  readonly notation?: ErdNotation | undefined;
  /** The name of the entity in hand; `null` for none. */
  readonly selection?: string | null | undefined;
  /** The element in hand: `entity:Order`, `attribute:Order.id`, `relationship:0`. It is more exact than `selection`. */
  readonly focus?: string | undefined;
  /** Called when an entity is taken in hand. */
  readonly onSelect?: ((entity: string) => void) | undefined;
  /** Called when any element is taken in hand, with its key as in `focus`. */
  readonly onFocus?: ((key: string) => void) | undefined;
  /** Called for each entity that was moved, when there is no `onMove`. */
  readonly onEntityMove?: ((name: string, box: LayoutBox) => void) | undefined;
  /** Called once for a movement, with the boxes of all that has moved; `isOfEdit` where it belongs to the edit just made. */
  readonly onMove?: ((boxes: Readonly<Record<string, LayoutBox>>, isOfEdit?: true) => void) | undefined;
  /** Called to open the machine whose state an attribute stores. */
  readonly onOpenMachine?: ((machine: string) => void) | undefined;
  /** Called for a menu in place of that of the browser, with the place in the window. */
  readonly onContextMenu?:
    | ((clientX: number, clientY: number, target: ErdCanvasTarget) => void)
    | undefined;
}

/** The state of a diagram's board beside that of all boards. */
export interface ErdOwn {
  /** The place that a row of an entity would get. */
  readonly reorder: { readonly entity: string; readonly index: number } | undefined;
  /** The menu of an end of a relationship. */
  readonly endMenu: { readonly index: number; readonly end: 0 | 1; readonly at: Point } | undefined;
  /** The key of the element that a relationship is drawn from by keys. */
  readonly relating: string | undefined;
}

/** A diagram's board as its handlers see it. */
export type ErdBoard = Board<EntityRelationshipCanvasProps, ErdScene, ErdOwn>;

/** The names of the entities in hand, also of those that an attribute in hand is of. */
export function entitiesInHand(board: ErdBoard): string[] {
  const keys = new Set(board.state.hand.map((key) => groupOf(board, key)));
  return [...keys].flatMap((key) => tableOf(board, key)?.name ?? []);
}

/** The entity of a key, also of that of an attribute. */
export function tableOf({ scene }: ErdBoard, key: string): SceneTable | undefined {
  const name = scene.rows.get(key)?.entity ?? nameOf(key);
  return key.startsWith("relationship:") ? undefined : scene.tables.find((table) => table.name === name);
}

/** The relationship of a key. */
export function lineOf({ scene }: ErdBoard, key: string | undefined): SceneLine | undefined {
  return scene.lines.find(({ index }) => key === relationshipKey(index));
}

/** Checks whether anything can be edited. */
export function canEdit({ props }: ErdBoard): boolean {
  return props.readOnly !== true && props.onCommand !== undefined;
}

/** Checks whether entities can be moved. */
export function canMove({ props }: ErdBoard): boolean {
  return props.readOnly !== true && (props.onMove ?? props.onEntityMove) !== undefined;
}

/** The boxes of all entities, by name. */
export function boxesNow({ scene }: ErdBoard): Record<string, LayoutBox> {
  return Object.fromEntries(scene.tables.map(({ name, box }) => [name, box]));
}

/** Tells the host where entities are after a movement. */
export function moveEntities(board: ErdBoard, names: Iterable<string>, by: Point): void {
  const { props, scene } = board;
  if (by.x === 0 && by.y === 0) return;
  const moved = new Set(names);
  const boxes = Object.fromEntries(scene.tables.flatMap(({ name, box }) => {
    const at = moved.has(name) ? props.positions[name] : undefined;
    return at ? [[name, { ...box, x: Math.round(at.x + by.x), y: Math.round(at.y + by.y) }]] : [];
  }));
  placeEntities(props, boxes);
  sayPlaces(board, boxes);
}

/** Tells the host where entities are. */
export function placeEntities(
  props: EntityRelationshipCanvasProps,
  boxes: Readonly<Record<string, LayoutBox>>,
  isOfEdit?: true,
): void {
  if (props.onMove) return props.onMove(boxes, isOfEdit);
  for (const [name, box] of Object.entries(boxes)) props.onEntityMove?.(name, box);
}
