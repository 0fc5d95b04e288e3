import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { LIBRARY } from "../testing.ts";
import { drawChen } from "./draw_chen.ts";
import { drawErd, measureErd } from "./draw_erd.ts";
import { placeChen } from "./place_chen.ts";
import { placeErd } from "./place_erd.ts";

const DRAWN = drawErd(LIBRARY);
const MEASURED = measureErd(LIBRARY);
const placesOf = (entities: readonly { name: string; box: { x: number; y: number } }[]) =>
  Object.fromEntries(entities.map(({ name, box }) => [name, { x: box.x, y: box.y }]));
const PLACES = placesOf(DRAWN.entities);

Deno.test("placeErd() keeps the lines of entities that stay, and the objects of a drawing of its own", () => {
  const once = placeErd(LIBRARY, MEASURED, PLACES, DRAWN);
  assertEquals(once.relationships[0]?.points, DRAWN.relationships[0]?.points);
  const twice = placeErd(LIBRARY, MEASURED, PLACES, once);
  assertStrictEquals(twice.relationships[0], once.relationships[0]);
  assertStrictEquals(twice.entities[1], once.entities[1]);
});

Deno.test("placeErd() leads the lines of an entity that moves to its row, and leaves the others", () => {
  const once = placeErd(LIBRARY, MEASURED, PLACES, DRAWN);
  const moved = placeErd(LIBRARY, MEASURED, { ...PLACES, Loan: { x: 900, y: 300 } }, once);
  const loan = moved.entities.find(({ name }) => name === "Loan");
  const row = loan?.rows.find(({ name }) => name === "member_id")?.box;
  assertEquals(moved.relationships[0]?.points.at(-1), { x: 900, y: (row?.y ?? 0) + 11 });
  assertStrictEquals(moved.entities[0], once.entities[0]);
  assertNotEquals(moved.width, once.width);
});

Deno.test("placeErd() leaves out entities without a place, and their lines", () => {
  const { Loan: _, ...places } = PLACES;
  const drawing = placeErd(LIBRARY, MEASURED, places, DRAWN);
  assertEquals(drawing.entities.map(({ name }) => name), ["Member", "Shelf"]);
  assertEquals(drawing.relationships, []);
});

Deno.test("placeErd() shows what has changed on a line that stays", () => {
  const once = placeErd(LIBRARY, MEASURED, PLACES, DRAWN);
  const changed = structuredClone(LIBRARY);
  changed.relationships[0] = { from: "Member", to: "Loan", cardinality: "1:1", label: "takes out" };
  const drawing = placeErd(changed, measureErd(changed), PLACES, once);
  assertEquals(drawing.relationships[0]?.ends[1].maximum, "one");
  assertEquals(drawing.relationships[0]?.points, once.relationships[0]?.points);
});

Deno.test("placeChen() moves an entity with its ovals, and puts its relationship into the middle", () => {
  const chen = drawChen(LIBRARY);
  const places = placesOf(chen.entities);
  assertEquals(placeChen(chen, places).diamonds, chen.diamonds);
  const at = places.Loan ?? { x: 0, y: 0 };
  const moved = placeChen(chen, { ...places, Loan: { x: at.x + 500, y: at.y } });
  const [was, is] = [chen, moved].map(({ entities }) => entities.find(({ name }) => name === "Loan"));
  assertEquals(is?.ovals[0]?.center.x, (was?.ovals[0]?.center.x ?? 0) + 500);
  assertNotEquals(moved.diamonds, chen.diamonds);
  const { Loan: _, ...rest } = places;
  assertEquals(placeChen(chen, rest).lines, []);
});
