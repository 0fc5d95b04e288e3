import {
  boxesById,
  completeArrangement,
  type EntityRelationshipDefinition,
  ERD_KIND,
  type LayoutBox,
  NO_ARRANGEMENT,
  overlaps,
} from "@loom/protocol";
import { boundsOf, boxAt } from "@loom/protocol/drawing";
import { assertEquals } from "@std/assert";
import { withNewEntities } from "./auto_layout.ts";
import { sceneOf } from "./scene.ts";

const MODEL: EntityRelationshipDefinition = {
  settings: { namespace: "n", name: "Shop" },
  entities: ["A", "B", "C", "D"].map((name) => ({ name, attributes: [{ name: "id", type: "int" }] })),
  relationships: [
    { from: "A", to: "B", cardinality: "1:N" },
    { from: "C", to: "D", cardinality: "1:N" },
  ],
};

/** The places of the entities: A and C at the left, B and D at the right. */
function places(b: number, d: number): Record<string, LayoutBox> {
  const box = (x: number, y: number) => ({ x, y, width: 160, height: 60 });
  return { A: box(0, 0), C: box(0, 400), B: box(700, b), D: box(700, d) };
}

/** The numbers of hops in the lines of a scene. */
function hopsIn(scene: ReturnType<typeof sceneOf>): number[] {
  return scene.parts.filter(({ key }) => key.startsWith("line ")).map(({ paint }) =>
    paint().match(/A4 4 /g)?.length ?? 0
  );
}

Deno.test("sceneOf() draws lines that hop over those that they cross, as pictures do", () => {
  const crossed = sceneOf(MODEL, places(400, 0), "crowsfoot", undefined);
  assertEquals(hopsIn(crossed).reduce((sum, hops) => sum + hops, 0) > 0, true);
  const apart = sceneOf(MODEL, places(0, 400), "crowsfoot", crossed);
  assertEquals(hopsIn(apart), [0, 0]);
});

Deno.test("sceneOf() repaints only lines whose hops may have changed", () => {
  const apart = sceneOf(MODEL, places(0, 400), "crowsfoot", undefined);
  const again = sceneOf(MODEL, places(0, 400), "crowsfoot", apart);
  const itemsOf = (scene: ReturnType<typeof sceneOf>) => scene.parts.map(({ item }) => item);
  assertEquals(itemsOf(again).every((item, at) => item === itemsOf(apart)[at]), true);
});

Deno.test("sceneOf() keeps lines that stay as they are while others are dragged over them", () => {
  const before = sceneOf(MODEL, places(0, 400), "crowsfoot", undefined);
  const dragged = sceneOf(MODEL, places(700, 400), "crowsfoot", before, true);
  assertEquals(hopsIn(dragged), [0, 0]);
  assertEquals(dragged.hopping[1] === before.hopping[1], true);
  const dropped = sceneOf(MODEL, places(700, 400), "crowsfoot", dragged);
  assertEquals(hopsIn(dropped).reduce((sum, hops) => sum + hops, 0) > 0, true);
});

Deno.test("sceneOf() leads lines around an entity that was dropped on them, and those of one that was dropped", () => {
  const entities = ["A", "B", "Between"].map((name) => ({ name, attributes: [{ name: "id", type: "int" }] }));
  const model = { ...MODEL, entities, relationships: [{ from: "A", to: "B", cardinality: "1:N" as const }] };
  const box = (x: number, y: number) => ({ x, y, width: 160, height: 60 });
  const at = (y: number) => ({ A: box(0, 0), B: box(800, y), Between: box(400, 0) });
  const away = { ...at(0), Between: box(400, 500) };
  const befores = [at(300), away].map((before) => sceneOf(model, before, "crowsfoot", undefined));
  for (const before of befores) {
    const dropped = sceneOf(model, at(0), "crowsfoot", before);
    const [between] = dropped.tables.filter(({ name }) => name === "Between");
    const [points = []] = dropped.lines[0]?.paths ?? [];
    const isAcross = points.slice(1).some((point, index) =>
      between !== undefined && overlaps(between.box, boundsOf([point, points[index] ?? point].map(boxAt)))
    );
    assertEquals([points.length > 2, isAcross], [true, false]);
  }
});

Deno.test("sceneOf() continues the lines of a picture, without arranging what has its places", () => {
  const model = {
    ...MODEL,
    relationships: ["B", "C", "D"].map((to) => ({ from: "A", to, cardinality: "1:N" as const })),
  };
  const { places: kept, lines } = completeArrangement(ERD_KIND.content!.pictures, model, NO_ARRANGEMENT);
  const elements = model.entities.map(({ name }) => ({ id: name, names: [name] }));
  const positions = withNewEntities(model, boxesById(elements, kept));
  const linesOf = (given?: typeof lines) =>
    sceneOf({ ...model }, positions, "crowsfoot", undefined, false, given).lines.map(({ paths }) => paths[0]);
  const aside = lines.map((line) => ({
    ...line,
    points: line.points.map(({ x, y }, at) =>
      at === 0 || at === line.points.length - 1 ? { x, y } : { x: x + 5, y }
    ),
  }));
  const bends = (paths: ReturnType<typeof linesOf>) =>
    paths.flatMap((points) => points?.slice(2, -2).map(({ x }) => x) ?? []);
  assertEquals(bends(linesOf(lines)).length > 0, true);
  assertEquals(bends(linesOf(aside)), bends(linesOf(lines)).map((x) => x + 5));
});
