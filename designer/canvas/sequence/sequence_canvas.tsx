import { useCallback, useMemo } from "preact/hooks";
import { type Box, fitToBoxes, type Size, type Viewport } from "@loom/protocol";
import { useBoard, type WithHandle } from "../board.ts";
import { BoardCanvas } from "../board_canvas.tsx";
import { drawFar } from "../far_picture.ts";
import { beginningOf, type CanvasContent, type PaneView } from "../pane.tsx";
import { shownParts } from "../parts.tsx";
import type { SequenceCanvasProps } from "./board.ts";
import { sequenceLayout } from "./drawable.ts";
import { Heads } from "./heads.tsx";
import { SEQUENCE_BOARD, SEQUENCE_KEYS } from "./kind.tsx";
import { sequenceLists } from "./lists.ts";
import { sceneOf } from "./scene.ts";

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
