import {
  allMessages,
  type Box,
  fitToBoxes,
  type SequenceDefinition,
  type Size,
  textOrEmpty,
  type Viewport,
  worldToScreen,
} from "@loom/protocol";
import { type Step, stepsOf } from "@loom/protocol/drawing";
import type { VNode } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import { useBoard, type WithHandle } from "../board.ts";
import { BoardCanvas } from "../board_canvas.tsx";
import { Outline } from "../board_marks.tsx";
import { drawFar } from "../far_layer.tsx";
import type { MirrorItem, MirrorList } from "../mirror.tsx";
import type { CanvasContent, PaneView } from "../pane.tsx";
import { beginningOf } from "../view_window.ts";
import { shownParts } from "../parts.tsx";
import { headsAt, type SequenceBoard, type SequenceCanvasProps, type SequenceReplay } from "./board.ts";
import { sequenceLayout } from "./drawable.ts";
import { SEQUENCE_BOARD, SEQUENCE_KEYS } from "./kind.tsx";
import { boundsFor, fragmentKey, messageKey, participantKey, sceneOf, type SequenceScene } from "./scene.ts";

/** A scenario that is shown and edited: the host owns the definition, the viewport and the selection. */
export function SequenceCanvas(props: WithHandle<SequenceCanvasProps>): CanvasContent {
  const board = useBoard(SEQUENCE_BOARD, props);
  const { definition, layout, replay, selection } = props;
  const scene = useMemo(() => sceneOf(layout ?? sequenceLayout(definition)), [definition, layout]);
  board.show(scene);
  const { moved, column } = board.state;
  const world = useCallback((view: PaneView) => shownParts(scene.parts, view), [scene]);
  const far = useMemo(() =>
    drawFar({
      containers: scene.drawing.frames.map(({ box }) => ({ box, fill: "compositeFill" })),
      lines: [
        ...scene.drawing.lifelines.map(({ line }) => line),
        ...scene.drawing.messages.map(({ points }) => points),
      ],
      boxes: scene.drawing.lifelines.map(({ name, box }) => ({ name, box, fill: "nodeFill" })),
    }), [scene]);
  const lists = useMemo(() => sequenceLists(definition, scene, replay), [definition, scene, replay]);
  const { messages, lifelines, name } = scene.drawing;
  return (
    <BoardCanvas
      board={board}
      handleRef={props.ref}
      label={`Board${
        name === "" ? "" : ` of ${name}`
      }: ${lifelines.length} participants, ${messages.length} messages`}
      world={world}
      far={far}
      lists={lists}
      help={SEQUENCE_KEYS}
      wanted={selection === undefined
        ? undefined
        : selection === null
        ? ""
        : `${selection.kind}:${selection.id}`}
      emptyHint="Nothing here yet. Double-click to add a participant."
      modes={["slc-pane--sqd", (moved || column) && "slc-pane--moving"]}
      firstView={firstView}
    >
      {() => <Heads board={board} />}
    </BoardCanvas>
  );
}

const PADDING = 16;
/** The scale at which words can still be read. */
const READABLE = 0.5;

/** The whole scenario where it can be read, else its beginning; the heads are near the upper border. */
function firstView(bounds: Box, size: Size): Viewport {
  const whole = fitToBoxes([bounds], size.width, size.height, { padding: PADDING });
  return beginningOf(bounds, size, READABLE) ?? { ...whole, y: Math.min(whole.y, 2 * PADDING) };
}

