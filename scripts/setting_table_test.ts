import { assertEquals } from "@std/assert";
import { settingTable } from "./setting_table.ts";

Deno.test("settingTable() has a row for each variable", () => {
  assertEquals(
    settingTable([
      { variable: "LOOM_A", standard: "", meaning: "x | y" },
      { variable: "LOOM_B", standard: "1", meaning: "z" },
    ]),
    "| variable | default | meaning |\n|---|---|---|\n| `LOOM_A` |  | x \\| y |\n| `LOOM_B` | `1` | z |\n",
  );
});
