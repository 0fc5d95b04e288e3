import { type Box, endsOf, overlaps, type Point, worldToScreen } from "@loom/protocol";
import { copy, copyItems, duplicate, paste, pasteItems } from "../clipboard.ts";
import { type BoardKind, command, type Hit, nameOf, take, typeOf } from "../board.ts";
import { linkDrag, marqueeDrag, moveDrag } from "../board_gestures.ts";
import { middleOfPane, nudgeOf } from "../board_keys.ts";
import { boundsOf, boundsOfLine } from "@loom/protocol/drawing";
import { pathOf } from "../geometry.ts";
import type { Drag, Press } from "../gestures.ts";
import type { MenuItem } from "../menu.tsx";
import {
  boxesNow,
  canEdit,
  canMove,
  entitiesInHand,
  type EntityRelationshipCanvasProps,
  type ErdBoard,
  type ErdOwn,
  lineOf,
  moveEntities,
  tableOf,
} from "./board.ts";
import {
  addAttribute,
  addEntity,
  editAttribute,
  editLabel,
  relate,
  relationshipAt,
  relationshipEdit,
  removeInHand,
  renameEntity,
} from "./edits.ts";
import { END_CHOICES, withEnd } from "./relating.ts";
import { entityKey, type ErdScene, hitAt, NO_ERD, relationshipKey } from "./scene.ts";

/** The keys of a diagram, in a sentence for those who do not see it. */
export const ERD_KEYS =
  "Arrows walk through the elements. Enter edits, A adds an attribute, N adds an entity, C begins a " +
  "relationship, which Enter at another element ends, E changes the ends of a relationship, O opens the machine of an attribute, Delete removes, Alt and arrows move.";

/** The reach of a pointer around what is thin, in pixels. */
const REACH = { mouse: 6, touch: 20 } as const;

