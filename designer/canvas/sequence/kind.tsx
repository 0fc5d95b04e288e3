import { arrowAlong } from "@loom/protocol/drawing";
import { type BoardKind, command, type Hit, nameOf, take, typeOf } from "../board.ts";
import { linkDrag, marqueeDrag } from "../board_gestures.ts";
import { Outline } from "../board_marks.tsx";
import { pathOf as lineData } from "../geometry.ts";
import type { Drag, Press } from "../gestures.ts";
import type { MenuItem } from "../menu.tsx";
import {
  canEdit,
  headsAt,
  messageAt,
  messageInHand,
  participantInHand,
  type SequenceBoard,
  type SequenceCanvasProps,
  type SequenceOwn,
  type SequenceSelection,
} from "./board.ts";
import {
  addAfter,
  addFragment,
  addMessage,
  addParticipant,
  editFragment,
  editMessage,
  moveMessage,
  moveParticipant,
  removeInHand,
  renameParticipant,
} from "./edits.ts";
import { placeOfRef } from "./message_text.ts";
import {
  boundsFor,
  fragmentAt,
  gapAt,
  hitAt,
  lifelineAt,
  messageKey,
  messagesIn,
  NO_SEQUENCE,
  participantKey,
  pathOf,
  type SequenceScene,
} from "./scene.ts";

/** The keys of a scenario, in a sentence for those who do not see it. */
export const SEQUENCE_KEYS =
  "Arrows walk through the elements. Enter edits, A adds a message after the one in hand, " +
  "N adds a participant, Delete removes, Alt with arrows moves a message up and down and a participant left and right.";

/** The reach of a pointer around what is thin, in pixels. */
const REACH = { mouse: 5, touch: 18 } as const;
/** The reach of a lifeline for a message that is to end there, in pixels. */
const LINE_REACH = 60;

/** Scenarios as boards. */
export const SEQUENCE_BOARD: BoardKind<SequenceCanvasProps, SequenceScene, SequenceOwn> = {
  own: { moved: undefined, column: undefined },
  empty: NO_SEQUENCE,
  many: "message",
  keys: { a: addAfter, n: addParticipant },
  canEdit,
  hitAt: (board, press) =>
    hitAt(
      board.scene,
      press.world,
      headsAt(board),
      REACH[press.isTouch ? "touch" : "mouse"] / board.props.viewport.scale,
    ),
  boxOf({ scene }, key) {
    const message = scene.messages.get(nameOf(key));
    if (typeOf(key) === "message") return message && boundsFor(message);
    if (typeOf(key) === "fragment") {
      return scene.drawing.frames.find(({ refs }) => refs.includes(nameOf(key)))?.box;
    }
    return scene.drawing.lifelines.find(({ name }) => name === nameOf(key))?.box;
  },
  // Heads are drawn over the board, and their outlines with them.
  outlineOf: (board, key) => typeOf(key) === "participant" ? undefined : SEQUENCE_BOARD.boxOf(board, key),
  sightOf(board, key) {
    const box = SEQUENCE_BOARD.boxOf(board, key);
    if (!box) return undefined;
    if (typeOf(key) === "participant") return { ...box, y: Math.max(box.y, headsAt(board)) };
    if (typeOf(key) === "fragment") return { ...box, height: Math.min(box.height, 60) };
    // The heads cover the upper border.
    const covered = board.scene.headHeight + 8;
    return { ...box, y: box.y - covered, height: box.height + covered };
  },
  marked: ({ props: { replay } }) =>
    replay?.stopped ? [[messageKey(replay.stopped.ref), "error"] as const] : [],
  marks: (board, unit) => <Marks board={board} unit={unit} />,
  within: ({ scene }, area) => messagesIn(scene, area).map(messageKey),
  all: ({ scene }) => scene.drawing.messages.map(({ ref }) => messageKey(ref)),
  press(board, press, hit) {
    if (!canEdit(board)) return "pan";
    switch (hit && typeOf(hit.key)) {
      case "message":
        if (press.shift || press.mod) return undefined;
        return hit?.part === undefined
          ? messageDrag(board, nameOf(hit?.key ?? ""), press)
          : endDrag(board, nameOf(hit.key), hit.part === "to" ? "to" : "from");
      case "participant":
        if (hit?.part === undefined) return columnDrag(board, nameOf(hit?.key ?? ""), press);
        return press.isTouch ? "pan" : lineDrag(board, hit.key, press);
      default:
        return press.isTouch ? "pan" : marqueeDrag(board, press);
    }
  },
  tap(board, _press, hit) {
    if (hit?.part !== "line") return false;
    take(board, []);
    return true;
  },
  doubleTap(board, { world }, hit) {
    if (hit === undefined) return addParticipant(board);
    if (hit.part !== "line") return void SEQUENCE_BOARD.edit(board, hit.key);
    const fragment = fragmentAt(board.scene, world);
    const { at } = gapAt(board.scene, fragment, world.y);
    addMessage(board, { fragment, at }, `${nameOf(hit.key)} -> `, { x: world.x, y: world.y - 15 });
  },
  edit(board, key) {
    const edit =
      { message: editMessage, participant: renameParticipant, fragment: editFragment }[typeOf(key)];
    edit?.(board, nameOf(key));
    return edit !== undefined;
  },
  remove: removeInHand,
  arrow(board, { x, y }, { altKey }) {
    const { messages, lifelines } = board.scene.drawing;
    const [ref, participant] = [messageInHand(board), participantInHand(board)];
    if (ref !== undefined && y !== 0) {
      const next = messages[messages.findIndex((one) => one.ref === ref) + y];
      if (altKey) moveMessage(board, ref, placeOfRef(ref).at + y);
      else if (next) take(board, [messageKey(next.ref)]);
    } else if (participant !== undefined && x !== 0) {
      const index = lifelines.findIndex(({ name }) => name === participant) + x;
      if (altKey) { if (index >= 0) moveParticipant(board, participant, index + 1); }
      else if (lifelines[index]) take(board, [participantKey(lifelines[index].name)]);
    } else return altKey;
    return true;
  },
  tell({ props }, key) {
    const target = targetOf(key);
    if (target === undefined) props.onClearSelection?.();
    else props.onSelect?.(target.kind, target.id);
  },
  menu: menuItems,
  hostMenu({ props: { onContextMenu } }) {
    return onContextMenu && ((x, y, hit) => {
      onContextMenu(x, y, targetOf(hit?.key) ?? { kind: "canvas" });
    });
  },
};

