import type { Box } from "@loom/protocol";
import type { Drag, GestureHandlers, Press } from "../gestures.ts";
import { canEdit, command, EMPTY_HAND, headsAt, type SequenceBoard, take } from "./board.ts";
import {
  addMessage,
  addParticipant,
  editFragment,
  editMessage,
  moveMessage,
  moveParticipant,
  renameParticipant,
} from "./edits.ts";
import { placeOfRef } from "./message_text.ts";
import { fragmentAt, gapAt, hitAt, lifelineAt, messagesIn, pathOf, type SequenceHit } from "./scene.ts";

/** The reach of a pointer around what is thin, in pixels. */
const REACH = { mouse: 5, touch: 18 } as const;
/** The reach of a lifeline for a message that is to end there, in pixels. */
const LINE_REACH = 60;

/** The answers of the board of a scenario to gestures. */
export function sequenceGestures(board: SequenceBoard): GestureHandlers {
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

function partAt(board: SequenceBoard, press: Press): SequenceHit | undefined {
  const air = REACH[press.isTouch ? "touch" : "mouse"] / board.props.viewport.scale;
  return hitAt(board.scene, press.world, headsAt(board), air);
}

function pressed(board: SequenceBoard, press: Press): Drag | "pan" | undefined {
  board.set({ menu: undefined });
  const hit = partAt(board, press);
  if (!canEdit(board)) return "pan";
  if (hit?.kind === "message") {
    if (press.shift || press.mod) return undefined;
    return hit.end === undefined ? messageDrag(board, hit.ref, press) : endDrag(board, hit.ref, hit.end);
  }
  if (hit?.kind === "participant") return columnDrag(board, hit.name, press);
  if (hit?.kind === "lifeline" && !press.isTouch) return lineDrag(board, hit.name, press);
  return press.isTouch ? "pan" : marqueeDrag(board, press);
}

function tapped(board: SequenceBoard, press: Press): void {
  const hit = partAt(board, press);
  if (hit?.kind === "participant") return take(board, { ...EMPTY_HAND, participant: hit.name });
  if (hit?.kind === "fragment") return take(board, { ...EMPTY_HAND, fragment: hit.ref });
  if (hit?.kind !== "message") return take(board, EMPTY_HAND);
  const messages = new Set(press.shift || press.mod ? board.state.hand.messages : []);
  if (!messages.delete(hit.ref)) messages.add(hit.ref);
  take(board, { ...EMPTY_HAND, messages });
}

function doubleTapped(board: SequenceBoard, press: Press): void {
  const hit = partAt(board, press);
  switch (hit?.kind) {
    case "message":
      return editMessage(board, hit.ref);
    case "participant":
      return renameParticipant(board, hit.name);
    case "fragment":
      return editFragment(board, hit.ref);
    case "lifeline": {
      const fragment = fragmentAt(board.scene, press.world);
      const { at } = gapAt(board.scene, fragment, press.world.y);
      return addMessage(board, { fragment, at }, `${hit.name} -> `, {
        x: press.world.x,
        y: press.world.y - 15,
      });
    }
    default:
      return addParticipant(board);
  }
}

function openMenu(board: SequenceBoard, press: Press): void {
  const hit = partAt(board, press);
  const isTaken = hit?.kind === "message" && board.state.hand.messages.has(hit.ref);
  if (!isTaken) tapped(board, { ...press, shift: false, mod: false });
  const { onContextMenu } = board.props;
  if (onContextMenu === undefined) return board.set({ menu: { at: press.at, hit, world: press.world } });
  const target = hit?.kind === "message"
    ? { kind: "message" as const, id: hit.ref }
    : hit?.kind === "participant"
    ? { kind: "participant" as const, id: hit.name }
    : { kind: "canvas" as const };
  onContextMenu(press.client.x, press.client.y, target);
}

/** Moves a message to another place of its path; what branches after it follows. */
function messageDrag(board: SequenceBoard, ref: string, begin: Press): Drag {
  const gapOf = (now: Press) => gapAt(board.scene, pathOf(ref), now.world.y);
  return {
    move(now) {
      if (!board.state.hand.messages.has(ref)) take(board, { ...EMPTY_HAND, messages: new Set([ref]) });
      board.set({ hover: undefined, moved: { ref, by: now.world.y - begin.world.y, gap: gapOf(now).y } });
    },
    end(now) {
      board.set({ moved: undefined });
      const { at } = gapOf(now);
      moveMessage(board, ref, at > placeOfRef(ref).at ? at - 1 : at);
    },
    cancel: () => board.set({ moved: undefined }),
  };
}

/** Leads an end of a message to another lifeline. */
function endDrag(board: SequenceBoard, ref: string, end: "from" | "to"): Drag {
  const message = board.scene.drawing.messages.find((one) => one.ref === ref);
  const still = end === "to" ? message?.points[0] : message?.points.at(-1);
  const other = (end === "to" ? message?.from : message?.to) ?? "";
  return {
    move({ world }) {
      const target = lifelineAt(board.scene.drawing.lifelines, world, LINE_REACH / board.props.viewport.scale)
        ?.name;
      board.set({ hover: undefined, link: { from: other, at: still ?? world, to: world, target, ref } });
    },
    end() {
      const target = board.state.link?.target;
      board.set({ link: undefined });
      if (target === undefined || target === (end === "to" ? message?.to : message?.from)) return;
      command(board, [{ id: "message.update", values: { ref, [end]: target } }]);
    },
    cancel: () => board.set({ link: undefined }),
  };
}

/** Draws a new message from a lifeline to another one, or back to itself. */
function lineDrag(board: SequenceBoard, name: string, begin: Press): Drag {
  return {
    move({ world }) {
      const target = lifelineAt(board.scene.drawing.lifelines, world, LINE_REACH / board.props.viewport.scale)
        ?.name;
      board.set({
        hover: undefined,
        link: { from: name, at: begin.world, to: { x: world.x, y: begin.world.y }, target, ref: undefined },
      });
    },
    end({ world }) {
      const target = board.state.link?.target;
      board.set({ link: undefined });
      if (target === undefined) return;
      const fragment = fragmentAt(board.scene, begin.world);
      const { at } = gapAt(board.scene, fragment, begin.world.y);
      const x = Math.min(begin.world.x, world.x);
      addMessage(board, { fragment, at }, `${name} -> ${target}: `, { x, y: begin.world.y - 30 });
    },
    cancel: () => board.set({ link: undefined }),
  };
}

/** Moves a participant to another column. */
function columnDrag(board: SequenceBoard, name: string, begin: Press): Drag {
  const slotOf = ({ world }: Press) => {
    const { lifelines } = board.scene.drawing;
    const others = lifelines.filter((one) => one.name !== name);
    const before = others.filter(({ box }) => box.x + box.width / 2 < world.x).length;
    const [left, right] = [others[before - 1]?.box, others[before]?.box];
    const x = left && right
      ? (left.x + left.width + right.x) / 2
      : left
      ? left.x + left.width + 16
      : (right?.x ?? 0) - 16;
    return { to: before + 1, x };
  };
  return {
    move(now) {
      if (board.state.hand.participant !== name) take(board, { ...EMPTY_HAND, participant: name });
      board.set({ hover: undefined, column: { name, by: now.world.x - begin.world.x, x: slotOf(now).x } });
    },
    end(now) {
      board.set({ column: undefined });
      const { to } = slotOf(now);
      const from = board.scene.drawing.lifelines.findIndex((one) => one.name === name) + 1;
      if (to !== from) moveParticipant(board, name, to);
    },
    cancel: () => board.set({ column: undefined }),
  };
}

function marqueeDrag(board: SequenceBoard, begin: Press): Drag {
  const before = begin.shift || begin.mod ? board.state.hand.messages : new Set<string>();
  const area = (now: Press): Box => ({
    x: Math.min(now.world.x, begin.world.x),
    y: Math.min(now.world.y, begin.world.y),
    width: Math.abs(now.world.x - begin.world.x),
    height: Math.abs(now.world.y - begin.world.y),
  });
  const within = (now: Press) => ({
    ...EMPTY_HAND,
    messages: new Set([...before, ...messagesIn(board.scene, area(now))]),
  });
  return {
    move: (now) => board.set({ marquee: area(now), hand: within(now), hover: undefined }),
    end(now) {
      board.set({ marquee: undefined });
      take(board, within(now));
    },
    cancel: () => board.set({ marquee: undefined, hand: { ...EMPTY_HAND, messages: before } }),
  };
}
