import { type Box, overlaps, type Point, worldToScreen } from "@loom/protocol";
import { arrowAlong, boundsOf, boundsOfLine, evenly, expanded, roundedPath } from "@loom/protocol/drawing";
import { type BoardKind, nameOf, take, typeOf } from "../board.ts";
import { linkDrag, marqueeDrag, moveDrag } from "../board_gestures.ts";
import { Outline } from "../board_marks.tsx";
import { copy, duplicate, paste } from "../clipboard.ts";
import { isIn } from "../geometry.ts";
import { middleOfPane, nudgeOf } from "../board_keys.ts";
import type { Drag, Press } from "../gestures.ts";
import { visibleBox } from "../view_window.ts";
import {
  addBeside,
  addInside,
  addState,
  beginNesting,
  beginTransition,
  boxesNow,
  canConnect,
  canEdit,
  canMove,
  canNest,
  type MachineBoard,
  type MachineOwn,
  moveStates,
  nestStates,
  openTransition,
  outermost,
  removeInHand,
  renameState,
  stateKey,
  statesInHand,
  toggleCollapsed,
  transitionKey,
  walkAlong,
} from "./board.ts";
import { containerAt, hitAt, REACH, stateAt, statesIn } from "./hit.ts";
import { liveBox, withInside } from "./live.ts";
import { machineMenu, menuName } from "./machine_menu.ts";
import type { CanvasTarget, StateMachineCanvasProps } from "./props.ts";
import type { Scene } from "./scene.ts";

