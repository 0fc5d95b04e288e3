import { assertEquals } from "@std/assert";
import { DifferenceConstraints } from "./difference_constraints.ts";

/** Three variables at 0, 50 and 100, each at least 20 behind the one before. */
function chain(isWhole = false): DifferenceConstraints {
  const constraints = new DifferenceConstraints();
  const [a, b, c] = [0, 50, 100].map((place) => constraints.add(place, isWhole));
  constraints.keepApart(a!, b!, 20);
  constraints.keepApart(b!, c!, 20);
  return constraints;
}

Deno.test("DifferenceConstraints.least() puts variables as near as distances allow", () => {
  assertEquals([...chain().least([0, 0, 0])!], [0, 20, 40]);
  assertEquals([...chain().least([0, 35, 0])!], [0, 35, 55]);
});

Deno.test("DifferenceConstraints.greatest() puts variables as far as distances allow", () => {
  assertEquals([...chain().greatest([90, 90, 90])!], [50, 70, 90]);
});

Deno.test("DifferenceConstraints.keepApart() asks for no more than there is", () => {
  const constraints = chain();
  constraints.keepApart(0, 2, 500);
  assertEquals([...constraints.least([0, 0, 0])!], [0, 20, 100]);
});

Deno.test("DifferenceConstraints.tie() keeps a distance", () => {
  const constraints = chain();
  constraints.tie(1, 2);
  assertEquals([...constraints.least([0, 0, 0])!], [0, 20, 70]);
  assertEquals([...constraints.greatest([90, 90, 90])!], [20, 40, 90]);
});

Deno.test("DifferenceConstraints moves whole variables by whole units", () => {
  assertEquals([...chain(true).least([0.5, 0, 0])!], [1, 21, 41]);
  assertEquals([...chain(true).greatest([90.5, 90.5, 90.5])!], [50, 70, 90]);
});
