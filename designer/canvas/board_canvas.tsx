import type { Box, Size, Viewport } from "@loom/protocol";
import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { type Board, groupOf, lock, returnFocus, reveal, take } from "./board.ts";
import { boardGestures } from "./board_gestures.ts";
import { onBoardKey } from "./board_keys.ts";
import { useClipboard } from "./clipboard.ts";
import { BoardMarks } from "./board_marks.tsx";
import type { DrawFar } from "./far_layer.tsx";
import { Icon } from "./hud.tsx";
import { InlineEditor } from "./inline_editor.tsx";
import { Menu } from "./menu.tsx";
import { Minimap } from "./minimap.tsx";
import { Mirror, type MirrorList } from "./mirror.tsx";
import { CanvasPane, type HandleRef, type PaneView } from "./pane.tsx";
import { PeerCursors } from "./peers.tsx";
import { useAfterFrame } from "./use_after_frame.ts";

interface BoardCanvasProps {
  readonly board: Board;
  readonly handleRef: HandleRef | undefined;
  /** The name of the board for those who do not see it. */
  readonly label: string;
  /** The elements of the world, in SVG: a stable function. */
  readonly world: (view: PaneView) => ComponentChildren;
  /** Elements that are over those of `world` while they move. */
  readonly over?: ((view: PaneView) => ComponentChildren) | undefined;
  readonly far?: DrawFar | undefined;
  /** The elements as lists: a stable value. */
  readonly lists: readonly MirrorList[];
  /** The keys that do something, in a sentence. */
  readonly help: string;
  readonly outline?: (() => string) | undefined;
  /** The key of the element in hand as the host has it; empty for none, `undefined` where the host does not say. */
  readonly wanted: string | undefined;
  readonly hint?: string | undefined;
  readonly emptyHint: string;
  /** True while it is not known yet what is on the board. */
  readonly isWaiting?: boolean;
  /** The key of what is framed. Default: the host's. */
  readonly fitKey?: string | number | undefined;
  /** More classes of the pane. */
  readonly modes?: readonly (string | false | undefined)[];
  readonly firstView?: ((bounds: Box, size: Size) => Viewport | undefined) | undefined;
  /** True for a minimap. Default: when the board is much larger than the pane. */
  readonly showMap?: boolean | undefined;
  /** HTML over the board that only this kind has. */
  readonly children?: (size: Size) => ComponentChildren;
}

/** The lists come after the picture. */
const NOTHING_TOLD: Pick<BoardCanvasProps, "lists" | "outline"> = { lists: [] };