/** Moves a message to another place of its path; what branches after it follows. */
function messageDrag(board: SequenceBoard, ref: string, begin: Press): Drag {
  const key = messageKey(ref);
  const gapOf = (now: Press) => gapAt(board.scene, pathOf(ref), now.world.y);
  return {
    move(now) {
      if (!board.state.hand.includes(key)) take(board, [key]);
      board.set({ hover: undefined, moved: { key, by: now.world.y - begin.world.y, gap: gapOf(now).y } });
    },
    end(now) {
      board.set({ moved: undefined });
      const { at } = gapOf(now);
      moveMessage(board, ref, at > placeOfRef(ref).at ? at - 1 : at);
    },
    cancel: () => board.set({ moved: undefined }),
  };
}

/** The lifeline that a line ends at, which is marked while it is drawn. */
function lineEnd({ scene, props }: SequenceBoard, y: number) {
  const lineAt = (world: Press["world"]) =>
    lifelineAt(scene.drawing.lifelines, world, LINE_REACH / props.viewport.scale);
  return {
    targetAt({ world }: Press) {
      const line = lineAt(world);
      return line && participantKey(line.name);
    },
    to: (world: Press["world"]) => ({ x: lineAt(world)?.line[0].x ?? world.x, y }),
  };
}

/** Leads an end of a message to another lifeline. */
function endDrag(board: SequenceBoard, ref: string, end: "from" | "to"): Drag {
  const message = board.scene.messages.get(ref);
  const still = (end === "to" ? message?.points[0] : message?.points.at(-1)) ?? { x: 0, y: 0 };
  const [other = "", own = ""] = end === "to" ? [message?.from, message?.to] : [message?.to, message?.from];
  return linkDrag(board, participantKey(other), {
    ...lineEnd(board, still.y),
    at: still,
    end(target) {
      if (target === undefined || nameOf(target) === own) return;
      command(board, [{ id: "message.update", values: { ref, [end]: nameOf(target) } }]);
    },
  });
}

/** Draws a new message from a lifeline to another one, or back to itself. */
function lineDrag(board: SequenceBoard, from: string, { world: begin }: Press): Drag {
  const x = board.scene.drawing.lifelines.find(({ name }) => name === nameOf(from))?.line[0].x ?? begin.x;
  return linkDrag(board, from, {
    ...lineEnd(board, begin.y),
    at: { x, y: begin.y },
    end(target, { world }) {
      if (target === undefined) return;
      const fragment = fragmentAt(board.scene, begin);
      const { at } = gapAt(board.scene, fragment, begin.y);
      addMessage(board, { fragment, at }, `${nameOf(from)} -> ${nameOf(target)}: `, {
        x: Math.min(begin.x, world.x),
        y: begin.y - 30,
      });
    },
  });
}

