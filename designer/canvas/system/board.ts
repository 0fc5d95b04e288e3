import type { PictureLink, Point, SystemDefinition } from "@loom/protocol";
import type { BoardOf } from "../board_of.ts";
import type { CanvasCommand } from "../command.ts";
import { type Press, takesText } from "../gestures.ts";
import type { InlineEdit } from "../inline_editor.tsx";
import type { MenuItem } from "../menu.tsx";
import type { CanvasContent, CommonCanvasProps } from "../pane.tsx";
import type { CanvasPeer } from "../peers.tsx";
import { type MapHit, mapHitAt, type MapScene, mapScene } from "./map_scene.ts";
import type { SystemMemberView } from "./system_member_view.ts";

/** Props of {@linkcode SystemMapCanvas}. */
export interface SystemMapCanvasProps extends CommonCanvasProps {
  /** The system; it need not be valid. */
  readonly definition: SystemDefinition;
  /** What is known of its members, by their paths as the system writes them. */
  readonly members: Readonly<Record<string, SystemMemberView>>;
  /** The links between members, by their paths. */
  readonly links: readonly PictureLink[];
  /** The element in hand: `member:order.smdf.json`, `actor:Ann`; empty for none. */
  readonly focus?: string | undefined;
  /** True to show only. */
  readonly readOnly?: boolean | undefined;
  /** Content of an empty board. */
  readonly emptyHint?: CanvasContent;
  /** The paths that can be added as members. */
  readonly known?: readonly string[] | undefined;
  /** The others at the board. */
  readonly peers?: readonly CanvasPeer[] | undefined;
  /** Called when the pointer moves, with its place in the world. */
  readonly onPointer?: ((at: Point) => void) | undefined;
  /** Called when an element is taken in hand, with its key as in `focus`; empty for none. */
  readonly onFocus?: ((key: string) => void) | undefined;
  /** Called to open a member. */
  readonly onOpen?: ((path: string) => void) | undefined;
  /** Called to make an edit: calls of the edits of this kind of document, all or none. Returns the reason why it cannot be. */
  readonly onCommand?: ((commands: readonly CanvasCommand[]) => string | undefined) | undefined;
  /** Takes back the last edit. */
  readonly onUndo?: (() => void) | undefined;
  /** Makes the edit again that was taken back last. */
  readonly onRedo?: (() => void) | undefined;
}

/** The state of a map that is nobody else's. */
export interface MapState {
  readonly hand: string;
  readonly hover: MapHit | undefined;
  readonly edit: (InlineEdit & { readonly id: string }) | undefined;
  readonly menu: { readonly at: Point; readonly hit: MapHit | undefined } | undefined;
  /** The path of the member that is looked at. */
  readonly peek: string | undefined;
  readonly said: string;
  readonly focusCount: number;
}

/** A map as its handlers see it. */
export type MapBoard = BoardOf<SystemMapCanvasProps, MapScene, MapState>;

/** The state at the beginning. */
export const NOTHING: MapState = {
  hand: "",
  hover: undefined,
  edit: undefined,
  menu: undefined,
  peek: undefined,
  said: "",
  focusCount: 0,
};
/** The scene of nothing. */
export const NO_SCENE: MapScene = mapScene({ settings: { namespace: "", name: "" }, members: [] }, []);
/** The keys of a map, in a sentence for those who do not see it. */
export const MAP_KEYS =
  "Arrows walk through the elements. Enter opens a member, Space looks into it, M adds a member, N adds an actor, " +
  "Delete removes it from the system.";

/** The key of a part. */
export function keyOf(hit: MapHit): string {
  return hit.kind === "member" ? `member:${hit.path}` : `actor:${hit.name}`;
}

/** Takes an element in hand, and tells the host. */
export function take(board: MapBoard, key: string): void {
  board.set({ hand: key });
  board.props.onFocus?.(key);
  const box = board.scene.cards.find(({ path }) => key === `member:${path}`)?.box;
  if (box) board.tools?.reveal(box);
}

/** The answers of the map to gestures. */
export function gesturesOf(board: MapBoard) {
  const hitOf = (press: Press) => mapHitAt(board.scene, press.world);
  return {
    press: () => {
      board.set({ menu: undefined });
      return "pan" as const;
    },
    tap(press: Press) {
      const hit = hitOf(press);
      take(board, hit === undefined ? "" : keyOf(hit));
      if (hit?.kind !== "member" || press.shift || press.mod) return;
      if (press.alt) board.set({ peek: hit.path });
      else board.props.onOpen?.(hit.path);
    },
    doubleTap(press: Press) {
      if (hitOf(press) === undefined) addMember(board, press.world);
    },
    menu(press: Press) {
      const hit = hitOf(press);
      take(board, hit === undefined ? "" : keyOf(hit));
      board.set({ menu: { at: press.at, hit } });
    },
    hover(press: Press | undefined) {
      if (press) board.props.onPointer?.(press.world);
      const hit = press && hitOf(press);
      if (JSON.stringify(hit) !== JSON.stringify(board.state.hover)) board.set({ hover: hit });
    },
  };
}

let edits = 0;