/** Entity-relationship diagrams as boards. */
export const ERD_BOARD: BoardKind<EntityRelationshipCanvasProps, ErdScene, ErdOwn> = {
  own: { reorder: undefined, endMenu: undefined, relating: undefined },
  empty: NO_ERD,
  many: "entity",
  keys: {
    n: (board) => addEntity(board, middleOfPane(board)),
    a(board) {
      const [entity] = entitiesInHand(board);
      if (entity === undefined) addEntity(board, middleOfPane(board));
      else addAttribute(board, entity);
    },
    c(board) {
      const [key] = board.state.hand;
      if (key === undefined || !canEdit(board) || !tableOf(board, key)) return false;
      beginRelating(board, key);
      return true;
    },
    o(board) {
      const [machine] = board.scene.rows.get(board.state.hand[0] ?? "")?.stateOf ?? [];
      if (machine === undefined) return false;
      board.props.onOpenMachine?.(machine);
      return true;
    },
    "Ctrl+d": duplicate,
    e(board) {
      const line = lineOf(board, board.state.hand[0]);
      if (!line) return false;
      openEnds(board, line.index, 1, worldToScreen(board.props.viewport, line.ends[1]));
      return true;
    },
  },
  canEdit,
  hitAt: ({ scene, props }, press) =>
    hitAt(scene, press.world, REACH[press.isTouch ? "touch" : "mouse"] / props.viewport.scale),
  boxOf: (board, key) =>
    board.scene.rows.get(key)?.box ?? tableOf(board, key)?.box ?? lineOf(board, key)?.label,
  groupOf({ scene }, key) {
    const row = scene.rows.get(key);
    return row ? entityKey(row.entity) : key;
  },
  lineOf(board, key) {
    const line = lineOf(board, key);
    return line && { d: line.paths.map(pathOf).join(""), plate: line.plate };
  },
  linesAt: ({ scene }, key) =>
    scene.lines.filter(({ from, to }) => entityKey(from) === key || entityKey(to) === key).map(({ index }) =>
      relationshipKey(index)
    ),
  handles: handlesOf,
  marks: (board, unit) => <Marks board={board} unit={unit} />,
  within: ({ scene }, area) =>
    scene.tables.filter(({ box }) => overlaps(box, area)).map(({ name }) => entityKey(name)),
  all: ({ scene }) => scene.tables.map(({ name }) => entityKey(name)),
  press(board, press, hit) {
    board.set({ endMenu: undefined });
    const { readOnly } = board.props;
    if (hit === undefined) return press.isTouch || readOnly === true ? "pan" : marqueeDrag(board, press);
    if (readOnly === true) return "pan";
    if (typeOf(hit.key) === "attribute" && canEdit(board)) return rowDrag(board, hit.key);
    const table = tableOf(board, hit.key);
    if (!table) return press.isTouch ? "pan" : marqueeDrag(board, press);
    if (press.shift || press.mod) return undefined;
    if (!entitiesInHand(board).includes(table.name)) take(board, [entityKey(table.name)]);
    return canMove(board) ? entitiesDrag(board, press) : "pan";
  },
  tap(board, press, hit) {
    const { relating } = board.state;
    board.set({ relating: undefined });
    if (relating !== undefined && hit && tableOf(board, hit.key)) {
      relate(board, relating, hit.key);
      return true;
    }
    const line = hit && lineOf(board, hit.key);
    if (line && hit.part !== undefined && canEdit(board)) {
      take(board, [hit.key]);
      openEnds(board, line.index, hit.part === "from" ? 0 : 1, press.at);
      return true;
    }
    const [machine] = hit ? board.scene.rows.get(hit.key)?.stateOf ?? [] : [];
    const { readOnly, isLocked } = board.props;
    if (machine !== undefined && !press.shift && (hit?.part === "mark" || (readOnly && !isLocked))) {
      board.props.onOpenMachine?.(machine);
    }
    return false;
  },
  doubleTap(board, press, hit) {
    if (hit === undefined) addEntity(board, press.world);
    else if (hit.part === undefined || typeOf(hit.key) === "attribute") ERD_BOARD.edit(board, hit.key);
  },
  edit(board, key) {
    const { relating } = board.state;
    const table = tableOf(board, key);
    if (relating !== undefined && table) {
      board.set({ relating: undefined });
      relate(board, relating, key);
    } else if (typeOf(key) === "attribute") editAttribute(board, key);
    else if (table) renameEntity(board, table.name);
    else editLabel(board, key);
    return true;
  },
  remove: removeInHand,
  copies: {
    names: entitiesInHand,
    boxes: boxesNow,
    lines: ({ scene }) =>
      scene.lines.flatMap(({ paths, label }) => [
        label,
        ...paths.flatMap((points) =>
          points.slice(1).map((point, at) => boundsOfLine([point, points[at] ?? point]))
        ),
      ]),
  },
  arrow(board, arrow, event) {
    const [key = ""] = board.state.hand;
    const row = event.altKey ? undefined : board.scene.rows.get(key);
    if (row && arrow.y !== 0) {
      const rows = tableOf(board, key)?.rows ?? [];
      const next = rows[rows.findIndex(({ name }) => name === row.name) + arrow.y];
      take(board, [next?.key ?? entityKey(row.entity)]);
      return true;
    }
    const entities = entitiesInHand(board);
    if (entities.length === 0 || !canMove(board)) return false;
    moveEntities(board, entities, nudgeOf(arrow, event));
    return true;
  },
  back(board) {
    const { endMenu, relating } = board.state;
    if (endMenu) board.set({ endMenu: undefined });
    else if (relating) board.set({ relating: undefined, said: "No relationship was made." });
    return Boolean(endMenu ?? relating);
  },
  tell(board, key) {
    if (key === undefined) return board.props.onClearSelection?.();
    board.props.onFocus?.(key);
    const entity = tableOf(board, key)?.name ?? (typeOf(key) === "entity" ? nameOf(key) : undefined);
    if (entity !== undefined) board.props.onSelect?.(entity);
  },
  menu: menuItems,
  hasForm: ({ state }) => state.endMenu !== undefined,
  hostMenu(board) {
    const { onContextMenu } = board.props;
    return onContextMenu && ((x, y, hit) => {
      const entity = hit && tableOf(board, hit.key)?.name;
      onContextMenu(x, y, entity === undefined ? { kind: "canvas" } : { kind: "entity", id: entity });
    });
  },
};

