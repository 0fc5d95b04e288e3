import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "preact/hooks";
import { Minimap } from "../minimap.tsx";
import { PeerCursors } from "../peers.tsx";
import { type CanvasContent, CanvasPane, type HandleRef, type PaneTools } from "../pane.tsx";
import { takesText } from "../gestures.ts";
import { type Board, canEdit, outermost, removeInHand, useBoard } from "./board.ts";
import { BoardMenu } from "./board_menu.tsx";
import { Crumbs } from "./crumbs.tsx";
import { drawFarMachine, FAR_COLORS } from "./far.ts";
import { onBoardKey } from "./keys.ts";
import { Marks } from "./marks.tsx";
import { Mirror } from "./mirror.tsx";
import { brushFor, paintedWorld } from "./paint.tsx";
import { machineGestures, middleOfPane } from "./presses.ts";
import type { StateMachineCanvasProps } from "./props.ts";
import { RenameField } from "./rename_field.tsx";
import { countStates, type Scene, sceneOf } from "./scene.ts";
import { TransitionForm } from "./transition_form.tsx";

const NO_NAMES: readonly string[] = [];

/** A machine that is shown and edited: the host owns the definition, the positions, the viewport and the selection. */
export function StateMachineCanvas(
  props: StateMachineCanvasProps & { readonly ref?: HandleRef | undefined },
): CanvasContent {
  const tools = useRef<PaneTools | undefined>(undefined);
  const scene = useScene(props);
  const board = useBoard(props, scene, tools);
  const { state } = board;
  useSelection(board);
  useClipboard(board);
  useImperativeHandle(props.ref ?? null, () => ({
    fit: () => tools.current?.handle.fit(),
    zoomIn: () => tools.current?.handle.zoomIn(),
    zoomOut: () => tools.current?.handle.zoomOut(),
    resetZoom: () => tools.current?.handle.resetZoom(),
    element: () => tools.current?.handle.element() ?? null,
  }), []);
  const active = useMemo(() => new Set(props.activeStates ?? NO_NAMES), [props.activeStates]);
  const brush = useMemo(() => brushFor(scene, active), [scene, active]);
  const world = useCallback(
    (view: Parameters<typeof paintedWorld>[1]) =>
      paintedWorld({ scene, brush, active, move: state.move, marked: NOTHING }, view),
    [scene, brush, active, state.move],
  );
  const moving = state.move?.keys;
  const far = useMemo(() => drawFarMachine(scene, { active, hidden: moving ?? NOTHING }), [
    scene,
    active,
    moving,
  ]);
  const handlers = useMemo(() => machineGestures(board), [props.readOnly, props.onContextMenu === undefined]);
  const mapBoxes = useMemo(() => scene.states.map(({ box, isContainer }) => ({ box, isContainer })), [scene]);
  const mirror = useMemo(() => <Mirror board={board} />, [scene, state.hand, state.said, props.activeStates]);
  return (
    <CanvasPane
      {...props}
      tools={tools}
      bounds={scene.bounds}
      label={labelOf(props, scene)}
      handlers={handlers}
      world={world}
      far={far}
      farColors={FAR_COLORS}
      modes={modesOf(board)}
      hint={hintOf(board, tools.current?.isCoarse === true)}
      onKeyDown={(event) => {
        if (event.currentTarget !== event.target) return;
        if (board.state.isInTree) board.set({ isInTree: false });
        if (!onBoardKey(board, event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      marks={({ scale, isCoarse }) => <Marks board={board} scale={scale} isCoarse={isCoarse} />}
    >
      {({ size }) => (
        <>
          {mirror}
          {props.peers?.length ? <PeerCursors peers={props.peers} viewport={props.viewport} /> : null}
          {scene.bounds === undefined
            ? <p class="slc-empty">{props.emptyHint ?? "Nothing here yet."}</p>
            : null}
          {props.showBreadcrumb === false ? null : (
            <Crumbs
              root={props.rootLabel ?? (props.definition.state?.name || "Machine")}
              path={props.path ?? NO_NAMES}
              onNavigateTo={(depth) => props.onNavigateTo?.(depth)}
            />
          )}
          {scene.bounds && hasMap(props, scene, size)
            ? (
              <Minimap
                bounds={scene.bounds}
                boxes={mapBoxes}
                viewport={props.viewport}
                size={size}
                onViewportChange={props.onViewportChange}
              />
            )
            : null}
          <RenameField board={board} />
          <TransitionForm board={board} size={size} />
          <BoardMenu board={board} size={size} />
        </>
      )}
    </CanvasPane>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/** Boards of more states than the first begin with straight lines, so that they are there at once; larger ones than the second keep them. */
const LINES = { quick: 300, straight: 1_500 } as const;

/** The scene; while it changes, what was shown stays where it was. */
function useScene(
  { definition, positions, layoutKey, path = NO_NAMES, collapsed = NO_NAMES, direction, space }:
    StateMachineCanvasProps,
): Scene {
  const last = useRef<Scene | undefined>(undefined);
  const arranged = useRef(layoutKey);
  const [level, closed] = [path.join("/"), collapsed.join("/")];
  const count = useMemo(() => countStates(definition), [definition]);
  const [isRefined, setRefined] = useState(false);
  useEffect(() => {
    if (isRefined || count <= LINES.quick || count > LINES.straight) return;
    // After the first picture.
    const timer = setTimeout(() => setRefined(true), 120);
    return () => clearTimeout(timer);
  }, [count, isRefined]);
  const lines = count > LINES.straight || (count > LINES.quick && !isRefined) ? "straight" : "around";
  const drawn = useRef(lines);
  return useMemo(() => {
    const before = arranged.current === layoutKey ? last.current : undefined;
    const kept = before && drawn.current !== lines
      ? { ...before, drawing: { ...before.drawing, edges: [] } }
      : before;
    arranged.current = layoutKey;
    drawn.current = lines;
    last.current = sceneOf(
      { definition, positions, path, collapsed, direction, space, routing: lines },
      kept,
    );
    return last.current;
  }, [definition, positions, layoutKey, level, closed, lines]);
}

/** Takes in hand what the host says is. */
function useSelection(board: Board): void {
  const { selection } = board.props;
  const [kind, id] = [selection?.kind ?? null, selection?.id ?? null];
  useEffect(() => {
    const { states, transition } = board.state.hand;
    if (id === null || kind === null) {
      if (selection !== undefined && (states.size > 0 || transition !== undefined)) {
        board.set({ hand: { states: new Set(), transition: undefined } });
      }
    } else if (kind === "transition" ? transition !== id : !states.has(id)) {
      board.set({
        hand: kind === "transition"
          ? { states: new Set(), transition: id }
          : { states: new Set([id]), transition: undefined },
      });
      const box = kind === "state" ? board.scene.byKey.get(id)?.box : undefined;
      if (box) board.tools?.reveal(box);
    }
  }, [kind, id]);
}

/** Copy, cut and paste of the browser, while the board or its tree has the focus. */
function useClipboard(board: Board): void {
  useEffect(() => {
    const isHere = () => {
      const { activeElement } = document;
      return board.tools?.pane?.contains(activeElement) === true && !takesText(activeElement);
    };
    const onCopy = (event: ClipboardEvent) => {
      const states = outermost(board.scene, board.state.hand.states);
      if (!isHere() || states.length === 0 || !board.props.onCopy) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", board.props.onCopy(states));
      if (event.type === "cut" && canEdit(board)) removeInHand(board);
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!isHere() || text === "" || !canEdit(board) || !board.props.onPaste) return;
      event.preventDefault();
      board.props.onPaste(text, { parent: board.scene.inside, at: middleOfPane(board) });
    };
    addEventListener("copy", onCopy);
    addEventListener("cut", onCopy);
    addEventListener("paste", onPaste);
    return () => {
      removeEventListener("copy", onCopy);
      removeEventListener("cut", onCopy);
      removeEventListener("paste", onPaste);
    };
  }, []);
}

function labelOf({ rootLabel }: StateMachineCanvasProps, { drawing, states }: Scene): string {
  const name = rootLabel ?? drawing.name;
  return `Board${name === "" ? "" : ` of ${name}`}: ${states.length} state${states.length === 1 ? "" : "s"}`;
}

function modesOf({ state, props }: Board): string {
  const over = state.hover?.kind === "transition" || (state.hover?.kind === "state" && state.hover.onHead);
  return [
    state.move ? "slc-pane--moving" : "",
    state.link || props.drawMode === "transition" ? "slc-pane--drawing" : "",
    over ? "slc-pane--over" : "",
  ].filter(Boolean).join(" ");
}

function hintOf({ state, props }: Board, isCoarse: boolean): string | undefined {
  if (props.drawMode !== "transition") return undefined;
  const source = props.drawSource ?? state.link?.from;
  const press = isCoarse ? "Tap" : "Click";
  return source
    ? `${press} the target of the transition from ${source}; Esc ends`
    : `${press} the source of the transition`;
}

/** A map helps where the board is much larger than the pane. */
function hasMap(
  { showMap, viewport }: StateMachineCanvasProps,
  { bounds }: Scene,
  size: { readonly width: number; readonly height: number },
): boolean {
  if (showMap !== undefined) return showMap;
  return bounds !== undefined && size.width >= 720 &&
    (bounds.width * viewport.scale > size.width * 1.5 || bounds.height * viewport.scale > size.height * 1.5);
}
