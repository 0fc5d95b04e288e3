import { type Box, overlaps, type PictureLink, type Point, type SystemDefinition } from "@loom/protocol";
import {
  type Board,
  type BoardKind,
  type BoardProps,
  command,
  type Hit,
  nameOf,
  openEdit,
  removeBy,
  sayPlaces,
  take,
  typeOf,
} from "../board.ts";
import { marqueeDrag, moveDrag } from "../board_gestures.ts";
import { nudgeOf } from "../board_keys.ts";
import type { Press } from "../gestures.ts";
import type { MenuItem } from "../menu.tsx";
import { isIn } from "../geometry.ts";
import { actorKey, type MapScene, mapScene, memberKey, NO_MAP, type SystemMemberView } from "./map_scene.ts";

/** Props of {@linkcode SystemMapCanvas}. */
export interface SystemMapCanvasProps extends BoardProps {
  /** The system; it need not be valid. */
  readonly definition: SystemDefinition;
  /** Facts about its members, by their paths as the system writes them. */
  readonly members: Readonly<Record<string, SystemMemberView>>;
  /** The links between members, by their paths. */
  readonly links: readonly PictureLink[];
  /** The element in hand: `member:order.smdf.json`, `actor:Ann`; empty for none. */
  readonly focus?: string | undefined;
  /** The places of members and actors that were moved, by their paths and names. */
  readonly positions?: Readonly<Record<string, Point>> | undefined;
  /** The paths that can be added as members. */
  readonly known?: readonly string[] | undefined;
  /** Called when an element is taken in hand, with its key as in `focus`; empty for none. */
  readonly onFocus?: ((key: string) => void) | undefined;
  /** Called once for a movement, with the boxes of all that has moved. Without it nothing is moved. */
  readonly onMove?: ((boxes: Readonly<Record<string, Box>>) => void) | undefined;
  /** Called to open a member. */
  readonly onOpen?: ((path: string) => void) | undefined;
}

/** The state of a map beside that of all boards. */
export interface MapOwn {
  /** The path of the member that is looked at. */
  readonly peek: string | undefined;
}

/** A map as its handlers see it. */
export type MapBoard = Board<SystemMapCanvasProps, MapScene, MapOwn>;

/** The keys of a map, in a sentence for those who do not see it. */
export const MAP_KEYS =
  "Arrows walk through the elements. Enter opens a member, Space looks into it, M adds a member, N adds an actor, " +
  "Alt and arrows move it, Delete removes it from the system.";

/** Maps of systems as boards. */
export const MAP_BOARD: BoardKind<SystemMapCanvasProps, MapScene, MapOwn> = {
  own: { peek: undefined },
  empty: NO_MAP,
  many: "member",
  keys: {
    " "(board) {
      const [key = ""] = board.state.hand;
      if (typeOf(key) !== "member") return false;
      board.set({ peek: nameOf(key) });
      return true;
    },
    m: (board) => addMember(board),
    n: addActor,
  },
  canEdit: ({ props }) => props.readOnly !== true && props.onCommand !== undefined,
  hitAt({ scene }, { world }) {
    const hit = scene.elements.find(({ box }) => isIn(world, box, 0));
    return hit && { key: hit.key };
  },
  boxOf: ({ scene }, key) => scene.elements.find((one) => one.key === key)?.box,
  lineOf({ scene }, key) {
    const link = typeOf(key) === "link" ? scene.links[Number(nameOf(key))] : undefined;
    return link && { d: link.d, plate: link.label };
  },
  linesAt: ({ scene }, key) =>
    scene.links.flatMap(({ from, to }, index) =>
      memberKey(from) === key || memberKey(to) === key ? [`link:${index}`] : []
    ),
  within: ({ scene }, area) => scene.cards.filter(({ box }) => overlaps(box, area)).map(({ key }) => key),
  all: ({ scene }) => scene.cards.map(({ key }) => key),
  press(board, press, hit) {
    if (hit === undefined || press.shift) {
      return press.shift && !press.isTouch ? marqueeDrag(board, press) : "pan";
    }
    if (!canMove(board)) return "pan";
    if (!board.state.hand.includes(hit.key)) take(board, [hit.key]);
    return elementsDrag(board, press);
  },
  tap(board, press, hit) {
    if (!hit || typeOf(hit.key) !== "member" || press.shift || press.mod) return false;
    take(board, [hit.key]);
    if (press.alt) board.set({ peek: nameOf(hit.key) });
    else board.props.onOpen?.(nameOf(hit.key));
    return true;
  },
  doubleTap(board, { world }, hit) {
    if (hit === undefined) addMember(board, world);
  },
  edit(board, key) {
    if (typeOf(key) === "member") board.props.onOpen?.(nameOf(key));
    else renameActor(board, nameOf(key));
    return true;
  },
  arrow(board, arrow, event) {
    if (board.state.hand.length === 0 || !canMove(board)) return false;
    moveElements(board, new Set(board.state.hand), nudgeOf(arrow, event));
    return true;
  },
  remove: removeInHand,
  back(board) {
    if (board.state.peek === undefined) return false;
    board.set({ peek: undefined });
    return true;
  },
  tell({ props }, key) {
    props.onFocus?.(key ?? "");
    if (key === undefined) props.onClearSelection?.();
  },
  menu: menuItems,
};

