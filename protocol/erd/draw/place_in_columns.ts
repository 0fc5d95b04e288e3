import type { Box } from "../../geometry/box.ts";
import { fitCost } from "../../layout/fit_cost.ts";
import type { LayoutGraph } from "../../layout/graph/graph.ts";
import type { Fit } from "../../layout/options.ts";
import { seededRandom } from "../../layout/ordering/seeded_random.ts";
import { FRAME } from "../../picture/fit.ts";

/** The distances of boxes in a column, of columns, and of lines between them. */
const BETWEEN = 36;
const BESIDE = 16;
const TRACK = 14;
/** The room at both ends of a label. */
const LABEL_ENDS = 16;
/** The rise of a line that is nearly level. */
const LEVEL = 30;
/** The costs of a crossing, of a corner, of a line from right to left, and of one as long as a half round the drawing. */
const CROSSED = 1.5;
const BENT = 0.08;
const BACK = 0.1;
const LONG = 0.6;
/** The least and the most searches, and the boxes in all of them. */
const SEARCHES = { least: 4, most: 10, boxes: 100 } as const;
/** The moves of a search for each box, and the most. */
const MOVES = 400;
const MOST_MOVES = 10_000;
/** The first and the last temperature, as shares of the cost. */
const HOT = 0.06;
const COLD = 0.001;
/** The shares of moves that exchange two boxes, and of others that lead to what a box is joined to. */
const EXCHANGED = 0.3;
const NEAR = 0.7;
/** The rounds in which columns are aligned. */
const ROUNDS = 4;

/**
 * Puts boxes into columns so that the drawing is large in its space and lines are short, level and cross little: simulated
 * annealing (Kirkpatrick, Gelatt and Vecchi, 1983) over estimated lines that may end at the left and the right side.
 *
 * @param marks The shapes of the marks at both ends of each edge: ends of two shapes at one place should be at different sides.
 * @returns Arrangements, the one with the least estimate first.
 */
