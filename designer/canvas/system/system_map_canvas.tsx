import { overlaps } from "@loom/protocol";
import { useCallback, useMemo } from "preact/hooks";
import { nameOf, returnFocus, useBoard, type WithHandle } from "../board.ts";
import { BoardCanvas } from "../board_canvas.tsx";
import type { CanvasContent, PaneView } from "../pane.tsx";
import { beginningOf } from "../view_window.ts";
import { MAP_BOARD, MAP_KEYS, type SystemMapCanvasProps } from "./board.ts";
import { baselineOf, type MapScene, mapScene } from "./map_scene.ts";
import { mapLists, MemberCardView, Peek } from "./member_card.tsx";

/** The map of a system: a card with a small drawing for each member, the links between them, and the actors. */
export function SystemMapCanvas(props: WithHandle<SystemMapCanvasProps>): CanvasContent {
  const board = useBoard(MAP_BOARD, props);
  const { definition, links, members, focus, positions } = props;
  const { peek, move } = board.state;
  const still = useMemo(() => mapScene(definition, links, positions), [definition, links, positions]);
  const scene = useMemo(() => {
    if (!move) return still;
    const moving = still.elements.filter(({ key }) => move.keys.has(key)).map(({ key, box }) =>
      [nameOf(key), { x: box.x + move.by.x, y: box.y + move.by.y }] as const
    );
    return mapScene(definition, links, { ...positions, ...Object.fromEntries(moving) }, true);
  }, [still, move]);
  board.show(scene);
  const world = useCallback((view: PaneView) => worldOf(scene, members, view), [scene, members]);
  const lists = useMemo(() => mapLists(still, members), [still, members]);
  const shown = peek === undefined ? undefined : scene.cards.find(({ path }) => path === peek);
  return (
    <BoardCanvas
      board={board}
      handleRef={props.ref}
      label={`Map: ${scene.cards.length} members, ${scene.actors.length} actors, ${scene.links.length} links`}
      world={world}
      lists={lists}
      help={MAP_KEYS}
      wanted={focus}
      emptyHint="Nothing here yet. Double-click to add a member."
      modes={["slc-pane--map"]}
      firstView={(bounds, size) => beginningOf(bounds, size, READABLE)}
    >
      {() =>
        shown
          ? (
            <Peek
              card={shown}
              view={members[shown.path]}
              onOpen={() => props.onOpen?.(shown.path)}
              onClose={() => {
                board.set({ peek: undefined });
                returnFocus(board);
              }}
            />
          )
          : null}
    </BoardCanvas>
  );
}

/** The scale at which cards can still be read. */
const READABLE = 0.5;

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
      {links.map(({ lines, label }, index) => (
        <g key={index} class="slc-map-label">
          <rect {...label} rx={6} />
          {lines.map((line, at) => (
            <text key={at} x={label.x + label.width / 2} y={baselineOf(label, at)} text-anchor="middle">
              {line}
            </text>
          ))}
        </g>
      ))}
    </>
  );
}