function canMove({ props }: MapBoard): boolean {
  return props.readOnly !== true && props.onMove !== undefined;
}

function elementsDrag(board: MapBoard, begin: Press) {
  const keys = new Set(board.state.hand);
  const boxesOf = (isMoved: boolean) =>
    board.scene.elements.filter(({ key }) => keys.has(key) === isMoved).map(({ box }) => box);
  return moveDrag(board, begin, {
    keys,
    boxes: boxesOf(true),
    others: boxesOf(false),
    end: (by) => moveElements(board, keys, by),
  });
}

/** Tells the host where elements are after a movement. */
function moveElements(board: MapBoard, keys: ReadonlySet<string>, by: Point): void {
  if (by.x === 0 && by.y === 0) return;
  const { props } = board;
  const { elements } = mapScene(props.definition, props.links, props.positions);
  const boxes = Object.fromEntries(
    elements.filter(({ key }) => keys.has(key)).map(({ key, box: { x, y, width, height } }) =>
      [nameOf(key), { x: Math.round(x + by.x), y: Math.round(y + by.y), width, height }] as const
    ),
  );
  props.onMove?.(boxes);
  sayPlaces(board, boxes);
}

/** The place of a field where no pointer says one: below all. */
function below({ scene }: MapBoard): Point {
  const { x = 0, y = 0, height = 0 } = scene.bounds ?? {};
  return { x: x + 120, y: y + height + 30 };
}

function fieldAt({ x, y }: Point) {
  const box = { x: x - 120, y: y - 16, width: 260, height: 32 };
  return () => box;
}

function addMember(board: MapBoard, at: Point = below(board)): void {
  openEdit(board, {
    box: fieldAt(at),
    text: "",
    label: "Path of the new member",
    placeholder: "file, such as order.smdf.json",
    completions: () => board.props.known ?? [],
    commit(path) {
      const refusal = command(board, [{ id: "member.add", values: { path } }]);
      if (refusal === undefined) take(board, [memberKey(path)]);
      return refusal;
    },
  });
}

const ACTOR_KINDS = ["person", "agent", "service", "external"] as const;

function addActor(board: MapBoard): void {
  openEdit(board, {
    box: fieldAt(below(board)),
    text: "",
    label: "New actor: name, kind",
    placeholder: `name ${ACTOR_KINDS.join(" | ")}`,
    completions: (text) =>
      text.trim() === "" ? [] : ACTOR_KINDS.map((kind) => `${text.trim().split(" ")[0]} ${kind}`),
    commit(text) {
      const words = text.split(/\s+/);
      const kind = ACTOR_KINDS.find((one) => one === words.at(-1));
      const name = (kind === undefined ? words : words.slice(0, -1)).join(" ");
      const refusal = command(board, [{ id: "actor.add", values: { name, kind: kind ?? "person" } }]);
      if (refusal === undefined) take(board, [actorKey(name)]);
      return refusal;
    },
  });
}

function renameActor(board: MapBoard, name: string): void {
  openEdit(board, {
    box: () => MAP_BOARD.boxOf(board, actorKey(name)),
    text: name,
    label: `Name of ${name}`,
    commit(newName) {
      const refusal = command(board, [{ id: "actor.rename", values: { name, newName } }]);
      if (refusal === undefined) take(board, [actorKey(newName)]);
      return refusal;
    },
  });
}

function removeInHand(board: MapBoard): boolean {
  return removeBy(
    board,
    board.state.hand.map((key) =>
      typeOf(key) === "member"
        ? { id: "member.remove", values: { path: nameOf(key) } }
        : { id: "actor.remove", values: { name: nameOf(key) } }
    ),
  );
}

function menuItems(board: MapBoard, hit: Hit | undefined): (MenuItem | undefined)[] {
  const isDisabled = !MAP_BOARD.canEdit(board);
  if (hit === undefined) {
    return [
      { text: "Add member", keys: "M", isDisabled, run: () => addMember(board) },
      { text: "Add actor", keys: "N", isDisabled, run: () => addActor(board) },
      undefined,
      { text: "Fit", keys: "0", run: () => board.tools?.handle.fit() },
    ];
  }
  const name = nameOf(hit.key);
  const remove = {
    text: "Remove from the system",
    keys: "Delete",
    isDisabled,
    run: () => void removeInHand(board),
  };
  const own = typeOf(hit.key) === "member"
    ? [
      { text: "Open", keys: "Enter", run: () => board.props.onOpen?.(name) },
      { text: "Look into it", keys: "Space", run: () => board.set({ peek: name }) },
    ]
    : [{ text: "Rename", keys: "Enter", isDisabled, run: () => renameActor(board, name) }];
  return [...own, undefined, remove];
}
