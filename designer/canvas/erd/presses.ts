import type { Box, Point } from "@loom/protocol";
import { boundsOf } from "@loom/protocol/drawing";
import type { Drag, GestureHandlers, Press } from "../gestures.ts";
import { snapped } from "../machine/live.ts";
import {
  canEdit,
  canMove,
  command,
  EMPTY_HAND,
  type ErdBoard,
  moveEntities,
  take,
  takeEntities,
} from "./board.ts";
import { addEntity, editAttribute, editLabel, relate, renameEntity } from "./edits.ts";
import { type ErdHit, hitAt, type SceneTable, tablesIn } from "./scene.ts";

/** The reach of a pointer around what is thin, in pixels. */
const REACH = { mouse: 6, touch: 20 } as const;

/** The answers of the board of a diagram to gestures. */
export function erdGestures(board: ErdBoard): GestureHandlers {
  return {
    press: (press) => pressed(board, press),
    tap: (press) => tapped(board, press),
    doubleTap: (press) => doubleTapped(board, press),
    ...(board.props.onContextMenu || canEdit(board)
      ? { menu: (press: Press) => openMenu(board, press) }
      : {}),
    hover(press) {
      if (press) board.props.onPointer?.(press.world);
      const hit = press && partAt(board, press);
      if (JSON.stringify(hit) !== JSON.stringify(board.state.hover)) board.set({ hover: hit });
    },
  };
}

function partAt({ scene, props }: ErdBoard, press: Press): ErdHit | undefined {
  return hitAt(scene, press.world, REACH[press.isTouch ? "touch" : "mouse"] / props.viewport.scale);
}

function pressed(board: ErdBoard, press: Press): Drag | "pan" | undefined {
  board.set({ endMenu: undefined, menu: undefined });
  const { readOnly, isLocked } = board.props;
  const hit = partAt(board, press);
  if (hit !== undefined && (readOnly === true || isLocked === true)) return "pan";
  if (hit?.kind === "row" && canEdit(board)) return rowDrag(board, hit.entity, hit.attribute);
  if (hit?.kind === "entity" || hit?.kind === "row") {
    if (press.shift || press.mod) return undefined;
    if (!board.state.hand.entities.has(hit.entity)) takeEntities(board, [hit.entity]);
    return canMove(board) ? moveDrag(board, press) : "pan";
  }
  return press.isTouch || readOnly === true ? "pan" : marqueeDrag(board, press);
}

function tapped(board: ErdBoard, press: Press): void {
  const hit = partAt(board, press);
  const { relating, hand } = board.state;
  if (relating !== undefined && hit && "entity" in hit) {
    board.set({ relating: undefined });
    return relate(board, relating, {
      entity: hit.entity,
      attribute: hit.kind === "row" ? hit.attribute : undefined,
    });
  }
  board.set({ relating: undefined });
  if (hit === undefined) return take(board, EMPTY_HAND);
  if (hit.kind === "line") return take(board, { ...EMPTY_HAND, relationship: hit.index });
  if (hit.kind === "end") {
    take(board, { ...EMPTY_HAND, relationship: hit.index });
    if (canEdit(board)) board.set({ endMenu: { index: hit.index, end: hit.end, at: press.at } });
    return;
  }
  if (press.shift || press.mod) {
    const entities = new Set(hand.entities);
    if (!entities.delete(hit.entity)) entities.add(hit.entity);
    return takeEntities(board, entities);
  }
  const attribute = hit.kind === "row" ? hit.attribute : undefined;
  take(board, { ...EMPTY_HAND, entities: new Set([hit.entity]), attribute });
  const [machine] = hit.kind === "row" ? hit.stateOf : [];
  if (machine !== undefined && (hit.kind === "row" && (hit.isOnMark || board.props.readOnly === true))) {
    board.props.onOpenMachine?.(machine);
  }
}

function doubleTapped(board: ErdBoard, press: Press): void {
  const hit = partAt(board, press);
  if (hit === undefined) return addEntity(board, press.world);
  if (hit.kind === "row") editAttribute(board, hit.entity, hit.attribute);
  else if (hit.kind === "entity") renameEntity(board, hit.entity);
  else if (hit.kind === "line") editLabel(board, hit.index);
}