function beginRelating(board: ErdBoard, key: string): void {
  const what = nameOf(key);
  board.set({ relating: key, said: `Relating ${what}: go to the other element and press Enter.` });
}

function openEnds(board: ErdBoard, index: number, end: 0 | 1, at: Point): void {
  board.set({ endMenu: { index, end, at }, menu: undefined });
}

/** Both ends of the relationship in hand, else both sides of the row under the pointer. */
function handlesOf(board: ErdBoard): readonly Point[] {
  const { hover, move, link, marquee, edit, hand } = board.state;
  if (!canEdit(board) || move || link || marquee || edit) return [];
  const row = hover && board.scene.rows.get(hover.key);
  if (!row) return lineOf(board, hand[0])?.ends ?? [];
  const { x, y, width, height } = row.box;
  return [x, x + width].map((side) => ({ x: side, y: y + height / 2 }));
}

/** The rows under the pointer and in hand, and the place that a dragged row would get. */
function Marks({ board, unit }: { readonly board: ErdBoard; readonly unit: number }) {
  const { scene, state: { hand, hover, link, reorder } } = board;
  const rows = [[hover?.key, "hover"], [hand[0], "selected"], [link?.from, "selected"]] as const;
  const own = reorder && tableOf(board, entityKey(reorder.entity))?.rows;
  const before = own?.at(-1)?.box;
  const side = reorder &&
    (own?.[reorder.index]?.box ?? (before && { ...before, y: before.y + before.height }));
  return (
    <>
      {rows.map(([key, kind], index) => {
        const box = scene.rows.get(key ?? "")?.box;
        return box ? <rect key={index} class={`slc-mark-row slc-mark-row--${kind}`} {...box} /> : null;
      })}
      {side
        ? (
          <line
            class="slc-place"
            x1={side.x + 4}
            x2={side.x + side.width - 4}
            y1={side.y}
            y2={side.y}
            stroke-width={2.5 * unit}
          />
        )
        : null}
    </>
  );
}

function entitiesDrag(board: ErdBoard, begin: Press): Drag {
  const keys = new Set(entitiesInHand(board));
  const boxesOf = (isMoved: boolean): Box[] =>
    board.scene.tables.filter(({ name }) => keys.has(name) === isMoved).map(({ box }) => box);
  return moveDrag(board, begin, {
    keys,
    boxes: boxesOf(true),
    others: boxesOf(false),
    end(by, { alt }) {
      const text = alt ? copy(board) : undefined;
      if (text === undefined) return moveEntities(board, keys, by);
      const { x, y, width, height } = boundsOf(boxesOf(true));
      void paste(board, text, undefined, { x: x + width / 2 + by.x, y: y + height / 2 + by.y });
    },
  });
}