/** Machines as boards. */
export const MACHINE_BOARD: BoardKind<StateMachineCanvasProps, Scene, MachineOwn> = {
  own: { form: undefined, nesting: undefined, nest: undefined, walk: undefined },
  empty: {
    drawing: { name: "", x: 0, y: 0, width: 0, height: 0, states: [], edges: [], initials: [] },
    states: [],
    edges: [],
    byKey: new Map(),
    edgeById: new Map(),
    rowById: new Map(),
    children: new Map(),
    edgesOf: new Map(),
    initials: new Set(),
    bounds: undefined,
    mapBoxes: [],
    inside: undefined,
    ghosts: new Set(),
  },
  many: "state",
  keys: {
    a(board, { shiftKey }) {
      const [key] = statesInHand(board);
      if (!canEdit(board) || !board.props.onAddState) return false;
      if (key === undefined) addState(board, board.scene.inside, middleOfPane(board));
      else if (shiftKey) addInside(board, key);
      else addBeside(board, key, false);
      return true;
    },
    c(board) {
      const [key] = statesInHand(board);
      if (key === undefined) return false;
      beginTransition(board, key);
      return true;
    },
    m: (board, { shiftKey }) => beginNesting(board, shiftKey),
    t: (board, { shiftKey }) => walkAlong(board, shiftKey),
    ".": (board) => toggleCollapsed(board, statesInHand(board)[0] ?? ""),
    Tab(board, { shiftKey }) {
      const [key, other] = board.state.hand;
      if (
        key === undefined || other !== undefined || typeOf(key) !== "state" || shiftKey || !canEdit(board)
      ) {
        return false;
      }
      addBeside(board, nameOf(key), true);
      return true;
    },
    "Ctrl+enter"(board) {
      const [key] = statesInHand(board);
      if (key === undefined) return false;
      board.props.onNavigateInto?.(board.scene.byKey.get(key)?.name ?? key);
      return true;
    },
    "Ctrl+d": duplicate,
  },
  canEdit,
  hitAt: ({ scene, props }, press) => hitAt(scene, press.world, props.viewport.scale, reachOf(press)),
  boxOf({ scene, state }, key) {
    const drawn = scene.byKey.get(nameOf(key));
    if (typeOf(key) === "state") return drawn && liveBox(drawn, state.move);
    const edge = scene.edgeById.get(nameOf(key));
    return edge ? edge.label?.box ?? boundsOfLine(edge.points) : scene.rowById.get(nameOf(key))?.state.box;
  },
  outlineOf(board, key) {
    if (typeOf(key) === "state") return MACHINE_BOARD.boxOf(board, key);
    // A transition without a line, such as one to a state that is not there, is at its own state.
    const [, state = ""] = board.scene.edgeById.has(nameOf(key)) ? [] : /^(.*):\d+$/.exec(nameOf(key)) ?? [];
    return board.scene.byKey.get(state)?.box;
  },
  lineOf({ scene, state }, key) {
    const edge = typeOf(key) === "transition" ? scene.edgeById.get(nameOf(key)) : undefined;
    if (!edge || state.move) return undefined;
    const { line, head } = arrowAlong(edge.points);
    return { d: roundedPath(line, 8), head, plate: edge.label?.box };
  },
  linesAt: ({ scene }, key) =>
    (scene.edgesOf.get(nameOf(key)) ?? []).slice(0, MOST_NEAR).map(({ id }) => transitionKey(id)),
  handles: (board, isCoarse) => handlesOf(board, handleHolder(board, isCoarse)),
  marks(board, unit) {
    const { link, nest } = board.state;
    if (nest !== undefined) {
      return <Outline box={MACHINE_BOARD.boxOf(board, stateKey(nest))} unit={unit} kind="target" />;
    }
    if (!link || link.target !== undefined) return null;
    const [width, height] = [160, 60];
    return (
      <rect
        class="slc-link-new"
        x={link.to.x - width / 2}
        y={link.to.y - height / 2}
        {...{ width, height }}
        rx={8}
        stroke-width={1.5 * unit}
      />
    );
  },
  within: ({ scene }, area) => statesIn(scene, area).map(stateKey),
  all: ({ scene }) =>
    scene.states.filter(({ slot, key }) => slot !== "root" && !scene.ghosts.has(key)).map(({ key }) =>
      stateKey(key)
    ),
  press(board, press, hit) {
    if (board.props.drawMode === "transition") {
      const isState = hit !== undefined && typeOf(hit.key) === "state" && canConnect(board);
      return isState ? transitionDrag(board, hit.key) : press.isTouch ? "pan" : undefined;
    }
    const holder = pressedHandle(board, press);
    if (holder !== undefined) return transitionDrag(board, stateKey(holder));
    if (
      hit === undefined || hit.part === "inside" || typeOf(hit.key) !== "state" ||
      board.scene.ghosts.has(nameOf(hit.key))
    ) {
      return press.isTouch || !canEdit(board) ? "pan" : marqueeDrag(board, press);
    }
    if (press.shift || press.mod) return marqueeDrag(board, press);
    if (!board.state.hand.includes(hit.key)) take(board, [hit.key]);
    return canMove(board) ? statesDrag(board, press) : "pan";
  },
  tap(board, press, hit) {
    const { props, scene, state: { nesting } } = board;
    board.set({ form: undefined, edit: undefined, nesting: undefined });
    if (nesting && hit && typeOf(hit.key) === "state" && canNest(board, nesting, nameOf(hit.key))) {
      nestStates(board, nesting, nameOf(hit.key));
      return true;
    }
    if (props.drawMode === "transition") {
      if (hit && typeOf(hit.key) === "state") chooseInDrawing(board, hit.key, press.at);
      else props.onCancelDraw?.();
      return true;
    }
    if (hit?.part !== "inside" || stateKey(scene.inside ?? "") !== hit.key) return false;
    take(board, []);
    return true;
  },
  doubleTap(board, press, hit) {
    if (hit && typeOf(hit.key) === "transition") return void openTransition(board, nameOf(hit.key), press.at);
    const state = hit && board.scene.byKey.get(nameOf(hit.key));
    if (!state || hit.part === "inside") {
      return addState(board, containerAt(board.scene, press.world)?.key ?? board.scene.inside, press.world);
    }
    if (state.isContainer && board.props.onNavigateInto) return board.props.onNavigateInto(state.name);
    if (board.props.onRenameState) renameState(board, state.key);
  },
  // A handle stands half outside of its state.
  keepsHover: (board, press) => pressedHandle(board, press) === nameOf(board.state.hover?.key ?? ""),
  edit(board, key) {
    const { nesting } = board.state;
    if (nesting && typeOf(key) === "state") {
      if (canNest(board, nesting, nameOf(key))) nestStates(board, nesting, nameOf(key));
      else board.set({ said: "It cannot be moved there." });
      return true;
    }
    if (typeOf(key) === "transition") return openTransition(board, nameOf(key));
    if (!board.props.onRenameState) return false;
    renameState(board, nameOf(key));
    return true;
  },
  remove: removeInHand,
  copies: {
    names: (board) => outermost(board.scene, statesInHand(board)),
    boxes: ({ scene }) => boxesNow(scene),
    parentOf: ({ scene }, name = "") => scene.byKey.get(name)?.parent ?? scene.inside,
  },
  arrow(board, arrow, event) {
    const states = statesInHand(board);
    if (states.length === 0) return false;
    moveStates(board, states, nudgeOf(arrow, event));
    return true;
  },
  back(board) {
    board.props.onCancelDraw?.();
    const { form, nesting } = board.state;
    board.set({ form: undefined, nesting: undefined });
    return Boolean(form ?? nesting);
  },
  leave({ props }) {
    const depth = props.path?.length ?? 0;
    if (depth > 0) props.onNavigateTo?.(depth - 1);
    return depth > 0;
  },
  tell({ props }, key) {
    if (key === undefined) props.onClearSelection?.();
    else props.onSelect?.(typeOf(key) === "state" ? "state" : "transition", nameOf(key));
  },
  menu: machineMenu,
  menuLabel: menuName,
  hasForm: ({ state }) => state.form !== undefined,
  hostMenu({ props: { onContextMenu } }) {
    return onContextMenu && ((x, y, hit) => onContextMenu(x, y, targetOf(hit)));
  },
};

