import type { Box, DrawnEdge } from "@loom/protocol";
import { arrowAlong, boundsOf, moved, roundedPath, straightLine } from "@loom/protocol/drawing";
import type { VNode } from "preact";
import { type Board, canConnect } from "./board.ts";
import { liveBox, withAir } from "./live.ts";
import { handlesOf } from "./presses.ts";

/** The marks over the elements of a board: what is in hand, what is under the pointer, guides, lines that are being drawn. */
export function Marks(
  { board, scale, isCoarse }: { readonly board: Board; readonly scale: number; readonly isCoarse: boolean },
): VNode {
  const { state: { hand, hover, move, guides, marquee, link }, scene, props } = board;
  const unit = 1 / scale;
  const boxOf = (key: string) => {
    const state = scene.byKey.get(key);
    return state && liveBox(state, move);
  };
  const boxes = [...hand.states].flatMap((key) => boxOf(key) ?? []);
  const hovered = hover?.kind === "state" && hover.onHead && !hand.states.has(hover.id)
    ? boxOf(hover.id)
    : undefined;
  const holders = handleKeys(board, isCoarse);
  return (
    <g class="slc-marks">
      {(props.peers ?? []).flatMap(({ id, color, selection = [] }) =>
        selection.flatMap((key) => {
          const box = key.startsWith("state:") ? boxOf(key.slice("state:".length)) : undefined;
          return box ? [<PeerOutline key={`${id} ${key}`} box={box} color={color} unit={unit} />] : [];
        })
      )}
      {(props.errorElements ?? []).map((key) => (
        <Outline key={`!${key}`} box={boxOf(key)} unit={unit} kind="error" />
      ))}
      <Outline box={hovered} unit={unit} kind="hover" />
      {boxes.map((box, index) => <Outline key={index} box={box} unit={unit} kind="selected" />)}
      {boxes.length > 1 ? <Outline box={boundsOf(boxes)} unit={unit} kind="frame" /> : null}
      {hand.transition === undefined
        ? null
        : <MarkedLine edge={scene.edges.find(({ id }) => id === hand.transition)} />}
      {hover?.kind === "transition" && hover.id !== hand.transition
        ? <MarkedLine edge={scene.edges.find(({ id }) => id === hover.id)} isFaint />
        : null}
      {guides.map(({ from, to }, index) => (
        <line key={index} class="slc-guide" x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke-width={unit} />
      ))}
      {holders.flatMap((key) =>
        handlesOf(boxOf(key) ?? { x: 0, y: 0, width: 0, height: 0 }).map(({ x, y }, index) => (
          <g key={`${key}${index}`} class="slc-handle">
            <circle class="slc-handle-target" cx={x} cy={y} r={(isCoarse ? 22 : 12) * unit} />
            <circle
              class="slc-handle-dot"
              cx={x}
              cy={y}
              r={(isCoarse ? 6 : 4) * unit}
              stroke-width={1.5 * unit}
            />
          </g>
        ))
      )}
      {link === undefined ? null : <LinkLine board={board} />}
      {marquee === undefined ? null : <rect class="slc-marquee" {...marquee} stroke-width={unit} />}
    </g>
  );
}

/** The states that show where transitions begin: the one under the pointer, and with fingers the one in hand. */
function handleKeys(board: Board, isCoarse: boolean): string[] {
  const { hover, hand, move, link, marquee, rename } = board.state;
  if (!canConnect(board) || move || link || marquee || rename !== undefined) return [];
  const key = isCoarse
    ? hand.states.size === 1 ? [...hand.states][0] : undefined
    : hover?.kind === "state" && hover.onHead
    ? hover.id
    : undefined;
  return key !== undefined && board.scene.byKey.get(key)?.kind !== "final" ? [key] : [];
}

interface OutlineProps {
  readonly box: Box | undefined;
  readonly unit: number;
  readonly kind: "selected" | "hover" | "frame" | "error" | "target";
}

const GAPS: Readonly<Record<OutlineProps["kind"], number>> = {
  selected: 3,
  hover: 0,
  frame: 10,
  error: 3,
  target: 3,
};

function Outline({ box, unit, kind }: OutlineProps): VNode | null {
  if (!box) return null;
  const gap = GAPS[kind] * Math.min(1.5, unit);
  return (
    <rect
      class={`slc-outline slc-outline--${kind}`}
      x={box.x - gap}
      y={box.y - gap}
      width={box.width + 2 * gap}
      height={box.height + 2 * gap}
      rx={8 + gap}
      stroke-width={(kind === "frame" ? 1 : 2) * unit}
    />
  );
}

function PeerOutline(
  { box, color, unit }: { readonly box: Box; readonly color: string; readonly unit: number },
): VNode {
  const { x, y, width, height } = withAir(box, 2 * unit);
  return (
    <rect
      class="slc-peer-outline"
      {...{ x, y, width, height }}
      rx={9}
      stroke={color}
      stroke-width={1.5 * unit}
    />
  );
}

function MarkedLine(
  { edge, isFaint = false }: { readonly edge: DrawnEdge | undefined; readonly isFaint?: boolean },
): VNode | null {
  if (!edge) return null;
  const { line, head } = arrowAlong(edge.points);
  return (
    <g class={isFaint ? "slc-line slc-line--hover" : "slc-line slc-line--selected"}>
      <path class="slc-line-path" d={roundedPath(line, 8)} />
      <path class="slc-line-head" d={head} />
      {edge.label ? <rect class="slc-line-plate" {...edge.label.box} rx={6} /> : null}
    </g>
  );
}

/** The line that follows the pointer, from the nearest side of its source; into a state it ends at its border. */
function LinkLine({ board: { state: { link }, scene, props } }: { readonly board: Board }): VNode | null {
  const from = link && scene.byKey.get(link.from);
  if (!link || !from) return null;
  const target = link.target === undefined ? undefined : scene.byKey.get(link.target);
  const unit = 1 / props.viewport.scale;
  const points = straightLine(from.box, target?.box ?? moved({ x: 0, y: 0, width: 0, height: 0 }, link.to));
  const { line, head } = arrowAlong(points);
  return (
    <g class="slc-link">
      {target ? <Outline box={target.box} unit={unit} kind="target" /> : (
        <rect
          class="slc-link-new"
          x={link.to.x - 80}
          y={link.to.y - 30}
          width={160}
          height={60}
          rx={8}
          stroke-width={1.5 * unit}
        />
      )}
      <path class="slc-link-path" d={roundedPath(line, 8)} stroke-width={2 * unit} />
      <path class="slc-link-head" d={head} />
    </g>
  );
}
