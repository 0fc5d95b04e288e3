import type { Box, Point } from "@loom/protocol";
import {
  arrowAlong,
  boundsOf,
  evenly,
  expanded,
  overlaps,
  roundedPath,
  straightLine,
} from "@loom/protocol/drawing";
import type { VNode } from "preact";
import { type Board, groupOf, type LineMark, type MarkKind } from "./board.ts";
import { useOwnId } from "./use_pane.ts";

/** The marks over the elements of a board: what is in hand, what is under the pointer, guides, lines that are being drawn. */
export function BoardMarks(
  { board, scale, isCoarse }: { readonly board: Board; readonly scale: number; readonly isCoarse: boolean },
): VNode {
  const { kind, state: { hand, hover, guides, isDimmed, marquee, link }, props } = board;
  const unit = 1 / scale;
  const groups = [...new Set(hand.map((key) => groupOf(board, key)))];
  const boxes = groups.flatMap((key) => outlineOf(board, key) ?? []);
  const near = groups.flatMap((key) => kind.linesAt?.(board, key) ?? [])
    .map((key) => ({ key, line: kind.lineOf?.(board, key) }));
  const plates = near.flatMap(({ line }) => line?.plate ?? []);
  const hovered = hover === undefined || hover.part === "inside" ? undefined : groupOf(board, hover.key);
  const isFree = hovered !== undefined && !groups.includes(hovered);
  return (
    <g class="slc-marks">
      {isDimmed && boxes.length > 0 ? <path class="slc-veil" d={veil([...boxes, ...plates])} /> : null}
      {near.map(({ key, line }) => <MarkedLine key={`near ${key}`} line={line} kind="near" />)}
      {(props.peers ?? []).flatMap(({ id, color, selection = [] }) =>
        selection.map((key) => (
          <Outline key={`${id} ${key}`} box={outlineOf(board, key)} unit={unit} kind="frame" color={color} />
        ))
      )}
      {(kind.marked?.(board) ?? []).map(([key, kind]) => (
        <Outline key={`${kind} ${key}`} box={outlineOf(board, key)} unit={unit} kind={kind} />
      ))}
      <Outline box={isFree ? outlineOf(board, hovered) : undefined} unit={unit} kind="hover" />
      {boxes.map((box, index) => <Outline key={index} box={box} unit={unit} kind="selected" />)}
      {boxes.length > 1 ? <Outline box={boundsOf(boxes)} unit={unit} kind="frame" /> : null}
      {hand.map((key) => <MarkedLine key={key} line={kind.lineOf?.(board, key)} kind="selected" />)}
      {isFree ? <MarkedLine line={kind.lineOf?.(board, hovered)} kind="hover" /> : null}
      {guides.map(({ from, to }, index) => (
        <line key={index} class="slc-guide" x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke-width={unit} />
      ))}
      {(kind.handles?.(board, isCoarse) ?? []).map(({ x, y }, index) => (
        <g key={index} class="slc-handle">
          <circle class="slc-handle-target" cx={x} cy={y} r={(isCoarse ? 22 : 12) * unit} />
          <circle
            class="slc-handle-dot"
            cx={x}
            cy={y}
            r={(isCoarse ? 6 : 4) * unit}
            stroke-width={1.5 * unit}
          />
        </g>
      ))}
      {kind.marks?.(board, unit)}
      {link === undefined ? null : <LinkLine board={board} unit={unit} />}
      {marquee === undefined ? null : <rect class="slc-marquee" {...marquee} stroke-width={unit} />}
    </g>
  );
}

/** A veil over everything but some boxes, as the data of a path. */
function veil(boxes: readonly Box[]): string {
  // A box in another one would be a hole in its hole.
  const open = boxes.filter((box) =>
    !boxes.some((other) => other !== box && overlaps(other, box) && isLarger(other, box))
  );
  return EVERYWHERE + open.map(rectangle).join("");
}

function isLarger(one: Box, other: Box): boolean {
  return one.width * one.height > other.width * other.height;
}

function outlineOf(board: Board, key: string): Box | undefined {
  const { kind } = board;
  return kind.lineOf?.(board, key) ? undefined : (kind.outlineOf ?? kind.boxOf)(board, key);
}

interface OutlineProps {
  readonly box: Box | undefined;
  readonly unit: number;
  readonly kind: MarkKind;
  /** Default: that of the kind. */
  readonly color?: string | undefined;
}

const GAPS: Readonly<Record<MarkKind, number>> = {
  selected: 3,
  hover: 0,
  frame: 10,
  error: 3,
  warning: 3,
  target: 3,
};

/** An outline around an element. */
export function Outline({ box, unit, kind, color }: OutlineProps): VNode | null {
  if (!box) return null;
  const gap = color === undefined ? GAPS[kind] * Math.min(1.5, unit) : 2 * unit;
  return (
    <rect
      class={color === undefined ? `slc-outline slc-outline--${kind}` : "slc-peer-outline"}
      {...expanded(box, evenly(gap))}
      rx={8 + gap}
      stroke={color}
      stroke-width={(kind === "frame" && color === undefined ? 1 : 2) * unit}
    />
  );
}

/** A mark over a line, which leaves its label free. */
function MarkedLine(
  { line, kind }: { readonly line: LineMark | undefined; readonly kind: "selected" | "hover" | "near" },
): VNode | null {
  const id = useOwnId();
  if (!line) return null;
  const { plate } = line;
  return (
    <g class={`slc-line slc-line--${kind}`}>
      {plate
        ? (
          <clipPath id={id}>
            <path clip-rule="evenodd" d={`${EVERYWHERE}${rectangle(plate)}`} />
          </clipPath>
        )
        : null}
      <path class="slc-line-path" d={line.d} clip-path={plate && `url(#${id})`} />
      {line.head === undefined ? null : <path class="slc-line-head" d={line.head} />}
      {plate ? <rect class="slc-line-plate" {...plate} rx={6} /> : null}
    </g>
  );
}

const EVERYWHERE = rectangle({ x: -1e6, y: -1e6, width: 2e6, height: 2e6 });

function rectangle({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

/** The line that follows the pointer, from the nearest side of its source to that of its target. */
function LinkLine({ board, unit }: { readonly board: Board; readonly unit: number }): VNode | null {
  const { kind, state: { link } } = board;
  if (!link) return null;
  const from = link.at ?? kind.boxOf(board, link.from);
  const target = link.target === undefined ? undefined : outlineOf(board, link.target);
  if (!from) return null;
  const points = link.at ? [link.at, link.to] : straightLine(asBox(from), target ?? asBox(link.to));
  const { line, head } = arrowAlong(points);
  return (
    <g class="slc-link">
      <Outline box={target} unit={unit} kind="target" />
      <path class="slc-link-path" d={roundedPath(line, 8)} stroke-width={2 * unit} />
      <path class="slc-link-head" d={head} />
    </g>
  );
}

function asBox(at: Point | Box): Box {
  return { width: 0, height: 0, ...at };
}
