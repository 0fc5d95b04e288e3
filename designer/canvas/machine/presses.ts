import { type Box, type Point, screenToWorld, worldToScreen } from "@loom/protocol";
import { boundsOf, evenly, expanded } from "@loom/protocol/drawing";
import type { Drag, GestureHandlers, Press } from "../gestures.ts";
import { visibleBox } from "../view_window.ts";
import {
  addState,
  type Board,
  canConnect,
  canEdit,
  canMove,
  moveStates,
  parentAt,
  putDown,
  takeStates,
  takeTransition,
} from "./board.ts";
import { containerAt, type Hit, hitAt, REACH, stateAt, statesIn } from "./hit.ts";
import { snapped, withInside } from "./live.ts";

/** The radius of the places at the border of a state where transitions begin, in pixels. */
export const HANDLE_REACH = { mouse: 12, touch: 22 } as const;

/** The answers of a machine's board to gestures. */
export function machineGestures(board: Board): GestureHandlers {
  return {
    press: (press) => pressed(board, press),
    tap: (press) => tapped(board, press),
    doubleTap: (press) => doubleTapped(board, press),
    ...(hasMenu(board) ? { menu: (press: Press) => openMenu(board, press) } : {}),
    hover(press) {
      if (press) board.props.onPointer?.(press.world);
      const hit = press && partAt(board, press);
      const now = board.state.hover;
      if (hit?.kind === now?.kind && hit?.id === now?.id) return;
      // A handle stands half outside of its state: it stays while the pointer is on it.
      if (press && now?.kind === "state" && handleAt(board, now.id, press) !== undefined) return;
      board.set({ hover: hit });
    },
  };
}

function hasMenu({ props }: Board): boolean {
  return props.onContextMenu !== undefined || props.readOnly !== true;
}

function partAt({ scene, props }: Board, press: Press): Hit | undefined {
  return hitAt(scene, press.world, props.viewport.scale, REACH[press.isTouch ? "touch" : "mouse"]);
}

/** The places where transitions begin: the middles of the sides of a state. */
export function handlesOf({ x, y, width, height }: Box): Point[] {
  return [
    { x: x + width / 2, y },
    { x: x + width, y: y + height / 2 },
    { x: x + width / 2, y: y + height },
    { x, y: y + height / 2 },
  ];
}

function handleAt(board: Board, key: string, press: Press): Point | undefined {
  const state = board.scene.byKey.get(key);
  if (!state || !canConnect(board) || state.kind === "final") return undefined;
  const reach = HANDLE_REACH[press.isTouch ? "touch" : "mouse"];
  return handlesOf(state.box).find((handle) => {
    const { x, y } = worldToScreen(board.props.viewport, handle);
    return Math.hypot(x - press.at.x, y - press.at.y) <= reach;
  });
}

/** The state whose handle is pressed: the one under the pointer, or the one in hand. */
function handleHolder(board: Board, press: Press): string | undefined {
  const { hover, hand } = board.state;
  const shown = [
    ...(hover?.kind === "state" && !press.isTouch ? [hover.id] : []),
    ...(hand.states.size === 1 ? hand.states : []),
  ];
  return shown.find((key) => handleAt(board, key, press) !== undefined);
}

function pressed(board: Board, press: Press): Drag | "pan" | undefined {
  board.set({ menu: undefined, isInTree: false });
  if (board.props.drawMode !== "transition") {
    const holder = handleHolder(board, press);
    if (holder !== undefined) return linkDrag(board, holder);
  }
  const hit = partAt(board, press);
  if (board.props.drawMode === "transition") {
    return hit?.kind === "state" && canConnect(board)
      ? linkDrag(board, hit.id)
      : press.isTouch
      ? "pan"
      : undefined;
  }
  if (hit?.kind === "state" && hit.onHead && !board.scene.ghosts.has(hit.id)) {
    const { states } = board.state.hand;
    if (press.shift || press.mod) return marqueeDrag(board, press);
    if (!states.has(hit.id)) takeStates(board, [hit.id]);
    return canMove(board) ? moveDrag(board, press) : undefined;
  }
  return press.isTouch ? "pan" : marqueeDrag(board, press);
}

