import type { Box, Point } from "@loom/protocol";
import { boundsOf } from "@loom/protocol/drawing";
import { type Board, groupOf, take, typeOf } from "./board.ts";
import { areaBetween, snapped } from "./geometry.ts";
import type { Drag, GestureHandlers, Press } from "./gestures.ts";

/** The answers of a board to gestures. */
export function boardGestures(board: Board): GestureHandlers {
  const { kind } = board;
  const hostMenu = kind.hostMenu?.(board);
  return {
    press(press) {
      board.set({ menu: undefined, isInList: false });
      return kind.press(board, press, kind.hitAt(board, press));
    },
    tap: (press) => tapped(board, press),
    doubleTap: (press) => kind.doubleTap(board, press, kind.hitAt(board, press)),
    ...(hostMenu || board.props.isLocked || kind.canEdit(board)
      ? { menu: (press: Press) => openMenu(board, press) }
      : {}),
    hover(press) {
      if (press) board.props.onPointer?.(press.world);
      const hit = press && kind.hitAt(board, press);
      const now = board.state.hover;
      if (hit?.key === now?.key && hit?.part === now?.part) return;
      if (press && kind.keepsHover?.(board, press)) return;
      board.set({ hover: hit });
    },
  };
}

function tapped(board: Board, press: Press): void {
  const { kind } = board;
  const hit = kind.hitAt(board, press);
  if (kind.tap?.(board, press, hit)) return;
  if (hit === undefined) return take(board, []);
  const group = groupOf(board, hit.key);
  if (!(press.shift || press.mod) || typeOf(group) !== kind.many) return take(board, [hit.key]);
  const hand = new Set(board.state.hand.map((key) => groupOf(board, key)));
  if (!hand.delete(group)) hand.add(group);
  take(board, hand);
}

function openMenu(board: Board, press: Press): void {
  const { kind, state: { hand } } = board;
  const hit = kind.hitAt(board, press);
  const isTaken = hit !== undefined &&
    (hand.includes(hit.key) || (hand.length > 1 && hand.includes(groupOf(board, hit.key))));
  if (hit !== undefined && !isTaken) take(board, [hit.key]);
  const hostMenu = kind.hostMenu?.(board);
  if (hostMenu) return hostMenu(press.client.x, press.client.y, hit);
  board.set({ menu: { at: press.at, world: press.world, hit } });
}

/** Takes in hand what a rectangle touches; with Shift or Ctrl together with what is in hand. */
export function marqueeDrag(board: Board, begin: Press): Drag {
  const { kind } = board;
  const before = begin.shift || begin.mod ? board.state.hand.filter((key) => typeOf(key) === kind.many) : [];
  const within = (now: Press) => [...before, ...kind.within(board, areaBetween(now.world, begin.world))];
  return {
    move: (now) =>
      board.set({
        marquee: areaBetween(now.world, begin.world),
        hand: [...new Set(within(now))],
        hover: undefined,
      }),
    end(now) {
      board.set({ marquee: undefined });
      take(board, within(now));
    },
    cancel: () => board.set({ marquee: undefined, hand: before }),
  };
}

/** Options of {@linkcode moveDrag}. */
export interface MoveOptions {
  /** The names, of the kind's own, of all that moves. */
  readonly keys: ReadonlySet<string>;
  readonly boxes: readonly Box[];
  /** The boxes that the moved ones come into line with. */
  readonly others: readonly Box[];
  readonly end: (by: Point, now: Press) => void;
}

/** Moves boxes; with Shift along one axis, with Ctrl without coming into line with others. */
export function moveDrag(board: Board, begin: Press, options: MoveOptions): Drag {
  const { keys, boxes, others, end } = options;
  const whole = boundsOf(boxes);
  const at = (now: Press) => {
    const by = { x: now.world.x - begin.world.x, y: now.world.y - begin.world.y };
    const isAcross = Math.abs(by.x) > Math.abs(by.y);
    const kept = now.shift ? { x: isAcross ? by.x : 0, y: isAcross ? 0 : by.y } : by;
    const there = { ...whole, x: whole.x + kept.x, y: whole.y + kept.y };
    const snap = now.mod ? NO_SNAP : snapped(there, others, board.props.viewport.scale);
    const more = (axis: "x" | "y") => now.shift && kept[axis] === 0 ? 0 : snap.by[axis];
    return {
      by: { x: Math.round(kept.x + more("x")), y: Math.round(kept.y + more("y")) },
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
      board.set(done);
      end(at(now).by, now);
    },
    cancel: () => board.set(done),
  };
}

const NO_SNAP = { by: { x: 0, y: 0 }, guides: [] };

/** Draws a line from an element to the one under the pointer. */
export function linkDrag(
  board: Board,
  from: string,
  options: {
    readonly targetAt: (now: Press) => string | undefined;
    readonly end: (target: string | undefined, now: Press) => void;
    readonly at?: Point | undefined;
    /** The end of the line while the pointer is elsewhere. Default: at the pointer. */
    readonly to?: ((world: Point) => Point) | undefined;
  },
): Drag {
  return {
    move: (now) =>
      board.set({
        hover: undefined,
        link: {
          from,
          at: options.at,
          to: options.to?.(now.world) ?? now.world,
          target: options.targetAt(now),
        },
      }),
    end(now) {
      board.set({ link: undefined });
      options.end(options.targetAt(now), now);
    },
    cancel: () => board.set({ link: undefined }),
  };
}