/** Moves a participant to another column. */
function columnDrag(board: SequenceBoard, name: string, begin: Press): Drag {
  const key = participantKey(name);
  const slotOf = ({ world }: Press) => {
    const others = board.scene.drawing.lifelines.filter((one) => one.name !== name);
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
      if (!board.state.hand.includes(key)) take(board, [key]);
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

interface MarksProps {
  readonly board: SequenceBoard;
  readonly unit: number;
}

/** The lifelines of what is pointed at, the replay, and what is being moved. */
function Marks({ board, unit }: MarksProps) {
  const { state: { hand, hover, moved, column, link }, scene: { drawing, headHeight } } = board;
  const lines = [link?.target, hover?.part === "line" && canEdit(board) ? hover.key : undefined, hand[0]];
  const box = moved && SEQUENCE_BOARD.boxOf(board, moved.key);
  return (
    <>
      {lines.map((key, index) => {
        const x = key === undefined
          ? undefined
          : drawing.lifelines.find(({ name }) => participantKey(name) === key)?.line[0].x;
        return x === undefined ? null : (
          <line
            key={index}
            class="slc-sqd-line-mark"
            x1={x}
            x2={x}
            y1={headHeight}
            y2={drawing.height}
            stroke-width={3 * unit}
          />
        );
      })}
      <Replay board={board} />
      <Outline box={box && { ...box, y: box.y + moved.by }} unit={unit} kind="frame" />
      {moved
        ? (
          <line
            class="slc-place"
            x1={drawing.x}
            x2={drawing.x + drawing.width}
            y1={moved.gap}
            y2={moved.gap}
            stroke-width={2.5 * unit}
          />
        )
        : null}
      {column
        ? (
          <line
            class="slc-place"
            x1={column.x}
            x2={column.x}
            y1={0}
            y2={drawing.height}
            stroke-width={2.5 * unit}
          />
        )
        : null}
    </>
  );
}

/** The messages that machines take, in green with a check. */
function Replay({ board: { props: { replay }, scene } }: Pick<MarksProps, "board">) {
  return (
    <>
      {replay?.passed.map((ref, index) => {
        const message = scene.messages.get(ref);
        if (!message) return null;
        const { line, head } = arrowAlong(message.points);
        return (
          <g key={`${ref} ${index}`} class="slc-sqd-passed">
            <path d={lineData(line)} fill="none" stroke-width={2.5} />
            <path class="slc-sqd-passed-head" d={head} />
            <path
              d={`M${message.plate.x - 14} ${message.number.y - 4}l3 3l6 -7`}
              fill="none"
              stroke-width={2}
            />
          </g>
        );
      })}
    </>
  );
}

const FRAGMENTS = [
  { kind: "alt", text: "Add an alternative to it" },
  { kind: "opt", text: "Add an option after it" },
  { kind: "loop", text: "Add a loop after it" },
  { kind: "par", text: "Add something beside, after it" },
] as const;

/** The element of a key, as a host knows it. */
function targetOf(key: string | undefined): SequenceSelection | undefined {
  const kind = SELECTED.find((one) => one === typeOf(key ?? ""));
  return key === undefined || kind === undefined ? undefined : { kind, id: nameOf(key) };
}

const SELECTED = ["message", "participant", "fragment"] as const;

function menuItems(board: SequenceBoard, hit: Hit | undefined): (MenuItem | undefined)[] {
  const isDisabled = !canEdit(board);
  const row = (text: string, run: () => void, keys?: string): MenuItem => ({
    text,
    run,
    isDisabled,
    ...(keys === undefined ? {} : { keys }),
  });
  const remove = row("Remove", () => removeInHand(board), "Delete");
  const addOne = row("Add participant", () => addParticipant(board), "N");
  const key = hit === undefined || hit.part === "line" ? "" : hit.key;
  const edit = (text: string) => row(text, () => SEQUENCE_BOARD.edit(board, key), "Enter");
  switch (typeOf(key)) {
    case "message":
      return [edit("Edit"), ...messageItems(board, nameOf(key), row), undefined, remove];
    case "participant":
      return [edit("Rename"), addOne, undefined, remove];
    case "fragment":
      return [edit("Edit the condition"), undefined, remove];
    default:
      return [
        row("Add message", () => addAfter(board), "A"),
        addOne,
        undefined,
        { text: "Fit", keys: "0", run: () => board.tools?.handle.fit() },
      ];
  }
}

function messageItems(
  board: SequenceBoard,
  ref: string,
  row: (text: string, run: () => void, keys?: string) => MenuItem,
): (MenuItem | undefined)[] {
  const { at } = placeOfRef(ref);
  const message = messageAt(board, ref);
  const turn = (field: "reply" | "optional", text: string): MenuItem =>
    row(
      `${message?.[field] === true ? "✓ " : ""}${text}`,
      () => command(board, [{ id: "message.update", values: { ref, [field]: message?.[field] !== true } }]),
    );
  const up = row("Move up", () => moveMessage(board, ref, at - 1), "Alt ↑");
  return [
    row("Add message after it", () => addAfter(board), "A"),
    at === 1 ? { ...up, isDisabled: true } : up,
    row("Move down", () => moveMessage(board, ref, at + 1), "Alt ↓"),
    turn("reply", "Answers an earlier message"),
    turn("optional", "Optional"),
    undefined,
    ...FRAGMENTS.map(({ kind, text }) => row(text, () => addFragment(board, kind, ref))),
  ];
}
