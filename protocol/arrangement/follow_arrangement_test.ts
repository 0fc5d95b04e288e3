import { assertEquals } from "@std/assert";
import type { JsonObject } from "../json/value.ts";
import type { AnyOp } from "../change/row.ts";
import { MACHINE_KIND } from "../machine/kind.ts";
import { KINDS } from "../kinds.ts";
import { orThrow } from "../refusal.ts";
import { NO_ARRANGEMENT } from "./arrangement.ts";
import { followArrangement } from "./follow_arrangement.ts";

const { changes, pictures } = KINDS.named(MACHINE_KIND.kind)?.content ?? {};
const DOOR: JsonObject = {
  settings: { namespace: "n", asynchronous: false },
  events: [],
  state: {
    name: "Root",
    states: [{ name: "Open", states: [{ name: "Wide" }] }, { name: "Shut" }],
  },
};
const PLACES = { Open: { x: 1, y: 1 }, Wide: { x: 2, y: 2 }, Shut: { x: 3, y: 3 } };

function followed(ops: readonly AnyOp[]) {
  if (!changes || !pictures?.placeables) throw new Error("Machines have places.");
  const edit = { before: DOOR, after: orThrow(changes.apply(DOOR, ops)), ops };
  const arrangement = { ...NO_ARRANGEMENT, places: PLACES, collapsed: ["Open"] };
  return followArrangement(arrangement, edit, changes, pictures.placeables);
}

Deno.test("followArrangement() keeps the places of renamed elements, and of what they hold", () => {
  const { places, collapsed } = followed([
    { op: "state.rename", name: "Open", to: "Ajar" },
    { op: "state.rename", name: "Wide", to: "Open" },
  ]);
  assertEquals(places, { Ajar: PLACES.Open, Open: PLACES.Wide, Shut: PLACES.Shut });
  assertEquals(collapsed, ["Ajar"]);
});

Deno.test("followArrangement() drops what is gone, and gives nothing to what is new", () => {
  const { places, collapsed } = followed([
    { op: "state.remove", name: "Open" },
    { op: "state.add", parent: "Root", state: { name: "Wider" } },
  ]);
  assertEquals([places, collapsed], [{ Shut: PLACES.Shut }, []]);
});

Deno.test("followArrangement() keeps the place of a state that gets a namesake, and tells the two apart", () => {
  if (!changes || !pictures?.placeables) throw new Error("Machines have places.");
  const state = { name: "Root", states: [{ name: "Open", states: [{ name: "Shut" }] }, { name: "Shut" }] };
  const edit = { before: DOOR, after: { ...DOOR, state }, ops: [] };
  const { places } = followArrangement(
    { ...NO_ARRANGEMENT, places: PLACES },
    edit,
    changes,
    pictures.placeables,
  );
  assertEquals(places, { Open: PLACES.Open, Shut: PLACES.Shut });
});

Deno.test("followArrangement() keeps a place that was there before its element came", () => {
  if (!changes || !pictures?.placeables) throw new Error("Machines have places.");
  const ops = [{ op: "state.add", parent: "Root", state: { name: "Ajar" } }];
  const edit = { before: DOOR, after: orThrow(changes.apply(DOOR, ops)), ops };
  const places = { ...PLACES, Ajar: { x: 9, y: 9 }, Gone: { x: 8, y: 8 } };
  const next = followArrangement({ ...NO_ARRANGEMENT, places }, edit, changes, pictures.placeables);
  assertEquals(next.places, { ...PLACES, Ajar: places.Ajar });
});
