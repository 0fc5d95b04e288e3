import type { Box, Point } from "@loom/protocol";
import { boundsOf, evenly, expanded, moved } from "@loom/protocol/drawing";
import type { VNode } from "preact";
import type { ErdBoard } from "./board.ts";
import { canEdit, handOfKey } from "./board.ts";
import type { SceneLine, SceneTable } from "./scene.ts";

/** The marks over a diagram: what is in hand, what is under the pointer, guides, a relationship that is being drawn. */
export function ErdMarks({ board, scale }: { readonly board: ErdBoard; readonly scale: number }): VNode {
  const { state: { hand, hover, guides, marquee }, scene, props } = board;
  const unit = 1 / scale;
  const tables = new Map(scene.tables.map((table) => [table.name, table]));
  const rowOf = (entity: string | undefined, attribute: string | undefined) =>
    entity === undefined ? undefined : tables.get(entity)?.rows.find(({ name }) => name === attribute)?.box;
  const [entity] = hand.entities;
  const boxes = [...hand.entities].flatMap((name) => tables.get(name)?.box ?? []);
  const line = scene.lines.find(({ index }) => index === hand.relationship);
  const hovered = scene.lines.find(({ index }) => hover && "index" in hover && index === hover.index);
  return (
    <g class="slc-marks">
      {scene.lines.filter(({ from, to }) => hand.entities.has(from) || hand.entities.has(to)).map((one) => (
        <LinePath key={one.index} line={one} unit={unit} kind="near" />
      ))}
      {(props.errorElements ?? []).map((name) => (
        <Outline key={name} box={tables.get(name)?.box} unit={unit} kind="error" />
      ))}
      {(props.peers ?? []).flatMap(({ id, color, selection = [] }) =>
        selection.map((key) => (
          <Outline key={`${id} ${key}`} box={boxOfKey(board, key)} unit={unit} kind="frame" color={color} />
        ))
      )}
      {hover?.kind === "entity" || hover?.kind === "row"
        ? hand.entities.has(hover.entity)
          ? null
          : <Outline box={tables.get(hover.entity)?.box} unit={unit} kind="hover" />
        : null}
      {hover?.kind === "row" ? <Row box={rowOf(hover.entity, hover.attribute)} kind="hover" /> : null}
      <Row box={rowOf(entity, hand.attribute)} kind="selected" />
      {boxes.map((box, index) => <Outline key={index} box={box} unit={unit} kind="selected" />)}
      {boxes.length > 1 ? <Outline box={boundsOf(boxes)} unit={unit} kind="frame" /> : null}
      {hovered && hovered !== line ? <LinePath line={hovered} unit={unit} kind="hover" /> : null}
      {line ? <LinePath line={line} unit={unit} kind="selected" /> : null}
      {line && canEdit(board)
        ? line.ends.map((end, index) => (
          <circle
            key={index}
            class="slc-handle-dot"
            cx={end.x}
            cy={end.y}
            r={5 * unit}
            stroke-width={1.5 * unit}
          />
        ))
        : null}
      {guides.map(({ from, to }, index) => (
        <line key={index} class="slc-guide" x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke-width={unit} />
      ))}
      <Ports board={board} unit={unit} rowOf={rowOf} />
      <Link board={board} unit={unit} tables={tables} rowOf={rowOf} />
      {marquee === undefined ? null : <rect class="slc-marquee" {...marquee} stroke-width={unit} />}
    </g>
  );
}

/** The box of the element of a key. */
function boxOfKey({ scene }: ErdBoard, key: string): Box | undefined {
  const hand = handOfKey(scene, key);
  const [entity] = hand?.entities ?? [];
  const table = scene.tables.find(({ name }) => name === entity);
  return table?.rows.find(({ name }) => name === hand?.attribute)?.box ?? table?.box;
}

type RowOf = (entity: string | undefined, attribute: string | undefined) => Box | undefined;

interface OutlineProps {
  readonly box: Box | undefined;
  readonly unit: number;
  readonly kind: "selected" | "hover" | "frame" | "error" | "target";
  /** Default: that of the kind. */
  readonly color?: string | undefined;
}

const GAPS: Readonly<Record<OutlineProps["kind"], number>> = {
  selected: 3,
  hover: 0,
  frame: 8,
  error: 2,
  target: 3,
};

