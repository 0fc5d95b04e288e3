import { assertEquals } from "@std/assert";
import { LAYOUT_DEFAULTS, settingsOf } from "./options.ts";

Deno.test("settingsOf() takes the defaults for what is not given, and nothing else", () => {
  assertEquals(settingsOf({}), LAYOUT_DEFAULTS);
  assertEquals(settingsOf({ nodeGap: 7, fixed: new Map() }), { ...LAYOUT_DEFAULTS, nodeGap: 7 });
});
