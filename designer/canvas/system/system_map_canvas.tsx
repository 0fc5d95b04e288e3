import { overlaps } from "@loom/protocol";
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useBoardOf } from "../board_of.ts";
import { InlineEditor } from "../inline_editor.tsx";
import { Menu } from "../menu.tsx";
import { Mirror } from "../mirror.tsx";
import { type CanvasContent, CanvasPane, type HandleRef, type PaneTools, type PaneView } from "../pane.tsx";
import { PeerCursors } from "../peers.tsx";
import {
  gesturesOf,
  keyOf,
  MAP_KEYS,
  type MapBoard,
  menuItems,
  NO_SCENE,
  NOTHING,
  onMapKey,
  type SystemMapCanvasProps,
  take,
} from "./board.ts";
import { type MapScene, mapScene } from "./map_scene.ts";
import { mapItems, MemberCardView } from "./member_card.tsx";
import { Peek } from "./peek.tsx";

/** The map of a system: a card with a small drawing for each member, the links between them, and the actors. */
export function SystemMapCanvas(
  props: SystemMapCanvasProps & { readonly ref?: HandleRef | undefined },
): CanvasContent {
  const tools = useRef<PaneTools | undefined>(undefined);
  const board: MapBoard = useBoardOf(props, { scene: NO_SCENE, state: NOTHING }, tools);
  const scene = useMemo(() => mapScene(props.definition, props.links), [props.definition, props.links]);
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
  const world = useCallback((view: PaneView) => worldOf(scene, props.members, view), [scene, props.members]);
  const handlers = useMemo(() => gesturesOf(board), []);
  const onKey = (event: KeyboardEvent) => {
    if (!onMapKey(board, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const items = useMemo(() => mapItems(scene, props.members), [scene, props.members]);
  const shown = state.peek === undefined ? undefined : scene.cards.find(({ path }) => path === state.peek);
  return (
    <CanvasPane
      {...props}
      tools={tools}
      bounds={scene.bounds}
      label={`Map: ${scene.cards.length} members, ${scene.actors.length} actors, ${scene.links.length} links`}
      handlers={handlers}
      world={world}
      modes={state.hover ? "slc-pane--map slc-pane--over" : "slc-pane--map"}
      onKeyDown={(event) => {
        if (event.currentTarget === event.target) onKey(event);
      }}
      marks={({ scale }) => <Marks board={board} unit={1 / scale} />}
    >
      {({ size }) => (
        <>
          <Mirror
            label="Members and actors"
            items={items}
            picked={state.hand === "" ? undefined : state.hand}
            help={MAP_KEYS}
            focusCount={state.focusCount}
            onPick={(key) => take(board, key)}
            onKeyDown={onKey}
          />
          <p class="slc-visually-hidden" aria-live="polite">{state.said}</p>
          {scene.bounds === undefined
            ? <p class="slc-empty">{props.emptyHint ?? "Nothing here yet. Double-click to add a member."}</p>
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
          {state.menu
            ? (
              <Menu
                label="Edits"
                items={menuItems(board)}
                at={state.menu.at}
                size={size}
                onClose={() => {
                  board.set({ menu: undefined });
                  board.tools?.pane?.focus({ preventScroll: true });
                }}
              />
            )
            : null}
          {shown
            ? (
              <Peek
                card={shown}
                view={props.members[shown.path]}
                onOpen={() => props.onOpen?.(shown.path)}
                onClose={() => board.set({ peek: undefined, focusCount: state.focusCount + 1 })}
              />
            )
            : null}
          {props.peers?.length ? <PeerCursors peers={props.peers} viewport={props.viewport} /> : null}
        </>
      )}
    </CanvasPane>
  );
}

function worldOf(
  { cards, actors, links, headings }: MapScene,
  members: SystemMapCanvasProps["members"],
  { window }: PaneView,
) {
  return (
    <>
      {headings.map(({ text, at }) => <text key={text} class="slc-map-heading" x={at.x} y={at.y}>{text}
      </text>)}
      {links.map(({ from, to, text, d }, index) => (
        <path key={index} class="slc-map-link" data-from={from} data-to={to} d={d}>
          <title>{text}</title>
        </path>
      ))}
      {cards.filter(({ box }) => overlaps(box, window)).map((card) => (
        <MemberCardView key={card.path} card={card} view={members[card.path]} />
      ))}
      {actors.map(({ name, kind, box }) => (
        <g key={name} class="slc-map-actor" data-actor={name}>
          <rect {...box} rx={box.height / 2} />
          <text x={box.x + box.width / 2} y={box.y + 22} text-anchor="middle">
            {name} <tspan class="slc-map-quiet">{kind}</tspan>
          </text>
        </g>
      ))}
      {links.map(({ text, label }, index) => (
        <g key={index} class="slc-map-label">
          <rect {...label} rx={6} />
          <text x={label.x + label.width / 2} y={label.y + 14} text-anchor="middle">{shortened(text)}</text>
        </g>
      ))}
    </>
  );
}

const LONGEST_LABEL = 28;

function shortened(text: string): string {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
}

function Marks({ board, unit }: { readonly board: MapBoard; readonly unit: number }) {
  const { scene, state: { hand, hover } } = board;
  const boxOf = (key: string) =>
    scene.cards.find(({ path }) => key === `member:${path}`)?.box ??
      scene.actors.find(({ name }) => key === `actor:${name}`)?.box;
  const path = hand.startsWith("member:") ? hand.slice("member:".length) : undefined;
  const outline = (key: string, kind: string) => {
    const box = boxOf(key);
    return box === undefined ? null : (
      <rect
        class={`slc-outline slc-outline--${kind}`}
        x={box.x - 3 * unit}
        y={box.y - 3 * unit}
        width={box.width + 6 * unit}
        height={box.height + 6 * unit}
        rx={12}
        stroke-width={2 * unit}
      />
    );
  };
  return (
    <g class="slc-marks">
      {scene.links.filter(({ from, to }) => from === path || to === path).map(({ d }, index) => (
        <path key={index} class="slc-erd-line-mark" d={d} stroke-width={2 * unit} />
      ))}
      {hover && keyOf(hover) !== hand ? outline(keyOf(hover), "hover") : null}
      {outline(hand, "selected")}
    </g>
  );
}

function useFocus(board: MapBoard): void {
  const { focus } = board.props;
  useLayoutEffect(() => {
    if (focus !== undefined && focus !== board.state.hand) board.set({ hand: focus });
  }, [focus]);
  useEffect(() => {
    if (focus) take(board, focus);
  }, []);
}