function command(board: MapBoard, commands: readonly CanvasCommand[]): string | undefined {
  if (board.props.readOnly || !board.props.onCommand) return "This board only shows the system.";
  const refusal = board.props.onCommand(commands);
  if (refusal !== undefined) board.set({ said: refusal });
  return refusal;
}

/** The place of a field where no pointer says one: below all. */
function below({ scene }: MapBoard): Point {
  const { x = 0, y = 0, height = 0 } = scene.bounds ?? {};
  return { x: x + 120, y: y + height + 30 };
}

function addMember(board: MapBoard, at: Point = below(board)): void {
  if (board.props.readOnly || !board.props.onCommand) return;
  board.set({
    edit: {
      id: `edit ${++edits}`,
      box: { x: at.x - 120, y: at.y - 16, width: 260, height: 32 },
      text: "",
      label: "Path of the new member",
      placeholder: "file, such as order.smdf.json",
      completions: () => board.props.known ?? [],
      commit(path) {
        const refusal = command(board, [{ id: "member.add", values: { path } }]);
        if (refusal === undefined) take(board, `member:${path}`);
        return refusal;
      },
    },
  });
}

const ACTOR_KINDS = ["person", "agent", "service", "external"] as const;

function addActor(board: MapBoard): void {
  if (board.props.readOnly || !board.props.onCommand) return;
  const at = below(board);
  board.set({
    edit: {
      id: `edit ${++edits}`,
      box: { x: at.x - 120, y: at.y - 16, width: 260, height: 32 },
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
        if (refusal === undefined) take(board, `actor:${name}`);
        return refusal;
      },
    },
  });
}

function renameActor(board: MapBoard, name: string): void {
  const box = board.scene.actors.find((one) => one.name === name)?.box;
  if (!box || board.props.readOnly) return;
  board.set({
    edit: {
      id: `edit ${++edits}`,
      box,
      text: name,
      label: `Name of ${name}`,
      commit: (newName) => command(board, [{ id: "actor.rename", values: { name, newName } }]),
    },
  });
}

function removeInHand(board: MapBoard): boolean {
  const { hand } = board.state;
  const at = hand.indexOf(":");
  if (at < 0) return false;
  const [type, name] = [hand.slice(0, at), hand.slice(at + 1)];
  const call = type === "member"
    ? { id: "member.remove", values: { path: name } }
    : { id: "actor.remove", values: { name } };
  if (command(board, [call]) === undefined) {
    take(board, "");
    board.set({ said: "Removed from the system." });
  }
  return true;
}

/** The rows of the menu of the part under the pointer. */
export function menuItems(board: MapBoard): (MenuItem | undefined)[] {
  const hit = board.state.menu?.hit;
  const isDisabled = board.props.readOnly === true || !board.props.onCommand;
  const remove: MenuItem = {
    text: "Remove from the system",
    keys: "Delete",
    isDisabled,
    run: () => void removeInHand(board),
  };
  if (hit?.kind === "member") {
    return [
      { text: "Open", keys: "Enter", run: () => board.props.onOpen?.(hit.path) },
      { text: "Look into it", keys: "Space", run: () => board.set({ peek: hit.path }) },
      undefined,
      remove,
    ];
  }
  if (hit?.kind === "actor") {
    return [
      { text: "Rename", keys: "Enter", isDisabled, run: () => renameActor(board, hit.name) },
      undefined,
      remove,
    ];
  }
  return [
    { text: "Add member", keys: "M", isDisabled, run: () => addMember(board) },
    { text: "Add actor", keys: "N", isDisabled, run: () => addActor(board) },
    undefined,
    { text: "Fit", keys: "0", run: () => board.tools?.handle.fit() },
  ];
}

/** Does what a key stands for; returns whether it did something. */
export function onMapKey(board: MapBoard, event: KeyboardEvent): boolean {
  if (takesText(event.target) && event.key !== "Escape") return false;
  const { hand, menu, peek } = board.state;
  const [type, name] = [hand.slice(0, hand.indexOf(":")), hand.slice(hand.indexOf(":") + 1)];
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    const step = key === "z" && !event.shiftKey
      ? board.props.onUndo
      : key === "z" || key === "y"
      ? board.props.onRedo
      : undefined;
    step?.();
    return step !== undefined;
  }
  switch (event.key) {
    case "Enter":
      if (type === "member") board.props.onOpen?.(name);
      else if (type === "actor") renameActor(board, name);
      return hand !== "";
    case " ":
      if (type === "member") board.set({ peek: name });
      return type === "member";
    case "Delete":
    case "Backspace":
      return removeInHand(board);
    case "m":
    case "M":
      addMember(board);
      return true;
    case "n":
    case "N":
      addActor(board);
      return true;
    case "+":
    case "=":
      board.tools?.handle.zoomIn();
      return true;
    case "-":
      board.tools?.handle.zoomOut();
      return true;
    case "0":
      board.tools?.handle.fit();
      return true;
    case "Escape":
      if (peek !== undefined || menu) board.set({ peek: undefined, menu: undefined });
      else if (hand !== "") take(board, "");
      else return false;
      return true;
    default:
      return false;
  }
}
