import { assert, assertEquals } from "@std/assert";
import { BoxIndex } from "../../geometry/box_index.ts";
import { levelCrossings } from "../../geometry/line_crossings.ts";
import { type LooseLine, nudgeLines } from "./nudge_lines.ts";

const WIDE = { low: 0, high: 200 };

function line(points: readonly [number, number][], more: Partial<LooseLine> = {}): LooseLine {
  return {
    points: points.map(([x, y]) => ({ x, y })),
    isFixed: false,
    ends: [WIDE, WIDE],
    label: undefined,
    ...more,
  };
}

const xOf = ({ points }: LooseLine) => points[0]!.x;

Deno.test("nudgeLines() moves two lines that lie on each other apart", () => {
  const lines = [line([[100, 0], [100, 90]]), line([[100, 0], [100, 90]])];
  nudgeLines(lines, new BoxIndex());
  assert(Math.abs(xOf(lines[0]!) - xOf(lines[1]!)) >= 13.9);
});

Deno.test("nudgeLines() leaves a line that stays where it is", () => {
  const lines = [line([[100, 0], [100, 90]], { isFixed: true }), line([[100, 0], [100, 90]])];
  nudgeLines(lines, new BoxIndex());
  assertEquals(xOf(lines[0]!), 100);
  assert(Math.abs(xOf(lines[1]!) - 100) >= 13.9);
});

Deno.test("nudgeLines() keeps ends on their sides", () => {
  const narrow = { low: 95, high: 105 };
  const lines = [1, 2, 3].map(() => line([[100, 0], [100, 90]], { ends: [narrow, narrow] }));
  nudgeLines(lines, new BoxIndex());
  for (const one of lines) assert(xOf(one) >= 95 && xOf(one) <= 105);
});

Deno.test("nudgeLines() orders lines so that those which part do not cross", () => {
  const left = line([[100, 0], [100, 60], [20, 60], [20, 120]]);
  const right = line([[100, 0], [100, 60], [180, 60], [180, 120]]);
  for (const lines of [[left, right], [right, left]]) {
    const copies = lines.map((one) => ({ ...one }));
    nudgeLines(copies, new BoxIndex());
    assertEquals(levelCrossings(copies.map(({ points }) => points)).flat(), []);
  }
});

Deno.test("nudgeLines() leaves room for labels beside each other", () => {
  const label = (x: number) => ({ x: x - 30, y: 40, width: 60, height: 20 });
  const lines = [100, 101].map((x) => line([[x, 0], [x, 100]], { label: label(x) }));
  nudgeLines(lines, new BoxIndex());
  const [a, b] = lines.map((one) => one.label!);
  assert(Math.abs(a!.x - b!.x) >= 60);
});

Deno.test("nudgeLines() puts a part between two boxes into the middle", () => {
  const boxes = new BoxIndex();
  boxes.add({ x: 0, y: 0, width: 50, height: 100 });
  boxes.add({ x: 110, y: 0, width: 50, height: 100 });
  const one = line([[50, 20], [60, 20], [60, 80], [110, 80]]);
  nudgeLines([one], boxes);
  assertEquals(one.points[1]!.x, 80);
});
