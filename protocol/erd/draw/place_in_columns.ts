import type { Box, Size } from "../../geometry/box.ts";
import type { LayoutGraph } from "../../layout/graph/graph.ts";
import { seededRandom } from "../../layout/ordering/seeded_random.ts";

/** The distances of boxes in a column, and of lines between columns. */
const BETWEEN = 36;
const TRACK = 14;
/** The length of a line from column to column, without its rise. */
const STEP = 200;
/** The room at both ends of a label. */
const LABEL_ENDS = 16;
/** The rise of a line that is nearly level. */
const LEVEL = 30;
/** The costs of a crossing, of a corner, and of a line as long as half the way around the drawing. */
const CROSSED = 1.5;
const BENT = 0.08;
const LONG = 0.6;
/** The corners that a line from right to left counts for. */
const BACK = 0.25;
/** The number of searches. */
const SEARCHES = 6;
/** The moves of a search for each box, and the most. */
const MOVES = 400;
const MOST_MOVES = 10_000;
/** The first and the last temperature, as shares of the cost. */
const HOT = 0.06;
const COLD = 0.001;
/** The number of ten moves that lead to what a box is joined to. */
const NEAR = 7;
/** The rounds in which columns are aligned. */
const ROUNDS = 4;

/**
 * Puts boxes into columns so that the drawing is large in its space and lines are short, level and cross little: simulated
 * annealing (Kirkpatrick, Gelatt and Vecchi, 1983) over estimated lines that may end at the left and the right side.
 *
 * @param marks The shapes of the marks at both ends of each edge: ends of two shapes at one place should be at different sides.
 * @param costOf The cost of a size.
 * @returns Arrangements, the one with the least estimate first.
 */
export function placeInColumns(
  graph: LayoutGraph,
  marks: readonly (readonly [string, string])[],
  costOf: (size: Size) => number,
): Map<string, Box>[] {
  const most = Math.ceil(1.4 * Math.sqrt(graph.nodes.length)) + 1;
  return Array.from({ length: SEARCHES }, (_, seed) => {
    const columns = new Columns(graph, marks, most, costOf);
    return { cost: columns.search(seededRandom(seed)), columns };
  }).sort((a, b) => a.cost - b.cost).map(({ columns }) => columns.boxes());
}

interface Link {
  readonly from: number;
  readonly to: number;
  readonly fromPort: number;
  readonly toPort: number;
  readonly label: number;
}

class Columns {
  readonly #nodes: LayoutGraph["nodes"];
  readonly #links: readonly Link[];
  readonly #joined: readonly (readonly number[])[];
  /** Ends at one place whose marks have different shapes: the node, and what both lead to. */
  readonly #mixed: readonly { readonly node: number; readonly one: number; readonly other: number }[];
  readonly #costOf: (size: Size) => number;
  #columns: number[][];
  readonly #columnOf: Int32Array;
  readonly #left: number[] = [];
  readonly #widths: number[] = [];
  readonly #y: Float64Array;
  /** The lines in the gap before each column and after the last, as {@linkcode crossingsIn} takes them. */
  readonly #gaps: readonly number[][];
  /** The room for labels in each gap. */
  readonly #rooms: Float64Array;

