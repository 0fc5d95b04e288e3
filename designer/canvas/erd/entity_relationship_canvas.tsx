import { overlaps } from "@loom/protocol";
import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { InlineEditor } from "../inline_editor.tsx";
import { Mirror } from "../mirror.tsx";
import { type CanvasContent, CanvasPane, type HandleRef, type PaneTools, type PaneView } from "../pane.tsx";
import { PeerCursors } from "../peers.tsx";
import {
  EMPTY_HAND,
  type EntityRelationshipCanvasProps,
  type ErdBoard,
  handOfKey,
  keyOfHand,
  take,
  useErdBoard,
} from "./board.ts";
import { drawFarErd, ERD_FAR_COLORS } from "./far.ts";
import { ERD_KEYS, onErdKey } from "./keys.ts";
import { ErdMarks, livePositions } from "./marks.tsx";
import { ErdMenus } from "./menus.tsx";
import { erdItems } from "./mirror_items.ts";
import { erdGestures } from "./presses.ts";
import { type ErdScene, sceneOf } from "./scene.ts";

/** An entity-relationship diagram that is shown and edited: the host owns the definition, the positions, the viewport and the selection. */
export function EntityRelationshipCanvas(
  props: EntityRelationshipCanvasProps & { readonly ref?: HandleRef | undefined },
): CanvasContent {
  const tools = useRef<PaneTools | undefined>(undefined);
  const board = useErdBoard(props, tools);
  const scene = useScene(board);
  board.show(scene);
  useFocus(board);
  useImperativeHandle(props.ref ?? null, () => ({
    fit: () => tools.current?.handle.fit(),
    zoomIn: () => tools.current?.handle.zoomIn(),
    zoomOut: () => tools.current?.handle.zoomOut(),
    resetZoom: () => tools.current?.handle.resetZoom(),
    element: () => tools.current?.handle.element() ?? null,
  }), []);
  const { state } = board;
  const world = useCallback((view: PaneView) => worldOf(scene, view), [scene]);
  const far = useMemo(() => drawFarErd(scene), [scene]);
  const handlers = useMemo(() => erdGestures(board), [
    props.readOnly,
    props.onContextMenu === undefined,
    props.onCommand === undefined,
  ]);
  const items = useMemo(() => state.move ? [] : erdItems(props.definition, scene), [
    props.definition,
    scene,
    state.move,
  ]);
  const onKey = (event: KeyboardEvent) => {
    if (!onErdKey(board, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <CanvasPane
      {...props}
      tools={tools}
      bounds={scene.bounds}
      label={`Board${nameOf(props)}: ${scene.tables.length} entities, ${scene.lines.length} relationships`}
      handlers={handlers}
      world={world}
      far={far}
      farColors={ERD_FAR_COLORS}
      modes={modesOf(board)}
      hint={state.relating ? "Choose the other element; Esc ends" : undefined}
      onKeyDown={(event) => {
        if (event.currentTarget === event.target) onKey(event);
      }}
      marks={({ scale }) => <ErdMarks board={board} scale={scale} />}
    >
      {({ size }) => (
        <>
          <Mirror
            label="Entities and relationships"
            items={items}
            picked={keyOfHand(state.hand)}
            help={ERD_KEYS}
            focusCount={state.focusCount}
            onPick={(key) => {
              const hand = handOfKey(board.scene, key);
              if (hand === undefined) return;
              take(board, hand);
              reveal(board);
            }}
            onKeyDown={onKey}
          />
          <p class="slc-visually-hidden" aria-live="polite">{state.said}</p>
          {scene.bounds === undefined
            ? <p class="slc-empty">{props.emptyHint ?? "Nothing here yet. Double-click to add an entity."}</p>
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
          <ErdMenus board={board} size={size} />
          {props.peers?.length ? <PeerCursors peers={props.peers} viewport={props.viewport} /> : null}
        </>
      )}
    </CanvasPane>
  );
}

/** The scene; while it changes, lines stay where they can. */
function useScene(board: ErdBoard): ErdScene {
  const { definition, notation = "crowsfoot" } = board.props;
  const last = useRef<ErdScene | undefined>(undefined);
  const { move } = board.state;
  const positions = useMemo(() => livePositions(board), [board.props.positions, move]);
  return useMemo(() => {
    last.current = sceneOf(definition, positions, notation, last.current);
    return last.current;
  }, [definition, positions, notation]);
}

/** Takes in hand what the host says is. */
function useFocus(board: ErdBoard): void {
  const { focus, selection } = board.props;
  const wanted = focus ?? (typeof selection === "string" ? `entity:${selection}` : "");
  const isThere = handOfKey(board.scene, wanted) !== undefined;
  // Before the next key or press: what it takes in hand must not be taken away again.
  useLayoutEffect(() => {
    if (wanted === (keyOfHand(board.state.hand) ?? "")) return;
    const hand = handOfKey(board.scene, wanted);
    const isNothing = focus === "" || (focus === undefined && selection === null);
    if (hand === undefined && !isNothing) return;
    board.set({ hand: hand ?? EMPTY_HAND });
    if (hand) reveal(board);
  }, [wanted, isThere]);
}

/** Brings what is in hand into sight. */
function reveal(board: ErdBoard): void {
  const { entities: [entity], attribute, relationship } = board.state.hand;
  const table = board.scene.tables.find(({ name }) => name === entity);
  const box = relationship === undefined
    ? table?.rows.find(({ name }) => name === attribute)?.box ?? table?.box
    : board.scene.lines.find(({ index }) => index === relationship)?.label;
  if (box) board.tools?.reveal(box);
}

function worldOf({ parts }: ErdScene, { window, detail }: PaneView) {
  if (detail === "far") return null;
  return parts.filter(({ bounds }) => overlaps(bounds, window)).map(({ key, markup }) => (
    <g key={key} dangerouslySetInnerHTML={{ __html: markup }} />
  ));
}

function nameOf({ definition }: EntityRelationshipCanvasProps): string {
  const name = definition.settings?.name;
  return typeof name === "string" && name !== "" ? ` of ${name}` : "";
}

function modesOf({ state }: ErdBoard): string {
  return [
    "slc-pane--erd",
    state.move ? "slc-pane--moving" : "",
    state.link || state.relating ? "slc-pane--drawing" : "",
    state.hover ? "slc-pane--over" : "",
  ].filter(Boolean).join(" ");
}