function openMenu(board: ErdBoard, press: Press): void {
  const hit = partAt(board, press);
  const entity = hit && "entity" in hit ? hit.entity : undefined;
  if (hit && "entity" in hit && !board.state.hand.entities.has(hit.entity)) {
    take(board, {
      ...EMPTY_HAND,
      entities: new Set([hit.entity]),
      attribute: hit.kind === "row" ? hit.attribute : undefined,
    });
  } else if (hit && "index" in hit) take(board, { ...EMPTY_HAND, relationship: hit.index });
  const { onContextMenu } = board.props;
  if (onContextMenu) {
    const target = entity === undefined
      ? { kind: "canvas" as const }
      : { kind: "entity" as const, id: entity };
    return onContextMenu(press.client.x, press.client.y, target);
  }
  board.set({ menu: { at: press.at, hit, world: press.world }, endMenu: undefined });
}

function tableOf({ scene }: ErdBoard, entity: string): SceneTable | undefined {
  return scene.tables.find(({ name }) => name === entity);
}

/** Moves the entities in hand; with Shift along one axis, with Ctrl without guides. */
function moveDrag(board: ErdBoard, begin: Press): Drag {
  const names = board.state.hand.entities;
  const boxesOf = (is: boolean): Box[] =>
    board.scene.tables.filter(({ name }) => names.has(name) === is).map(({ box }) => box);
  const whole = boundsOf(boxesOf(true));
  const others = boxesOf(false);
  const at = (now: Press) => {
    const by = { x: now.world.x - begin.world.x, y: now.world.y - begin.world.y };
    const kept = now.shift ? Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y } : by;
    const there = { ...whole, x: whole.x + kept.x, y: whole.y + kept.y };
    const snap = now.mod
      ? { by: { x: 0, y: 0 }, guides: [] }
      : snapped(there, others, board.props.viewport.scale);
    const round = (value: number, more: number, isFixed: boolean) => Math.round(value + (isFixed ? 0 : more));
    return {
      by: {
        x: round(kept.x, snap.by.x, now.shift && kept.x === 0),
        y: round(kept.y, snap.by.y, now.shift && kept.y === 0),
      },
      guides: snap.guides,
    };
  };
  const done = { move: undefined, guides: [] };
  return {
    move(now) {
      const { by, guides } = at(now);
      board.set({ move: { names, by }, guides, hover: undefined });
    },
    end(now) {
      const { by } = at(now);
      moveEntities(board, names, by);
      board.set(done);
    },
    cancel: () => board.set(done),
  };
}

function marqueeDrag(board: ErdBoard, begin: Press): Drag {
  const before = begin.shift || begin.mod ? board.state.hand.entities : new Set<string>();
  const area = (now: Press): Box => ({
    x: Math.min(now.world.x, begin.world.x),
    y: Math.min(now.world.y, begin.world.y),
    width: Math.abs(now.world.x - begin.world.x),
    height: Math.abs(now.world.y - begin.world.y),
  });
  const within = (now: Press) => new Set([...before, ...tablesIn(board.scene, area(now))]);
  return {
    move: (now) =>
      board.set({ marquee: area(now), hand: { ...EMPTY_HAND, entities: within(now) }, hover: undefined }),
    end(now) {
      board.set({ marquee: undefined });
      takeEntities(board, within(now));
    },
    cancel: () => board.set({ marquee: undefined, hand: { ...EMPTY_HAND, entities: before } }),
  };
}

/** A row that is dragged: to another table it makes a relationship, within its own it changes its place. */
function rowDrag(board: ErdBoard, entity: string, attribute: string): Drag {
  const done = { link: undefined, reorder: undefined };
  const targetAt = (world: Point) => {
    const hit = hitAt(board.scene, world, 0);
    return hit && "entity" in hit
      ? { entity: hit.entity, attribute: hit.kind === "row" ? hit.attribute : undefined }
      : undefined;
  };
  const orderAt = ({ y }: Point) => {
    const rows = tableOf(board, entity)?.rows ?? [];
    const index = rows.findIndex(({ box }) => y < box.y + box.height / 2);
    return index < 0 ? rows.length : index;
  };
  return {
    move({ world }) {
      const target = targetAt(world);
      const isOwn = target?.entity === entity && board.props.notation !== "chen";
      board.set({
        hover: undefined,
        link: isOwn ? undefined : { from: { entity, attribute }, to: world, target },
        reorder: isOwn ? { entity, index: orderAt(world) } : undefined,
      });
    },
    end({ world }) {
      const { link, reorder } = board.state;
      board.set(done);
      if (link?.target !== undefined) return relate(board, { entity, attribute }, link.target);
      if (reorder === undefined) return;
      const rows = tableOf(board, entity)?.rows ?? [];
      const from = rows.findIndex(({ name }) => name === attribute);
      const to = orderAt(world) - (orderAt(world) > from ? 1 : 0);
      if (to === from) return;
      command(board, [{ id: "attribute.move", values: { entity, name: attribute, index: to } }]);
    },
    cancel: () => board.set(done),
  };
}