  constructor(
    { nodes, edges }: LayoutGraph,
    marks: readonly (readonly [string, string])[],
    count: number,
    costOf: (size: Size) => number,
  ) {
    const index = new Map(nodes.map(({ id }, at) => [id, at]));
    this.#nodes = nodes;
    this.#links = edges.map(({ from, to, fromPort = 0, toPort = 0, label }) => ({
      from: index.get(from) ?? 0,
      to: index.get(to) ?? 0,
      fromPort,
      toPort,
      label: label ? label.width + LABEL_ENDS : 0,
    }));
    this.#joined = nodes.map((_, at) =>
      this.#links.flatMap(({ from, to }) => from === at ? [to] : to === at ? [from] : [])
    );
    const ends = this.#links.flatMap(({ from, to, fromPort, toPort }, at) => [
      { node: from, port: fromPort, other: to, mark: marks[at]?.[0] },
      { node: to, port: toPort, other: from, mark: marks[at]?.[1] },
    ]);
    this.#mixed = ends.flatMap(({ node, port, other, mark }, at) =>
      ends.slice(at + 1).flatMap((end) =>
        end.node === node && end.port === port && end.mark !== mark
          ? [{ node, one: other, other: end.other }]
          : []
      )
    );
    this.#costOf = costOf;
    this.#columns = Array.from({ length: count }, () => []);
    this.#columnOf = Int32Array.from(nodes, (_, at) => Math.floor(count * at / nodes.length));
    this.#columnOf.forEach((column, node) => this.#columns[column]!.push(node));
    this.#y = new Float64Array(nodes.length);
    this.#gaps = Array.from({ length: count + 1 }, () => []);
    this.#rooms = new Float64Array(count + 1);
  }

  /** Finds an arrangement with little cost, and returns the cost. */
  search(random: () => number): number {
    const below = (end: number) => Math.floor(random() * end);
    const moves = Math.min(MOST_MOVES, MOVES * this.#nodes.length);
    let now = this.#cost();
    let best = { cost: now, columns: structuredClone(this.#columns) };
    for (let move = 0; move < moves; move++) {
      const heat = HOT * (COLD / HOT) ** (move / moves);
      const undo = this.#move(below(this.#nodes.length), below);
      const cost = this.#cost();
      if (cost > now && random() >= Math.exp((now - cost) / (heat * now))) {
        undo();
        continue;
      }
      now = cost;
      if (cost < best.cost) best = { cost, columns: structuredClone(this.#columns) };
    }
    this.#columns = best.columns;
    best.columns.forEach((column, at) => column.forEach((node) => this.#columnOf[node] = at));
    return best.cost;
  }

  #move(node: number, below: (end: number) => number): () => void {
    const joined = this.#joined[node]!;
    const near = joined.length > 0 && below(10) < NEAR
      ? this.#columnOf[joined[below(joined.length)]!]! + below(3) - 1
      : below(this.#columns.length);
    const to = Math.max(0, Math.min(this.#columns.length - 1, near));
    return this.#put(node, to, below(this.#columns[to]!.length + 1));
  }

  #put(node: number, to: number, place: number): () => void {
    const from = this.#columnOf[node]!;
    const at = this.#columns[from]!.indexOf(node);
    this.#columns[from]!.splice(at, 1);
    this.#columns[to]!.splice(place, 0, node);
    this.#columnOf[node] = to;
    return () => this.#put(node, from, at);
  }

  /** The estimated cost: that of the size, and shares of it for what the eye has to follow. */
  #cost(): number {
    const height = this.#stack();
    let corners = 0;
    let length = 0;
    let crossings = 0;
    const rooms = this.#rooms.fill(0);
    for (const gap of this.#gaps) gap.length = 0;
    for (const { from, to, fromPort, toPort, label } of this.#links) {
      const i = this.#columnOf[from]!;
      const j = this.#columnOf[to]!;
      const y = this.#y[from]! + fromPort;
      const z = this.#y[to]! + toPort;
      const rise = Math.abs(y - z);
      const low = Math.min(i, j);
      const far = Math.abs(i - j);
      const first = far === 0 ? this.#outside(i) : low + 1;
      rooms[first] = Math.max(rooms[first]!, label);
      length += rise + far * STEP;
      if (far === 0) {
        this.#gaps[first]!.push(Math.min(y, z), Math.max(y, z), 1);
        corners += 2;
        continue;
      }
      const start = i < j ? y : z;
      const step = (y + z - 2 * start) / far;
      for (let at = 0; at < far; at++) {
        this.#gaps[first + at]!.push(start + step * at, start + step * (at + 1), 0);
      }
      corners += (rise < LEVEL ? 1 : 2) + 3 * (far - 1) + (i > j ? BACK : 0);
    }
    let width = 0;
    this.#gaps.forEach((gap, at) => {
      crossings += crossingsIn(gap);
      width += Math.max(rooms[at]!, TRACK * gap.length / 3);
      this.#left[at] = width;
      width += this.#widths[at] ?? 0;
    });
    for (const { node, one, other } of this.#mixed) {
      if (this.#isLeft(node, one) === this.#isLeft(node, other)) crossings++;
    }
    const effort = CROSSED * crossings + BENT * corners + LONG * length / (width + height);
    return this.#costOf({ width, height }) *
      (1 + effort / Math.max(1, this.#links.length));
  }

  /** The gap in which lines between boxes of a column turn: for the first and the last one outside of the drawing. */
  #outside(column: number): number {
    return column === 0 && this.#columns.length > 1 ? 0 : column + 1;
  }

  /** Checks whether a line ends at the left side of a node. */
  #isLeft(node: number, other: number): boolean {
    const own = this.#columnOf[node]!;
    const theirs = this.#columnOf[other]!;
    return own === theirs ? this.#outside(own) === 0 : theirs < own;
  }

  /** Stacks the boxes of each column in the middle of the height, and returns the height. */
  #stack(): number {
    let height = 0;
    this.#columns.forEach((column, at) => {
      let y = 0;
      this.#widths[at] = 0;
      for (const node of column) {
        const box = this.#nodes[node]!;
        this.#y[node] = y;
        this.#widths[at] = Math.max(this.#widths[at]!, box.width);
        y += box.height + BETWEEN;
      }
      height = Math.max(height, y - BETWEEN);
    });
    for (const column of this.#columns) {
      const last = column.at(-1);
      if (last === undefined) continue;
      const free = (height - this.#y[last]! - this.#nodes[last]!.height) / 2;
      for (const node of column) this.#y[node]! += free;
    }
    return height;
  }

  /** The boxes, level with what they are joined to. */
  boxes(): Map<string, Box> {
    this.#cost();
    const height = this.#stack();
    for (let round = 0; round < ROUNDS; round++) {
      for (const column of round % 2 === 0 ? this.#columns : this.#columns.toReversed()) {
        this.#align(column, height);
      }
    }
    return new Map(
      this.#nodes.map(({ id, width, height }, node) => [
        id,
        { x: this.#left[this.#columnOf[node]!]!, y: this.#y[node]!, width, height },
      ]),
    );
  }

  /** Moves the boxes of a column so that many lines are level, by pooling adjacent violators (Ayer et al., 1955) with medians. */
  #align(column: readonly number[], height: number): void {
    const blocks: { wishes: number[]; nodes: number[] }[] = [];
    const above = new Map<number, number>();
    let total = 0;
    for (const node of column) {
      above.set(node, total);
      const wishes = this.#links.flatMap(({ from, to, fromPort, toPort }) => {
        if (this.#columnOf[from] === this.#columnOf[to]) return [];
        if (from === node) return [this.#y[to]! + toPort - fromPort - total];
        return to === node ? [this.#y[from]! + fromPort - toPort - total] : [];
      });
      let block = { wishes: wishes.length > 0 ? wishes : [this.#y[node]! - total], nodes: [node] };
      for (
        let last = blocks.at(-1);
        last && median(last.wishes) > median(block.wishes);
        last = blocks.at(-1)
      ) {
        blocks.pop();
        block = { wishes: [...last.wishes, ...block.wishes], nodes: [...last.nodes, ...block.nodes] };
      }
      blocks.push(block);
      total += this.#nodes[node]!.height + BETWEEN;
    }
    for (const { wishes, nodes } of blocks) {
      const y = Math.max(0, Math.min(height - total + BETWEEN, median(wishes)));
      for (const node of nodes) this.#y[node] = y + above.get(node)!;
    }
  }
}

/** The lower median. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/**
 * Counts the crossings in a gap between columns.
 *
 * @param gap Three numbers for each line: the heights at the left and the right with 0, or the upper and the lower end of one that turns back with 1.
 */
function crossingsIn(gap: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < gap.length; i += 3) {
    const a = gap[i]!;
    const b = gap[i + 1]!;
    const turns = gap[i + 2] === 1;
    for (let j = i + 3; j < gap.length; j += 3) {
      const c = gap[j]!;
      const d = gap[j + 1]!;
      const others = gap[j + 2] === 1;
      const isCrossed = turns && others
        ? (a < c && c < b && b < d) || (c < a && a < d && d < b)
        : turns
        ? a < c && c < b
        : others
        ? c < a && a < d
        : (a - c) * (b - d) < 0;
      if (isCrossed) sum++;
    }
  }
  return sum;
}