export function placeInColumns(
  graph: LayoutGraph,
  marks: readonly (readonly [string, string])[],
  fit: Fit,
): Map<string, Box>[] {
  const most = Math.min(graph.nodes.length, Math.ceil(1.4 * Math.sqrt(graph.nodes.length)) + 1);
  const { least, most: enough, boxes } = SEARCHES;
  const searches = Math.max(least, Math.min(enough, Math.ceil(boxes / graph.nodes.length)));
  return Array.from({ length: searches }, (_, seed) => {
    const columns = new Columns(graph, marks, Math.max(1, most - seed % 2), fit);
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
  readonly #fit: Fit;
  #columns: number[][];
  readonly #columnOf: Int32Array;
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  readonly #y: Float64Array;
  /** The lines in the gap before each column and after the last, as {@linkcode crossingsIn} takes them. */
  readonly #gaps: readonly number[][];
  /** The room for labels in each gap, and the number of lines. */
  readonly #rooms: Float64Array;
  readonly #tracks: Float64Array;

  constructor(
    { nodes, edges }: LayoutGraph,
    marks: readonly (readonly [string, string])[],
    count: number,
    fit: Fit,
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
    this.#fit = fit;
    this.#columns = Array.from({ length: count }, () => []);
    this.#columnOf = Int32Array.from(nodes, (_, at) => Math.floor(count * at / nodes.length));
    this.#columnOf.forEach((column, node) => this.#columns[column]!.push(node));
    this.#left = new Float64Array(count);
    this.#right = new Float64Array(count);
    this.#y = new Float64Array(nodes.length);
    this.#gaps = Array.from({ length: count + 1 }, () => []);
    this.#rooms = new Float64Array(count + 1);
    this.#tracks = new Float64Array(count + 1);
  }

  /** Finds an arrangement with little cost, and returns the cost. */
  search(random: () => number): number {
    const below = (end: number) => Math.floor(random() * end);
    const moves = Math.min(MOST_MOVES, MOVES * this.#nodes.length);
    let now = this.#cost();
    let best = { cost: now, columns: this.#columns.map((column) => [...column]) };
    for (let move = 0; move < moves; move++) {
      const heat = HOT * (COLD / HOT) ** (move / moves);
      const undo = random() < EXCHANGED
        ? this.#exchange(below(this.#nodes.length), below(this.#nodes.length))
        : this.#move(below(this.#nodes.length), below);
      const cost = this.#cost();
      if (cost > now && random() >= Math.exp((now - cost) / (heat * now))) {
        undo();
        continue;
      }
      now = cost;
      if (cost < best.cost) best = { cost, columns: this.#columns.map((column) => [...column]) };
    }
    this.#columns = best.columns;
    best.columns.forEach((column, at) => column.forEach((node) => this.#columnOf[node] = at));
    return best.cost;
  }

  #exchange(one: number, other: number): () => void {
    const [a, b] = [this.#columnOf[one]!, this.#columnOf[other]!];
    const [i, j] = [this.#columns[a]!.indexOf(one), this.#columns[b]!.indexOf(other)];
    this.#columns[a]![i] = other;
    this.#columns[b]![j] = one;
    this.#columnOf[one] = b;
    this.#columnOf[other] = a;
    return () => this.#exchange(one, other);
  }

  #move(node: number, below: (end: number) => number): () => void {
    const from = this.#columnOf[node]!;
    const at = this.#columns[from]!.indexOf(node);
    const joined = this.#joined[node]!;
    const near = joined.length > 0 && below(100) < 100 * NEAR
      ? this.#columnOf[joined[below(joined.length)]!]! + below(3) - 1
      : below(this.#columns.length);
    const to = Math.max(0, Math.min(this.#columns.length - 1, near));
    this.#columns[from]!.splice(at, 1);
    const place = below(this.#columns[to]!.length + 1);
    this.#columns[to]!.splice(place, 0, node);
    this.#columnOf[node] = to;
    return () => {
      this.#columns[to]!.splice(place, 1);
      this.#columns[from]!.splice(at, 0, node);
      this.#columnOf[node] = from;
    };
  }

  /** The estimated cost: that of the size, and shares of it for what the eye has to follow. */
  #cost(): number {
    const size = this.#place();
    let corners = 0;
    let length = 0;
    let backward = 0;
    let crossings = 0;
    for (const gap of this.#gaps) gap.length = 0;
    for (const { from, to, fromPort, toPort } of this.#links) {
      const i = this.#columnOf[from]!;
      const j = this.#columnOf[to]!;
      const y = this.#y[from]! + fromPort;
      const z = this.#y[to]! + toPort;
      const rise = Math.abs(y - z);
      if (i === j) {
        this.#gaps[this.#outside(i)]!.push(Math.min(y, z), Math.max(y, z), 1);
        corners += 2;
        length += rise + 2 * BESIDE;
        continue;
      }
      const low = Math.min(i, j);
      const high = Math.max(i, j);
      const start = i < j ? y : z;
      const step = (y + z - 2 * start) / (high - low);
      for (let at = low; at < high; at++) {
        this.#gaps[at + 1]!.push(start + step * (at - low), start + step * (at + 1 - low), 0);
      }
      corners += (rise < LEVEL ? 1 : 2) + 3 * (high - low - 1);
      length += this.#left[high]! - this.#right[low]! + rise;
      if (i > j) backward++;
    }
    for (const gap of this.#gaps) crossings += crossingsIn(gap);
    for (const { node, one, other } of this.#mixed) {
      if (this.#isLeft(node, one) === this.#isLeft(node, other)) crossings++;
    }
    const effort = CROSSED * crossings + BENT * corners + BACK * backward +
      LONG * length / (size.width + size.height);
    return fitCost({ width: size.width + FRAME.width, height: size.height + FRAME.height }, this.#fit) *
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

  /** Places columns beside each other, each in the middle of the height. */
  #place(): { width: number; height: number } {
    const rooms = this.#rooms.fill(0);
    const tracks = this.#tracks.fill(0);
    for (const { from, to, label } of this.#links) {
      const i = this.#columnOf[from]!;
      const j = this.#columnOf[to]!;
      const low = Math.min(i, j);
      const high = Math.max(i, j);
      const first = low === high ? this.#outside(low) : low + 1;
      rooms[first] = Math.max(rooms[first]!, label);
      const share = 1 / Math.max(1, high - low);
      for (let gap = first; gap <= Math.max(first, high); gap++) tracks[gap]! += share;
    }
    const roomOf = (gap: number) => Math.max(rooms[gap]!, TRACK * tracks[gap]!);
    let width = 0;
    let height = 0;
    for (let at = 0; at < this.#columns.length; at++) {
      width += at === 0 ? roomOf(at) : Math.max(BESIDE, roomOf(at));
      this.#left[at] = width;
      let wide = 0;
      let y = 0;
      for (const node of this.#columns[at]!) {
        const box = this.#nodes[node]!;
        this.#y[node] = y;
        wide = Math.max(wide, box.width);
        y += box.height + BETWEEN;
      }
      width += wide;
      this.#right[at] = width;
      height = Math.max(height, y - BETWEEN);
    }
    for (const column of this.#columns) {
      const last = column.at(-1);
      if (last === undefined) continue;
      const free = (height - this.#y[last]! - this.#nodes[last]!.height) / 2;
      for (const node of column) this.#y[node]! += free;
    }
    return { width: width + roomOf(this.#columns.length), height };
  }

  /** The boxes, level with what they are joined to. */
  boxes(): Map<string, Box> {
    const { height } = this.#place();
    for (let round = 0; round < ROUNDS; round++) {
      for (const column of round % 2 === 0 ? this.#columns : this.#columns.toReversed()) {
        this.#align(column, height);
      }
    }
    return new Map(this.#nodes.map(({ id, width, height }, node) => {
      const column = this.#columnOf[node]!;
      const x = this.#outside(column) === 0 ? this.#right[column]! - width : this.#left[column]!;
      return [id, { x, y: this.#y[node]!, width, height }];
    }));
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
