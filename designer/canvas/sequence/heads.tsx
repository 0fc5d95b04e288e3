import { worldToScreen } from "@loom/protocol";
import type { VNode } from "preact";
import { Outline } from "../board_marks.tsx";
import { headsAt, type SequenceBoard } from "./board.ts";
import { boundsFor, participantKey } from "./scene.ts";

/** The heads of the participants, which stay in sight while the messages scroll below them, and what is said at a stop. */
export function Heads({ board }: { readonly board: SequenceBoard }): VNode | null {
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