/** The participants, then the messages from top to bottom, with the fragments that they are in, as sentences. */
function sequenceLists(
  def: SequenceDefinition,
  { drawing: { lifelines } }: SequenceScene,
  replay: SequenceReplay | undefined,
): MirrorList[] {
  const passed = new Set(replay?.passed);
  const values = new Map(allMessages(def).map(({ ref, value }) => [ref, value]));
  const stateOf = (ref: string) =>
    replay?.stopped?.ref === ref ? `, stops: ${replay.stopped.reason}` : passed.has(ref) ? ", is taken" : "";
  const itemsOf = (steps: readonly Step[], level: number): MirrorItem[] =>
    steps.flatMap((step): MirrorItem[] => {
      if (step.is === "message") {
        const { ref } = step.message;
        return [{
          key: messageKey(ref),
          text: () => `${messageSentence(ref, values.get(ref) ?? {})}${stateOf(ref)}`,
          level,
        }];
      }
      return step.operands.flatMap(({ fragment, label, steps: own }) =>
        fragment === undefined ? itemsOf(own, level) : [
          {
            key: fragmentKey(fragment.ref),
            text: () => `${step.kind} ${label}, fragment`,
            level,
          },
          ...itemsOf(own, level + 1),
        ]
      );
    });
  const participants = lifelines.map(({ name, kind }) => ({
    key: participantKey(name),
    text: () => `${name}, ${kind ?? "participant"}`,
    level: 1,
  }));
  const items = [...participants, ...itemsOf(stepsOf(def), 1)];
  return [{ role: "tree", label: "Participants and messages", items }];
}

function messageSentence(ref: string, message: Readonly<Record<string, unknown>>): string {
  const { from, to, label, event, state, reply, optional } = message;
  const [raised, then] = [textOrEmpty(event), textOrEmpty(state)];
  return [
    `${ref}: ${textOrEmpty(from)} to ${textOrEmpty(to)}: ${textOrEmpty(label)}`,
    raised === "" ? "" : `raises ${raised}`,
    then === "" ? "" : `then ${then}`,
    reply === true ? "answer" : "",
    optional === true ? "optional" : "",
  ].filter((part) => part !== "").join(", ");
}

/** The heads of the participants, which stay in sight while the messages scroll below them, and what is said at a stop. */
function Heads({ board }: { readonly board: SequenceBoard }): VNode | null {
  const {
    scene,
    props: { viewport, replay, errorElements, warningElements },
    state: { hand, column, hover },
  } = board;
  const { x, y, scale } = viewport;
  const top = Math.max(0, y);
  const isStuck = y < 0;
  const unit = 1 / scale;
  const stopped = scene.messages.get(replay?.stopped?.ref ?? "");
  return (
    <>
      {stopped && replay?.stopped
        ? <Reason board={board} box={boundsFor(stopped)} text={replay.stopped.reason} />
        : null}
      <svg
        class={isStuck ? "slc-sqd-heads slc-sqd-heads--stuck" : "slc-sqd-heads"}
        aria-hidden="true"
        focusable="false"
        style={{ height: `${top + (scene.headHeight + 6) * scale}px` }}
      >
        {isStuck ? <rect class="slc-sqd-band" width="100%" height={(scene.headHeight + 4) * scale} /> : null}
        <g transform={`translate(${x} ${top}) scale(${scale})`}>
          <g dangerouslySetInnerHTML={{ __html: scene.heads }} />
          {scene.drawing.lifelines.map(({ name, box }) => {
            const key = participantKey(name);
            const kind = hand.includes(key)
              ? "selected"
              : errorElements?.includes(key)
              ? "error"
              : warningElements?.includes(key)
              ? "warning"
              : hover?.key === key && hover.part === undefined
              ? "hover"
              : undefined;
            const by = column?.name === name ? column.by : 0;
            return kind && <Outline key={name} box={{ ...box, x: box.x + by }} unit={unit} kind={kind} />;
          })}
        </g>
      </svg>
    </>
  );
}

interface ReasonProps {
  readonly board: SequenceBoard;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly text: string;
}

/** Why a walk stops, below the message where it does. */
function Reason({ board, box, text }: ReasonProps): VNode {
  const at = worldToScreen(board.props.viewport, { x: box.x, y: box.y + box.height });
  const hidden = at.y < (headsAt(board) > 0 ? board.scene.headHeight * board.props.viewport.scale : 0);
  return (
    <p
      class="slc-sqd-reason"
      role="note"
      hidden={hidden}
      style={{ left: `${Math.max(8, at.x)}px`, top: `${at.y + 4}px` }}
    >
      {text}
    </p>
  );
}
