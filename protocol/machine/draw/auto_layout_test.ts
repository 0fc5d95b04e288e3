import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Box, overlaps } from "../../geometry/box.ts";
import { trees } from "../_arbitrary.ts";
import { collectStateNames } from "../tree.ts";
import { autoLayout } from "./auto_layout.ts";
import { AUTO_LAYOUT_DEFAULTS } from "./spacing.ts";
import { machine } from "./testing.ts";

/** A chain of states, each with a transition to the next. */
function chain(...names: string[]): unknown[] {
  return names.map((name, index) => {
    const nextState = names[index + 1];
    return nextState === undefined ? { name } : { name, transitions: [{ event: "next", nextState }] };
  });
}

function boxOf(boxes: Record<string, Box>, name: string): Box {
  const box = boxes[name];
  assert(box, `no box for ${name}`);
  return box;
}

function contains(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
}

Deno.test("AUTO_LAYOUT_DEFAULTS are the defaults of canvases", () => {
  assertEquals(AUTO_LAYOUT_DEFAULTS, {
    hSpacing: 220,
    vSpacing: 140,
    nodeWidth: 160,
    nodeHeight: 60,
    compositeWidth: 300,
    compositeHeight: 200,
    originX: 100,
    originY: 120,
    sweeps: 2,
    includeRoot: true,
  });
});

Deno.test("autoLayout() begins at the origin and steps by the spacing", () => {
  const boxes = autoLayout(machine(chain("A", "B", "C")));
  assertEquals(boxOf(boxes, "A"), { x: 100, y: 120, width: 160, height: 60 });
  assertEquals(["B", "C"].map((name) => boxOf(boxes, name).y), [260, 400]);
  const wide = autoLayout(machine(chain("A", "B")), { originX: 0, originY: 7, vSpacing: 200 });
  assertEquals(["A", "B"].map((name) => boxOf(wide, name).y), [7, 207]);
});

Deno.test("autoLayout() takes a definition or its root, and changes neither", () => {
  const def = machine(chain("A", "B"));
  const before = JSON.stringify(def);
  assertEquals(autoLayout(def), autoLayout(def.state));
  assertEquals(JSON.stringify(def), before);
});

Deno.test("autoLayout() names the states level by level, the root last", () => {
  const boxes = autoLayout(machine([{ name: "A", states: chain("A1", "A2") }, ...chain("B", "C")]));
  const names = Object.keys(boxes);
  assertEquals(names.toSorted(), ["A", "A1", "A2", "B", "C", "Root"]);
  assert(names.indexOf("A1") > names.indexOf("C"));
  assertEquals(names.at(-1), "Root");
});

Deno.test("autoLayout() contains children in composites, and all in the root", () => {
  const boxes = autoLayout(machine([
    { name: "A", states: chain("A1", "A2") },
    { name: "P", parallel: { states: [{ name: "R", states: chain("R1", "R2") }, { name: "S" }] } },
  ]));
  for (
    const [outer, inner] of ["A A1", "A A2", "P R", "P S", "R R1", "R R2", "Root A", "Root P"].map((pair) =>
      pair.split(" ")
    )
  ) {
    assert(
      contains(boxOf(boxes, outer ?? ""), boxOf(boxes, inner ?? "")),
      `${outer} does not contain ${inner}`,
    );
  }
});

Deno.test("autoLayout() gives a root without children the box of an empty canvas", () => {
  assertEquals(autoLayout(machine([])), { Root: { x: 20, y: 20, width: 400, height: 350 } });
  assertEquals(autoLayout(machine([]), { includeRoot: false }), {});
});

Deno.test("autoLayout() passes over options that are no numbers", () => {
  const odd = { hSpacing: NaN, originY: undefined, nodeWidth: "x" } as unknown as { hSpacing: number };
  assertEquals(autoLayout(machine(chain("A", "B")), odd), autoLayout(machine(chain("A", "B"))));
});

Deno.test("autoLayout() has an entry for a state called __proto__", () => {
  const boxes = autoLayout(machine([{ name: "__proto__" }]), { includeRoot: false });
  assertEquals(Object.keys(boxes), ["__proto__"]);
  assertEquals(Object.getPrototypeOf(boxes), Object.prototype);
});

Deno.test("autoLayout() gives every named state a whole box, and boxes of neighbours never overlap", () => {
  fc.assert(
    fc.property(trees(), (def) => {
      const boxes = autoLayout(def);
      const names = [...new Set(collectStateNames(def.state))].filter((name) => name !== "");
      assertEquals(Object.keys(boxes).toSorted(), names.toSorted());
      const list = Object.entries(boxes);
      for (const [, box] of list) assert(Object.values(box).every(Number.isInteger));
      for (const [name, box] of list) {
        for (const [other, otherBox] of list) {
          if (name === other || contains(box, otherBox) || contains(otherBox, box)) continue;
          assert(!overlaps(box, otherBox), `${name} and ${other} overlap`);
        }
      }
      assertEquals(JSON.stringify(autoLayout(def)), JSON.stringify(boxes));
    }),
    { numRuns: 60, seed: 11 },
  );
});

Deno.test("autoLayout() leaves given boxes exactly where they are, and puts a new state beside them", () => {
  const before = autoLayout(machine(chain("A", "B", "C")));
  const positions = { ...before, B: { x: -333, y: 77, width: 210, height: 95 } };
  const after = autoLayout(machine([...chain("A", "B", "C"), { name: "D" }]), { positions });
  for (const name of ["A", "B", "C"]) {
    assertEquals(after[name], boxOf(positions, name));
    assert(!overlaps(boxOf(after, name), boxOf(after, "D")));
  }
});

Deno.test("autoLayout() gives the boxes that it is given when nothing is new", () => {
  fc.assert(
    fc.property(trees(), (def) => {
      const boxes = autoLayout(def);
      assertEquals(autoLayout(def, { positions: boxes }), boxes);
    }),
    { numRuns: 60, seed: 12 },
  );
});

Deno.test("autoLayout() makes the root's given box larger where it must, and never smaller", () => {
  const def = machine(chain("A", "B"));
  const boxes = autoLayout(def);
  const root = boxOf(boxes, "Root");
  const wide = { ...root, width: root.width + 500 };
  assertEquals(autoLayout(def, { positions: { ...boxes, Root: wide } }).Root, wide);
  const far = { ...boxOf(boxes, "B"), x: 5_000 };
  const grown = boxOf(autoLayout(def, { positions: { ...boxes, B: far } }), "Root");
  assert(contains(grown, far) && contains(grown, root));
});

Deno.test("autoLayout() begins at the origin where no given box is of any use", () => {
  const def = machine(chain("A", "B"));
  const odd = {
    A: { x: NaN, y: 0, width: 1, height: 1 },
    B: null,
    Gone: { x: 9, y: 9, width: 9, height: 9 },
  };
  assertEquals(autoLayout(def, { positions: odd as unknown as Record<string, Box> }), autoLayout(def));
  const beyond = { A: { x: 1e300, y: 0, width: 1, height: 1 } };
  assertEquals(autoLayout(def, { positions: beyond }), autoLayout(def));
});