function tapped(board: Board, press: Press): void {
  board.set({ form: undefined, rename: undefined });
  const hit = partAt(board, press);
  if (board.props.drawMode === "transition") {
    if (hit?.kind === "state") chooseInDrawing(board, hit.id, press.at);
    else board.props.onCancelDraw?.();
    return;
  }
  if (hit === undefined || (hit.kind === "state" && !hit.onHead && board.scene.inside === hit.id)) {
    return putDown(board);
  }
  if (hit.kind === "transition") return takeTransition(board, hit.id);
  const { states } = board.state.hand;
  if (press.shift || press.mod) {
    const next = new Set(states);
    if (!next.delete(hit.id)) next.add(hit.id);
    takeStates(board, next);
  } else if (states.size !== 1 || !states.has(hit.id)) takeStates(board, [hit.id]);
}

/** The first press in the drawing mode chooses the source, the second one the target. */
function chooseInDrawing(board: Board, key: string, at: Point): void {
  const source = board.props.drawSource ?? board.state.link?.from;
  if (source === undefined || source === null) {
    const box = board.scene.byKey.get(key)?.box;
    if (box) {
      board.set({
        link: { from: key, to: { x: box.x + box.width / 2, y: box.y + box.height / 2 }, target: key },
      });
    }
    board.props.onSelect?.("state", key);
  } else {
    board.set({ link: undefined, form: { about: { from: source }, to: key, at } });
  }
}

function doubleTapped(board: Board, press: Press): void {
  const hit = partAt(board, press);
  if (hit?.kind === "transition") {
    if (canConnect(board) && board.props.onEnterTransition) openTransition(board, hit.id, press.at);
    return;
  }
  const state = hit === undefined ? undefined : board.scene.byKey.get(hit.id);
  if (hit && state && hit.onHead) {
    if (state.isContainer && board.props.onNavigateInto) return board.props.onNavigateInto(state.name);
    if (canEdit(board) && board.props.onRenameState) board.set({ rename: state.key });
    return;
  }
  if (canEdit(board)) {
    addState(board, parentAt(board, containerAt(board.scene, press.world)?.key), press.world);
  }
}

/** Opens the form of a transition. */
export function openTransition(board: Board, id: string, at: Point): void {
  const edge = board.scene.edges.find((one) => one.id === id);
  if (edge?.kind === "join") return;
  takeTransition(board, id);
  board.set({ form: { about: { id }, to: edge?.to, at } });
}

function openMenu(board: Board, press: Press): void {
  const hit = partAt(board, press);
  const isBoard = hit === undefined || (hit.kind === "state" && !hit.onHead);
  const target = isBoard ? { kind: "canvas" as const } : { kind: hit.kind, id: hit.id };
  if (!isBoard && hit.kind === "state" && !board.state.hand.states.has(hit.id)) takeStates(board, [hit.id]);
  if (!isBoard && hit.kind === "transition") takeTransition(board, hit.id);
  if (board.props.onContextMenu) return board.props.onContextMenu(press.client.x, press.client.y, target);
  board.set({ menu: { target, at: press.at, world: press.world }, form: undefined });
}