/** Lines that are marked at most beside a state in hand. */
const MOST_NEAR = 60;

/** The part of a board that a host knows. */
function targetOf(
  hit: { readonly key: string; readonly part?: string | undefined } | undefined,
): CanvasTarget {
  if (!hit || hit.part === "inside") return { kind: "canvas" };
  return { kind: typeOf(hit.key) === "state" ? "state" : "transition", id: nameOf(hit.key) };
}

function reachOf({ isTouch }: Press) {
  return REACH[isTouch ? "touch" : "mouse"];
}

/** The places where transitions of a state begin: the middles of its sides. */
function handlesOf({ scene }: MachineBoard, key: string | undefined): Point[] {
  const box = key === undefined ? undefined : scene.byKey.get(key)?.box;
  if (!box) return [];
  const { x, y, width, height } = box;
  return [
    { x: x + width / 2, y },
    { x: x + width, y: y + height / 2 },
    { x: x + width / 2, y: y + height },
    { x, y: y + height / 2 },
  ];
}

/** The state that shows where transitions begin: the one under the pointer, and with fingers the one in hand. */
function handleHolder(board: MachineBoard, isCoarse: boolean): string | undefined {
  const { hover, hand, move, link, marquee, edit } = board.state;
  if (!canConnect(board) || move || link || marquee || edit) return undefined;
  const hovered = hover && hover.part !== "inside" ? hover.key : undefined;
  const key = isCoarse ? hand.length === 1 ? hand[0] : undefined : hovered;
  if (key === undefined || typeOf(key) !== "state") return undefined;
  return board.scene.byKey.get(nameOf(key))?.kind === "final" ? undefined : nameOf(key);
}

/** The radius of the places where transitions begin, in pixels. */
const HANDLE_REACH = { mouse: 12, touch: 22 } as const;

/** The state whose handle is pressed. */
function pressedHandle(board: MachineBoard, { at, isTouch }: Press): string | undefined {
  const key = handleHolder(board, isTouch);
  const isPressed = handlesOf(board, key).some((handle) => {
    const { x, y } = worldToScreen(board.props.viewport, handle);
    return Math.hypot(x - at.x, y - at.y) <= HANDLE_REACH[isTouch ? "touch" : "mouse"];
  });
  return isPressed ? key : undefined;
}