/** A row that is dragged: to another table it makes a relationship, within its own it changes its place. */
function rowDrag(board: ErdBoard, key: string): Drag {
  const { entity = "", name = "" } = board.scene.rows.get(key) ?? {};
  const rows = () => tableOf(board, key)?.rows ?? [];
  const orderAt = ({ y }: Point) => {
    const index = rows().findIndex(({ box }) => y < box.y + box.height / 2);
    return index < 0 ? rows().length : index;
  };
  const targetAt = ({ world }: Press) => {
    const hit = hitAt(board.scene, world, 0);
    return hit && tableOf(board, hit.key) ? hit.key : undefined;
  };
  const isOwn = (target: string | undefined) =>
    target !== undefined && tableOf(board, target)?.name === entity && board.props.notation !== "chen";
  const link = linkDrag(board, key, {
    targetAt,
    end: (target) => target === undefined || relate(board, key, target),
  });
  return {
    move(now) {
      if (!isOwn(targetAt(now))) {
        board.set({ reorder: undefined });
        return link.move(now);
      }
      board.set({ hover: undefined, link: undefined, reorder: { entity, index: orderAt(now.world) } });
    },
    end(now) {
      board.set({ reorder: undefined });
      if (!isOwn(targetAt(now))) return link.end(now);
      const from = rows().findIndex((row) => row.name === name);
      const to = orderAt(now.world) - (orderAt(now.world) > from ? 1 : 0);
      if (to !== from) command(board, [{ id: "attribute.move", values: { entity, name, index: to } }]);
    },
    cancel() {
      board.set({ reorder: undefined });
      link.cancel();
    },
  };
}

function menuItems(board: ErdBoard, hit: Hit | undefined): (MenuItem | undefined)[] {
  const { menu } = board.state;
  const isDisabled = !canEdit(board);
  const remove: MenuItem = {
    text: "Remove",
    keys: "Delete",
    isDisabled,
    run: () => void removeInHand(board),
  };
  if (hit === undefined) {
    return [
      { text: "Add entity", keys: "N", isDisabled, run: () => menu && addEntity(board, menu.world) },
      ...(menu ? pasteItems(board, undefined, menu.world) : []),
      { text: "Select all", keys: "Ctrl+A", run: () => take(board, board.kind.all(board)) },
      undefined,
      { text: "Fit", keys: "0", run: () => board.tools?.handle.fit() },
    ];
  }
  const line = lineOf(board, hit.key);
  if (line) {
    return [
      { text: "Edit the verb", keys: "Enter", isDisabled, run: () => editLabel(board, hit.key) },
      ...[line.from, line.to].map((entity, end): MenuItem => ({
        text: `How many ${entity} …`,
        isDisabled,
        run: () => openEnds(board, line.index, end === 0 ? 0 : 1, menu?.at ?? { x: 0, y: 0 }),
      })),
      undefined,
      remove,
    ];
  }
  const { name: entity = "" } = tableOf(board, hit.key) ?? {};
  const row = board.scene.rows.get(hit.key);
  return [
    row
      ? { text: "Edit", keys: "Enter", isDisabled, run: () => editAttribute(board, hit.key) }
      : { text: "Rename", keys: "Enter", isDisabled, run: () => renameEntity(board, entity) },
    { text: "Add attribute", keys: "A", isDisabled, run: () => addAttribute(board, entity) },
    { text: "Relate to …", keys: "C", isDisabled, run: () => beginRelating(board, hit.key) },
    ...(row?.stateOf ?? []).map((machine): MenuItem => ({
      text: `Open ${machine}`,
      keys: "O",
      run: () => board.props.onOpenMachine?.(machine),
    })),
    ...copyItems(board),
    undefined,
    remove,
  ];
}

/** The menu of an end of a relationship. */
export function endMenuOf(board: ErdBoard, { index, end, at }: NonNullable<ErdOwn["endMenu"]>) {
  const line = lineOf(board, relationshipKey(index));
  const ends = endsOf(relationshipAt(board, index));
  const [entity = "", other = ""] = end === 0 ? [line?.from, line?.to] : [line?.to, line?.from];
  const now = ends[end];
  const items = END_CHOICES.map((choice): MenuItem => {
    const isNow = choice.maximum === now.maximum && choice.minimum === now.minimum;
    return {
      text: `${isNow ? "✓ " : ""}${choice.text} ${entity}`,
      run: () => void command(board, [relationshipEdit(board, "update", index, withEnd(ends, end, choice))]),
    };
  });
  const turn = { text: "Edit the other end", run: () => openEnds(board, index, end === 0 ? 1 : 0, at) };
  return { items: [...items, undefined, turn], label: `Each ${other} has` };
}
