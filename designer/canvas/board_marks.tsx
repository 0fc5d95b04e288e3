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
import { useMemo } from "preact/hooks";
import { type Board, groupOf, type LineMark, type MarkKind } from "./board.ts";
import { useAfterFrame } from "./use_after_frame.ts";
import { useOwnId } from "./use_pane.ts";

/** The marks over the elements of a board: what is in hand, what is under the pointer, guides, lines that are being drawn. */
export function BoardMarks(
  { board, scale, isCoarse }: { readonly board: Board; readonly scale: number; readonly isCoarse: boolean },
): VNode {
  const { kind, state: { hand, hover, guides, isDimmed, marquee, link }, props } = board;
  const unit = 1 / scale;
  const groups = [...new Set(hand.map((key) => groupOf(board, key)))];
  const boxes = groups.flatMap((key) => outlineOf(board, key) ?? []);
  const hovered = hover === undefined || hover.part === "inside" ? undefined : groupOf(board, hover.key);
  const isFree = hovered !== undefined && !groups.includes(hovered);
  const found = findingMarks(board);
  const withFindings = new Set(found.map(([key]) => key));
  const near = groups.flatMap((key) => kind.linesAt?.(board, key) ?? []).filter((key) =>
    !withFindings.has(key)
  );
  const lines = [
    ...near.flatMap((key) => markedLine(board, key, "near")),
    ...hand.flatMap((key) => markedLine(board, key, "selected")),
    ...isFree ? markedLine(board, hovered, "hover") : [],
  ];
  const plates = lines.flatMap(({ line }) => line.plate ?? []);
  return (
    <g class="slc-marks">
      {isDimmed && boxes.length > 0 ? <path class="slc-veil" d={veil([...boxes, ...plates])} /> : null}
      <Findings board={board} found={found} unit={unit} />
      <MarkedLines lines={lines} />
      {(props.peers ?? []).flatMap(({ id, color, selection = [] }) =>
        selection.map((key) => (
          <Outline key={`${id} ${key}`} box={outlineOf(board, key)} unit={unit} kind="frame" color={color} />
        ))
      )}
      <Outline box={isFree ? outlineOf(board, hovered) : undefined} unit={unit} kind="hover" />
      {boxes.map((box, index) => <Outline key={index} box={box} unit={unit} kind="selected" />)}
      {boxes.length > 1 ? <Outline box={boundsOf(boxes)} unit={unit} kind="frame" /> : null}
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
  return allBut(open);
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

function gapOf(kind: MarkKind, unit: number): number {
  return GAPS[kind] * Math.min(1.5, unit);
}

/** A box with round corners, as the data of a path. */
function roundedBox({ x, y, width, height }: Box, most: number): string {
  const r = Math.min(most, width / 2, height / 2);
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${arc(r, r)}v${height - 2 * r}${arc(-r, r)}h${2 * r - width}${
    arc(-r, -r)
  }v${2 * r - height}${arc(r, -r)}z`;
}

/** An outline around an element. */
export function Outline({ box, unit, kind, color }: OutlineProps): VNode | null {
  if (!box) return null;
  const gap = color === undefined ? gapOf(kind, unit) : 2 * unit;
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

type FindingMarks = readonly (readonly [key: string, mark: MarkKind])[];

/** The elements with findings, by key. */
function findingMarks(board: Board): FindingMarks {
  const { kind, props: { errorElements = [], warningElements = [] } } = board;
  const marks = (names: readonly string[], mark: MarkKind) =>
    names.map((name) => {
      const key = `${kind.many}:${name}`;
      return [kind.boxOf(board, key) ? key : name, mark] as const;
    });
  return [
    ...marks(warningElements, "warning"),
    ...marks(errorElements, "error"),
    ...kind.marked?.(board) ?? [],
  ];
}

interface FindingsProps {
  readonly board: Board;
  readonly found: FindingMarks;
  readonly unit: number;
}

/**
 * Marks of what findings are about, in one path of each kind, since there may be hundreds. They are made again only when the
 * board is another, and after the frame that shows it.
 */
function Findings({ board, found, unit }: FindingsProps): VNode {
  const { scene, state: { move } } = board;
  const now = useMemo(() => ({ found }), [scene, String(found), move === undefined]);
  const seen = useAfterFrame(now);
  return useMemo(() => (
    <>
      <MarkedLines lines={seen.found.flatMap(([key, as]) => markedLine(board, key, as))} />
      {[...Map.groupBy(seen.found, ([, kind]) => kind)].map(([kind, marks]) => {
        const gap = gapOf(kind, unit);
        const boxes = marks.flatMap(([key]) => outlineOf(board, groupOf(board, key)) ?? []);
        const d = boxes.map((box) => roundedBox(expanded(box, evenly(gap)), 8 + gap)).join("");
        return <path key={kind} class={`slc-outline slc-outline--${kind}`} d={d} stroke-width={2 * unit} />;
      })}
    </>
  ), [seen, unit]);
}

/** A line with its mark. */
interface MarkedLine {
  readonly key: string;
  readonly line: LineMark;
  readonly kind: MarkKind | "near";
}

/** The line of an element that is one. */
function markedLine(board: Board, key: string, kind: MarkedLine["kind"]): MarkedLine[] {
  const line = board.kind.lineOf?.(board, key);
  return line === undefined ? [] : [{ key: `${kind} ${key}`, line, kind }];
}

/** Marks over lines, which leave the labels free: one clip for all of them, since each takes time in every frame. */
function MarkedLines({ lines }: { readonly lines: readonly MarkedLine[] }): VNode | null {
  const id = useOwnId();
  if (lines.length === 0) return null;
  const plates = lines.flatMap(({ line }) => line.plate ?? []);
  return (
    <>
      {plates.length > 0
        ? (
          <clipPath id={id}>
            <path clip-rule="evenodd" d={allBut(plates)} />
          </clipPath>
        )
        : null}
      <g clip-path={plates.length > 0 ? `url(#${id})` : undefined}>
        {lines.map(({ key, line, kind }) => (
          <path key={key} class={`slc-line-path slc-line-path--${kind}`} d={line.d} />
        ))}
      </g>
      {lines.map(({ key, line: { head, plate }, kind }) => (
        <g key={key} class={`slc-line slc-line--${kind}`}>
          {head === undefined ? null : <path class="slc-line-head" d={head} />}
          {plate ? <rect class="slc-line-plate" {...plate} rx={6} /> : null}
        </g>
      ))}
    </>
  );
}

const EVERYWHERE = rectangle({ x: -1e6, y: -1e6, width: 2e6, height: 2e6 });

/** Everything but some boxes, as the data of a path that is filled by its even-odd rule. */
function allBut(boxes: readonly Box[]): string {
  return EVERYWHERE + [...new Set(boxes.map(rectangle))].join("");
}

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