/** The first press in the drawing mode chooses the source, the second one the target. */
function chooseInDrawing(board: MachineBoard, key: string, at: Point): void {
  const { link } = board.state;
  const source = board.props.drawSource ?? (link && nameOf(link.from));
  if (source !== undefined) {
    board.set({ link: undefined });
    return beginTransition(board, source, nameOf(key), at);
  }
  const box = MACHINE_BOARD.boxOf(board, key);
  if (box) {
    board.set({
      link: { from: key, to: { x: box.x + box.width / 2, y: box.y + box.height / 2 }, target: key },
    });
  }
  board.props.onSelect?.("state", nameOf(key));
}

/** Moves what is in hand; dropped on another state it goes inside, and with Alt a copy is left behind. */
function statesDrag(board: MachineBoard, begin: Press): Drag {
  const { scene, props } = board;
  const states = outermost(scene, statesInHand(board));
  const keys = withInside(scene, states);
  const shown = expanded(
    visibleBox(props.viewport, board.tools?.size ?? { width: 0, height: 0 }),
    evenly(200),
  );
  const others = scene.states.filter(({ key, isContainer, box }) =>
    !keys.has(key) && !isContainer && overlaps(box, shown)
  );
  const move = moveDrag(board, begin, {
    keys,
    boxes: scene.states.filter(({ key }) => keys.has(key)).map(({ box }) => box),
    others: others.map(({ box }) => box),
    end(by, now) {
      const into = now.alt ? undefined : nestAt(board, states, keys, now);
      if (into !== undefined) return nestStates(board, states, into, by);
      const text = now.alt && board.props.onPaste ? copy(board) : undefined;
      if (text === undefined) return moveStates(board, states, by);
      const { x, y, width, height } = boundsOf(states.flatMap((key) => scene.byKey.get(key)?.box ?? []));
      const middle = { x: x + width / 2 + by.x, y: y + height / 2 + by.y };
      void paste(board, text, containerAt(scene, now.world)?.key ?? scene.inside, middle);
    },
  });
  return {
    move(now) {
      move.move(now);
      const nest = now.alt ? undefined : nestAt(board, states, keys, now);
      if (nest !== board.state.nest) board.set({ nest });
    },
    end(now) {
      board.set({ nest: undefined });
      move.end(now);
    },
    cancel() {
      board.set({ nest: undefined });
      move.cancel();
    },
  };
}

/** The state that dragged ones would go into: the one under the pointer, unless it is around them already. */
function nestAt(
  board: MachineBoard,
  states: readonly string[],
  moving: ReadonlySet<string>,
  { world }: Press,
): string | undefined {
  const { scene } = board;
  const into = scene.states.findLast(({ key, box, slot }) =>
    slot !== "root" && !moving.has(key) && isIn(world, box, 0)
  )?.key;
  // A container that grows around what is dragged out of an inner one is no new place for it.
  const isAround = (key: string) => {
    for (
      let at = scene.byKey.get(states[0] ?? "")?.parent;
      at !== undefined;
      at = scene.byKey.get(at)?.parent
    ) {
      if (at === key) return true;
    }
    return false;
  };
  return into !== undefined && !isAround(into) && canNest(board, states, into) ? into : undefined;
}

/** Draws a transition from a state to where the pointer is: it snaps to states, and makes one where there is none. */
function transitionDrag(board: MachineBoard, from: string) {
  return linkDrag(board, from, {
    targetAt(now) {
      const target = stateAt(board.scene, now.world, reachOf(now).box / board.props.viewport.scale);
      const isInside = target?.isContainer && stateKey(target.key) !== from && isDeepInside(now, target.box);
      return target && !isInside ? stateKey(target.key) : undefined;
    },
    end(target, now) {
      if (target !== undefined) return beginTransition(board, nameOf(from), nameOf(target), now.at);
      const parent = containerAt(board.scene, now.world)?.key ?? board.scene.inside;
      addState(board, parent, now.world, nameOf(from));
    },
  });
}

/** Checks whether a place is far enough from the border and the name of a container to mean its inside. */
function isDeepInside({ world }: Press, { x, y, width, height }: Box): boolean {
  return world.x > x + 16 && world.x < x + width - 16 && world.y > y + 40 && world.y < y + height - 16;
}