/** Moves what is in hand; with Shift along one axis, with Alt a copy is left behind. */
function moveDrag(board: Board, begin: Press): Drag {
  const { scene, props } = board;
  const keys = withInside(scene, board.state.hand.states);
  const own = [...keys].flatMap((key) => scene.byKey.get(key)?.box ?? []);
  const size = board.tools?.size ?? { width: 0, height: 0 };
  const shown = expanded(visibleBox(props.viewport, size), evenly(200));
  const others = scene.states.filter(({ key, isContainer, box }) =>
    !keys.has(key) && !isContainer && box.x < shown.x + shown.width && shown.x < box.x + box.width &&
    box.y < shown.y + shown.height && shown.y < box.y + box.height
  ).map(({ box }) => box);
  const whole = boundsOf(own);
  const at = (now: Press) => {
    const by = { x: now.world.x - begin.world.x, y: now.world.y - begin.world.y };
    const kept = now.shift ? Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y } : by;
    const there = { ...whole, x: whole.x + kept.x, y: whole.y + kept.y };
    const snap = now.mod
      ? { by: { x: 0, y: 0 }, guides: [] }
      : snapped(there, others, board.props.viewport.scale);
    return {
      by: {
        x: Math.round(kept.x + (now.shift && kept.x === 0 ? 0 : snap.by.x)),
        y: Math.round(kept.y + (now.shift && kept.y === 0 ? 0 : snap.by.y)),
      },
      guides: snap.guides,
    };
  };
  const done = { move: undefined, guides: [] };
  return {
    move(now) {
      const { by, guides } = at(now);
      board.set({ move: { keys, by }, guides, hover: undefined });
    },
    end(now) {
      const { by } = at(now);
      board.set(done);
      if (now.alt && board.props.onCopy && board.props.onPaste) {
        const text = board.props.onCopy([...board.state.hand.states]);
        board.props.onPaste(text, {
          parent: parentAt(board, containerAt(scene, now.world)?.key),
          at: now.world,
        });
      } else moveStates(board, board.state.hand.states, by);
    },
    cancel: () => board.set(done),
  };
}

function marqueeDrag(board: Board, begin: Press): Drag {
  const before = begin.shift || begin.mod ? board.state.hand.states : new Set<string>();
  const area = (now: Press): Box => ({
    x: Math.min(now.world.x, begin.world.x),
    y: Math.min(now.world.y, begin.world.y),
    width: Math.abs(now.world.x - begin.world.x),
    height: Math.abs(now.world.y - begin.world.y),
  });
  return {
    move(now) {
      const marquee = area(now);
      const states = new Set([...before, ...statesIn(board.scene, marquee)]);
      board.set({ marquee, hand: { states, transition: undefined }, hover: undefined });
    },
    end(now) {
      board.set({ marquee: undefined });
      takeStates(board, new Set([...before, ...statesIn(board.scene, area(now))]));
    },
    cancel: () => board.set({ marquee: undefined, hand: { states: before, transition: undefined } }),
  };
}

/** Draws a transition from a state to where the pointer is: it snaps to states, and makes one where there is none. */
function linkDrag(board: Board, from: string): Drag {
  const targetAt = (now: Press) =>
    stateAt(board.scene, now.world, REACH[now.isTouch ? "touch" : "mouse"].box / board.props.viewport.scale);
  return {
    move(now) {
      const target = targetAt(now);
      const isState = target !== undefined &&
        !(target.isContainer && target.key !== from && isDeepInside(now, target.box));
      board.set({
        link: { from, to: now.world, target: isState ? target.key : undefined },
        hover: undefined,
      });
    },
    end(now) {
      const target = board.state.link?.target;
      board.set({ link: undefined });
      if (target !== undefined) {
        return board.set({ form: { about: { from }, to: target, at: now.at } });
      }
      const container = containerAt(board.scene, now.world);
      addState(board, parentAt(board, container?.key), now.world, from);
    },
    cancel: () => board.set({ link: undefined }),
  };
}

/** Whether a place is far enough from the border and the name of a container to mean its inside. */
function isDeepInside({ world }: Press, { x, y, width, height }: Box): boolean {
  return world.x > x + 16 && world.x < x + width - 16 && world.y > y + 40 && world.y < y + height - 16;
}

/** The middle of what the pane shows, in the world. */
export function middleOfPane(board: Board): Point {
  const { width = 0, height = 0 } = board.tools?.size ?? {};
  return screenToWorld(board.props.viewport, { x: width / 2, y: height / 2 });
}