function Outline({ box, unit, kind, color }: OutlineProps): VNode | null {
  if (!box) return null;
  const outer = expanded(box, evenly(GAPS[kind] * unit));
  const width = kind === "frame" ? 1 : 2;
  return (
    <rect
      class={`slc-outline slc-outline--${kind}`}
      {...outer}
      rx={8}
      stroke-width={width * unit}
      style={color === undefined ? undefined : { stroke: color }}
    />
  );
}

function Row(
  { box, kind }: { readonly box: Box | undefined; readonly kind: "selected" | "hover" },
): VNode | null {
  return box ? <rect class={`slc-erd-mark-row slc-erd-mark-row--${kind}`} {...box} /> : null;
}

/** The places at both sides of a row where a relationship can begin. */
function Ports(
  { board, unit, rowOf }: { readonly board: ErdBoard; readonly unit: number; readonly rowOf: RowOf },
): VNode | null {
  const { hover, move, link, marquee, edit } = board.state;
  if (hover?.kind !== "row" || move || link || marquee || edit || !canEdit(board) || board.props.isLocked) {
    return null;
  }
  const box = rowOf(hover.entity, hover.attribute);
  if (!box) return null;
  const y = box.y + box.height / 2;
  return (
    <>
      {[box.x, box.x + box.width].map((x) => (
        <circle key={x} class="slc-handle-dot" cx={x} cy={y} r={4 * unit} stroke-width={1.5 * unit} />
      ))}
    </>
  );
}

function LinePath(
  { line, unit, kind }: { readonly line: SceneLine; readonly unit: number; readonly kind: string },
): VNode {
  const d = line.paths.map((points) =>
    points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("")
  ).join("");
  return (
    <path
      class={`slc-erd-line-mark slc-erd-line-mark--${kind}`}
      d={d}
      stroke-width={(kind === "near" ? 1.5 : 2.5) * unit}
    />
  );
}

interface LinkProps {
  readonly board: ErdBoard;
  readonly unit: number;
  readonly tables: ReadonlyMap<string, SceneTable>;
  readonly rowOf: RowOf;
}

/** A relationship that is being drawn, the row that is dragged, and the place that it would get. */
function Link({ board, unit, tables, rowOf }: LinkProps): VNode | null {
  const { link, reorder } = board.state;
  if (reorder) {
    const rows = tables.get(reorder.entity)?.rows ?? [];
    const box = rows[reorder.index]?.box;
    const last = rows.at(-1)?.box;
    const y = box?.y ?? (last ? last.y + last.height : 0);
    const side = box ?? last;
    if (!side) return null;
    return (
      <line
        class="slc-erd-place"
        x1={side.x + 4}
        x2={side.x + side.width - 4}
        y1={y}
        y2={y}
        stroke-width={2.5 * unit}
      />
    );
  }
  if (!link) return null;
  const { from, to, target } = link;
  const source = rowOf(from.entity, from.attribute) ?? tables.get(from.entity)?.box;
  if (!source) return null;
  const goal = target && (rowOf(target.entity, target.attribute) ?? tables.get(target.entity)?.box);
  const end = goal ? nearSide(goal, source) : to;
  const begin = nearSide(source, { ...end, width: 0, height: 0 });
  return (
    <>
      <Row box={rowOf(from.entity, from.attribute)} kind="selected" />
      {goal ? <Outline box={goal} unit={unit} kind="target" /> : null}
      <path
        class="slc-link-path"
        d={`M${begin.x} ${begin.y}C${bent(begin, end)} ${end.x} ${end.y}`}
        stroke-width={2 * unit}
      />
      <circle class="slc-link-head" cx={end.x} cy={end.y} r={4 * unit} />
    </>
  );
}

function nearSide({ x, y, width, height }: Box, other: Box): Point {
  const isRight = other.x + other.width / 2 >= x + width / 2;
  return { x: isRight ? x + width : x, y: y + height / 2 };
}

function bent(begin: Point, end: Point): string {
  const by = Math.max(30, Math.abs(end.x - begin.x) / 2) * (end.x >= begin.x ? 1 : -1);
  return `${begin.x + by} ${begin.y} ${end.x - by} ${end.y}`;
}

/** Positions while a movement goes on. */
export function livePositions(
  { props, state }: Pick<ErdBoard, "props" | "state">,
): ErdBoard["props"]["positions"] {
  const { move } = state;
  if (!move) return props.positions;
  const live = { ...props.positions };
  for (const name of move.names) {
    const box = props.positions[name];
    if (box) live[name] = moved(box, move.by);
  }
  return live;
}
