import { fitToBoxes, overlaps, type Size, type Viewport } from "@loom/protocol";
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { InlineEditor } from "../inline_editor.tsx";
import { Mirror } from "../mirror.tsx";
import { type CanvasContent, CanvasPane, type HandleRef, type PaneTools, type PaneView } from "../pane.tsx";
import { PeerCursors } from "../peers.tsx";
import {
  EMPTY_HAND,
  handOfKey,
  keyOfHand,
  type SequenceBoard,
  type SequenceCanvasProps,
  take,
  useSequenceBoard,
} from "./board.ts";
import { sequenceLayout } from "./drawable.ts";
import { Heads } from "./heads.tsx";
import { onSequenceKey, SEQUENCE_KEYS } from "./keys.ts";
import { SequenceMarks } from "./marks.tsx";
import { SequenceMenu } from "./menu.tsx";
import { sequenceItems } from "./mirror_items.ts";
import { sequenceGestures } from "./presses.ts";
import { boundsFor, sceneOf, type SequenceScene } from "./scene.ts";

/** A scenario that is shown and edited: the host owns the definition, the viewport and the selection. */
export function SequenceCanvas(
  props: SequenceCanvasProps & { readonly ref?: HandleRef | undefined },
): CanvasContent {
  const tools = useRef<PaneTools | undefined>(undefined);
  const board = useSequenceBoard(props, tools);
  const { definition, layout } = props;
  const scene = useMemo(() => sceneOf(layout ?? sequenceLayout(definition)), [
    definition,
    layout,
  ]);
  board.show(scene);
  useSelection(board);
  useImperativeHandle(props.ref ?? null, () => ({
    fit: () => tools.current?.handle.fit(),
    zoomIn: () => tools.current?.handle.zoomIn(),
    zoomOut: () => tools.current?.handle.zoomOut(),
    resetZoom: () => tools.current?.handle.resetZoom(),
    element: () => tools.current?.handle.element() ?? null,
  }), []);
  const { state } = board;
  const world = useCallback((view: PaneView) => worldOf(scene, view), [scene]);
  const handlers = useMemo(() => sequenceGestures(board), [
    props.readOnly,
    props.onContextMenu === undefined,
    props.onCommand === undefined,
  ]);
  const items = useMemo(() => sequenceItems(definition, scene, props.replay), [
    definition,
    scene,
    props.replay,
  ]);
  const onKey = (event: KeyboardEvent) => {
    if (!onSequenceKey(board, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { messages, lifelines } = scene.drawing;
  return (
    <CanvasPane
      {...props}
      fitKey={undefined}
      tools={tools}
      bounds={scene.bounds}
      label={`Board${
        scene.drawing.name === "" ? "" : ` of ${scene.drawing.name}`
      }: ${lifelines.length} participants, ${messages.length} messages`}
      handlers={handlers}
      world={world}
      modes={modesOf(board)}
      onKeyDown={(event) => {
        if (event.currentTarget === event.target) onKey(event);
      }}
      marks={({ scale }) => <SequenceMarks board={board} scale={scale} />}
    >
      {({ size }) => (
        <>
          <FirstView board={board} size={size} fitKey={props.fitKey} />
          <Heads board={board} />
          <Mirror
            label="Participants and messages"
            items={items}
            picked={keyOfHand(state.hand)}
            help={SEQUENCE_KEYS}
            focusCount={state.focusCount}
            onPick={(key) => {
              take(board, handOfKey(key));
              reveal(board);
            }}
            onKeyDown={onKey}
          />
          <p class="slc-visually-hidden" aria-live="polite">{state.said}</p>
          {scene.bounds === undefined
            ? (
              <p class="slc-empty">
                {props.emptyHint ?? "Nothing here yet. Double-click to add a participant."}
              </p>
            )
            : null}
          {state.edit
            ? (
              <InlineEditor
                key={state.edit.id}
                edit={state.edit}
                viewport={props.viewport}
                onClose={(byKey) =>
                  board.set({ edit: undefined, ...(byKey ? { focusCount: state.focusCount + 1 } : {}) })}
              />
            )
            : null}
          <SequenceMenu board={board} size={size} />
          {props.peers?.length ? <PeerCursors peers={props.peers} viewport={props.viewport} /> : null}
        </>
      )}
    </CanvasPane>
  );
}

const PADDING = 16;
/** A scenario that would be smaller than this begins at its upper left corner instead, at least in {@linkcode READABLE}. */
const LEAST = 0.5;
const READABLE = 0.6;

/** Frames the board whenever the key changes: all of it where that can be read, else its beginning. */
function FirstView(
  { board, size, fitKey }: {
    readonly board: SequenceBoard;
    readonly size: Size;
    readonly fitKey: string | number | undefined;
  },
): null {
  const hasSize = size.width > 0 && size.height > 0;
  useEffect(() => {
    const { bounds } = board.scene;
    if (fitKey === undefined || !hasSize || bounds === undefined) return;
    const frame = requestAnimationFrame(() => board.props.onViewportChange(firstView(bounds, size)));
    return () => cancelAnimationFrame(frame);
  }, [fitKey, hasSize]);
  return null;
}

function firstView(bounds: NonNullable<SequenceScene["bounds"]>, { width, height }: Size): Viewport {
  const whole = fitToBoxes([bounds], width, height, { padding: PADDING });
  if (whole.scale >= LEAST) return { ...whole, y: Math.min(whole.y, PADDING * 2) };
  const scale = Math.max(READABLE, Math.min(1, (width - 2 * PADDING) / bounds.width));
  return { x: PADDING - bounds.x * scale, y: PADDING, scale };
}

/** Takes in hand what the host says is. */
function useSelection(board: SequenceBoard): void {
  const { selection } = board.props;
  const wanted = selection ? `${selection.kind}:${selection.id}` : "";
  // Before the next key or press: what it takes in hand must not be taken away again.
  useLayoutEffect(() => {
    const now = keyOfHand(board.state.hand) ?? "";
    if (selection === undefined || wanted === now || (wanted === "" && now.startsWith("fragment:"))) return;
    board.set({ hand: wanted === "" ? EMPTY_HAND : handOfKey(wanted) });
    if (wanted !== "") reveal(board);
  }, [wanted]);
}

/** Brings what is in hand into sight. */
function reveal(board: SequenceBoard): void {
  const { messages: [ref], participant, fragment } = board.state.hand;
  const { drawing } = board.scene;
  const message = drawing.messages.find((one) => one.ref === ref);
  const head = drawing.lifelines.find(({ name }) => name === participant)?.box;
  const frame = drawing.frames.find(({ refs }) => fragment !== undefined && refs.includes(fragment))?.tab;
  const { scale, y } = board.props.viewport;
  if (message) {
    // The heads cover the upper border.
    const box = boundsFor(message);
    const covered = board.scene.headHeight + 8;
    board.tools?.reveal({ ...box, y: box.y - covered, height: box.height + covered });
  } else if (head) board.tools?.reveal({ ...head, y: Math.max(head.y, -y / scale) });
  else if (frame) board.tools?.reveal(frame);
}

function worldOf({ parts }: SequenceScene, { window }: PaneView) {
  return parts.filter(({ bounds }) => overlaps(bounds, window)).map(({ key, markup }) => (
    <g key={key} dangerouslySetInnerHTML={{ __html: markup }} />
  ));
}

function modesOf({ state }: SequenceBoard): string {
  return [
    "slc-pane--sqd",
    state.moved || state.column ? "slc-pane--moving" : "",
    state.link ? "slc-pane--drawing" : "",
    state.hover ? "slc-pane--over" : "",
  ].filter(Boolean).join(" ");
}