/** A board with all that boards have in common: gestures, keys, marks, lists for those who do not see it, fields and menus. */
export function BoardCanvas(canvas: BoardCanvasProps): VNode {
  const { board } = canvas;
  const { props, scene, state } = board;
  const told = useMemo(() => ({ lists: canvas.lists, outline: canvas.outline }), [
    canvas.lists,
    canvas.outline,
  ]);
  const { lists, outline } = useAfterFrame(told, state.isInList, NOTHING_TOLD);
  useWanted(board, canvas.wanted);
  useInSight(board, props.inSight ?? "");
  useDimming(board);
  useClipboard(board);
  const onKey = (event: KeyboardEvent, isInList: boolean) => {
    if (board.state.isInList !== isInList) board.set({ isInList });
    if (!onBoardKey(board, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const mirror = useMemo(
    () => (
      <Mirror
        lists={lists}
        hand={state.hand}
        help={canvas.help}
        outline={outline}
        said={state.said}
        focusCount={state.focusCount}
        onPick={(keys) => {
          board.set({ isInList: true });
          take(board, keys);
          reveal(board, keys[0]);
        }}
        onKeyDown={(event) => onKey(event, true)}
      />
    ),
    [lists, outline, state.hand, state.said, state.focusCount],
  );
  return (
    <CanvasPane
      {...props}
      hudExtras={
        <>
          {props.hudExtras}
          {props.onLock ? <Padlock board={board} /> : null}
        </>
      }
      fitKey={"fitKey" in canvas ? canvas.fitKey : props.fitKey}
      tools={board.toolsRef}
      handleRef={canvas.handleRef}
      bounds={scene.bounds}
      label={canvas.label}
      handlers={boardGestures(board)}
      world={canvas.world}
      over={canvas.over}
      far={canvas.far}
      firstView={canvas.firstView}
      modes={[
        state.move && "slc-pane--moving",
        state.link && "slc-pane--drawing",
        state.hover && state.hover.part !== "inside" && "slc-pane--over",
        ...canvas.modes ?? [],
      ].filter(Boolean).join(" ")}
      hint={canvas.hint}
      onKeyDown={(event) => {
        if (event.currentTarget === event.target) onKey(event, false);
      }}
      marks={(view) => <BoardMarks board={board} {...view} />}
    >
      {({ size }) => (
        <>
          {mirror}
          {props.peers?.length ? <PeerCursors peers={props.peers} viewport={props.viewport} /> : null}
          {scene.bounds === undefined
            ? canvas.isWaiting
              ? null
              : <p class="slc-empty">{props.isLocked ? LOCKED_EMPTY : props.emptyHint ?? canvas.emptyHint}</p>
            : canvas.showMap ?? isMuchLarger(scene.bounds, props.viewport, size)
            ? (
              <Minimap
                bounds={scene.bounds}
                boxes={scene.mapBoxes}
                viewport={props.viewport}
                size={size}
                onViewportChange={props.onViewportChange}
              />
            )
            : null}
          {canvas.children?.(size)}
          <Overlays board={board} size={size} />
        </>
      )}
    </CanvasPane>
  );
}

const LOCKED_EMPTY = "Nothing here yet, and the board is locked.";

/** The button that keeps a board from being edited by a slip of the hand. */
function Padlock({ board }: { readonly board: Board }): VNode {
  const isLocked = board.props.isLocked === true;
  return (
    <button
      type="button"
      class="slc-hud-btn"
      aria-pressed={isLocked}
      aria-label="Lock the board"
      title={isLocked ? "Locked: press to edit" : "Lock: move and read only"}
      onClick={() => lock(board, !isLocked)}
    >
      <Icon name={isLocked ? "lock" : "unlock"} />
    </button>
  );
}

/** Dims what is not in hand while Alt is held. */
function useDimming(board: Board): void {
  useLayoutEffect(() => {
    const set = (isDimmed: boolean) => {
      if (board.state.isDimmed !== isDimmed) board.set({ isDimmed });
    };
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener("keydown", ({ key }) => key === "Alt" && set(board.state.hand.length > 0), { signal });
    addEventListener("keyup", ({ key }) => key === "Alt" && set(false), { signal });
    addEventListener("blur", () => set(false), { signal });
    return () => ended.abort();
  }, []);
}

/** The field and the menu over a board. */
function Overlays({ board, size }: { readonly board: Board; readonly size: Size }): VNode {
  const { kind, props, state: { edit, menu } } = board;
  return (
    <>
      {edit
        ? (
          <InlineEditor
            key={edit.id}
            edit={edit}
            viewport={props.viewport}
            onClose={(byKey, isTaken) => {
              board.set({ edit: undefined });
              if (isTaken) edit.next?.(byKey);
              if (byKey && !board.state.edit && !kind.hasForm?.(board)) returnFocus(board);
            }}
          />
        )
        : null}
      {menu
        ? (
          <Menu
            key={`${menu.at.x} ${menu.at.y} ${menu.hit?.key ?? ""}`}
            label={kind.menuLabel?.(board, menu.hit) ?? "Edits"}
            items={[
              ...kind.menu(board, menu.hit),
              ...(props.isLocked && props.onLock
                ? [undefined, { text: "Unlock the board", run: () => lock(board, false) }]
                : []),
            ]}
            at={menu.at}
            size={size}
            onClose={() => {
              board.set({ menu: undefined });
              returnFocus(board);
            }}
          />
        )
        : null}
    </>
  );
}

/** Takes in hand what the host says is. */
function useWanted(board: Board, wanted: string | undefined): void {
  const isThere = Boolean(wanted) && board.kind.boxOf(board, wanted ?? "") !== undefined;
  // Before the next key or press: what it takes in hand must not be taken away again.
  useLayoutEffect(() => {
    const [first, other] = board.state.hand;
    if (wanted === undefined) return;
    if (first === wanted && other !== undefined && board.props.hand?.length === 0) {
      board.set({ hand: [first] });
    }
    if (first === wanted) return;
    if (first !== undefined && groupOf(board, first) === wanted) return;
    if (wanted === "") {
      if (first !== undefined) board.set({ hand: [] });
    } else if (isThere) {
      board.set({ hand: [wanted] });
      reveal(board, wanted);
    }
  }, [wanted, isThere, board.props.hand]);
}

/** Brings into sight what the host points at. */
function useInSight(board: Board, key: string): void {
  const isThere = board.kind.boxOf(board, key) !== undefined;
  useLayoutEffect(() => {
    if (isThere) reveal(board, key);
  }, [key, isThere]);
}

/** A map helps where the board is much larger than the pane. */
function isMuchLarger(bounds: Box, { scale }: Viewport, { width, height }: Size): boolean {
  return width >= 720 && (bounds.width * scale > width * 1.5 || bounds.height * scale > height * 1.5);
}
