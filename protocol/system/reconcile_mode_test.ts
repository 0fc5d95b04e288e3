import { assertEquals } from "@std/assert";
import { reconcileModeOf } from "./reconcile_mode.ts";

Deno.test("reconcileModeOf() passes over what is no mode", () => {
  assertEquals(reconcileModeOf({ settings: { reconcile: "always" } }), "propose");
  assertEquals(reconcileModeOf({ settings: "auto" }), "propose");
  assertEquals(reconcileModeOf({ settings: { reconcile: "auto" } }, "AUTO"), "auto");
  assertEquals(reconcileModeOf({ settings: { reconcile: "propose" } }, "yes"), "propose");
});
