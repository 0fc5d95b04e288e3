import type { Box } from "@loom/protocol";
import { arrowAlong, evenly, expanded } from "@loom/protocol/drawing";
import type { VNode } from "preact";
import type { SequenceBoard } from "./board.ts";
import { boundsFor } from "./scene.ts";

/** The marks over a scenario: what is in hand, under the pointer or has findings, the replay, and what is being moved. */
export function SequenceMarks(
  { board, scale }: { readonly board: SequenceBoard; readonly scale: number },
): VNode {
  const { state: { hand, hover, marquee, moved, column, link }, scene, props } = board;
  const unit = 1 / scale;
  const { messages, frames, lifelines } = scene.drawing;
  const byRef = new Map(messages.map((one) => [one.ref, one]));
  const boxOf = (ref: string): Box | undefined => {
    const message = byRef.get(ref);
    return message && boundsFor(message);
  };
  const marked = (keys: readonly string[] | undefined, kind: "error" | "warning") =>
    (keys ?? []).filter((key) => key.startsWith("message:")).map((key) => (
      <Outline key={key} box={boxOf(key.slice("message:".length))} unit={unit} kind={kind} />
    ));
  const frame = frames.find(({ refs }) => hand.fragment !== undefined && refs.includes(hand.fragment));
  const line = lifelines.find(({ name }) => name === hand.participant);
  return (
    <g class="slc-marks">
      {line
        ? (
          <line
            class="slc-sqd-line-mark"
            x1={line.line[0].x}
            x2={line.line[1].x}
            y1={line.line[0].y}
            y2={line.line[1].y}
            stroke-width={2 * unit}
          />
        )
        : null}
      {marked(props.warningElements, "warning")}
      {marked(props.errorElements, "error")}
      <Replay board={board} unit={unit} />
      {hover?.kind === "message" && !hand.messages.has(hover.ref)
        ? <Outline box={boxOf(hover.ref)} unit={unit} kind="hover" />
        : null}
      {hover?.kind === "lifeline"
        ? (
          <Lifeline
            x={lifelines.find(({ name }) => name === hover.name)?.line[0].x}
            board={board}
            unit={unit}
          />
        )
        : null}
      {[...hand.messages].map((ref) => <Outline key={ref} box={boxOf(ref)} unit={unit} kind="selected" />)}
      {frame ? <Outline box={frame.box} unit={unit} kind="selected" /> : null}
      {moved
        ? (
          <>
            <Outline box={shifted(boxOf(moved.ref), moved.by)} unit={unit} kind="frame" />
            <line
              class="slc-erd-place"
              x1={scene.drawing.x}
              x2={scene.drawing.x + scene.drawing.width}
              y1={moved.gap}
              y2={moved.gap}
              stroke-width={2.5 * unit}
            />
          </>
        )
        : null}
      {column
        ? (
          <line
            class="slc-erd-place"
            x1={column.x}
            x2={column.x}
            y1={0}
            y2={scene.drawing.height}
            stroke-width={2.5 * unit}
          />
        )
        : null}
      {link ? <Link board={board} unit={unit} /> : null}
      {marquee === undefined ? null : <rect class="slc-marquee" {...marquee} stroke-width={unit} />}
    </g>
  );
}

interface OutlineProps {
  readonly box: Box | undefined;
  readonly unit: number;
  readonly kind: "selected" | "hover" | "frame" | "error" | "warning";
}

function Outline({ box, unit, kind }: OutlineProps): VNode | null {
  if (!box) return null;
  return (
    <rect
      class={`slc-outline slc-outline--${kind}`}
      {...expanded(box, evenly(2 * unit))}
      rx={6}
      stroke-width={(kind === "frame" ? 1 : 2) * unit}
    />
  );
}

function shifted(box: Box | undefined, by: number): Box | undefined {
  return box && { ...box, y: box.y + by };
}

/** The place on a lifeline where a message can begin. */
function Lifeline(
  { x, board, unit }: {
    readonly x: number | undefined;
    readonly board: SequenceBoard;
    readonly unit: number;
  },
): VNode | null {
  const { drawing } = board.scene;
  if (x === undefined || board.props.readOnly) return null;
  return (
    <line
      class="slc-sqd-line-mark"
      x1={x}
      x2={x}
      y1={board.scene.headHeight}
      y2={drawing.height}
      stroke-width={3 * unit}
    />
  );
}

function Link({ board, unit }: { readonly board: SequenceBoard; readonly unit: number }): VNode | null {
  const { link } = board.state;
  if (!link) return null;
  const target = board.scene.drawing.lifelines.find(({ name }) => name === link.target);
  const end = { x: target?.line[0].x ?? link.to.x, y: link.at.y };
  const begin = link.ref === undefined
    ? {
      x: board.scene.drawing.lifelines.find(({ name }) => name === link.from)?.line[0].x ?? link.at.x,
      y: link.at.y,
    }
    : link.at;
  return (
    <>
      {target
        ? (
          <line
            class="slc-sqd-line-mark"
            x1={end.x}
            x2={end.x}
            y1={board.scene.headHeight}
            y2={board.scene.drawing.height}
            stroke-width={3 * unit}
          />
        )
        : null}
      <path class="slc-link-path" d={`M${begin.x} ${begin.y}L${end.x} ${end.y}`} stroke-width={2 * unit} />
      <circle class="slc-link-head" cx={end.x} cy={end.y} r={4 * unit} />
    </>
  );
}

/** The messages that machines take, in green with a check, and the one where they stop. */
function Replay({ board, unit }: { readonly board: SequenceBoard; readonly unit: number }): VNode | null {
  const { replay } = board.props;
  if (!replay) return null;
  const messages = new Map(board.scene.drawing.messages.map((one) => [one.ref, one]));
  const stopped = replay.stopped && messages.get(replay.stopped.ref);
  return (
    <>
      {replay.passed.map((ref, index) => {
        const message = messages.get(ref);
        if (!message) return null;
        const { line, head } = arrowAlong(message.points);
        const at = { x: message.plate.x - 14, y: message.number.y };
        return (
          <g key={`${ref} ${index}`} class="slc-sqd-passed">
            <path
              d={line.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("")}
              fill="none"
              stroke-width={2.5}
            />
            <path class="slc-sqd-passed-head" d={head} />
            <path d={`M${at.x} ${at.y - 4}l3 3l6 -7`} fill="none" stroke-width={2} />
          </g>
        );
      })}
      {stopped ? <Outline box={boundsFor(stopped)} unit={unit} kind="error" /> : null}
    </>
  );
}
